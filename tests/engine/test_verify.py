from __future__ import annotations

import msgspec
import pytest

from inquiro.core.phrases import phrases
from inquiro.core.types import Citation, Claim, Contradiction, ContradictionSide, Document, Report, ReportSource
from inquiro.engine.answer import render_answer
from inquiro.engine.verify import RULES, check_citations, label, unrelated, weighed
from inquiro.testing import stored

QUOTE = "A street tree costs 1,100 € in Korvenau."
TEXT = f"Budget note.\n\n{QUOTE} It was planted in spring."


@pytest.mark.parametrize(
    ("text", "quotes", "granted", "expected"),
    [
        (QUOTE, [QUOTE], [], "quoted"),
        (QUOTE, ["A street tree\ncosts 1,100 €\nin Korvenau."], [], "quoted"),
        ("In Korvenau a street tree costs 1,100 €.", [QUOTE], [], "supported"),
        ("In Korvenau a street tree costs 1.100 €.", [QUOTE], [], "supported"),
        (f"According to Treasury (2019), {QUOTE}", [QUOTE], ["Treasury", "2019", "According to {who}, {quote}"], "supported"),
        ("A street tree is a bargain in Korvenau.", [QUOTE], [], "inferred"),
        ("Anna Berg says a street tree costs 1,100 € in Korvenau.", [QUOTE], [], "inferred"),
        ("A street tree costs 1,200 € in Korvenau.", [QUOTE], [], "uncited"),
        ("12 street trees cost 1,100 € in Korvenau.", [QUOTE], [], "uncited"),
        (QUOTE, [], [], "uncited"),
        ("Street trees do not cool the street.", ["Street trees cool the street."], [], "inferred"),
        ("Street trees cool the street.", ["Street trees do not cool the street."], [], "inferred"),
    ],
)  # fmt: skip
def test_a_sentence_is_called_what_its_evidence_allows(text, quotes, granted, expected):
    assert label(text, quotes, granted) == expected


def document(text: str = TEXT, name: str = "d1") -> Document:
    return stored(name, text, url="u", title="t")


def citation(quote: str = QUOTE, text: str = TEXT, source: str = "src_1") -> Citation:
    start = text.index(quote)
    return Citation(source_id=source, quote=quote, start=start, end=start + len(quote))


def source(found: Document, number: int = 1, **more) -> ReportSource:
    return ReportSource(
        id=f"src_{number}",
        type="local",
        title="t",
        url="u",
        snippet="",
        document_id=found.id,
        sha256=found.sha256,
        **more,
    )


def report(*claims: Claim, sources: tuple[ReportSource, ...] = (), **more) -> Report:
    made = Report(
        trace_id="t",
        question="q",
        answer="",
        claims=claims,
        sources=sources or (source(document()),),
        **{"rules": RULES, **more},
    )
    return msgspec.structs.replace(made, answer=render_answer(made))


GOOD = Claim(text=QUOTE, label="quoted", evidence=(citation(),))
SNAPSHOTS = {"d1": document()}


def problems(checked: Report, snapshots=SNAPSHOTS) -> list[str]:
    return [check.problem for check in check_citations(checked, snapshots).broken]


def changed(claim: Claim = GOOD, **changes) -> Claim:
    return msgspec.structs.replace(claim, **changes)


def test_an_honest_report_holds():
    own = Claim(text="No source answers this.", label="uncited")
    found = check_citations(report(own, GOOD), SNAPSHOTS)
    assert found.holds
    assert (found.claims, found.citations, found.found, found.snapshots) == (2, 1, 1, 1)


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    ("evidence", "problem"),
    [
        (msgspec.structs.replace(citation(), quote=QUOTE.replace("1,100", "2,400")), "does not stand at its place"),
        (msgspec.structs.replace(citation(), start=0, end=len(QUOTE)), "does not stand at its place"),
        (msgspec.structs.replace(citation(), quote="", start=0, end=0), "does not stand at its place"),
        (msgspec.structs.replace(citation(), source_id="src_9"), "not in the report"),
        (msgspec.structs.replace(citation(), before="Nobody denies: "), "the words shown around the quote"),
        (msgspec.structs.replace(citation(), before="x" * 999), "the words shown around the quote"),
        (msgspec.structs.replace(citation(), after=" This is certain."), "the words shown around the quote"),
    ],
)
def test_an_altered_citation_is_found(evidence, problem):
    found = check_citations(report(changed(evidence=(evidence,), label="inferred")), SNAPSHOTS)
    assert problem in found.broken[0].problem
    assert (found.citations, found.found) == (1, 0)


