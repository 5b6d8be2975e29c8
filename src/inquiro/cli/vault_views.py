"""A vault in a terminal: how far its index is, and the notes that were found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import click
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from inquiro.cli.moving import MovingLine
from inquiro.cli.rows import INDENT, Paragraph
from inquiro.cli.text import count, plain, shortened
from inquiro.core.types import FoundNote
from inquiro.retrieval.words import content_tokens, tokens, words

if TYPE_CHECKING:
    from inquiro.runtime.vault import IndexedVault

_VERBS = {"notes": "reading", "passages": "embedding"}
_BETWEEN_LINES = 5.0  # seconds, where nothing can move
_MOST_TAGS = 4
_MOST_SKIPPED = 5


class IndexDisplay(MovingLine):
    """How far it is: a line that moves on a terminal, a line now and then elsewhere; silent for the first `after` s."""

    def __init__(self, after: float = 0.0) -> None:
        super().__init__()
        self._what = ""
        self._began = self._first_done = 0.0
        self._next = monotonic() + (after or _BETWEEN_LINES)
        self._quiet_until = monotonic() + after

    def __call__(self, done: int, total: int, what: str) -> None:
        now = monotonic()
        if what != self._what:
            self._what, self._began, self._first_done = what, now, done
        if now < self._quiet_until:
            return
        line = self._line(done, total, now)
        if self.live:
            self.live.update(Text(line))
        elif now >= self._next:
            self._next = now + _BETWEEN_LINES
            click.echo(line, err=True)

    def say(self, text: str) -> None:
        self.console.print(Text(plain(text)))

    def _line(self, done: int, total: int, now: float) -> str:
        line = f"{_VERBS[self._what]} {done:,} of {total:,} {self._what}"
        spent, new = now - self._began, done - self._first_done
        if spent < 1 or new <= 0:
            return line
        rate = new / spent
        return f"{line} · {rate:,.0f} a second · {_duration((total - done) / rate)} left"


def searchable_line(found: IndexedVault) -> str:
    return f"{plain(found.vault)}: {count(found.refreshed.notes, 'note')}, searchable now by their words."


def summary_lines(found: IndexedVault) -> Iterator[str]:
    told = found.refreshed
    changes = {"added": told.added, "changed": told.changed, "renamed": told.renamed, "removed": told.removed}
    said = ", ".join(f"{number:,} {what}" for what, number in changes.items() if number) or "nothing changed"
    yield f"{count(told.notes, 'note')}: {said}."
    broken = len(found.links.broken)
    nowhere = f", {broken:,} of them {'leads' if broken == 1 else 'lead'} nowhere" if broken else ""
    yield f"{count(found.links.links, 'link')}{nowhere}."
    if found.embeddings or told.not_embedded < told.passages:
        yield f"{told.passages - told.not_embedded:,} of {count(told.passages, 'passage')} can be found by meaning."
    else:
        yield "Found by words only: no embeddings were made."
    for path, reason in told.skipped[:_MOST_SKIPPED]:
        yield f"Left out: {plain(path)}: {plain(reason)}"
    if len(told.skipped) > _MOST_SKIPPED:
        yield f"Left out: {len(told.skipped) - _MOST_SKIPPED:,} more (--json lists them)"


def broken_lines(found: IndexedVault) -> Iterator[str]:
    for path, target in found.links.broken:
        yield f"{plain(path)}: [[{plain(target)}]]"


class NoteList:
    """Notes that were found, best first; the words that were looked for stand out."""

    def __init__(self, found: Sequence[FoundNote], query: str) -> None:
        self.found = found
        self._wanted = frozenset(content_tokens(query) or tokens(query))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, note in enumerate(self.found):
            if number:
                yield ""
            head = Text.assemble((plain(note.path), "bold"))
            if note.heading and plain(note.heading) != plain(note.title):
                head.append(f" › {shortened(note.heading, 60)}", style="cyan")
            yield Paragraph(head, indent=0)
            if note.snippet:
                yield Paragraph(self._marked(plain(note.snippet)))
            yield Paragraph(Text(" · ".join(_facts(note)), style="dim"), INDENT)

    def _marked(self, snippet: str) -> Text:
        text = Text(snippet)
        for word in words(snippet):
            if self._wanted.intersection(tokens(word.text)):
                text.stylize("bold yellow", word.start, word.end)
        return text


def _facts(note: FoundNote) -> Iterator[str]:
    yield f"{note.score:.2f}"
    yield note.modified
    if note.tags:
        more = f" +{len(note.tags) - _MOST_TAGS}" if len(note.tags) > _MOST_TAGS else ""
        yield " ".join(f"#{plain(tag)}" for tag in note.tags[:_MOST_TAGS]) + more


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5_400 else f"{seconds / 3600:.1f} h"
