"""Politeness: one booked slot per request, kept in the store so that every run and process shares it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from inquiro.core.deadlines import stopped_clock
from inquiro.core.errors import EffectError
from inquiro.core.protocols import Store


class StorePace:
    """Books the next free slot of a provider and waits for it."""

    def __init__(self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._store = store
        self._sleep = sleep

    async def admit(self, provider: str, requests_per_second: float) -> None:
        if requests_per_second <= 0:
            return
        if (wait := await self._store.reserve_slot(provider, 1.0 / requests_per_second)) > 0:
            with stopped_clock():
                await self._sleep(wait)

    async def report(self, name: str, error: EffectError | None) -> None:
        raise NotImplementedError
