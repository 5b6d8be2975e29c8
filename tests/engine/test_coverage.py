from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import ChecklistItem, ConfidenceTerms, Fact
from inquiro.engine.coverage import judge
from inquiro.engine.relevance import STRONG

COST = ChecklistItem(id="c1", description="Cost?", terms=("cost",), facet="cost")


def fact(number: int, *sources: str, statement: str = "It costs 5 €.", score: float = STRONG) -> Fact:
    return Fact(id=f"f{number}", statement=statement, evidence=(f"e{number}",), sources=sources, scores={"c1": score})


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ([], "unsatisfied"),
        ([fact(1, "a")], "partial"),
        ([fact(1, "a"), fact(2, "a")], "partial"),
        ([fact(1, "a"), fact(2, "b")], "satisfied"),
        ([fact(1, "a", "b")], "satisfied"),
        ([fact(1, "a"), fact(2, "b", score=STRONG - 0.01)], "partial"),
        ([fact(1, "a"), fact(2, "b", statement="It costs a lot.")], "partial"),
        ([fact(1, "a"), fact(2, "b", statement="The cost in € for 5 is unknown.")], "partial"),
    ],
)
def test_two_documents_must_answer(facts, status):
    assert judge([COST], facts)[0].status == status


def test_the_evidence_of_what_answers_is_kept():
    judged = judge([COST], [fact(1, "a"), fact(2, "b", statement="It costs a lot."), fact(3, "c")])
    assert judged[0].evidence == ("e1", "e3")


def test_what_serves_another_item_does_not_count():
    other = ChecklistItem(id="c2", description="Other?", terms=("other",))
    assert [item.status for item in judge([other, COST], [fact(1, "a", "b")])] == ["unsatisfied", "satisfied"]


def test_an_item_falls_back_when_its_facts_are_gone():
    assert judge(judge([COST], [fact(1, "a", "b")]), [])[0].status == "unsatisfied"


def test_what_only_retracted_works_say_answers_nothing():
    retracted = msgspec.structs.replace(fact(1, "a", "b"), origins=0, terms=ConfidenceTerms(origins=0, retracted=2))
    assert judge([COST], [retracted])[0].status == "partial"
    assert judge([COST], [retracted, fact(2, "c")])[0].status == "partial"
