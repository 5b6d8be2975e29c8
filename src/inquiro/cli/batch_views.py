"""Batches on the screen: the templates, and how far one is, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph, Row
from inquiro.cli.text import count, plain
from inquiro.core.types import Json

if TYPE_CHECKING:
    from inquiro.onboarding.batches.templates import BatchTemplate

MARKS = {"done": "✓", "skipped": "=", "failed": "✗", "held": "?", "stopped": "…", "running": "▸", "waiting": "○"}
STYLES = {"✓": "green", "✗": "red", "?": "red", "…": "yellow", "▸": "cyan"}


class TemplateList:
    def __init__(self, templates: Sequence[BatchTemplate]) -> None:
        self.templates = templates

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, one in enumerate(self.templates):
            if number:
                yield ""
            yield Paragraph(Text.assemble((plain(one.name), "bold"), (f"  version {plain(one.version)}", "dim")), 0)
            yield Paragraph(Text(plain(one.description)))
            row = [plain(p.name) for p in one.parameters if p.name not in one.shared]
            shared = [plain(name) for name in one.shared]
            yield Paragraph(Text(f"each row: {', '.join(row)}", style="dim"), INDENT, 2)
            if shared:
                yield Paragraph(Text(f"for all rows: {', '.join(shared)}", style="dim"), INDENT, 2)


class BatchScreen:
    def __init__(self, told: Json) -> None:
        self.told = told

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        told = self.told
        yield Row("Batch", f"{told['batch_id'][:8]}  {plain(told['title'])}")
        counted = ", ".join(f"{number:,} {state}" for state, number in told["counts"].items())
        yield Row("Status", f"{plain(told['status']).replace('_', ' ')}: {counted}", style="bold")
        for row in told["rows"]:
            yield from _row(row)
        for line in row_remarks(told):
            yield Paragraph(Text(line, style="yellow"), INDENT, 2)
        yield from (Row("Next", command, style="dim") for command in self._next())

    def _next(self) -> Iterator[str]:
        short, states = self.told["batch_id"][:8], self.told["counts"]
        if self.told["review_status"] == "pending":
            yield f"inquiro review approve {short} --execute"
        elif states.get("held"):
            yield f"inquiro review execute {short} --settle done|repeat|failed"
        elif self.told["review_status"] == "approved" and set(states) - {"done", "skipped"}:
            yield f"inquiro review execute {short}"


def row_remarks(told: Json) -> Iterator[str]:
    """What is odd about rows of a batch, and which are no part of it."""
    yield from map(plain, told["warnings"])
    yield from (f"left out: {plain(line)}" for line in told["left_out"])


def _row(row: Json) -> Iterator[RenderableType]:
    mark = MARKS.get(row["status"], "·")
    done = f"{count(row['verbs_done'], 'verb')} done" if row["status"] not in {"waiting", "skipped"} else row["status"]
    named = plain(row["title"] or row["key"])
    yield Paragraph(Text.assemble((mark, STYLES.get(mark, "dim")), f" {named}  ", (done, "dim")), INDENT, 2)
    if row["error"] and row["status"] != "skipped":
        yield Paragraph(Text(plain(row["error"]), style="red"), INDENT + 2, 2)
