"""The register behind the run's gateway: journaled, kept for a while, refused where nothing may leave the machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, TypeVar

from inquiro.core.errors import Stopped
from inquiro.core.register import FundKind, ParentFound, ParentKind, Register, RegisterRecord, RegisterRelation
from inquiro.core.stopping import unless_stopped
from inquiro.core.types import Json
from inquiro.effects import Effects, Paid
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import RetryPolicy

T = TypeVar("T")
SERVES = timedelta(hours=1)  # the register itself changes three times a day
PATIENCE = RetryPolicy(
    attempts=3, timeout_attempts=2, outage_attempts=2, first_wait=1.0, longest_wait=4.0, longest_retry_after=60.0
)
REGISTER_PATIENCE = 2.0  # seconds that a stop waits for what the register was asked: it costs nothing to ask again
_SECONDS = 120.0  # for all pages of a list; waiting for one's turn is not counted


class JournaledRegister:
    """Each question is one effect of the named step: a resume never asks it twice.

    A failure is forgotten, so that a resume asks again, unless `keeps_failures`: then a replay fails in the same way.
    Once `stopping` is set, an answer that takes long is not waited for: Stopped.
    """

    def __init__(
        self,
        effects: Effects,
        step_name: str,
        register: Register,
        *,
        keeps_failures: bool = False,
        stopping: asyncio.Event | None = None,
    ) -> None:
        self._step = effects.step(step_name)
        self._register = register
        elsewhere = getattr(register, "twin", "")  # an address that the operator set
        self._who = f"gleif at {elsewhere}" if elsewhere else "gleif"  # whose answers may serve other runs
        self._keeps_failures = keeps_failures
        self._stopping = stopping

    async def record(self, lei: str) -> RegisterRecord | None:
        return await self._ask({"ask": "record", "lei": lei}, lambda: self._register.record(lei), RegisterRecord | None)

    async def records(self, leis: tuple[str, ...]) -> list[RegisterRecord]:
        return await self._ask(
            {"ask": "records", "leis": list(leis)}, lambda: self._register.records(leis), list[RegisterRecord]
        )

    async def search(self, name: str, limit: int = 10, jurisdiction: str = "") -> list[RegisterRecord]:
        return await self._ask(
            {"ask": "search", "name": name, "limit": limit, "jurisdiction": jurisdiction},
            lambda: self._register.search(name, limit, jurisdiction),
            list[RegisterRecord],
        )

    async def parent(self, lei: str, kind: ParentKind) -> ParentFound:
        return await self._ask(
            {"ask": "parent", "lei": lei, "kind": kind}, lambda: self._register.parent(lei, kind), ParentFound
        )

    async def parent_relation(self, lei: str, kind: ParentKind) -> RegisterRelation | None:
        return await self._ask(
            {"ask": "parent_relation", "lei": lei, "kind": kind},
            lambda: self._register.parent_relation(lei, kind),
            RegisterRelation | None,
        )

    async def children(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRecord]:
        return await self._ask(
            {"ask": "children", "lei": lei, "kind": kind, "limit": limit},
            lambda: self._register.children(lei, kind, limit),
            list[RegisterRecord],
        )

    async def relations(self, lei: str, kind: ParentKind = "direct", limit: int = 1000) -> list[RegisterRelation]:
        return await self._ask(
            {"ask": "relations", "lei": lei, "kind": kind, "limit": limit},
            lambda: self._register.relations(lei, kind, limit),
            list[RegisterRelation],
        )

    async def managed_funds(self, lei: str, limit: int = 1000) -> list[RegisterRecord]:
        return await self._ask(
            {"ask": "managed_funds", "lei": lei, "limit": limit},
            lambda: self._register.managed_funds(lei, limit),
            list[RegisterRecord],
        )

    async def above_fund(self, lei: str, kind: FundKind) -> RegisterRecord | None:
        return await self._ask(
            {"ask": "above_fund", "lei": lei, "kind": kind},
            lambda: self._register.above_fund(lei, kind),
            RegisterRecord | None,
        )

    async def _ask(self, request: Json, answer: Callable[[], Awaitable[T]], returns: Any) -> T:
        async def perform() -> Paid:
            value = await answer()
            return Paid(
                value=value,
                serves_others=bool(value),  # what is not there yet may be there soon
            )

        call = Call(
            kind="registry",
            name=self._who,
            identity="gleif",
            request=request,
            outside=True,
            timeout=_SECONDS,
            keep=SERVES,
            retry=PATIENCE,
            final_failure=self._keeps_failures,
        )
        asked: Coroutine[Any, Any, T] = self._step.call(call, perform, returns)
        if self._stopping is None:
            return await asked
        try:
            return await unless_stopped(self._stopping, asked, REGISTER_PATIENCE)
        except TimeoutError as error:
            raise Stopped("stopped before the register of legal entities had answered") from error
