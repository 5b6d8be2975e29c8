"""A person's answer, written down before anyone works on it: it outlives the process that took it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from inquiro.core.errors import LeaseLost, UsageError
from inquiro.core.types import Lease, Run
from inquiro.effects import Budget, Effects, Limits, Paid
from inquiro.effects.pacing import StorePace
from inquiro.runtime.owners import new_owner
from inquiro.storage.store import SqlStore

LEASE_SECONDS = 30.0
TRIES, BETWEEN_SECONDS = 40, 0.05


async def accept(store: SqlStore, run_id: str, text: str) -> Run:
    """Journal the answer where the graph looks for it, and make the run one that should go on."""
    answer = text.strip()
    if not answer:
        raise UsageError("the answer is empty")
    _require_waiting(await store.get_run(run_id))
    async with short_lease(store, run_id) as lease:
        run = await store.get_run(run_id)
        _require_waiting(run)
        effects = await journal_of(store, lease, run)
        exchange = len({step for step, _, _ in effects.journal if step.startswith("clarify/")})

        async def told() -> Paid:
            return Paid(value=answer)

        # In this order: after a crash in between, the run asks again instead of overlooking a second answer.
        await store.update_run(lease, status="pending")
        await effects.step(f"clarify/{exchange}").settle("answer", told, str)
    return await store.get_run(run_id)


async def journal_of(store: SqlStore, lease: Lease, run: Run) -> Effects:
    """To write a person's word into a run that nobody works on."""
    return await Effects.open(
        store,
        lease,
        budget=Budget(Limits(seconds=None)),
        mode=run.privacy,
        pace=StorePace(store),
        org_id=run.org_id,
    )


async def give_up(store: SqlStore, run_id: str) -> None:
    """End a run that only waits for a person: nobody works on it who could hear a stop."""
    async with short_lease(store, run_id) as lease:
        await store.update_run(lease, status="cancelled")


@asynccontextmanager
async def short_lease(store: SqlStore, run_id: str) -> AsyncIterator[Lease]:
    """The lease, under a name of its own: whoever asked the question may still be about to give it back."""
    owner = new_owner()
    lease = await _patiently(store, run_id, owner)
    try:
        yield lease
    finally:
        await store.release(lease)


async def _patiently(store: SqlStore, run_id: str, owner: str) -> Lease:
    for _ in range(TRIES):
        with suppress(LeaseLost):
            return await store.acquire(run_id, owner, LEASE_SECONDS)
        await asyncio.sleep(BETWEEN_SECONDS)
    return await store.acquire(run_id, owner, LEASE_SECONDS)


def _require_waiting(run: Run) -> None:
    if run.status != "waiting":
        raise UsageError(f"run {run.id[:8]} is {run.status}: it waits for no answer")
