"""A researched note on the screen: what was written, what it is about, what disagrees, what left the machine."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from inquiro.cli.picture import ONLY_HERE
from inquiro.cli.rows import INDENT, LABEL, Paragraph, Row, console
from inquiro.cli.text import count, plain, shortened
from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, NoteResult, Report, ReportSource, Written

SECTION = "## Research"
LONGEST_REMARK, LONGEST_NAME = 160, 60
MOST_PROBLEMS = 5
MOST_HELD = 12
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
_CONTROLS = {"Cc", "Cf", "Cs", "Co", "Cn"}


def show_note(report: Report, undoing: str = "") -> None:
    """On stdout; of a dry run also what it would change."""
    screen = console()
    screen.print(NoteView(report, undoing))
    if report.note and report.note.written and report.note.written.outcome == "dry_run":
        _show_diff(screen, report.note.written)


def show_undo(written: Written) -> None:
    screen = console()
    screen.print(Row("Would undo" if written.outcome == "dry_run" else "Undone", undone(written)))
    if written.reason:
        screen.print(Row("", plain(written.reason), style="yellow"))
    _show_diff(screen, written)


class NoteView:
    """The end of a run over a note; without a way to undo it, what is shown beside its evidence."""

    def __init__(self, report: Report, undoing: str = "") -> None:
        self.report, self.undoing = report, undoing

    def __rich_console__(self, _: Console, __: ConsoleOptions) -> RenderResult:
        note = self.report.note
        if note is None:
            return
        yield ""
        yield from _written(note)
        yield from _topics(note)
        if self.undoing:
            yield from _disagreements(self.report, note)
        yield from _related(note)
        yield from _sent(note)
        yield from _held(note)
        if self.undoing:
            yield from _problems(self.report, note)
            yield from _next(self.report, note, self.undoing)


# -- what was written -------------------------------------------------------------------------------


def _written(note: NoteResult) -> Iterator[RenderableType]:
    written = note.written
    if written is None:
        yield Row("Not written", plain(note.path), style="yellow")
        return
    label = {"dry_run": "Would write", "nothing": "Not written", "unchanged": "Unchanged"}.get(
        written.outcome, "Written"
    )
    yield Row(label, f"{plain(written.path)}: {changed(written)}")
    if written.reason:
        yield Row("", plain(written.reason), style="yellow")


def changed(written: Written) -> str:
    """`## Research added, 34 lines` or `## Research updated: +5 −3, your 2 remarks kept`."""
    more, fewer = _lines(written)
    kept = _kept(written)
    if written.outcome in {"unchanged", "nothing"} or not (more or fewer):
        return f"nothing to change{kept}"
    new = fewer == 0 and _has_heading(written, "+")
    return f"{SECTION} added, {count(more, 'line')}" if new else f"{SECTION} updated: +{more} −{fewer}{kept}"


def undone(written: Written) -> str:
    more, fewer = _lines(written)
    kept = _kept(written)
    path = plain(written.path)
    if not (more or fewer):
        return f"{path}: nothing to change{kept}"
    gone = more == 0 and _has_heading(written, "-")
    return f"{path}: {SECTION} removed, {count(fewer, 'line')}" if gone else f"{path}: +{more} −{fewer}{kept}"


def _kept(written: Written) -> str:
    if not written.kept:
        return ""
    return ", your remark kept" if written.kept == 1 else f", your {written.kept} remarks kept"


def _lines(written: Written) -> tuple[int, int]:
    """How many lines a diff adds and takes away; its two header lines are neither."""
    body = written.diff.split("\n")[2:]  # not at other line breaks, which a line of a note may hold
    return sum(line[:1] == "+" for line in body), sum(line[:1] == "-" for line in body)


def _has_heading(written: Written, sign: str) -> bool:
    return any(line[1:].strip() == SECTION for line in written.diff.split("\n") if line[:1] == sign)


def _show_diff(screen: Console, written: Written) -> None:
    """Unwrapped: a line of the note is a line here; nothing in it can act on the terminal."""
    if written.diff:
        screen.print()
    for line in written.diff.removesuffix("\n").split("\n") if written.diff else ():
        safe = "".join(c for c in line if c == "\t" or unicodedata.category(c) not in _CONTROLS)
        screen.print(Text(safe, style=_COLOURS.get(safe[:1], "")), soft_wrap=True)


# -- what was found ---------------------------------------------------------------------------------


def _topics(note: NoteResult) -> Iterator[RenderableType]:
    kinds = Counter(topic.type for topic in note.topics)
    told = ", ".join(count(number, kind) for kind, number in kinds.items())
    yield Row("Topics", f"{note.topics_researched}" + (f": {told}" if told else ""))
    for topic in note.topics:
        redacted = f"  (kept here: {', '.join(map(plain, topic.redacted))})" if topic.redacted else ""
        name = plain(topic.label) or ONLY_HERE
        yield Row("", Text.assemble((f"{topic.type:<9}", "dim"), name, (redacted, "dim")))


def _disagreements(report: Report, note: NoteResult) -> Iterator[RenderableType]:
    sources = {source.id: source for source in report.sources}
    for one in report.contradictions:
        why = phrases(report.language).kinds[one.kind]
        yield Row("⚠", f"{_disagreement(one, sources, note)} ({why})", style="yellow")


def _disagreement(one: Contradiction, sources: dict[str, ReportSource], note: NoteResult) -> str:
    """`night noise limit: your note says 40 dB; Noise rules says 35 dB`, the note first."""
    told = []
    for side in one.sides:
        source = sources.get(side.source_id)
        own = side.source_type == "vault" and (source is None or _is_note(source, note.path))
        who = "your note" if own else shortened(source.title if source else "another source", LONGEST_NAME)
        told.append((not own, f"{who} says {plain(side.value or side.statement).rstrip('.')}"))
    said = "; ".join(text for _, text in sorted(told, key=lambda pair: pair[0]))
    return f"{plain(one.about)}: {said}"


def _is_note(source: ReportSource, path: str) -> bool:
    return unquote(source.url).endswith(f"/{path}")


def _related(note: NoteResult) -> Iterator[RenderableType]:
    for number, related in enumerate(note.related):
        says = f": {shortened(related.says, LONGEST_REMARK)}" if related.says else ""
        yield Row("" if number else "Related", f"{plain(related.link) or plain(related.title)}{says}")


# -- what left, what went wrong, what comes next ----------------------------------------------------


def _sent(note: NoteResult) -> Iterator[RenderableType]:
    dry = note.written is not None and note.written.outcome == "dry_run"
    if not note.queries:
        yield Row("Sent", "nothing would leave this machine" if dry else "nothing left this machine")
        return
    yield Row("Would send" if dry else "Sent", f"{count(len(note.queries), 'query')}, and nothing else of the note:")
    for query in note.queries:
        yield Paragraph(Text.assemble(("→ ", "cyan"), plain(query)), INDENT + LABEL, 2)


def _held(note: NoteResult) -> Iterator[RenderableType]:
    if note.held:
        words = ", ".join(plain(one.word) for one in note.held[:MOST_HELD])
        yield Row("Held back", f"{count(len(note.held), 'word')}: {words}{', …' if len(note.held) > MOST_HELD else ''}")


def _problems(report: Report, note: NoteResult) -> Iterator[RenderableType]:
    lost = (f"{loss.what}: {loss.reason}" for loss in report.lost)
    told = list(dict.fromkeys(plain(line) for line in (*note.problems, *report.notices, *lost)))
    for number, line in enumerate(told[:MOST_PROBLEMS]):
        yield Row("" if number else "Note", line, style="yellow")
    if (more := len(told) - MOST_PROBLEMS) > 0:
        yield Row("", f"{more} more: inquiro runs show {plain(report.trace_id)[:8]} --json", style="yellow")


def _next(report: Report, note: NoteResult, undoing: str) -> Iterator[RenderableType]:
    run = plain(report.trace_id)[:8]
    yield ""
    if report.partial:
        yield Row("Stopped", f"{plain(report.stop_reason)}; inquiro runs resume {run} goes on", style="yellow")
    yield Row("Evidence", f"inquiro runs show {run}", style="dim")
    if note.written and note.written.outcome in {"written", "merged", "sibling"}:
        yield Row("Undo", plain(undoing), style="dim")