def test_an_altered_place_that_comes_nearest_is_found():
    own = Claim(text=phrases("en").unanswered, label="uncited")
    assert problems(report(own, nearest=(citation(),))) == []
    moved = msgspec.structs.replace(citation(), start=0, end=len(QUOTE))
    assert "does not stand at its place" in problems(report(own, nearest=(moved,)))[0]


def test_the_words_around_a_quote_are_those_of_the_snapshot():
    start, end = TEXT.index(QUOTE), TEXT.index(QUOTE) + len(QUOTE)
    around = msgspec.structs.replace(citation(), before=TEXT[max(0, start - 9) : start], after=TEXT[end : end + 9])
    honest = report(changed(evidence=(around,)))
    assert around.before + around.after
    assert check_citations(honest, SNAPSHOTS).holds
    unproven = check_citations(honest, {}, withheld={document().id})
    assert "would prove them was left out" in unproven.broken[0].problem


def test_a_missing_snapshot_is_found():
    assert problems(report(GOOD), {}) == ["its snapshot is missing"]


def test_a_changed_snapshot_is_found_even_where_the_quote_still_stands():
    assert problems(report(GOOD), {"d1": document(TEXT + " Corrected.")}) == [
        "the snapshot is not the one that was cited"
    ]


def test_an_altered_number_in_the_answer_is_found():
    honest = report(GOOD)
    forged = msgspec.structs.replace(honest, answer=honest.answer.replace("1,100", "900"))
    assert problems(honest) == []
    assert problems(forged)


def test_a_sentence_slipped_into_the_answer_is_found():
    honest = report(GOOD)
    forged = msgspec.structs.replace(honest, answer=honest.answer + "\n\nTrees are free. [1]")
    assert problems(forged) == ["stands in the answer and in no claim"]


def test_a_side_with_a_figure_that_its_source_does_not_hold_is_found():
    sides = (
        ContradictionSide(statement="A tree costs 1,100 euros.", fact_id="f1", document_id="d1"),
        ContradictionSide(statement="A tree costs 900 €.", fact_id="f2", document_id="gone"),
    )
    honest = Contradiction(about="cost", kind="disagreement", explanation="", sides=sides)
    assert problems(report(GOOD, contradictions=(honest,))) == []
    forged = msgspec.structs.replace(sides[0], statement="A tree costs 2,400 €.")
    lying = msgspec.structs.replace(honest, sides=(forged, sides[1]))
    assert "its source does not hold 2,400" in problems(report(GOOD, contradictions=(lying,)))[0]


def test_several_authors_may_be_named_by_the_first():
    told = f"According to Ilse Brandt et al. (2024), a{QUOTE[1:]}"
    honest = report(changed(text=told, label="supported"))
    signed = msgspec.structs.replace(honest.sources[0], author="Ilse Brandt; Tomas Ruel", published="2024-03-05")
    assert problems(msgspec.structs.replace(honest, sources=(signed, *honest.sources[1:]))) == []


@pytest.mark.parametrize(
    ("claim", "earned"),
    [
        (changed(text=QUOTE + " Trees are free."), "inferred"),
        (changed(text=QUOTE + " So are 12 others."), "uncited"),
        (changed(text="In Korvenau a street tree costs 1,100 €."), "supported"),
        (changed(text="A street tree costs 900 €.", label="supported"), "uncited"),
        (changed(text="A street tree is a bargain.", label="supported"), "inferred"),
    ],
)
def test_a_label_that_lies_is_found(claim, earned):
    assert problems(report(claim)) == [f"called {claim.label}, is {earned}"]


@pytest.mark.parametrize("boast", ["quoted", "supported", "inferred"])
def test_a_label_without_evidence_is_found(boast):
    assert problems(report(Claim(text=QUOTE, label=boast))) == [f"called {boast}, cites nothing"]


def test_a_second_source_that_words_it_differently_is_no_lie():
    other = document("In Korvenau a street tree costs 1,100 €, they say.", "d2")
    second = citation("In Korvenau a street tree costs 1,100 €, they say.", other.text, "src_2")
    both = report(changed(evidence=(citation(), second)), sources=(source(document()), source(other, 2)))
    assert problems(both, {"d1": document(), "d2": other}) == []


