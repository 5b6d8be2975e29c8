"""A researched note on the screen: what became of it, of a dry run also what it would change, and what to do next."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import Row, console
from inquiro.cli.screen import drawn
from inquiro.cli.text import plain
from inquiro.core.types import Report, Written
from inquiro.present.note import researched, taken_back
from inquiro.present.terminal import screen

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn"}


def show_note(report: Report, undoing: str = "") -> None:
    """On stdout; of a dry run also what it would change."""
    out = console()
    out.print(NoteView(report, undoing))
    if report.note and report.note.written and report.note.written.outcome == "dry_run":
        _show_diff(out, report.note.written)


def show_undo(written: Written) -> None:
    out = console()
    for line in drawn(screen(taken_back(written))):
        out.print(line)
    _show_diff(out, written)


class NoteView:
    """The end of a run over a note; without a way to undo it, what is shown beside its evidence."""

    def __init__(self, report: Report, undoing: str = "") -> None:
        self.report, self.undoing = report, undoing

    def __rich_console__(self, _: Console, __: ConsoleOptions) -> RenderResult:
        if self.report.note is None:
            return
        yield ""
        yield from drawn(screen(researched(self.report, beside_evidence=not self.undoing)))
        if self.undoing:
            yield from _next(self.report, self.undoing)


def _next(report: Report, undoing: str) -> Iterator[RenderableType]:
    run = plain(report.trace_id)[:8]
    yield ""
    if report.partial:
        yield Row("Stopped", f"{plain(report.stop_reason)}; inquiro runs resume {run} goes on", style="yellow")
    yield Row("Evidence", f"inquiro runs show {run}", style="dim")
    written = report.note.written if report.note else None
    if written and written.outcome in {"written", "merged", "sibling"}:
        yield Row("Undo", plain(undoing), style="dim")


def _show_diff(out: Console, written: Written) -> None:
    """Unwrapped: a line of the note is a line here; nothing in it can act on the terminal."""
    if written.diff:
        out.print()
    for line in written.diff.removesuffix("\n").split("\n") if written.diff else ():
        safe = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in _CONTROLS)
        out.print(Text(safe, style=_COLOURS.get(safe[:1], "")), soft_wrap=True)
