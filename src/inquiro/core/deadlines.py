"""Time limits that do not run while a request waits for its turn: politeness is not slowness."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar


class _Limit:
    """A time-out that stands still, with those around it, while at least one of the tasks inside it waits."""

    def __init__(self, timeout: asyncio.Timeout, around: _Limit | None) -> None:
        self._timeout = timeout
        self._around = around
        self._waiting = 0
        self._left = 0.0
        self.over = False

    def hold(self) -> None:
        if self._around is not None:
            self._around.hold()
        if not self._waiting and (when := self._timeout.when()) is not None and self._running():
            self._left = when - asyncio.get_running_loop().time()
            self._timeout.reschedule(None)
        self._waiting += 1

    def go_on(self) -> None:
        if self._around is not None:
            self._around.go_on()
        self._waiting -= 1
        if not self._waiting and self._running():
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._left)

    def _running(self) -> bool:
        return not self.over and not self._timeout.expired()


_around: ContextVar[_Limit | None] = ContextVar("inquiro_deadline", default=None)


@asynccontextmanager
async def deadline(seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Like `asyncio.timeout`, and known to whatever is awaited inside; raises TimeoutError."""
    async with asyncio.timeout(seconds) as timeout:
        limit = _Limit(timeout, _around.get())
        before = _around.set(limit)
        try:
            yield timeout
        finally:
            limit.over = True
            _around.reset(before)


@contextmanager
def stopped_clock() -> Iterator[None]:
    """What passes in here does not count against the deadlines around it."""
    limit = _around.get()
    if limit is None:
        yield
        return
    limit.hold()
    try:
        yield
    finally:
        limit.go_on()
