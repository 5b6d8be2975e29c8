"""Passages: about a paragraph or two, cut between sentences, headings kept with what they announce."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.types import Anchor
from inquiro.retrieval.blocks import is_heading
from inquiro.retrieval.sentences import sentences

VERSION = 1  # part of what an index is built with: raise it when cuts change
TARGET = 900
Span = tuple[int, int]


def chunk(text: str, headings: Iterable[Anchor] = (), target: int = TARGET, overlap: int = 0) -> list[Span]:
    """Spans of passages of about `target` characters; `overlap` repeats that much of the end of the one before."""
    units = sentences(text)
    if not units:
        return []
    titles = _heading_units(text, units, headings)
    firsts = [0]
    for at in range(1, len(units)):
        if _breaks(units, titles, firsts[-1], at, target):
            firsts.append(_without_trailing(titles, firsts[-1], at))
    ends = [units[first - 1][1] for first in firsts[1:]] + [units[-1][1]]
    return [(units[_step_back(units, first, overlap)][0], end) for first, end in zip(firsts, ends, strict=True)]


def _heading_units(text: str, units: list[Span], headings: Iterable[Anchor]) -> list[bool]:
    offsets = {anchor.offset for anchor in headings}
    return [start in offsets or is_heading(text[start:end]) for start, end in units]


def _breaks(units: list[Span], titles: list[bool], first: int, at: int, target: int) -> bool:
    """Before a heading once there is enough, and before a sentence that would make the passage too long."""
    if all(titles[first:at]):
        return False
    start = units[first][0]
    if titles[at]:
        return units[at - 1][1] - start >= target // 3
    return units[at][1] - start > target


def _without_trailing(titles: list[bool], first: int, end: int) -> int:
    while end > first + 1 and titles[end - 1]:
        end -= 1
    return end


def _step_back(units: list[Span], first: int, overlap: int) -> int:
    begin = first
    while begin > 0 and units[first - 1][1] - units[begin - 1][0] <= overlap:
        begin -= 1
    return begin
