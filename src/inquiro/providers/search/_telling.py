"""Progress of an index, told out of the thread that works on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from contextvars import copy_context
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
        self._listening = True
        self._context = copy_context()  # whoever listens may go by it; the thread that works has none of its own

    def __call__(self, done: int, total: int, what: str) -> None:
        now = time.monotonic()
        if not self._listening or (now < self._next and done < total):
            return
        self._next = now + _BETWEEN_EVENTS
        message = f"{self._verbs[what]} {done} of {total} {what}"
        with suppress(RuntimeError):  # the loop has ended, and with it whoever listened
            emit = partial(self._emit, "index", message, done=done, total=total)
            self._loop.call_soon_threadsafe(emit, context=self._context)

    def close(self) -> None:
        """What is told from now on is for nobody, though the work goes on."""
        self._listening = False


def nobody(stage: str, message: str, progress: float | None = None, **data: object) -> None:
    """Nobody listens."""
