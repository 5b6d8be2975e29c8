"""Markdown as the pieces a reader sees: headings, paragraphs, items of lists and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from inquiro.core.fences import fences

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(.*)")


class Piece(NamedTuple):
    """Text on one line; code, which alone keeps its lines, with the language that its fence names."""

    kind: Literal["heading", "paragraph", "item", "code"]
    text: str
    level: int = 0
    language: str = ""


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
    """Text in which nothing is code; what stands on several lines without a blank one between is one piece."""
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
