"""Everything that has to be written is worked out first; nothing is written for nothing."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.types import Giver, Ingested
from inquiro.knowledge.changing import taken_back, worked_out
from inquiro.knowledge.gathering import Gathered, gathered

COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
COOLER = "Street trees cool the midday summer air of Varnholt by 1.6 °C."
CHEAP = "The lifetime cost of a street tree in Korvenau is 1,100 € over thirty years."
DEAR = "The lifetime cost of a street tree in Korvenau is 2,400 € over thirty years."


def change_of(kept, tell, run):
    return asyncio.run(
        worked_out(kept.store, "local", gathered(run), Giver(key=run.run_id, run_id=run.run_id), tell.DAY)
    )


def test_a_new_run_is_written_with_its_words_and_documents(kept, tell):
    run = tell.finished("a", (COOLS, [tell.page("a", COOLS)]))
    asyncio.run(kept.read(run.documents))
    found = change_of(kept, tell, run)
    assert (found.change.generation, found.change.leaving, found.change.documents) == (0, ("a",), ("a",))
    assert [row.home for row in found.change.given if row.fact] == [found.change.facts[0].id]
    assert {word.kind for word in found.change.words} >= {"fact", "said", "named"}
    assert found.ingested == Ingested(facts=1, entities=1, documents=1)


def test_what_is_known_already_is_no_change(kept, tell):
    run = tell.finished("a", (COOLS, [tell.page("a", COOLS)]))
    kept.adds(run)
    assert change_of(kept, tell, run).change is None
    assert asyncio.run(worked_out(kept.store, "local", Gathered(), Giver(key="b"), tell.DAY)).change is None
    assert asyncio.run(taken_back(kept.store, "local", "b")).change is None


def test_a_better_wording_moves_the_fact_and_its_opponent_follows(kept, tell):
    kept.adds(tell.finished("a", (CHEAP, [tell.page("a", CHEAP)])), tell.finished("b", (DEAR, [tell.page("b", DEAR)])))
    cheap = next(fact for fact in kept.graph().facts if fact.statement == CHEAP)
    longer = CHEAP.replace("lifetime cost", "whole lifetime cost")
    kept.adds(tell.finished("c", (longer, [tell.page("c", longer)])))
    found = {fact.statement: fact for fact in kept.graph().facts}
    assert set(found) == {longer, DEAR}
    assert [one.fact_id for one in found[DEAR].opposed] == [found[longer].id] != [cheap.id]
    assert kept.size().contradictions == 1


def test_what_was_only_opposed_is_found_as_the_same_again(kept, tell):
    """Being written because its opponent changed must not cost a fact the marks it is recognised by."""
    kept.adds(tell.finished("a", (CHEAP, [tell.page("a", CHEAP)])), tell.finished("b", (DEAR, [tell.page("b", DEAR)])))
    assert kept.adds(tell.finished("c", (CHEAP, [tell.page("c", CHEAP)])))[0].merged == 1
    assert {fact.statement: len(fact.proofs) for fact in kept.graph().facts} == {CHEAP: 2, DEAR: 1}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_counts_say_what_is_new_and_what_was_known(kept, tell, order):
    runs = [
        tell.finished("a", (COOLS, [tell.page("a", COOLS)])),
        tell.finished("b", (COOLER, [tell.page("b", COOLER)])),
    ]
    first, second = kept.adds(*(runs[at] for at in order))
    assert (first.facts, first.merged) == (1, 0)
    assert (second.facts, second.merged) == (0, 1)
