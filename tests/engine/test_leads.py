from __future__ import annotations

import msgspec

from inquiro.core.types import ChecklistItem, Passage, Plan
from inquiro.engine.leads import LEADING, MOST_LEADS, leads, told
from inquiro.engine.relevance import ENOUGH, Weights

ITEMS = (
    ChecklistItem(id="c1", description="Where was the director of Iron Harbour born?", terms=("director", "born")),
    ChecklistItem(id="c2", description="Iron Harbour", terms=("Iron Harbour",)),
)
PLAN = Plan(
    refined_query=ITEMS[0].description,
    checklist=ITEMS,
    key_terms=("director", "Iron", "Harbour", "born"),
    language="en",
)
TEXT = "What is this page? She is an editor of the north. The director was born in Trondheim in a cold winter."


def passage(document: str = "d1", text: str = TEXT, standing: float = 0.6) -> Passage:
    return Passage(document_id=document, start=7, end=7 + len(text), text=text, standing=standing)


def led(*passages: Passage, items=ITEMS):
    return leads(PLAN, items, passages, Weights([]))


def test_the_sentence_that_holds_most_of_what_is_asked_leads_on():
    found = led(passage())["d1"]
    assert found.statement == "The director was born in Trondheim in a cold winter."
    assert (found.start, found.quote) == (7 + TEXT.index("The director"), found.statement)
    assert list(found.scores) == ["c1"]
    assert "Trondheim" in found.entities


def test_a_lead_is_worth_less_than_any_answer():
    assert 0 < max(led(passage(standing=1.0))["d1"].scores.values()) < ENOUGH


def test_where_no_sentence_holds_any_of_it_the_first_one_leads_on():
    plain = passage(text="She is an editor of the north. Her books are read by many people.")
    assert led(plain)["d1"].statement == "She is an editor of the north."


def test_what_stands_low_leads_nowhere():
    assert led(passage(standing=LEADING - 0.01)) == {}
    assert led(passage(), items=()) == {}


def test_only_the_highest_are_taken():
    many = [passage(f"d{n}", standing=0.3 + n / 100) for n in range(MOST_LEADS + 5)]
    assert set(led(*many)) == {f"d{n}" for n in range(5, MOST_LEADS + 5)}
    assert led(*reversed(many)) == led(*many)


def test_a_document_that_a_finding_comes_from_is_told():
    wrapped = msgspec.structs.replace(passage("d2"), text=TEXT.replace("in a cold", "in a\ncold"))
    assert told([passage(), wrapped], {"The director was born in Trondheim in a cold winter."}) == {"d1", "d2"}
    assert told([passage()], {"Something else."}) == set()
