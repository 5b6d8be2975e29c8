"""Runs on the screen: a table, one that is still under way, and the verdict on a report's citations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.picture import Picture
from inquiro.cli.rows import Checklist, Row, column
from inquiro.cli.text import count, plain, shortened
from inquiro.core.types import Json, Run, Verification
from inquiro.runtime.following import EXECUTES

_STYLES = {"completed": "green", "failed": "red", "waiting": "yellow", "in_progress": "cyan"}
_BEFORE_QUESTION = 8 + 16 + 11 + 3 * 2


def summary(run: Run) -> Json:
    """A run for a list: what was asked, when, and how it stands."""
    built = run.to_dict()
    kept = ("id", "tool_name", "status", "progress", "current_stage", "privacy", "error_message", "engine_version")
    times = ("created_at", "started_at", "completed_at")
    return {name: built[name] for name in (*kept, *times)} | {
        "question": run.input_params.get("question", ""),
        "result_status": (run.result or {}).get("status"),
        "stop_reason": (run.result or {}).get("stop_reason"),
    }


def standing(run: Run) -> str:
    """The state in words: stopped early, at its limit, or left behind by a process that died."""
    if run.status == "in_progress" and run.lease_until and _aware(run.lease_until) < datetime.now(UTC):
        return "interrupted"
    ended = str((run.result or {}).get("status")) if run.status == "completed" else ""
    return {"max_iterations_reached": "round limit", "stopped": "stopped"}.get(ended, run.status.replace("_", " "))


class RunTable:
    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.runs:
            yield Text('No runs yet. Start one: inquiro ask "…" or inquiro demo')
            return
        yield Text(f"{'run':<8}  {'when':<16}  {'status':<11}  question", style="dim")
        room = column(options) - _BEFORE_QUESTION
        for run in self.runs:
            state = (f"{standing(run):<11}", _STYLES.get(run.status, "dim"))
            question = shortened(run.input_params.get("question", ""), room)
            yield Text.assemble(f"{run.id[:8]}  {_moment(run.created_at):<16}  ", state, f"  {question}")


def _moment(at: datetime | None) -> str:
    if at is None:
        return ""
    return f"{_aware(at).astimezone():%Y-%m-%d %H:%M}"


def _aware(at: datetime) -> datetime:
    return at if at.tzinfo else at.replace(tzinfo=UTC)


class Unfinished:
    """A run without a report yet: how far it has come, and what one can do."""

    def __init__(self, run: Run, picture: Picture) -> None:
        self.run, self.picture = run, picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        run, picture = self.run, self.picture
        yield Row("Run", run.id)
        yield Row("Question", plain(run.input_params.get("question", "")), style="bold")
        stage = f", {plain(run.current_stage)}" if run.current_stage else ""
        done = max(run.progress, picture.progress)
        yield Row("Status", f"{standing(run)} ({done:.0%}{stage})", style=_STYLES.get(run.status, ""))
        for now in picture.rounds.values():
            yield Row(now.name, f"▸ {now.summary()}")
        if picture.checklist:
            yield Checklist(picture.checklist)
        if run.error_message:
            yield Row("Error", plain(run.error_message), style="red")
        for number, command in enumerate(_next(run)):
            yield Row("" if number else "Next", command, style="dim")


def _next(run: Run) -> tuple[str, ...]:
    short = run.id[:8]
    if run.status == "waiting":
        return (f'inquiro runs answer {short} "…"',)
    if run.status == "in_progress" and standing(run) != "interrupted":
        return f"inquiro runs watch {short}", f"inquiro runs stop {short}"
    return (going_on(run),)


def going_on(run: Run) -> str:
    """The command that goes on with a run that was cut off: verbs go on by their review."""
    if run.tool_name == EXECUTES:
        return f"inquiro review execute {str(run.input_params['review_id'])[:8]}"
    return f"inquiro runs resume {run.id[:8]}"


def verdict(checked: Verification) -> str:
    """The sceptic's answer; what is broken is listed."""
    found = f"{count(checked.citations, 'citation')}, {count(checked.found, 'span')} found"
    lines = [f"{found} in {count(checked.snapshots, 'snapshot')}, {len(checked.broken)} broken."]
    lines += [f"  {plain(c.source_id)}: {plain(c.problem)}: {plain(c.claim)}" for c in checked.broken]
    return "\n".join(lines)
