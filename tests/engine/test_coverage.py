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


LIMITS = ChecklistItem(
    id="c1", description="What are the limits of street trees?", terms=("limits", "street", "trees"), facet="limits"
)
WHY = ChecklistItem(id="c1", description="Why do street trees cool?", terms=("street", "trees", "cool"), facet="why")


@pytest.mark.parametrize(
    ("item", "statement", "speaks"),
    [
        (WHY, "Street trees cool because their leaves evaporate water.", True),
        (WHY, "Street trees cool the asphalt by 12 °C.", False),
        (WHY, "The tram is late because the track is wet.", False),
        (LIMITS, "Street trees only help where there is room for roots.", True),
        (LIMITS, "Korvenau planted 400 of them.", False),
        (WHY, "Straßenbäume kühlen, weil ihre Blätter Wasser verdunsten.", True),
    ],
)
def test_a_point_is_ticked_only_by_a_sentence_that_speaks_of_it(item, statement, speaks):
    facts = [fact(n, place, statement=statement) for n, place in enumerate("ab")]
    assert judge([item], facts)[0].satisfied == speaks


def test_a_name_that_led_there_stands_for_the_words_that_described_it():
    item = ChecklistItem(
        id="c1",
        description="Where was the director of The Quiet Harbour born?",
        terms=("director", "Quiet", "Harbour", "born"),
    )
    facts = [fact(n, place, statement="Mara Kessling was born in Varnholt.") for n, place in enumerate("ab")]
    assert judge([item], facts)[0].status == "partial"
    assert judge([msgspec.structs.replace(item, hints=("Mara Kessling",))], facts)[0].satisfied


def test_the_title_of_its_document_says_what_a_sentence_is_about():
    item = ChecklistItem(
        id="c1", description="How tall is the Korvenau tower?", terms=("tall", "Korvenau", "tower"), facet="amount"
    )
    bare = [fact(n, place, statement="It is 40 m high.") for n, place in enumerate("ab")]
    titled = [msgspec.structs.replace(one, about="Korvenau Tower") for one in bare]
    assert (judge([item], bare)[0].satisfied, judge([item], titled)[0].satisfied) == (False, True)
