"""The Nth statement or commit of a whole run fails, for every N: a named error, a sound database, and a run that
does the same again and ends as if nothing had happened."""

import asyncio
import itertools
import sqlite3
from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy import event

from inquiro.core.errors import StoreCorrupt, StoreError, StoreFull
from inquiro.core.events import Event
from inquiro.core.types import (
    Document,
    EffectRow,
    Entity,
    Given,
    Giver,
    KnowledgeChange,
    KnowledgeWord,
    KnownFact,
    KnownProof,
    Run,
)
from inquiro.storage.checkpoints import StoreSaver

WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def sqlite_error(code):
    error = sqlite3.OperationalError("injected")
    error.sqlite_errorcode = code
    return error


# What each fault is called; None: it is waited for, and nobody hears of it.
ERRORS = {
    "sqlite": {
        "full": (lambda: sqlite_error(sqlite3.SQLITE_FULL), StoreFull),
        "fsync": (lambda: sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), StoreFull),
        "read only": (lambda: sqlite_error(sqlite3.SQLITE_READONLY), StoreFull),
        "corrupt": (lambda: sqlite_error(sqlite3.SQLITE_CORRUPT), StoreCorrupt),
        "busy": (lambda: sqlite_error(sqlite3.SQLITE_BUSY), None),
    },
    "postgres": {
        "full": (lambda: psycopg.errors.DiskFull("injected"), StoreFull),
        "fsync": (lambda: psycopg.errors.IoError("injected"), StoreFull),
        "read only": (lambda: psycopg.errors.ReadOnlySqlTransaction("injected"), StoreFull),
        "corrupt": (lambda: psycopg.errors.DataCorrupted("injected"), StoreCorrupt),
        "busy": (lambda: psycopg.errors.LockNotAvailable("injected"), None),
    },
}


class Saboteur:
    """Counts what a store asks of its database, and makes one of it fail, once."""

    def __init__(self, store, make_error):
        self.make_error = make_error
        self.seen = {"statement": 0, "commit": 0}
        self.target = None
        self.fired = False
        dialect = store._engine.dialect
        for name in ("do_execute", "do_executemany", "do_execute_no_params"):
            event.listen(store._engine, name, lambda *_: self.pass_by("statement"))
        commit = dialect.do_commit
        dialect.do_commit = lambda connection: (self.pass_by("commit"), commit(connection))[1]

    def pass_by(self, kind):
        self.seen[kind] += 1
        if self.target == (kind, self.seen[kind]) and not self.fired:
            self.fired = True
            raise self.make_error()

    def arm(self, kind, number):
        self.seen, self.fired = {"statement": 0, "commit": 0}, False
        self.target = (kind, number)


def learned(name):
    """What is known of a page; a change that is there already is not made twice."""
    proof = KnownProof(document_id=f"{name}-0", start=0, end=4, quote="Page", url="u")
    fact = KnownFact(id="kf_1", statement="Aldra is so", proofs=(proof,))
    words = (KnowledgeWord(word="aldra", kind="fact", id=fact.id),)
    return KnowledgeChange(token=name, generation=0, giver=Giver(key="run"),
                           given=(Given(key="run", home=fact.id, fact=fact),), facts=(fact,), documents=(f"{name}-0",),
                           words=words)  # fmt: skip


async def work(store, name):
    """What a run does, in small; done again, it changes nothing."""
    await store.create_run(Run(id=name, tool_name="t", input_params={}))
    lease = await store.acquire(name, "me", 0.0)
    await store.update_run(lease, status="in_progress")
    for number in range(2):
        row = EffectRow(
            run_id=name, step=f"round {number}", key="k", occurrence=0, kind="fetch", name="x", request={}, seconds=1.0
        )
        text = f"Page {number} of {name}."
        page = Document(
            id=f"{name}-{number}", url="u", title="t", text=text, sha256="", media_type="x", fetched_at=WHEN
        )
        begun = await store.begin_effect(lease, row)
        if begun.status != "done":
            done = EffectRow(**{field: getattr(begun, field) for field in begun.__struct_fields__} | {"status": "done"})
            await store.finish_effect(lease, done, [page])
        await store.append_events(lease, [Event(run_id=name, seq=number + 1, stage="collect", message="m", at=WHEN)])
        checkpoint = {"v": 4, "id": f"c{number}", "ts": "", "channel_values": {}, "channel_versions": {}}
        await StoreSaver(store, lease).aput({"configurable": {"thread_id": name}}, checkpoint, {"step": number}, {})
    await store.put_findings(lease, [], [], [Entity(name="Aldra")])
    await store.change_knowledge(name, learned(name))
    await store.update_run(lease, status="completed", result={"answer": "yes"})


async def outcome(store, name):
    run = await store.get_run(name)
    effects = [(row.seq, row.step, row.status) for row in await store.effects(name)]
    pages = [page.text.replace(name, "") for page in await store.documents([f"{name}-0", f"{name}-1"])]
    known = (await store.knowledge_size(name)).facts, await store.word_holders(name, "fact", ["aldra"])
    return run.status, run.result, effects, pages, len(await store.events(name)), await store.entities(name), known


def attempt(store, name):
    try:
        asyncio.run(work(store, name))
    except StoreError as error:
        return type(error)
    return None


@pytest.mark.fault(45)
@pytest.mark.fault(46)
@pytest.mark.parametrize("fault", ["full", "fsync", "read only", "corrupt", "busy"])
@pytest.mark.parametrize("kind", ["statement", "commit"])
def test_whatever_fails_is_named_and_done_again_it_succeeds(database, fault, kind):
    make_error, named = ERRORS[database.kind][fault]
    store = database.open()
    saboteur = Saboteur(store, make_error)
    asyncio.run(work(store, "undisturbed"))
    whole = asyncio.run(outcome(store, "undisturbed"))
    step = 1 if fault == "full" else 7  # every one of them once, the other faults in passing
    for number in itertools.count(1, step):
        saboteur.arm(kind, number)
        caught = attempt(store, f"run-{number}")
        if not saboteur.fired:
            break
        assert caught is named
        asyncio.run(work(store, f"run-{number}"))
        assert asyncio.run(outcome(store, f"run-{number}")) == whole
    assert number > 10
    saboteur.fired = True  # nothing more fails
    assert asyncio.run(store.integrity()) == []
    assert asyncio.run(outcome(store, "undisturbed")) == whole
    store.close()
