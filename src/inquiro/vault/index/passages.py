"""The passages of a note: paragraphs under one heading, put together until there is something to say.

Notes are lines, lists and short paragraphs: their blank lines and headings cut them well, ten times as fast as telling
sentences apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

Span = tuple[int, int]

VERSION = 1  # part of what an index is built with: raise it when cuts change
TARGET = 900
LONGEST = 1_800
_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[ \t]*\S[^\n]*)*")
_END = re.compile(r"(?<=[.!?…])[ \t]+|[。！？]|\n")


def passages_of(text: str, headings: Sequence[int]) -> list[Span]:
    """Spans of about TARGET characters; a heading (by its offset) begins one unless little stands above it."""
    spans: list[Span] = []
    marks = iter([*headings, len(text) + 1])
    heading = next(marks)
    for start, end in _pieces(text):
        under_new = False
        while heading < end:
            under_new = heading >= start
            heading = next(marks)
        if spans and _belongs(spans[-1], end, under_new=under_new):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _belongs(before: Span, end: int, *, under_new: bool) -> bool:
    if under_new:
        return before[1] - before[0] < TARGET // 3 and end - before[0] <= TARGET
    return end - before[0] <= TARGET


def _pieces(text: str) -> Iterator[Span]:
    for match in _PARAGRAPH.finditer(text):
        start, end = match.span()
        while end - start > LONGEST:
            cut = _cut(text, start + TARGET // 2, start + TARGET)
            yield start, cut
            start = cut
        yield start, end


def _cut(text: str, low: int, high: int) -> int:
    """After the last sentence or line, else the last word, that ends between the two."""
    ends = [match.end() for match in _END.finditer(text, low, high)]
    blank = text.rfind(" ", low, high)
    return ends[-1] if ends else blank + 1 or high
