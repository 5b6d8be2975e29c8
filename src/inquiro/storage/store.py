"""The Store: every promise of the protocol, as one transaction each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from inquiro.core.errors import InquiroError
from inquiro.core.events import Event
from inquiro.core.knowledge_store import KnownThing
from inquiro.core.politeness import Outcome, Slot
from inquiro.core.ranking import ranked
from inquiro.core.types import (
    CanaryCount,
    Document,
    EffectRow,
    Entity,
    Evidence,
    Fact,
    Given,
    Giver,
    Json,
    KnowledgeChange,
    KnowledgeSize,
    KnownKind,
    Lease,
    Loss,
    PrivacyMode,
    Run,
    SourceRecord,
    TraceStatus,
    Usage,
    WordKind,
)
from inquiro.storage import documents as snapshots
from inquiro.storage import findings, journal, knowledge, memory, pace, removal, runs, tables
from inquiro.storage.dialect import UNREADABLE, connect, explained, meaning, prepare, reading, unreadable
from inquiro.storage.integrity import problems
from inquiro.storage.leases import Alive, acquire, check, everyone, release, renew
from inquiro.storage.migrations import migrate
from inquiro.storage.writer import GroupWriter, Work

T = TypeVar("T")
Clock = Callable[[], datetime]
READERS = 4
BUSY_SECONDS = 15.0


def utc_now() -> datetime:
    return datetime.now(UTC)


class SqlStore:
    """`inquiro.core.protocols.Store` on SQLAlchemy; usable from any number of tasks, and from one loop after another."""

    def __init__(self, engine: Engine, home: Path, clock: Clock = utc_now, alive: Alive = everyone) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._home = home
        self._now = clock
        self._alive = alive
        self._writer = GroupWriter(engine, home)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="inquiro-reader")

    @classmethod
    def open(
        cls,
        database_url: str,
        home: Path,
        *,
        clock: Clock = utc_now,
        alive: Alive = everyone,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Self:
        """Creates what is missing, for its owner alone, and brings an older database up to date.

        `alive` tells whether a lease's owner still lives: the lease of a dead one is free at once.
        """
        engine = connect(database_url, home, busy_seconds)
        try:
            prepare(engine, home)
            migrate(engine)
        except DBAPIError as error:
            engine.dispose()
            raise explained(error, engine, home) from error
        except UNREADABLE as error:
            engine.dispose()
            raise unreadable(error, engine, home) from error
        except InquiroError:
            engine.dispose()
            raise
        return cls(engine, home, clock, alive)

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def write(self, work: Work[T], *, patient: bool = False) -> T:
        """Runs a work in the writer's transaction; it returns once the rows are committed."""
        return await self._writer.write(work, patient=patient)

    async def read(self, work: Work[T]) -> T:
        """Runs a work on a reader's connection, away from the event loop."""
        self._writer.ensure_open()
        return await asyncio.wrap_future(self._readers.submit(self._read, work))

    def _read(self, work: Work[T], *, again: bool = True) -> T:
        try:
            with self._reading.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            if again and meaning(error) == "lost":  # perhaps only this connection
                return self._read(work, again=False)
            raise explained(error, self._engine, self._home) from error
        except UNREADABLE as error:
            raise unreadable(error, self._engine, self._home) from error

    async def integrity(self) -> list[str]:
        """What is wrong with the database, in words; empty when it is sound."""
        return await self.read(problems)

    # runs

    async def create_run(self, run: Run) -> Run:
        return await self.write(lambda c: runs.create(c, run, self._now()))

    async def get_run(self, run_id: str) -> Run:
        return await self.read(lambda c: runs.get(c, run_id))

    async def find_run(self, prefix: str) -> Run:
        return await self.read(lambda c: runs.find(c, prefix))

    async def list_runs(
        self,
        *,
        tool_name: str | None = None,
        user_id: str | None = None,
        status: TraceStatus | None = None,
        limit: int = 50,
    ) -> list[Run]:
        wanted = {"tool_name": tool_name, "user_id": user_id, "status": status}
        return await self.read(lambda c: runs.newest(c, wanted, limit))

    async def update_run(
        self,
        lease: Lease,
        *,
        status: TraceStatus | None = None,
        progress: float | None = None,
        current_stage: str | None = None,
        state: Json | None = None,
        result: Json | None = None,
        error_message: str | None = None,
        metrics: Json | None = None,
        privacy: PrivacyMode | None = None,
        engine_version: str | None = None,
    ) -> None:
        changes = {
            "status": status,
            "progress": progress,
            "current_stage": current_stage,
            "state": state,
            "result": result,
            "error_message": error_message,
            "metrics": metrics,
            "privacy": privacy,
            "engine_version": engine_version,
        }
        await self.write(lambda c: runs.change(c, lease, changes, self._now()))

    async def canaries(self, org_id: str, besides: str, limit: int) -> list[CanaryCount]:
        return await self.read(lambda c: runs.canaries(c, org_id, besides, limit))

    async def acquire(self, run_id: str, owner: str, seconds: float) -> Lease:
        return await self.write(lambda c: acquire(c, run_id, owner, seconds, now=self._now(), alive=self._alive))

    async def renew(self, leases: Sequence[Lease], seconds: float) -> list[Lease]:
        return await self.write(lambda c: renew(c, leases, seconds, self._now()))

    async def release(self, lease: Lease) -> None:
        await self.write(lambda c: release(c, lease))

    async def request_stop(self, run_id: str, reason: str) -> None:
        await self.write(lambda c: runs.request_stop(c, run_id, reason))

    async def stop_requested(self, run_id: str) -> str | None:
        return await self.read(lambda c: runs.stop_requested(c, run_id))

    async def unfinished(self) -> list[Run]:
        return await self.read(lambda c: runs.unfinished(c, self._now(), self._alive))

    async def delete_run(self, run_id: str) -> bool:
        """A run with everything of its own; whether there was one. A run that someone works on stays."""
        return await self.write(lambda c: removal.remove(c, run_id, self._now(), self._alive))

    # events

    async def append_events(self, lease: Lease, events: Sequence[Event], *, patient: bool = False) -> None:
        await self.write(lambda c: runs.append_events(c, lease, events, self._now()), patient=patient)

    async def events(self, run_id: str, after: int = 0, limit: int | None = None) -> list[Event]:
        return await self.read(lambda c: runs.events_after(c, run_id, after, limit))

    # journal and cache

    async def begin_effect(self, lease: Lease, row: EffectRow) -> EffectRow:
        return await self.write(lambda c: journal.begin(c, lease, row))

    async def finish_effect(self, lease: Lease, row: EffectRow, documents: Sequence[Document] = ()) -> None:
        await self.write(lambda c: journal.finish(c, lease, row, documents, self._now()))

    async def effects(self, run_id: str) -> list[EffectRow]:
        return await self.read(lambda c: journal.all_of(c, run_id))

    async def spent_since(self, org_id: str, since: datetime) -> Usage:
        return await self.read(lambda c: journal.spent_since(c, org_id, since))

    async def cached(self, key: str, org_id: str, not_before: datetime) -> tuple[Any, datetime] | None:
        return await self.read(lambda c: journal.cached(c, key, org_id, not_before, self._now()))

    async def cache(self, key: str, org_id: str, public: bool, response: Any) -> None:
        await self.write(lambda c: journal.remember(c, key, org_id, public=public, response=response, now=self._now()))

    # what was read and learned

    async def put_documents(self, lease: Lease, documents: Sequence[Document]) -> None:
        def work(connection: Connection) -> None:
            check(connection, lease)
            snapshots.put(connection, lease.run_id, documents)

        await self.write(work)

    async def documents(self, ids: Sequence[str]) -> list[Document]:
        return await self.read(lambda c: snapshots.by_ids(c, ids))

    async def put_findings(
        self, lease: Lease, facts: Sequence[Fact], evidence: Sequence[Evidence], entities: Sequence[Entity]
    ) -> None:
        def work(connection: Connection) -> None:
            check(connection, lease)
            findings.put(connection, lease.run_id, tables.facts, {fact.id: fact for fact in facts})
            findings.put(connection, lease.run_id, tables.evidence, {piece.id: piece for piece in evidence})
            findings.put(connection, lease.run_id, tables.entities, {entity.name: entity for entity in entities})

        await self.write(work)

    async def facts(self, run_id: str) -> list[Fact]:
        return await self.read(lambda c: findings.all_of(c, run_id, tables.facts, Fact))

    async def evidence(self, run_id: str) -> list[Evidence]:
        return await self.read(lambda c: findings.all_of(c, run_id, tables.evidence, Evidence))

    async def entities(self, run_id: str) -> list[Entity]:
        return await self.read(lambda c: findings.all_of(c, run_id, tables.entities, Entity))

    async def record_failure(self, lease: Lease, url: str, loss: Loss, error_type: str) -> None:
        await self.write(
            lambda c: findings.record_failure(c, lease, loss, url=url, error_type=error_type, now=self._now())
        )

    async def losses(self, run_id: str) -> list[Loss]:
        return await self.read(lambda c: findings.losses(c, run_id))

    async def remember_source(
        self,
        lease: Lease,
        domain: str,
        source: str,
        *,
        gained: float,
        tried: float,
        verified: float = 0.0,
        blocked: float = 0.0,
        seconds: float = 0.0,
    ) -> None:
        record = SourceRecord(
            source=source, gained=gained, tried=tried, verified=verified, blocked=blocked, seconds=seconds
        )
        await self.write(lambda c: memory.remember(c, lease, domain, record))

    async def source_records(self, domain: str) -> list[SourceRecord]:
        return await self.read(lambda c: memory.records(c, domain))

    async def ranked_sources(self, domain: str) -> list[tuple[str, float]]:
        return ranked(await self.source_records(domain))

    # what is known

    async def knowledge_size(self, org_id: str) -> KnowledgeSize:
        return await self.read(lambda c: knowledge.size(c, org_id))

    async def knowledge_holds_pages(self, org_id: str) -> bool:
        return await self.read(lambda c: knowledge.holds_pages(c, org_id))

    async def knowledge_generation(self, org_id: str) -> int:
        return await self.read(lambda c: knowledge.generation(c, org_id))

    async def knowledge_token(self, org_id: str) -> str:
        return await self.read(lambda c: knowledge.token(c, org_id))

    async def known_tokens(self, org_id: str) -> dict[str, str]:
        return await self.read(lambda c: knowledge.tokens(c, org_id))

    async def known_with_tokens(self, org_id: str, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
        return await self.read(lambda c: knowledge.known_with_tokens(c, org_id, ids))

    async def knowledge_givers(self, org_id: str) -> list[Giver]:
        return await self.read(lambda c: knowledge.givers(c, org_id))

    async def knowledge_given(
        self,
        org_id: str,
        kind: KnownKind,
        *,
        keys: Sequence[str] = (),
        homes: Sequence[str] = (),
        ids: Sequence[str] = (),
    ) -> list[Given]:
        return await self.read(lambda c: knowledge.given(c, org_id, kind, keys=keys, homes=homes, ids=ids))

    async def known(self, org_id: str, ids: Sequence[str]) -> list[KnownThing]:
        return await self.read(lambda c: knowledge.known(c, org_id, ids))

    async def all_known(self, org_id: str) -> list[KnownThing]:
        return await self.read(lambda c: knowledge.all_known(c, org_id))

    async def known_ids(self, org_id: str, prefix: str, limit: int) -> list[str]:
        return await self.read(lambda c: knowledge.ids_with(c, org_id, prefix, limit))

    async def word_holders(self, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, list[str]]:
        return await self.read(lambda c: knowledge.word_holders(c, org_id, kind, words))

    async def words_held(self, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, int]:
        return await self.read(lambda c: knowledge.words_held(c, org_id, kind, words))

    async def fact_sizes(self, org_id: str, ids: Sequence[str]) -> dict[str, int]:
        return await self.read(lambda c: knowledge.fact_sizes(c, org_id, ids))

    async def known_documents(self, org_id: str, ids: Sequence[str]) -> list[Document]:
        return await self.read(lambda c: knowledge.held_documents(c, org_id, ids))

    async def documents_held(self, org_id: str, ids: Sequence[str]) -> set[str]:
        return await self.read(lambda c: knowledge.held(c, org_id, ids))

    async def documents_at(self, org_id: str, urls: Sequence[str]) -> list[Document]:
        return await self.read(lambda c: knowledge.documents_at(c, org_id, urls))

    async def private_among(self, ids: Sequence[str]) -> set[str]:
        return await self.read(lambda c: knowledge.private_among(c, ids))

    async def change_knowledge(self, org_id: str, change: KnowledgeChange) -> bool:
        return await self.write(lambda c: knowledge.change(c, org_id, change))

    # politeness

    async def reserve_slot(
        self, name: str, width: float, *, burst: int = 1, probing: bool = False, instead_of: Slot | None = None
    ) -> Slot:
        return await self.write(
            lambda c: pace.reserve(c, name, width, self._now, burst=burst, probing=probing, instead_of=instead_of)
        )

    async def slot_holds(self, name: str) -> bool:
        """Whether nobody was told to stay away since a slot was booked."""
        return await self.read(lambda c: pace.holds(c, name, self._now()))

    async def report_outcome(self, name: str, outcome: Outcome, quiet: float | None = None) -> None:
        await self.write(lambda c: pace.report(c, name, outcome, quiet, self._now))
