"""Runs on the screen: a table, one that is still under way, and the verdict on a report's citations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from inquiro.cli.picture import Picture
from inquiro.cli.rows import Checklist, Row, column
from inquiro.cli.text import count, plain
from inquiro.core.types import Json, Run, Verification

_STYLES = {"completed": "green", "failed": "red", "waiting": "yellow", "in_progress": "cyan"}


def summary(run: Run) -> Json:
    """A run for a list: what was asked, when, and how it stands."""
    built = run.to_dict()
    kept = ("id", "tool_name", "status", "progress", "current_stage", "privacy", "error_message")
    times = ("created_at", "started_at", "completed_at")
    return {name: built[name] for name in (*kept, *times)} | {
        "question": run.input_params.get("question", ""),
        "result_status": (run.result or {}).get("status"),
        "stop_reason": (run.result or {}).get("stop_reason"),
    }


def standing(run: Run) -> str:
    """The state in words: a run that stopped early or at its limit says so."""
    ended = (run.result or {}).get("status")
    return {"max_iterations_reached": "round limit", "stopped": "stopped"}.get(str(ended), run.status.replace("_", " "))


class RunTable:
    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.runs:
            yield Text('No runs yet. Start one: inquiro ask "…" or inquiro demo')
            return
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        for name in ("run", "when", "status"):
            table.add_column(name, no_wrap=True)
        table.add_column("question", ratio=1, no_wrap=True, overflow="ellipsis")
        for run in self.runs:
            state = Text(standing(run), style=_STYLES.get(run.status, "dim"))
            table.add_row(run.id[:8], _moment(run.created_at), state, plain(run.input_params.get("question", "")))
        yield from console.render(table, options.update(max_width=column(options)))


def _moment(at: datetime | None) -> str:
    if at is None:
        return ""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return f"{aware.astimezone():%Y-%m-%d %H:%M}"


class Unfinished:
    """A run without a report yet: how far it has come, and what one can do."""

    def __init__(self, run: Run, picture: Picture) -> None:
        self.run, self.picture = run, picture

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        run, picture = self.run, self.picture
        yield Row("Run", run.id)
        yield Row("Question", plain(run.input_params.get("question", "")), style="bold")
        stage = f", {plain(run.current_stage)}" if run.current_stage else ""
        yield Row("Status", f"{standing(run)} ({run.progress:.0%}{stage})", style=_STYLES.get(run.status, ""))
        for now in picture.rounds.values():
            yield Row(now.name, f"▸ {now.summary()}")
        if picture.checklist:
            yield Checklist(picture.checklist)
        if run.error_message:
            yield Row("Error", plain(run.error_message), style="red")
        yield Row("Next", _next(run), style="dim")


def _next(run: Run) -> str:
    short = run.id[:8]
    if run.status == "waiting":
        return f'inquiro runs answer {short} "…"'
    return f"inquiro runs watch {short} · inquiro runs stop {short} · inquiro runs resume {short}"


def verdict(checked: Verification) -> str:
    """The sceptic's answer; what is broken is listed."""
    found = f"{count(checked.citations, 'citation')}, {count(checked.found, 'span')} found"
    lines = [f"{found} in {count(checked.snapshots, 'snapshot')}, {len(checked.broken)} broken."]
    lines += [f"  {plain(c.source_id)}: {plain(c.problem)}: {plain(c.claim)}" for c in checked.broken]
    return "\n".join(lines)
