"""The part of a note that a link with a heading or a block means."""

from __future__ import annotations

import re

from inquiro.vault.notes import ParsedNote

_IGNORED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")  # as Obsidian compares headings


def comparable(heading: str) -> str:
    return _IGNORED.sub(" ", heading).strip().lower()


def fragment(note: ParsedNote, length: int, heading: str, block: str) -> tuple[int, int] | None:
    """From where to where; None where the note, of that many characters, has no such part."""
    if block:
        for named in note.blocks:
            if named.id.lower() == block.lower():
                return named.start, named.end
        return under_heading(note, length, f"{heading}^{block}") if heading else None  # a heading may hold the sign
    return under_heading(note, length, heading) if heading else (note.body, length)


def under_heading(note: ParsedNote, length: int, heading: str) -> tuple[int, int] | None:
    """The section of a heading; of "A#B", the one of B inside the one of A."""
    whole = _section(note, comparable(heading), 0, length)
    if whole:
        return whole
    start, end = 0, length
    for name in filter(None, (comparable(part) for part in heading.split("#"))):
        found = _section(note, name, start, end)
        if not found:
            return None
        start, end = found
    return (start, end) if start or end != length else None


def _section(note: ParsedNote, wanted: str, start: int, end: int) -> tuple[int, int] | None:
    begun, level = -1, 0
    for at in note.headings:
        if begun >= 0:
            if at.level <= level and at.start < end:
                return begun, at.start
        elif start <= at.start < end and wanted and comparable(at.text) == wanted:
            begun, level = at.start, at.level
    return (begun, end) if begun >= 0 else None
