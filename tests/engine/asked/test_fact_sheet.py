from __future__ import annotations

from inquiro.core.types import ChecklistItem, Fact
from inquiro.engine.asked.fact_sheet import OPEN, fact_sheet
from inquiro.engine.packing import tokens

ITEMS = (ChecklistItem(id="c1", description="Do trees cool?"), ChecklistItem(id="c2", description="Who pays?"))


def fact(number: int, item: str, score: float, **changes) -> Fact:
    known = {"title": "Street trees", "published": "2021-05-01"} | changes
    return Fact(
        id=f"f{number}",
        statement=f"Statement {number}.",
        evidence=("e1",),
        sources=("u",),
        scores={item: score},
        **known,
    )


def test_the_best_of_every_entry_stands_first_and_documents_are_named_once():
    facts = [
        fact(1, "c1", 0.5),
        fact(2, "c1", 0.9),
        fact(3, "c2", 0.2, title="Budgets of 2024", published="2024", origins=2),
    ]
    sheet = fact_sheet(ITEMS, facts, {}, room=1_000)
    assert [one.id for one in sheet.facts] == ["f2", "f3", "f1"]
    assert sheet.left == 0
    assert "D1: Street trees (2021)\nD2: Budgets of 2024\n" in sheet.text
    assert (
        "c1: Do trees cool?\n  f2 (D1): Statement 2.\n  f1 (D1): Statement 1.\nc2: Who pays?\n  f3 (D2, 2 sources)"
        in sheet.text
    )
    assert sheet.text.count("Street trees") == 1


def test_what_has_no_room_is_counted_and_the_words_around_come_last():
    facts = [fact(n, "c1", 1 - n / 1000) for n in range(1, 200)]
    around = {one.id: f"Around number {one.id}, a passage of some length." for one in facts}
    sheet = fact_sheet(ITEMS, facts, around, room=800)
    assert sheet.left == 199 - len(sheet.facts) > 0
    assert tokens(sheet.text) <= 800
    assert "around it" not in sheet.text
    roomy = fact_sheet(ITEMS, facts[:3], around, room=800)
    assert roomy.text.count("around it: Around number") == 3


def test_a_weak_fact_is_shown_as_well_and_a_retracted_one_as_such():
    from inquiro.core.types import ConfidenceTerms

    gone = fact(1, "c1", 0.05, terms=ConfidenceTerms(origins=0, retracted=1))
    assert "f1 (D1, retracted): Statement 1." in fact_sheet(ITEMS, [gone], {}, room=500).text


def test_an_entry_that_nothing_speaks_to_is_shown_as_open():
    sheet = fact_sheet(ITEMS, [fact(1, "c1", 0.9)], {}, room=1_000)
    assert f"c2: Who pays?\n{OPEN}" in sheet.text
    assert OPEN not in fact_sheet(ITEMS[:1], [fact(1, "c1", 0.9)], {}, room=1_000).text
