"""The ledger of onboarding: every change by natural key, together with the journal row of the call that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, RowMapping, Table, select

from inquiro.core.ledger import Change, Ledger
from inquiro.core.types import Lease, LedgerEntity, LedgerRecord, LedgerRelationship, VerbStep
from inquiro.storage import leases, ledger_entities, ledger_links, verb_journal
from inquiro.storage.dialect import is_postgres
from inquiro.storage.documents import IDS_AT_ONCE
from inquiro.storage.ledger_context import Context
from inquiro.storage.ledger_tables import ledger_entities as entity_rows
from inquiro.storage.ledger_tables import ledger_records as record_rows
from inquiro.storage.ledger_tables import ledger_relationships as relationship_rows
from inquiro.storage.store import Clock, SqlStore, utc_now

T = TypeVar("T")
# What is not there yet cannot be locked: in one organisation, changes of the ledger wait for each other.
_ALONE = "SELECT pg_advisory_xact_lock(hashtext('inquiro ledger'), hashtext(current_schema() || %s))"


class SqlLedger:
    """`inquiro.core.ledger.Ledger` inside one transaction."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._unwritten: list[VerbStep] = []

    def entity(self, id_: str) -> LedgerEntity | None:
        return ledger_entities.by_id(self._context, id_)

    def find_entities(
        self, *, lei: str = "", name: str = "", kind: str = "", jurisdiction: str = ""
    ) -> list[LedgerEntity]:
        return ledger_entities.find(self._context, lei=lei, name=name, kind=kind, jurisdiction=jurisdiction)

    def ensure_entity(
        self,
        *,
        kind: str,
        name: str,
        lei: str = "",
        jurisdiction: str = "",
        attributes: Mapping[str, Any] | None = None,
        source: str = "",
    ) -> tuple[LedgerEntity, Change]:
        return ledger_entities.ensure(
            self._context,
            kind=kind,
            name=name,
            lei=lei,
            jurisdiction=jurisdiction,
            attributes=attributes or {},
            source=source,
        )

    def ensure_relationship(
        self,
        *,
        type_: str,
        owner: str,
        owned: str,
        percentage: float | None = None,
        attributes: Mapping[str, Any] | None = None,
        source: str = "",
        corroboration: str = "",
    ) -> tuple[LedgerRelationship, Change]:
        return ledger_links.ensure_relationship(
            self._context,
            type_=type_,
            owner=owner,
            owned=owned,
            percentage=percentage,
            attributes=attributes or {},
            source=source,
            corroboration=corroboration,
        )

    def ensure_record(
        self, *, kind: str, key: str, fields: Mapping[str, Any], entity_id: str = ""
    ) -> tuple[LedgerRecord, Change]:
        return ledger_links.ensure_record(self._context, kind=kind, key=key, fields=fields, entity_id=entity_id)

    def relationships(self, entity_id: str) -> list[LedgerRelationship]:
        return ledger_links.relationships(self._context, entity_id)

    def steps(self, group: str, since: int = 0) -> list[VerbStep]:
        self.write_steps()
        return verb_journal.steps_of_group(self._context, group, since)

    def executed_elsewhere(self, key: str) -> str:
        run_id = verb_journal.finisher(self._context, key)
        return "" if run_id == self._context.run_id else run_id

    def keep(self, step: VerbStep) -> None:
        self._unwritten.append(step)

    def finish(self, key: str) -> str:
        return verb_journal.finish(self._context, key)

    def begun_elsewhere(self, key: str) -> VerbStep | None:
        return verb_journal.begun_elsewhere(self._context, key)

    @contextmanager
    def apart(self) -> Iterator[None]:
        kept, whole = len(self._unwritten), False
        try:
            with self._context.connection.begin_nested():
                yield
            whole = True
        finally:
            if not whole:
                del self._unwritten[kept:]

    def write_steps(self) -> None:
        """The journal of many calls is one statement; it belongs to the transaction like everything else."""
        verb_journal.keep(self._context, self._unwritten)
        self._unwritten.clear()


class OnboardingLedger:
    """`inquiro.core.ledger.LedgerStore` on the tables of one store."""

    def __init__(self, store: SqlStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._now = clock

    async def in_ledger(self, lease: Lease, org_id: str, decision_id: str, work: Callable[[Ledger], T]) -> T:
        def transaction(connection: Connection) -> T:
            leases.check(connection, lease)
            ledger = self._open(connection, org_id, decision_id, lease.run_id)
            outcome = work(ledger)
            ledger.write_steps()
            return outcome

        return await self._store.write(transaction)

    async def rehearse(self, org_id: str, work: Callable[[Ledger], T]) -> T:
        def transaction(connection: Connection) -> T:
            raise _Rehearsed(work(self._open(connection, org_id, "", "")))

        try:
            return await self._store.write(transaction)
        except _Rehearsed as told:
            outcome: T = told.outcome
            return outcome

    async def verb_steps(self, run_id: str) -> list[VerbStep]:
        return await self._store.read(lambda c: verb_journal.steps_of_run(c, run_id))

    async def ledger_entities(self, org_id: str, ids: Sequence[str] = ()) -> list[LedgerEntity]:
        rows = await self._store.read(lambda c: _rows(c, entity_rows, org_id, ids))
        return [ledger_entities.entity_of(row) for row in rows]

    async def ledger_relationships(self, org_id: str) -> list[LedgerRelationship]:
        rows = await self._store.read(lambda c: _rows(c, relationship_rows, org_id))
        return [ledger_links.relationship_of(row) for row in rows]

    async def ledger_records(self, org_id: str, kind: str = "") -> list[LedgerRecord]:
        rows = await self._store.read(lambda c: _rows(c, record_rows, org_id))
        return [ledger_links.record_of(row) for row in rows if not kind or row["kind"] == kind]

    def _open(self, connection: Connection, org_id: str, decision_id: str, run_id: str) -> SqlLedger:
        if is_postgres(connection):
            connection.exec_driver_sql(_ALONE, (org_id,))
        return SqlLedger(Context(connection, org_id, decision_id, run_id, self._now()))


class _Rehearsed(Exception):
    """No error: the way to take a transaction back."""

    def __init__(self, outcome: Any) -> None:
        super().__init__()
        self.outcome = outcome


def _rows(connection: Connection, table: Table, org_id: str, ids: Sequence[str] = ()) -> list[RowMapping]:
    """In the order in which they were made."""
    query = select(table).where(table.c.org_id == org_id).order_by(table.c.seq)
    if not ids:
        return list(connection.execute(query).mappings())
    portions = [ids[at : at + IDS_AT_ONCE] for at in range(0, len(ids), IDS_AT_ONCE)]
    found = [row for some in portions for row in connection.execute(query.where(table.c.id.in_(some))).mappings()]
    return sorted(found, key=lambda row: int(row["seq"]))
