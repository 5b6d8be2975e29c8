from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import Draft, DraftClaim, DraftSection, Fact, JudgeCount, Plan, Report
from inquiro.engine.checking.judge import Ruling
from inquiro.engine.draft_verdicts import DraftVerdicts, objections
from inquiro.engine.extract import evidence_at
from inquiro.engine.material import Material
from inquiro.engine.repair import without_wrong
from inquiro.engine.synthesize import WRONG, synthesize
from inquiro.engine.verify import check_citations
from inquiro.testing import stored

SAID = "It lowered the air temperature by up to 2.1 °C at midday."
TEXT = f"The trial ran for two summers in the Arboretum. {SAID} At night there was almost no effect."
DOCUMENT = stored("d1", TEXT, url="https://d1.example/", title="Shade trial of Korvenau")
START = TEXT.index(SAID)
MATERIAL = Material(
    plan=Plan(refined_query="q", checklist=()),
    checklist=(),
    facts={"f1": Fact(id="f1", statement=SAID, evidence=("e1",), sources=("s",), confidence=0.6)},
    evidence={"e1": evidence_at("e1", DOCUMENT, START, START + len(SAID))},
    documents={"d1": DOCUMENT},
)
OPEN = DraftClaim(text="Shade cooled the noon air in the Arboretum by as much as 2.1 °C.", facts=("f1",))
QUOTED = DraftClaim(text=SAID, facts=("f1",))
FIGURE = DraftClaim(text="It lowered the air temperature by up to 9.9 °C at midday.", facts=("f1",))
WORDS = ("lowered the air temperature by up to 2.1 °C",)
DRAFT = Draft(opening=(QUOTED, OPEN, FIGURE))
BASE = Report(trace_id="t", question="q", answer="")


def judged(verdict: str, words=WORDS, wrong: str = "") -> DraftVerdicts:
    verdicts = DraftVerdicts(MATERIAL)
    claims = verdicts.open_claims(DRAFT)
    verdicts.hear(claims, [Ruling(number=1, verdict=verdict, words=words, wrong=wrong)])
    return verdicts


def test_only_what_rules_leave_open_is_asked_and_only_once():
    verdicts = DraftVerdicts(MATERIAL)
    assert verdicts.open_claims(DRAFT) == [OPEN, FIGURE]  # a figure may have been worked out
    (question,) = verdicts.questions([OPEN], DRAFT)
    assert question.excerpts[0].title == "Shade trial of Korvenau"
    assert "At night" in question.excerpts[0].around
    verdicts.hear([OPEN, FIGURE], [])
    assert verdicts.open_claims(DRAFT) == []


def test_a_ruling_labels_the_claim_and_the_report_verifies():
    report = synthesize(DRAFT, MATERIAL, BASE, verdicts=judged("supported"))
    claim = next(one for one in report.claims if one.text == OPEN.text)
    assert (claim.label, claim.by, claim.relied) == ("supported", "model", WORDS)
    assert report.judged == JudgeCount(open=2, asked=2, supported=1, silent=1)
    assert check_citations(report, {"d1": DOCUMENT}).holds
    assert {one.by for one in report.claims if one is not claim} == {"rule"}


def test_words_that_were_never_there_are_found_when_a_report_is_verified():
    report = synthesize(DRAFT, MATERIAL, BASE, verdicts=judged("supported"))
    claims = [
        _with(one, relied=("trees cool every street at noon",)) if one.by == "model" else one for one in report.claims
    ]
    forged = _with(report, claims=tuple(claims))
    (broken,) = check_citations(forged, {"d1": DOCUMENT}).broken
    assert "words that its evidence does not hold" in broken.problem


def test_what_is_not_borne_out_is_relabelled_and_only_what_is_wrong_is_mended():
    assert [one.claim for one in objections(DRAFT, MATERIAL)] == [FIGURE]
    assert [one.claim for one in judged("unsupported").objections(DRAFT)] == [FIGURE]
    against = judged("contradicted", wrong="It was 2.1 °C in the sun.")
    assert [one.claim for one in against.objections(DRAFT)] == [OPEN, FIGURE]
    assert against.objections(DRAFT)[0].problem == "It was 2.1 °C in the sun."
    assert against.objections(DRAFT)[0].grounds[0].fact == "f1"


def test_what_stays_wrong_is_cut_and_counted():
    verdicts = judged("contradicted")
    kept = without_wrong(DRAFT, verdicts, ())
    assert kept.opening == (QUOTED, FIGURE)  # nobody could mend the figure: it stays, labelled
    kept = without_wrong(DRAFT, verdicts, {FIGURE})
    assert kept.opening == (QUOTED,)
    assert synthesize(kept, MATERIAL, BASE, verdicts=verdicts).dropped[WRONG] == 2


def test_void_rulings_and_silence_are_counted():
    assert judged("supported", ("nobody ever said that",)).count() == JudgeCount(open=2, asked=2, void=1, silent=1)
    silent = DraftVerdicts(MATERIAL)
    assert silent.count() is None


def _with(value, **changes):
    return msgspec.structs.replace(value, **changes)


