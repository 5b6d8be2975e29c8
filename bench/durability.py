"""What it costs to lose nothing: journaled effects per second, with shared commits and with one commit each."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from langgraph.checkpoint.base import empty_checkpoint

from _table import Row, best, show
from inquiro.core.types import EffectRow, Lease, Run
from inquiro.storage import writer
from inquiro.storage.checkpoints import StoreSaver
from inquiro.storage.store import SqlStore

EFFECTS = 400
CHECKPOINTS = 60
CALLERS = (1, 10, 100)
REPETITIONS = 3
STATE = {"documents": ["0123456789abcdef" * 2] * 60, "queries": ["what street trees cost"] * 12, "round": 3}


@contextmanager
def opened_store() -> Iterator[SqlStore]:
    with tempfile.TemporaryDirectory() as home:
        store = SqlStore.open(f"sqlite:///{home}/inquiro.db", Path(home))
        yield store
        store.close()


async def leased_run(store: SqlStore, name: str) -> Lease:
    await store.create_run(Run(id=name, tool_name="bench", input_params={}))
    return await store.acquire(name, "bench", 600.0)


def effects_per_second(callers: int) -> float:
    """Each caller is a run that writes an intent, then an outcome, and only then its next intent."""
    with opened_store() as store:
        return EFFECTS / asyncio.run(_journal(store, callers))


async def _journal(store: SqlStore, callers: int) -> float:
    leases = [await leased_run(store, f"run-{number:03}") for number in range(callers)]
    started = time.perf_counter()
    await asyncio.gather(*(_effects(store, lease, EFFECTS // callers) for lease in leases))
    return time.perf_counter() - started


async def _effects(store: SqlStore, lease: Lease, many: int) -> None:
    for number in range(many):
        request = {"query": f"street trees {number}"}
        row = EffectRow(run_id=lease.run_id, step="collect/1", key=f"{number:032}", occurrence=0,
                        kind="search", name="bench", request=request)  # fmt: skip
        await store.begin_effect(lease, row)
        done = EffectRow(run_id=row.run_id, step=row.step, key=row.key, occurrence=0, kind=row.kind, name=row.name,
                         request=request, status="done", response=["a hit" * 20] * 10)  # fmt: skip
        await store.finish_effect(lease, done)


def checkpoint_ms() -> float:
    """A graph's step: what its node wrote, then where the graph stands."""
    with opened_store() as store:
        return 1000 * asyncio.run(_checkpoints(store)) / CHECKPOINTS


async def _checkpoints(store: SqlStore) -> float:
    lease = await leased_run(store, "run")
    saver = StoreSaver(store, lease)
    started = time.perf_counter()
    for number in range(CHECKPOINTS):
        checkpoint = empty_checkpoint()
        checkpoint["channel_values"] = STATE
        config = await saver.aput(
            {"configurable": {"thread_id": lease.run_id, "checkpoint_ns": ""}},
            checkpoint,
            {"source": "loop", "step": number, "parents": {}},
            {},
        )
        await saver.aput_writes(config, list(STATE.items()) * 4, f"task-{number}")
    return time.perf_counter() - started


@contextmanager
def one_commit_each() -> Iterator[None]:
    shared = writer.MAX_BATCH
    writer.MAX_BATCH = 1
    yield
    writer.MAX_BATCH = shared


def main() -> None:
    rows = []
    for callers in CALLERS:
        shared = 1 / best(lambda many=callers: 1 / effects_per_second(many), REPETITIONS)  # type: ignore[misc]
        with one_commit_each():
            alone = 1 / best(lambda many=callers: 1 / effects_per_second(many), REPETITIONS)  # type: ignore[misc]
        rows += [
            Row(f"{callers} at a time, shared commits", shared, "effects/s"),
            Row(f"{callers} at a time, one commit for each write", alone, "effects/s"),
            Row(f"{callers} at a time, gain", shared / alone, "x"),
        ]
    rows.append(Row("a graph's step (its writes, its checkpoint)", best(checkpoint_ms, REPETITIONS), "ms"))
    show("Durability, an effect is an intent and an outcome", rows)


if __name__ == "__main__":
    main()
