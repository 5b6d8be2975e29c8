"""What a report's sentences amount to, in words that every format shares."""

from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Report,
    ReportSource,
)
from inquiro.exports._findings import (
    agreement_told,
    agreements,
    assessed,
    open_points,
    queries_told,
    tried_told,
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
    assert agreement_told(whole) == "2 of 3 statements rest on two or more independent origins; 1 on one."


@pytest.mark.parametrize(
    ("origins", "told"),
    [
        ((), ""),
        ((0, 0), ""),
        ((1, 1), "Each statement rests on one independent origin: no second one was found that says the same."),
        ((2,), "1 of 1 statements rests on two or more independent origins."),
        ((2, 3, 0), "2 of 2 statements rest on two or more independent origins."),
    ],
)
def test_agreement_in_words(origins, told):
    assert agreement_told(report(*(claim(f"{n}.", 1, origins=count) for n, count in enumerate(origins)))) == told


def test_what_is_missing_comes_with_what_was_tried():
    items = (
        ChecklistItem(id="a", description="Day", status="satisfied", queries=("x",)),
        ChecklistItem(id="b", description="Night", status="partial", tried=3, queries=("trees night", "trees night")),
        ChecklistItem(id="c", description="Water", tried=10, queries=tuple(f"query {n}" for n in range(10))),
        ChecklistItem(id="d", description="Cost"),
    )
    night, water, cost = open_points(report(checklist=items))
    assert (tried_told(night, "en"), queries_told(night)) == ("only in part, queries tried: 3", "“trees night”")
    assert tried_told(night, "de") == "nur zum Teil, Suchanfragen: 3"
    assert queries_told(water).endswith("“query 7” and 2 more")
    assert (tried_told(cost, "en"), queries_told(cost)) == ("", "")


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
    assert agreement_told(old) == ""
    assert open_points(old)[0].tried == 2