def test_a_sentence_that_points_back_is_shown_with_the_one_before_it():
    pointing = DraftClaim(text="Its noon shade made the air cooler by 2.1 °C.", facts=("f1",))
    verdicts = DraftVerdicts(MATERIAL)
    (question,) = verdicts.questions([pointing], Draft(opening=(QUOTED, pointing)))
    assert question.before == SAID
    (alone,) = verdicts.questions([OPEN], Draft(opening=(QUOTED, OPEN)))
    assert alone.before == ""


def test_a_cell_is_checked_as_what_it_says_of_its_row():
    cell = DraftClaim(text="2.1 °C", facts=("f1",), row="Shade trial of Korvenau", column="Air temperature at midday")
    wrong = msgspec.structs.replace(cell, text="9.9 °C")
    draft = Draft(opening=(QUOTED,), sections=(DraftSection(heading="Side by side", claims=(cell, wrong)),))
    verdicts = DraftVerdicts(MATERIAL)
    assert verdicts.verdict(cell).text == "Shade trial of Korvenau: Air temperature at midday: 2.1 °C"
    assert [one.claim for one in verdicts.objections(draft)] == [wrong]
    report = synthesize(draft, MATERIAL, BASE)
    placed = [(one.row, one.column, one.part) for one in report.claims]
    assert placed[1] == ("Shade trial of Korvenau", "Air temperature at midday", "findings")
    assert "| Shade trial of Korvenau | 2.1 °C [1] 9.9 °C [1] |" in report.answer


def test_reasoning_is_inferred_says_from_what_and_is_not_mended_for_it():
    says = DraftClaim(text="Planting is therefore worth its price wherever noon heat is the worry.", facts=("f1",))
    made_up = DraftClaim(text="Planting therefore saves 40 euros.", facts=("f1",))
    reasons = DraftSection(heading="What follows", claims=(says, made_up), part="analysis")
    draft = Draft(opening=(QUOTED,), sections=(reasons,))
    assert [one.claim for one in objections(draft, MATERIAL)] == [made_up]
    verdicts = DraftVerdicts(MATERIAL)
    verdicts.hear([says], [Ruling(number=1, verdict="unsupported", wrong="Nobody says so.")])
    report = synthesize(draft, MATERIAL, BASE, verdicts=verdicts)
    claim = next(one for one in report.claims if one.text == says.text)
    assert (claim.label, claim.part, claim.confidence) == ("inferred", "analysis", 0.3)
    assert claim.basis.startswith("reasoning from [1]")
    plain = synthesize(draft, MATERIAL, BASE).claims[1]
    assert plain.confidence == 0.45
    assert check_citations(report, {"d1": DOCUMENT}).holds


# -- cells


NOTE = (
    "Now edit upsd.conf and upsd.users. The suggested owner of both is root.\n\nNote\n\n"
    "Do not make either file world-readable, since they both hold access control data and passwords."
)
RULE = "Do not make either file world-readable, since they both hold access control data and passwords."
MANUAL = stored("d2", NOTE, url="https://d2.example/", title="PEP 522: Secure files")


def cell(row: str, text: str = "Not world-readable, since it holds access control data and passwords") -> DraftClaim:
    return DraftClaim(text=text, facts=("f1",), row=row, column="Note")


def tabled(claim: DraftClaim, statement: str = f"Of upsd.conf: {RULE}") -> tuple[DraftVerdicts, Report]:
    at = NOTE.index(RULE)
    material = Material(
        plan=Plan(refined_query="q", checklist=()),
        checklist=(),
        facts={"f1": Fact(id="f1", statement=statement, evidence=("e1",), sources=("s",))},
        evidence={"e1": evidence_at("e1", MANUAL, at, at + len(RULE))},
        documents={"d2": MANUAL},
    )
    verdicts = DraftVerdicts(material)
    table = DraftSection(heading="Side by side", claims=(claim,), part="comparison")
    return verdicts, synthesize(Draft(opening=(), sections=(table,)), material, BASE, verdicts=verdicts)


@pytest.mark.parametrize("row", ["upsd.conf", "PEP 522", "PEP 522: upsd.conf"])
def test_a_row_may_be_named_as_its_fact_and_title_do_and_verifying_agrees(row):
    verdicts, report = tabled(cell(row))
    assert verdicts.by_rule(cell(row)).label in {"inferred", "supported"}
    assert not verdicts.objections(Draft(opening=(cell(row),)))
    assert check_citations(report, {"d2": MANUAL}).holds
    bare = msgspec.structs.replace(
        report,
        claims=tuple(
            msgspec.structs.replace(
                one, evidence=tuple(msgspec.structs.replace(c, before="", after="") for c in one.evidence)
            )
            for one in report.claims
        ),
    )
    assert check_citations(bare, {}, withheld={"d2"}).holds


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        (cell("PEP 524"), RULE),
        (cell("upsd.conf", "Not world-readable, since it holds 12 passwords"), RULE),
    ],
)
def test_a_row_that_no_fact_names_and_figures_of_the_cell_itself_have_to_be_proven(claim, statement):
    verdicts, _ = tabled(claim, statement)
    assert verdicts.by_rule(claim).label == "uncited"


def test_a_fact_alone_grants_no_name_that_stands_nowhere_beside_its_quote():
    claim = cell("PEP 524")
    verdicts, _ = tabled(claim, "PEP 524 says: " + RULE)
    assert verdicts.by_rule(claim).label == "uncited"
