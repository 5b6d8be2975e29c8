"""Working on runs in the background: a thread with its own event loop, so that no interface waits for research.

As many runs as allowed work at once; the rest waits in the order of arrival. What is under way when the process ends
stays resumable, and the next start finds it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from inquiro.core.errors import InquiroError, LeaseLost
from inquiro.core.types import Run
from inquiro.runtime.runtime import Runtime

AT_ONCE = 4
_log = logging.getLogger("inquiro.runner")
Work = Callable[[], Coroutine[Any, Any, None]]


class Runner:
    """Runs in this process, started and forgotten: the store has their state and their events."""

    def __init__(self, runtime: Runtime, at_once: int = AT_ONCE) -> None:
        self._runtime = runtime
        self._at_once = at_once
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="inquiro-runner", daemon=True)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ready = threading.Event()

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """Let go of everything: what was under way can be resumed."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._cancel(), self._loop).result(timeout=30)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(timeout=30)
        elif not self._loop.is_closed():
            self._loop.close()  # it never started

    def submit(self, run_id: str, *, after: bool = False) -> None:
        """Work on a run as soon as there is room: a new one, or one that goes on; `after` what is just ending here."""
        self._call(run_id, lambda: self._runtime.go_on(run_id), after=after)

    async def accept(self, run_id: str, text: str) -> Run:
        """Write the answer down, then go on with the run: once this returns, the answer cannot be lost."""
        run = await self._runtime.accept(run_id, text)
        self._call(run.id, lambda: self._runtime.go_on(run.id), after=True)
        return run

    async def recover(self) -> list[str]:
        """Take up every run that nobody works on any more."""
        found = [run.id for run in await self._runtime.unfinished()]
        for run_id in found:
            self.submit(run_id)
        return found

    def busy(self) -> int:
        """Runs that work or wait for room here."""
        return len(self._tasks)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._room = asyncio.Semaphore(self._at_once)
        self._loop.call_soon(self._ready.set)
        self._loop.run_forever()
        self._loop.close()

    def _call(self, run_id: str, work: Work, *, after: bool = False) -> None:
        self._loop.call_soon_threadsafe(self._begin, run_id, work, after)

    def _begin(self, run_id: str, work: Work, after: bool) -> None:
        """One task per run; `after`: work that follows the one that is just ending here."""
        if run_id in self._tasks:
            if after:
                self._tasks[run_id].add_done_callback(lambda _: self._begin(run_id, work, after))
        else:
            task = self._loop.create_task(self._work(run_id, work))
            self._tasks[run_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(run_id, None))

    async def _work(self, run_id: str, work: Work) -> None:
        async with self._room:
            try:
                await work()
            except LeaseLost as error:
                _log.info("run %s is elsewhere: %s", run_id, error)
            except InquiroError as error:
                _log.warning("run %s ended: %s", run_id, error)  # the run itself says so to whoever asks

    async def _cancel(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
