from __future__ import annotations

import asyncio

from inquiro.core.types import KnownFact
from inquiro.knowledge import vicinity
from inquiro.knowledge.gathering import gathered
from inquiro.knowledge.vicinity import neighbours, pairs_worth_a_look

COST = "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years."
OTHERS = [
    "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years.",
    "Oaks give shade to the market of Aldra in summer.",
    "The Meridian Trust was founded in 2009.",
]


def facts_of(*statements):
    return {f"kf_{at}": KnownFact(id=f"kf_{at}", statement=said, proofs=()) for at, said in enumerate(statements)}


def test_only_what_shares_words_or_a_subject_is_near(kept, tell):
    kept.adds(tell.finished("a", *((said, [tell.page(f"p{at}", said)]) for at, said in enumerate(OTHERS))))
    ids = {fact.statement: fact.id for fact in kept.graph().facts}
    new = facts_of(COST, "Meridian Trust, founded in 2011, pays.")
    found = asyncio.run(neighbours(kept.store, "local", new))
    assert found["kf_0"] == {ids[OTHERS[0]]}
    assert found["kf_1"] == {ids[OTHERS[2]]}


def test_pairs_are_of_changed_facts_only_and_each_stands_once():
    facts = facts_of(COST, *OTHERS)
    both = {name: facts[name] for name in ("kf_0", "kf_1")}
    nothing = dict.fromkeys(facts, ())
    assert pairs_worth_a_look(both, facts, nothing) == [frozenset(("kf_0", "kf_1"))]
    assert pairs_worth_a_look({"kf_2": facts["kf_2"]}, facts, nothing) == []
    assert pairs_worth_a_look({"kf_2": facts["kf_2"]}, facts, {"kf_2": {"kf_3", "unknown"}}) == [
        frozenset(("kf_2", "kf_3"))
    ]


def test_no_fact_is_held_against_more_than_a_few(monkeypatch):
    monkeypatch.setattr(vicinity, "MOST_NEAR", 3)
    facts = facts_of(*(COST.replace("1,100", f"{number},100") for number in range(1, 40)))
    found = pairs_worth_a_look({"kf_0": facts["kf_0"]}, facts, {"kf_0": ()})
    assert len(found) == 3


def test_in_a_very_large_base_common_words_bring_nothing_together(kept, tell, monkeypatch):
    said = [
        f"The lifetime cost of a street tree in Korvenau is {number},100 € over thirty years." for number in range(1, 9)
    ]
    kept.adds(tell.finished("a", *((one, [tell.page(f"p{at}", one)]) for at, one in enumerate(said))))
    new = facts_of(COST)
    assert len(asyncio.run(neighbours(kept.store, "local", new))["kf_0"]) == 8
    monkeypatch.setattr(vicinity, "MOST_HELD", 3)
    assert asyncio.run(neighbours(kept.store, "local", new))["kf_0"] == set()


def test_gathering_gives_what_is_compared(tell):
    page = tell.page("a", COST)
    assert [fact.statement for fact in gathered(tell.finished("a", (COST, [page]))).facts] == [COST]
