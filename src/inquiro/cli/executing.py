"""Carrying out what was approved: how far it is while it runs, what became of it at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from inquiro.cli.conduct import Conductor
from inquiro.cli.delivery import print_json
from inquiro.cli.execution_views import ExecutionScreen, touched
from inquiro.cli.moving import MovingLine
from inquiro.cli.opened import Opened
from inquiro.cli.rows import console
from inquiro.cli.text import plain
from inquiro.core.events import Event
from inquiro.core.types import Json, Run

if TYPE_CHECKING:
    from inquiro.onboarding.executing.reports import ExecutionReport

STOPPED = 4


class ExecutionDisplay(MovingLine):
    """On stderr: a line that moves on a terminal; what fails or is held stays on the screen."""

    def __call__(self, event: Event) -> None:
        if event.stage != "verbs":
            return
        if "status" in event.data:
            self.say(event.message)
        elif self.live:
            self.live.update(Text(f"  {plain(event.message)}", style="cyan"))

    def say(self, text: str) -> None:
        if self.live:
            self.console.print(Text(f"  {plain(text)}", style="yellow"))
        else:
            click.echo(plain(text), err=True)


def carried_out(opened: Opened, review_id: str) -> tuple[ExecutionReport, Json]:
    """Execute the verbs of a review here; the report, and the same for programs."""
    executions = opened.runtime.executions
    run = opened.wait(executions.start(review_id))
    before = run.status == "completed"
    conductor = Conductor(opened, shown=ExecutionDisplay(), going_on=f"inquiro review execute {review_id[:8]}")
    report = conductor.carry_out(run)
    told = {"review_id": review_id, "run_id": run.id, "status": outcome(report), "already": before}
    return report, told | report.to_dict()


def told_again(opened: Opened, run: Run, *, as_json: bool) -> int:
    """An execution that has ended, as it was told at its end."""
    review_id = str(run.input_params["review_id"])
    report = opened.wait(opened.runtime.executions.carry_out(run))
    told = {"review_id": review_id, "run_id": run.id, "status": outcome(report)}
    return hand_over(opened, report, told | report.to_dict(), as_json=as_json)


def hand_over(opened: Opened, report: ExecutionReport, told: Json, *, as_json: bool) -> int:
    """Tell what was created, and return the exit code."""
    if as_json:
        print_json(told)
    else:
        entities, relationships = opened.wait(touched(opened.runtime.executions.ledger, report))
        screen = ExecutionScreen(
            report, str(told["review_id"]), entities, relationships, already=bool(told.get("already"))
        )
        console().print(screen)
    return exit_code(report)


def outcome(report: ExecutionReport) -> str:
    """`done`, or what stands against it."""
    if report.finished:
        return "done"
    return next(status for status in ("held", "failed", "stopped") if report.of(status))


def exit_code(report: ExecutionReport) -> int:
    return {"done": 0, "stopped": STOPPED}.get(outcome(report), 1)
