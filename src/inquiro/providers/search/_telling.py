"""Progress of an index, told out of the thread that works on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from functools import partial

from inquiro.core.events import Emit

_BETWEEN_EVENTS = 0.25  # seconds


class Teller:
    """A few times a second; `verbs` say what is done to what."""

    def __init__(self, emit: Emit, loop: asyncio.AbstractEventLoop, verbs: Mapping[str, str]) -> None:
        self._emit = emit
        self._loop = loop
        self._verbs = verbs
        self._next = 0.0

    def __call__(self, done: int, total: int, what: str) -> None:
        now = time.monotonic()
        if now < self._next and done < total:
            return
        self._next = now + _BETWEEN_EVENTS
        message = f"{self._verbs[what]} {done} of {total} {what}"
        self._loop.call_soon_threadsafe(partial(self._emit, "index", message, done=done, total=total))


def nobody(stage: str, message: str, progress: float | None = None, **data: object) -> None:
    """Nobody listens."""
