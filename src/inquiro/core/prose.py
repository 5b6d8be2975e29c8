"""Markdown as the pieces a reader sees: headings, paragraphs, items of lists, tables and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from inquiro.core.fences import fences

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_RULE = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*")
_BAR = re.compile(r"(?<!\\)\|")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)")


class Piece(NamedTuple):
    """Text on one line; code, which alone keeps its lines, with the language that its fence names; a table's cells."""

    kind: Literal["heading", "paragraph", "item", "table", "code"]
    text: str
    level: int = 0
    language: str = ""
    rows: tuple[tuple[str, ...], ...] = ()  # its head first


def pieces(text: str) -> Iterator[Piece]:
    """The whole text in order, code between fences included."""
    at = 0
    for fence in fences(text):
        yield from lines(text[at : fence.start])
        if fence.code.strip():
            yield Piece("code", fence.code, language=fence.language)
        at = fence.end
    yield from lines(text[at:])


def lines(text: str) -> Iterator[Piece]:
    """Text in which nothing is code."""
    gathered: list[str] = []
    rows = text.splitlines()
    at = 0
    while at < len(rows):
        if rows[at].lstrip().startswith("|") and at + 1 < len(rows) and _RULE.fullmatch(rows[at + 1]):
            yield from _running("\n".join(gathered))
            gathered = []
            end = next((n for n in range(at, len(rows)) if not rows[n].lstrip().startswith("|")), len(rows))
            yield Piece("table", "", rows=tuple(table_cells(row) for row in (rows[at], *rows[at + 2 : end])))
            at = end
        else:
            gathered.append(rows[at])
            at += 1
    yield from _running("\n".join(gathered))


def table_cells(line: str) -> tuple[str, ...]:
    """Of one row; a bar that is escaped is a character."""
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return tuple(_one_line(cell).replace("\\|", "|") for cell in _BAR.split(bare))


def _running(text: str) -> Iterator[Piece]:
    """What stands on several lines without a blank one between is one piece."""
    kind: Literal["paragraph", "item"] = "paragraph"
    gathered: list[str] = []
    for line in [*text.splitlines(), ""]:
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading or item or not line.strip():
            if gathered:
                yield Piece(kind, _one_line(" ".join(gathered)))
            kind, gathered = ("item" if item else "paragraph"), []
        if heading:
            yield Piece("heading", _one_line(heading[2]), len(heading[1]))
        elif line.strip():
            gathered.append(item[1] if item else line)


def _one_line(text: str) -> str:
    return " ".join(text.split())