def test_naming_who_says_so_and_when_is_supported():
    told = changed(text=f"According to City Treasury (2019), a{QUOTE[1:]}", label="supported")
    held = source(document(), author="City Treasury", published="2019-05-06")
    assert problems(report(told, sources=(held,))) == []
    assert problems(report(told)) == ["called supported, is uncited"]  # nothing it cites says 2019


@pytest.mark.fault(31)
@pytest.mark.parametrize(
    ("text", "quotes", "astray"),
    [
        (
            "You correct sentences that failed a check against their sources.",
            ["Street trees cool the air by 2 °C."],
            True,
        ),
        ("Street trees lower temperatures.", ["Street trees cool the air by 2 °C."], False),
        ("Trees.", ["Cars are loud in the city centre."], False),
        ("The mayor of the city was elected again.", [], False),
    ],
)
def test_a_sentence_about_something_else_than_its_evidence(text, quotes, astray):
    assert unrelated(text, quotes) == astray


@pytest.mark.parametrize(
    ("text", "quotes", "problem"),
    [
        ("Trees are free.", [], "it names no fact that it rests on"),
        ("Trees cost 9 €.", ["Trees cost 8 €."], "its evidence does not hold 9"),
        ("Trees do not cool the air.", ["Trees cool the air."], "its evidence says the opposite"),
        ("Trees cool the noisy air.", ["Trees cool the air."], "its evidence does not hold the words noisy"),
        ("Trees cool the air.", ["Trees cool the air."], ""),
    ],
)
def test_why_a_sentence_earns_no_better_label(text, quotes, problem):
    assert weighed(text, quotes)[1].startswith(problem)
    assert bool(weighed(text, quotes)[1]) == bool(problem)


def earlier(*claims: Claim) -> list[str]:
    return problems(report(*claims, rules=0))


def test_the_labels_of_an_earlier_release_are_held_to_what_no_version_would_let_pass():
    assert earlier(GOOD, changed(text="A street tree is a bargain.", label="supported")) == []
    assert "stands nowhere word for word" in earlier(changed(text="A street tree is a bargain."))[0]
    assert "does not hold 900" in earlier(changed(text="A street tree costs 900 €.", label="supported"))[0]


def test_what_a_model_called_supported_is_looked_up_again():
    told = changed(text="Korvenau pays 1,100 € for one tree at the kerb.", label="supported", by="model")
    assert problems(report(msgspec.structs.replace(told, relied=("A street tree costs 1,100 €",)))) == []
    assert "words that its evidence does not hold" in problems(report(told))[0]
    wrong = msgspec.structs.replace(
        told, text=told.text.replace("1,100", "900"), relied=("A street tree costs 1,100 €",)
    )
    assert problems(report(wrong)) == ["called supported, is uncited"]


CELL = changed(
    text="1,100 €", label="supported", row="A street tree in Korvenau", column="Cost", section="Side by side"
)


def test_a_table_is_accounted_for_cell_by_cell():
    whole = report(changed(part="bottom_line"), CELL)
    assert "| A street tree in Korvenau | 1,100 € [1] |" in whole.answer
    assert problems(whole) == []
    rows = whole.answer.replace("| A street tree in Korvenau |", "| A roof in Korvenau |")
    added = f"{whole.answer}\n| A roof | free |"
    for altered in (rows, added):
        assert problems(msgspec.structs.replace(whole, answer=altered)) == ["stands in the answer and in no claim"]
    other = msgspec.structs.replace(whole, answer=whole.answer.replace("1,100 € [1] |", "900 € [1] |"))
    assert "the answer says it otherwise" in problems(other)


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    "change", [{"section": "Cost in 2031"}, {"row": "A street tree in Wolfsburg"}, {"column": "Cost in 2031"}]
)
def test_a_label_that_no_cited_document_bears_out_is_found(change):
    altered = report(changed(part="bottom_line"), changed(CELL, label="inferred", **change))
    assert problems(altered) == ["is a heading or label that says more than any cited document"]
    assert problems(msgspec.structs.replace(altered, outline=tuple(change.values()))) == []


def test_a_cell_is_held_to_what_it_says_of_its_row():
    said = changed(CELL, row="A street tree in Ystad")
    assert "called supported, is inferred" in problems(report(said))
