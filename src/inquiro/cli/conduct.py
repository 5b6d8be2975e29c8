"""Carrying a run through to its report: events shown, Ctrl-C heard, the person asked when the run needs it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from inquiro.cli.display import Display, display
from inquiro.cli.opened import Opened
from inquiro.cli.text import plain
from inquiro.core.events import Event
from inquiro.core.types import Report, ResearchRequest, Run

if TYPE_CHECKING:
    from inquiro.onboarding.executing.reports import ExecutionReport

T = TypeVar("T")
Listener = Callable[[Event], None]
Work = Callable[[Listener], Coroutine[Any, Any, T]]
LEFT_AT_ONCE = 130
_SHOW_CURSOR = b"\x1b[?25h\n"


class Conductor:
    """One command's way of taking part in a run."""

    def __init__(
        self,
        opened: Opened,
        *,
        events: bool = False,
        shown: Display | None = None,
        going_on: str = "",
        answering: Callable[[str], str] | None = None,
    ) -> None:
        self._opened = opened
        self._runtime = opened.runtime
        self._run_id = ""
        self._events = events
        self._display = shown or display(events=events)
        self._answering = answering or _asked
        self._going_on = going_on  # the command, where it is not that of any run

    def research(self, request: ResearchRequest) -> Report:
        if request.follow is not None:
            request = msgspec.structs.replace(request, follow=self._opened.run_id(request.follow))
            request = self._opened.wait(self._runtime.following(request))
        run = self._opened.wait(self._runtime.start(request))
        self._run_id = run.id
        return self._through(lambda listen: self._runtime.execute(run.id, listen), ask=not request.unattended)

    def execute(self, run_id: str) -> Report:
        """Work on a run that was made ready elsewhere, such as a fork."""
        self._run_id = run_id
        return self._through(lambda listen: self._runtime.execute(run_id, listen))

    def resume(self, run_id: str | None) -> Report:
        self._run_id = run_id or ""
        return self._through(lambda listen: self._runtime.resume(run_id, listen))

    def answer(self, run_id: str, text: str) -> Report:
        self._run_id = run_id
        return self._through(lambda listen: self._runtime.answer(run_id, text, listen))

    def carry_out(self, run: Run) -> ExecutionReport:
        """Work on the execution of a review."""
        self._run_id = run.id
        return self._work(lambda listen: self._runtime.executions.carry_out(run, listen))

    def watch(self, run_id: str) -> None:
        async def follow() -> None:
            async for event in self._runtime.watch(run_id):
                self._listen(event)

        with self._display:
            self._opened.wait(follow())

    def _through(self, work: Work[Report], *, ask: bool = True) -> Report:
        report = self._work(work)
        while ask and report.status == "waiting" and (text := self._answering(report.clarification or "")):
            report = self._work(partial(self._runtime.answer, report.trace_id, text))
        return report

    def _work(self, work: Work[T]) -> T:
        async def interruptible() -> T:
            with self._stopping_gently():
                return await work(self._listen)

        with self._display:
            return self._opened.wait(interruptible())

    def _listen(self, event: Event) -> None:
        self._run_id = event.run_id
        if self._events:
            click.echo(json.dumps(event.to_dict(), default=str))
        self._display(event)

    @contextmanager
    def _stopping_gently(self) -> Iterator[None]:
        """The first Ctrl-C asks the run to stop, the second leaves; what is stored stays good either way."""
        loop = asyncio.get_running_loop()
        stops: list[asyncio.Task[Run]] = []

        def stop() -> None:
            run = self._run_id
            resuming = self._going_on or f"inquiro runs resume {run[:8]}"
            self._display.say(f"stopping… (Ctrl-C again leaves at once; `{resuming}` goes on)")
            stops.append(loop.create_task(self._runtime.stop(run)))
            stops[0].add_done_callback(self._tell_failure)

        presses = 0

        # a plain handler, not the loop's: the second press counts even while the loop is busy
        def pressed(_number: int, _frame: FrameType | None) -> None:
            nonlocal presses
            presses += 1
            if presses > 1 or not self._run_id:
                _leave()
            loop.call_soon_threadsafe(stop)

        before = signal.signal(signal.SIGINT, pressed)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _tell_failure(self, task: asyncio.Task[Run]) -> None:
        if not task.cancelled() and (error := task.exception()):
            self._display.say(f"could not stop: {error}")


def _leave() -> None:
    if sys.stderr.isatty():
        os.write(2, _SHOW_CURSOR)
    os._exit(LEFT_AT_ONCE)


def _asked(question: str) -> str:
    """The person's answer; empty when nobody can be asked or they leave it for later."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return ""
    click.echo(f"\n  {plain(question)}", err=True)
    try:
        text: str = click.prompt("  Your answer (empty: later)", default="", show_default=False, err=True)
    except click.Abort:
        return ""
    return text.strip()
