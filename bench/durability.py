"""What it costs to lose nothing: journaled effects per second, with shared commits and with one commit each.

On SQLite, and on PostgreSQL too under `python scripts/with_postgres.py -- python bench/durability.py`.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from langgraph.checkpoint.base import empty_checkpoint
from sqlalchemy import Connection, create_engine, text

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


SERVER = os.environ.get("INQUIRO_TEST_POSTGRES")
SCHEMA = "inquiro_bench"


@contextmanager
def opened_store(database: str) -> Iterator[SqlStore]:
    with tempfile.TemporaryDirectory() as home, _url(database, home) as url:
        store = SqlStore.open(url, Path(home))
        yield store
        store.close()


@contextmanager
def _url(database: str, home: str) -> Iterator[str]:
    if database == "SQLite":
        yield f"sqlite:///{home}/inquiro.db"
        return
    assert SERVER is not None
    door = create_engine(SERVER.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with door.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
        yield f"{SERVER}?options=-csearch_path%3D{SCHEMA}"
        connection.execute(text(f"DROP SCHEMA {SCHEMA} CASCADE"))
    door.dispose()


def _bytes(connection: Connection) -> int:
    """What the rows take on disk, with their indexes."""
    if connection.dialect.name == "sqlite":
        query = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    else:
        query = f"SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = '{SCHEMA}'::regnamespace"
    return int(connection.execute(text(query)).scalar_one())


async def leased_run(store: SqlStore, name: str) -> Lease:
    await store.create_run(Run(id=name, tool_name="bench", input_params={}))
    return await store.acquire(name, "bench", 600.0)


def effects_per_second(database: str, callers: int) -> float:
    """Each caller is a run that writes an intent, then an outcome, and only then its next intent."""
    with opened_store(database) as store:
        return EFFECTS / asyncio.run(_journal(store, callers))


def bytes_per_effect(database: str) -> float:
    with opened_store(database) as store:
        before = asyncio.run(store.read(_bytes))
        asyncio.run(_journal(store, 1))
        return (asyncio.run(store.read(_bytes)) - before) / EFFECTS


def bytes_of_checkpoints(database: str) -> float:
    """In all: only the newest are kept, so it does not grow with the steps."""
    with opened_store(database) as store:
        before = asyncio.run(store.read(_bytes))
        asyncio.run(_checkpoints(store))
        return asyncio.run(store.read(_bytes)) - before


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


def checkpoint_ms(database: str) -> float:
    """A graph's step: what its node wrote, then where the graph stands."""
    with opened_store(database) as store:
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


def measured(database: str) -> list[Row]:
    rows = []
    for callers in CALLERS:
        shared = _fastest(database, callers)
        with one_commit_each():
            alone = _fastest(database, callers)
        rows += [
            Row(f"{callers} at a time, shared commits", shared, "effects/s"),
            Row(f"{callers} at a time, one commit for each write", alone, "effects/s"),
            Row(f"{callers} at a time, gain", shared / alone, "x"),
            Row(f"{callers} at a time, shared commits, each", 1000 / shared, "ms"),
        ]
    rows.append(Row("an effect", bytes_per_effect(database), "bytes"))
    rows.append(
        Row("a graph's step (its writes, its checkpoint)", best(lambda: checkpoint_ms(database), REPETITIONS), "ms")
    )
    rows.append(Row(f"the checkpoints after {CHECKPOINTS} steps", bytes_of_checkpoints(database), "bytes"))
    return rows


def _fastest(database: str, callers: int) -> float:
    return 1 / best(lambda: 1 / effects_per_second(database, callers), REPETITIONS)


def main() -> None:
    for database in ("SQLite", "PostgreSQL") if SERVER else ("SQLite",):
        show(f"Durability on {database}, an effect is an intent and an outcome", measured(database))


if __name__ == "__main__":
    main()
