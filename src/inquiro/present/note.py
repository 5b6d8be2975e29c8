"""What became of a researched note as a tree: what was written, what it is about, what disagrees, what left the machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote

from inquiro.core.phrases import phrases
from inquiro.core.types import Contradiction, NoteResult, Report, ReportSource, Written
from inquiro.present.blocks import Block, Chip, Spans, Table, Text, words
from inquiro.present.wording import counted, one_line, shortened

SECTION = "## Research"
ONLY_HERE = "(in the vault only)"  # a topic of which no word may leave
LONGEST_REMARK, LONGEST_NAME = 160, 60
MOST_PROBLEMS, MOST_HELD = 5, 12
_TYPE_WIDTH = 9
_OUTCOMES = {"dry_run": "Would write", "held": "Would write", "nothing": "Not written", "unchanged": "Unchanged"}
Row = tuple[Spans, ...]


def researched(report: Report, *, beside_evidence: bool = False) -> Iterator[Block]:
    """Names and values; beside the evidence of the run, what stands there is not told again."""
    note = report.note
    if note is None:
        return
    rows = [*_written(note), *_topics(note)]
    if not beside_evidence:
        rows += _disagreements(report, note)
    rows += [*_related(note), *_sent(note), *_held(note)]
    if not beside_evidence:
        rows += _problems(report, note)
    yield Table(rows=tuple(rows), kind="facts")


def taken_back(written: Written) -> Iterator[Block]:
    label = "Would undo" if written.outcome == "dry_run" else "Undone"
    yield Table(rows=(_row(label, undone(written)), *_reason(written)), kind="facts")


# -- what was written -------------------------------------------------------------------------------


def _written(note: NoteResult) -> Iterator[Row]:
    written = note.written
    if written is None:
        yield _warned("Not written", note.path)
        return
    yield _row(_OUTCOMES.get(written.outcome, "Written"), f"{one_line(written.path)}: {changed(written)}")
    yield from _reason(written)


def _reason(written: Written) -> Iterator[Row]:
    if written.reason:
        yield _warned("", written.reason)


def changed(written: Written) -> str:
    """`## Research added, 34 lines` or `## Research updated: +5 −3, your 2 remarks kept`."""
    more, fewer = _lines(written)
    kept = _kept(written)
    if written.outcome in {"unchanged", "nothing"} or not (more or fewer):
        return f"nothing to change{kept}"
    new = fewer == 0 and _has_heading(written, "+")
    return f"{SECTION} added, {counted(more, 'line')}" if new else f"{SECTION} updated: +{more} −{fewer}{kept}"


def undone(written: Written) -> str:
    more, fewer = _lines(written)
    kept = _kept(written)
    path = one_line(written.path)
    if not (more or fewer):
        return f"{path}: nothing to change{kept}"
    gone = more == 0 and _has_heading(written, "-")
    return f"{path}: {SECTION} removed, {counted(fewer, 'line')}" if gone else f"{path}: +{more} −{fewer}{kept}"


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


# -- what was found ---------------------------------------------------------------------------------


def _topics(note: NoteResult) -> Iterator[Row]:
    kinds = Counter(topic.type for topic in note.topics)
    told = ", ".join(counted(number, kind) for kind, number in kinds.items())
    yield _row("Topics", f"{note.topics_researched}" + (f": {told}" if told else ""))
    for topic in note.topics:
        redacted = f"  (kept here: {', '.join(map(one_line, topic.redacted))})" if topic.redacted else ""
        name = one_line(topic.label) or ONLY_HERE
        yield (), (Text(text=f"{topic.type:<{_TYPE_WIDTH}}", quiet=True), *words(name), *words(redacted, quiet=True))


def _disagreements(report: Report, note: NoteResult) -> Iterator[Row]:
    sources = {source.id: source for source in report.sources}
    for one in report.contradictions:
        why = phrases(report.language).kinds[one.kind]
        yield _warned("⚠", f"{_disagreement(one, sources, note)} ({why})")


def _disagreement(one: Contradiction, sources: dict[str, ReportSource], note: NoteResult) -> str:
    """`night noise limit: your note says 40 dB; Noise rules says 35 dB`, the note first, and nobody twice."""
    told = []
    for side in one.sides:
        source = sources.get(side.source_id)
        own = side.source_type == "vault" and (source is None or _is_note(source, note.path))
        who = "your note" if own else shortened(source.title if source else "another source", LONGEST_NAME)
        told.append((not own, f"{who} says {one_line(side.value or side.statement).rstrip('.')}"))
    said = "; ".join(dict.fromkeys(text for _, text in sorted(told, key=lambda pair: pair[0])))
    return f"{one_line(one.about)}: {said}"


def _is_note(source: ReportSource, path: str) -> bool:
    return unquote(source.url).endswith(f"/{path}")


def _related(note: NoteResult) -> Iterator[Row]:
    for number, related in enumerate(note.related):
        says = f": {shortened(related.says, LONGEST_REMARK)}" if related.says else ""
        yield _row("" if number else "Related", f"{one_line(related.link) or one_line(related.title)}{says}")


# -- what left, what went wrong ---------------------------------------------------------------------


def _sent(note: NoteResult) -> Iterator[Row]:
    dry = note.written is not None and note.written.outcome == "dry_run"
    if not note.queries:
        yield _row("Sent", "nothing would leave this machine" if dry else "nothing left this machine")
        return
    number = counted(len(note.queries), "query", "queries")
    yield _row("Would send" if dry else "Sent", f"{number}, and nothing else of the note:")
    for query in note.queries:
        yield _row("", f"→ {one_line(query)}")


def _held(note: NoteResult) -> Iterator[Row]:
    if note.held:
        listed = ", ".join(one_line(one.word) for one in note.held[:MOST_HELD])
        more = ", …" if len(note.held) > MOST_HELD else ""
        yield _row("Held back", f"{counted(len(note.held), 'word')}: {listed}{more}")


def _problems(report: Report, note: NoteResult) -> Iterator[Row]:
    lost = (f"{loss.what}: {loss.reason}" for loss in report.lost)
    told = list(dict.fromkeys(filter(None, map(one_line, (*note.problems, *report.notices, *lost)))))
    for number, line in enumerate(told[:MOST_PROBLEMS]):
        yield _warned("" if number else "Note", line)
    if (more := len(told) - MOST_PROBLEMS) > 0:
        yield _warned("", f"{more} more: inquiro runs show {one_line(report.trace_id)[:8]} --json")


def _row(name: str, value: str) -> Row:
    return words(name, strong=True), words(value)


def _warned(name: str, value: str) -> Row:
    return words(name, strong=True), (Chip(text=one_line(value), tone="warn"),)
