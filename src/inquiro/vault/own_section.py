"""What of a note is read: neither its comments nor the section that an earlier research put there."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.vault.notes import ParsedNote
from inquiro.vault.section import LEVEL, TITLE


def research_sections(note: ParsedNote, length: int) -> Iterator[tuple[int, int]]:
    """Where earlier research stands: it must not become evidence for itself."""
    begun = -1
    for heading in note.headings:
        if begun >= 0 and heading.level <= LEVEL:
            yield begun, heading.start
            begun = -1
        if begun < 0 and heading.level == LEVEL and heading.text.casefold() == TITLE.casefold():
            begun = heading.start
    if begun >= 0:
        yield begun, length


def readable_spans(text: str, note: ParsedNote, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between two places that a reader of the note sees and wrote."""
    hidden = sorted([*research_sections(note, len(text)), *note.hidden])
    at = start
    for begin, stop in hidden:
        if stop <= at:
            continue
        if begin >= end:
            break
        if begin > at:
            yield at, begin
        at = stop
    if at < end:
        yield at, end
