"""How long a round waits: a slow source never holds it, and what comes late joins the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

ROUND_SECONDS = 45.0
ENOUGH = 0.7  # of the searches and of the pages outside must have come before anyone is left behind
QUIET, LEAST_QUIET = 0.1, 0.2  # then silence of a tenth of the time so far ends the round
LAST_QUIET, LEAST_LAST_QUIET = 0.5, 1.0  # nothing can join a round after the last one, so that waits longer


class Progress:
    """What a round has asked of outside sources and what has come; sources on this machine are always waited for."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self.began = self._clock()
        self.changed = asyncio.Event()
        self._newest = self.began
        self._asked = {"search": 0, "page": 0}
        self._came = {"search": 0, "page": 0}
        self._inside = 0

    def ask(self, what: str, *, outside: bool) -> None:
        self._asked[what] += outside
        self._inside += not outside

    def come(self, what: str, *, outside: bool) -> None:
        self._came[what] += outside
        self._inside -= not outside
        self._newest = self._clock()
        self.changed.set()

    def gives_up_at(self, *, last: bool) -> float:
        """When silence has lasted long enough, in loop time."""
        enough = all(self._came[what] >= ENOUGH * self._asked[what] for what in self._asked)
        if self._inside or not enough:
            return float("inf")
        share, least = (LAST_QUIET, LEAST_LAST_QUIET) if last else (QUIET, LEAST_QUIET)
        return self._newest + max(share * (self._newest - self.began), least)


async def settled(
    tasks: Sequence[asyncio.Task[Any]], progress: Progress, stopping: asyncio.Event, seconds: float, *, last: bool
) -> None:
    """Wait for all of them, for someone who asks the run to stop, or until what is still missing is not worth it."""
    everything = asyncio.ensure_future(_all(tasks))
    stop = asyncio.ensure_future(stopping.wait())
    end = progress.began + seconds
    now = asyncio.get_running_loop().time
    try:
        while not everything.done() and not stop.done():
            if (left := min(end, progress.gives_up_at(last=last)) - now()) <= 0:
                return
            progress.changed.clear()
            news = asyncio.ensure_future(progress.changed.wait())
            try:
                await asyncio.wait((everything, stop, news), timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
    finally:
        everything.cancel()
        stop.cancel()


async def _all(tasks: Sequence[asyncio.Task[Any]]) -> bool:
    """Waiting can be given up without ending the tasks."""
    if tasks:
        await asyncio.wait(tasks)
    return True
