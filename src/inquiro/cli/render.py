"""A report in a terminal: when all is printed, the answer is what stands on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.rows import Paragraph, Parts
from inquiro.cli.screen import drawn
from inquiro.cli.text import plain
from inquiro.core.estimates import course, how_many_more
from inquiro.core.types import Report
from inquiro.present.blocks import SOURCES, Document
from inquiro.present.making import useful, why_stopped
from inquiro.present.report import document
from inquiro.present.terminal import (
    BLANK,
    Piece,
    ScreenLine,
    ScreenPart,
    screen,
    source_line,
)

LOSSES_SHOWN = 3
MODEL_STEP = "model step "
FEW_SOURCES = 3  # an answer from as many, and nothing besides, needs no headings
BELOW = 2  # lines of the prompt that comes after it
WITH_MODEL = "a model would add most: inquiro doctor"


class Answer:
    """A report, ready to print: in its order where that leaves the answer in view, else with the answer at the end."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        told = document(replace(self.report, macro=None, review=None))  # a macro's result has a view of its own
        short = not told.body and len(told.sources) <= FEW_SOURCES
        answer = Group(
            *drawn(_headed("" if short or self.report.check else "Answer", screen(told.answer)) if told.answer else ())
        )
        rest = Group(*drawn(screen(told.body)), *drawn(_sources(told, short=short)), *_notes(self.report))
        end = Group(*([] if short else [""]), *_ending(self.report, told, short=short))
        yield from (rest, answer, end) if _hidden(console, options, answer, rest, end) else (answer, rest, end)


def _hidden(console: Console, options: ConsoleOptions, *parts: RenderableType) -> bool:
    """Whether the answer would be gone from the screen by the time that everything is printed."""
    if not console.is_terminal or not console.height:
        return False
    lines = sum(len(console.render_lines(part, options)) for part in parts)
    return lines > console.height - BELOW


def _headed(heading: str, parts: Iterable[ScreenPart]) -> Iterator[ScreenPart]:
    yield BLANK
    if heading:
        yield ScreenLine((Piece(heading, "bold"),))
    yield from parts


def _sources(told: Document, *, short: bool) -> Iterator[ScreenPart]:
    if told.sources:
        lines = map(source_line, told.sources)
        yield from lines if short and told.listed == SOURCES else _headed(told.listed, lines)


# -- what happened on the way ----------------------------------------------------------------------


def _notes(report: Report) -> Iterator[RenderableType]:
    told = document(report).notices
    notes = [*_losses(report), *(line if line.startswith("Assumed: ") else f"Note: {line}" for line in told)]
    if report.partial:
        notes.append(f"This report is partial: inquiro runs resume {plain(report.trace_id)[:8]} goes on.")
    if notes:
        yield ""
    yield from (Paragraph(Text(plain(note), style="yellow")) for note in notes)


def _losses(report: Report) -> Iterator[str]:
    lost = [loss for loss in report.lost if not loss.what.startswith(MODEL_STEP)]  # of those the notices tell
    for loss in lost[:LOSSES_SHOWN]:
        yield f"Not read: {loss.what}: {loss.reason}"
    if (more := len(lost) - LOSSES_SHOWN) > 0:
        yield f"Not read: {more} more (inquiro runs show {plain(report.trace_id)[:8]} --json lists them)"


def _ending(report: Report, told: Document, *, short: bool) -> Iterator[RenderableType]:
    run = plain(report.trace_id)[:8]
    model = [WITH_MODEL] if told.closing else []
    if short and not report.partial:
        yield Parts([f"inquiro runs show {run}", *model])
        return
    for line in _outlook(report):
        yield Paragraph(Text(plain(line), style="dim"))
    new = any(source.type != "knowledge" for source in report.sources)
    keep = [f"inquiro knowledge add {run}"] if new and not report.partial and report.note is None else []
    saved = [f"Report saved: run {run}", f"inquiro runs show {run}", f"inquiro runs export {run} --format html"]
    yield Parts([*saved, *keep, *model])


def _outlook(report: Report) -> Iterator[str]:
    """Why it stopped, and how much more there may be where that is known well."""
    if reason := why_stopped(report):
        yield f"Stopped: {reason}"
    if useful(report.estimate) and report.estimate:
        found = course(report.rounds) or str(report.estimate.found)
        yield f"Facts found: {found}; {how_many_more(report.estimate)}"
