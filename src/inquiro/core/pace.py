"""Politeness towards whoever is asked: a turn for each request, and word of how it went."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from inquiro.core.errors import EffectError
from inquiro.core.web import Ready


class Pace(Protocol):
    """Politeness, shared by every run and process, under the name of a provider or `host:NAME`.

    `turn` waits for the next free slot, with the clock of deadlines stopped; it raises Deferred while the circuit
    is open. What it gives is awaited right before the request is written: a slot that dialling has made late, or
    that was booked before the other side asked to slow down, is exchanged for another there. `admit` is for those who
    cannot say when they write. `report` tells how the request ended: failures open the circuit, and a provider that
    asked to slow down is left alone by everybody. A `burst` of requests may follow each other at once after a rest.
    """

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None: ...
    def turn(self, name: str, requests_per_second: float, burst: int = 1) -> AbstractAsyncContextManager[Ready]: ...
    async def report(self, name: str, error: EffectError | None) -> None: ...


class NoPace:
    """Nobody waits: for listing sources and replaying."""

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None: ...

    @asynccontextmanager
    async def turn(self, name: str, requests_per_second: float, burst: int = 1) -> AsyncIterator[Ready]:
        await self.admit(name, requests_per_second, burst)
        yield at_once

    async def report(self, name: str, error: EffectError | None) -> None: ...


async def at_once() -> None:
    """Whoever has no rate to keep."""
