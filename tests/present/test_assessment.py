"""What a report's sentences amount to, in words that every format shares."""

from __future__ import annotations

import msgspec

from inquiro.core.phrases import phrases
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Coverage,
    Report,
    ReportSource,
)
from inquiro.core.types.critique import CRITIC
from inquiro.present.assessment import (
    MOST_SILENT,
    agreements,
    assessed,
    open_points,
    points_answered,
    silent_points,
)


def claim(text: str, *numbers: int, **more) -> Claim:
    cited = tuple(Citation(source_id=f"src_{n}", quote=text, start=0, end=len(text)) for n in numbers)
    return Claim(text=text, label="supported", evidence=cited, **more)


def report(*claims: Claim, **more) -> Report:
    sources = tuple(ReportSource(id=f"src_{n}", type="web", title="t", url="u", snippet="") for n in (1, 2, 3))
    return Report(trace_id="t", question="q", answer="", sources=sources, claims=claims, **more)


def test_a_sentence_says_how_sure_it_is_and_why():
    found = assessed(
        report(
            claim("One.", 2, 1, 2, confidence=0.8, basis="0.80 = 2 origins"),
            claim("Two.", 9, confidence=0.5),
            claim("Three."),
        )
    )
    assert [(one.number, one.sure, one.sources) for one in found] == [
        (1, "0.80 = 2 origins", (2, 1)),
        (2, "0.50", ()),
        (3, "–", ()),
    ]


def test_agreement_is_counted_in_origins_and_a_dispute_is_told():
    side = ContradictionSide(statement="s", fact_id="f2", document_id="d")
    whole = report(
        claim("Two origins.", 1, 2, origins=2, facts=("f2",)),
        claim("Two pages, one origin.", 1, 2, origins=1, facts=("f1",)),
        claim("Three origins.", 1, 2, 3, origins=3, facts=("f3",)),
        contradictions=(Contradiction(about="a", kind="unit", explanation="", sides=(side,)),),
    )
    assert [(one.text, one.origins, one.disputed) for one in agreements(whole)] == [
        ("Three origins.", 3, False),
        ("Two origins.", 2, True),
    ]


def test_what_is_missing_is_told_once():
    items = (
        ChecklistItem(id="a", description="Day", status="satisfied", queries=("x",)),
        ChecklistItem(id="b", description="Night", status="partial", tried=3, queries=("trees night", "trees night")),
        ChecklistItem(id="c", description="Water", tried=10),
        ChecklistItem(id="d", description="night", note="No figures."),
    )
    found = open_points(report(checklist=items, engine="llm (a:b)"))
    assert [(point.told, point.status) for point in found] == [("Night", "partial"), ("Water", "unsatisfied")]
    shown = open_points(report(checklist=items))  # without a model what is not shown is not found
    assert [(point.told, point.status) for point in shown] == [("Night", "unsatisfied"), ("Water", "unsatisfied")]


def test_a_model_says_what_is_lacking_in_what_was_found():
    item = ChecklistItem(id="b", description="Night", status="partial", note="No figures for towns.")
    [point] = open_points(report(checklist=(item,), engine="llm (a:b)"))
    assert point.told == "No figures for towns."


def test_a_report_of_an_earlier_version_has_no_agreement_to_tell():
    old = msgspec.convert(
        {
            "trace_id": "t",
            "question": "q",
            "answer": "",
            "claims": [{"text": "x", "label": "quoted"}],
            "checklist": [{"id": "a", "description": "d", "tried": 2}],
        },
        Report,
    )
    assert agreements(old) == []
    assert [point.told for point in open_points(old)] == ["d"]


def test_the_only_point_is_not_missing_where_the_bottom_line_answers_it():
    item = ChecklistItem(id="a", description="q", status="partial")
    assert open_points(report(claim("Answered.", 1), checklist=(item,))) == []
    assert len(open_points(report(claim("Answered.", 1, section="Elsewhere"), checklist=(item,)))) == 1
    assert len(open_points(report(claim("Nothing says so."), checklist=(item,)))) == 1
    indirect = claim(phrases("en").indirect)
    assert len(open_points(report(indirect, claim("Near it.", 1), checklist=(item,)))) == 1


def test_a_point_in_part_whose_section_stands_above_is_not_missing():
    items = (
        ChecklistItem(id="a", description="What does it cost?", label="Cost", status="partial"),
        ChecklistItem(id="b", description="Night", status="partial"),
    )
    found = open_points(report(claim("It costs 5 €.", 1, section="Cost"), checklist=items))
    assert [point.description for point in found] == ["Night"]


def test_gaps_of_a_report_without_a_checklist_are_told_once():
    found = open_points(report(checklist_coverage=Coverage(gaps=("Night", "Night", "Water"))))
    assert [point.description for point in found] == ["Night", "Water"]


def test_a_part_that_the_opening_answers_is_not_missing():
    items = (
        ChecklistItem(id="a", description="What does it cost?", status="partial"),
        ChecklistItem(id="b", description="Night", status="partial"),
    )
    found = open_points(report(claim("It costs 5 €.", 1, item="a"), checklist=items))
    assert [point.description for point in found] == ["Night"]


def test_how_many_points_are_answered_and_how_many_in_part():
    items = (
        ChecklistItem(id="a", description="Day", status="satisfied"),
        ChecklistItem(id="b", description="Night", status="partial"),
        ChecklistItem(id="c", description="Water"),
    )
    assert points_answered(report(checklist=items)) == "1 of 3 points answered, 1 in part"
    assert points_answered(report(checklist=(items[0], items[2]))) == "1 of 2 points answered"
    assert points_answered(report(checklist=items[:1])) == ""


def test_what_nothing_was_found_on_is_told_below_an_answer_and_a_long_list_of_it_apart():
    items = (
        ChecklistItem(id="a", description="Day", status="satisfied"),
        ChecklistItem(id="b", description="What of the night?", label="Night"),
        ChecklistItem(id="c", description="Asked by a critic", asker=CRITIC),
    )
    found = silent_points(report(claim("It cools.", 1), checklist=items, engine="llm (a:b)"))
    assert [point.label for point in found] == ["Night"]
    [shown] = silent_points(report(claim("It cools.", 1), checklist=items[:2]))
    assert shown.label == "What of the night?"
    assert silent_points(report(claim("Nothing says so."), checklist=items)) == []
    many = tuple(ChecklistItem(id=f"n{n}", description=f"Point {n}") for n in range(MOST_SILENT + 1))
    assert silent_points(report(claim("It cools.", 1), checklist=(items[0], *many))) == []
