"""The entity store as verbs see it: one transaction, in which a call's changes and its journal row stand together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol, TypeVar

from inquiro.core.types import Lease, LedgerEntity, LedgerRecord, LedgerRelationship, VerbStep

T = TypeVar("T")
Change = Literal["created", "updated", "unchanged"]


class Ledger(Protocol):
    """Open inside a transaction; nothing here waits. Every change is by natural key, so a repeat changes nothing."""

    def entity(self, id_: str) -> LedgerEntity | None: ...
    def find_entities(
        self, *, lei: str = "", name: str = "", kind: str = "", jurisdiction: str = ""
    ) -> list[LedgerEntity]:
        """All that fit what is given; names are compared without regard to case and spacing."""

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
        """The one with that LEI; else the one of that kind, name and jurisdiction; else a new one.

        Attributes are added to what is known, and what is given anew takes the place of what was there.
        """

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
        """One for each type, owner, owned and source."""

    def ensure_record(
        self, *, kind: str, key: str, fields: Mapping[str, Any], entity_id: str = ""
    ) -> tuple[LedgerRecord, Change]: ...
    def relationships(self, entity_id: str) -> list[LedgerRelationship]:
        """In which it is owner or owned."""

    def steps(self, group: str, since: int = 0) -> list[VerbStep]:
        """The journal of a group in this run, from the call with this index on."""

    def executed_elsewhere(self, key: str) -> str:
        """The run, other than this one, that finished the group with this key; empty if none did."""

    def keep(self, step: VerbStep) -> None:
        """The journal row of a call; one that is already done stays as it is."""

    def finish(self, key: str) -> str:
        """Says that this run finished the group with this key; the run that really did: another may have been first."""

    def begun_elsewhere(self, key: str) -> VerbStep | None:
        """The call with this idempotency key that another run began, however it ended; failures aside."""

    def apart(self) -> AbstractContextManager[None]:
        """A savepoint: what is raised inside takes back what was done inside, and nothing else."""


class LedgerStore(Protocol):
    """Ledgers of an organisation; `decision_id` is written into all that changes."""

    async def in_ledger(self, lease: Lease, org_id: str, decision_id: str, work: Callable[[Ledger], T]) -> T:
        """Runs the work in one transaction that checks the lease; it is committed when this returns."""

    async def rehearse(self, org_id: str, work: Callable[[Ledger], T]) -> T:
        """Runs the work and takes back everything that it did."""

    async def verb_steps(self, run_id: str) -> list[VerbStep]: ...
    async def ledger_entities(self, org_id: str, ids: Sequence[str] = ()) -> list[LedgerEntity]:
        """These, or all of them."""

    async def ledger_relationships(self, org_id: str) -> list[LedgerRelationship]: ...
    async def ledger_records(self, org_id: str, kind: str = "") -> list[LedgerRecord]: ...


Arguments = Mapping[str, Any]
