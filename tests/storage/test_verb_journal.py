"""The journal of verbs, on every database."""

from __future__ import annotations

import asyncio
from uuid import uuid4

import msgspec
import pytest

from inquiro.core.types import Run, VerbStep
from inquiro.storage.ledger import OnboardingLedger


@pytest.fixture
def ledger(store, clock):
    return OnboardingLedger(store, clock)


async def started(store):
    run = await store.create_run(Run(id=str(uuid4()), tool_name="verbs", input_params={}))
    return await store.acquire(run.id, "me", 30.0)


def step(lease, index=0, **fields):
    base = {"group": "g", "verb": "entity.ensure", "text": "(entity.ensure)", "key": f"key-{index}", "status": "begun"}
    return VerbStep(run_id=lease.run_id, index=index, **(base | fields))


def test_a_step_is_written_over_until_it_is_done(store, ledger, clock):
    async def scenario():
        lease = await started(store)
        outcome = {"change": "created", "ref": "e1"}
        for status in ("begun", "failed", "begun", "done", "failed"):
            kept = step(lease, status=status, outcome=outcome if status == "done" else {})
            await ledger.in_ledger(lease, "local", "d", lambda it, kept=kept: it.keep(kept))
        (found,) = await ledger.verb_steps(lease.run_id)
        assert found == msgspec.structs.replace(step(lease, status="done", outcome=outcome), at=clock.now)

    asyncio.run(scenario())


def test_steps_are_those_of_the_group_and_run_from_an_index_on(store, ledger):
    async def scenario():
        mine, other = await started(store), await started(store)
        for lease in (mine, other):
            await ledger.in_ledger(lease, "local", "d", lambda it, of=lease: [it.keep(step(of, n)) for n in (1, 0, 2)])
        await ledger.in_ledger(mine, "local", "d", lambda it: it.keep(step(mine, 0, group="h")))
        found = await ledger.in_ledger(mine, "local", "d", lambda it: it.steps("g"))
        later = await ledger.in_ledger(mine, "local", "d", lambda it: it.steps("g", 1))
        assert [(one.run_id, one.index) for one in found] == [(mine.run_id, n) for n in range(3)]
        assert later == found[1:]

    asyncio.run(scenario())


def test_what_was_kept_in_this_transaction_is_seen_in_it(store, ledger):
    async def scenario():
        lease = await started(store)

        def work(it):
            it.keep(step(lease))
            return it.steps("g")

        assert [one.index for one in await ledger.in_ledger(lease, "local", "d", work)] == [0]

    asyncio.run(scenario())


def test_a_group_is_finished_by_the_first_run_only(store, ledger):
    async def scenario():
        first, second = await started(store), await started(store)
        for _ in range(2):
            assert await ledger.in_ledger(first, "local", "d", lambda it: it.finish("row 1")) == first.run_id
        assert await ledger.in_ledger(second, "local", "d", lambda it: it.finish("row 1")) == first.run_id
        asked = {"row 1": first.run_id, "row 2": ""}
        for key, finisher in asked.items():
            assert (
                await ledger.in_ledger(second, "local", "d", lambda it, key=key: it.executed_elsewhere(key)) == finisher
            )
            assert await ledger.in_ledger(first, "local", "d", lambda it, key=key: it.executed_elsewhere(key)) == ""
        assert await ledger.in_ledger(second, "other", "d", lambda it: it.executed_elsewhere("row 1")) == ""

    asyncio.run(scenario())


def test_a_call_that_another_run_began_is_known_by_its_key(store, ledger):
    async def scenario():
        mine, other, third = await started(store), await started(store), await started(store)

        async def elsewhere():
            return await ledger.in_ledger(mine, "local", "d", lambda it: it.begun_elsewhere("key-0"))

        await ledger.in_ledger(mine, "local", "d", lambda it: it.keep(step(mine)))
        await ledger.in_ledger(other, "local", "d", lambda it: it.keep(step(other, status="failed")))
        assert await elsewhere() is None
        await ledger.in_ledger(other, "local", "d", lambda it: it.keep(step(other, status="begun")))
        assert (await elsewhere()).run_id == other.run_id
        await ledger.in_ledger(third, "local", "d", lambda it: it.keep(step(third, status="done")))
        assert (await elsewhere()).run_id == third.run_id

    asyncio.run(scenario())


def test_the_journal_outlives_its_run(store, ledger):
    async def scenario():
        lease = await started(store)
        await ledger.in_ledger(lease, "local", "d", lambda it: (it.keep(step(lease, status="done")), it.finish("g")))
        await store.release(lease)
        assert await store.delete_run(lease.run_id)
        assert [one.status for one in await ledger.verb_steps(lease.run_id)] == ["done"]
        later = await started(store)
        assert await ledger.in_ledger(later, "local", "d", lambda it: it.executed_elsewhere("g")) == lease.run_id

    asyncio.run(scenario())
