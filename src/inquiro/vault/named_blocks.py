"""Blocks that have an id, `^like-this`, and which lines each of them means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inquiro.vault.blocks import Line

_AT_END = re.compile(r"(?:^|(?<=\s))\^([A-Za-z0-9-]+)[ \t]*(?:\r\n?|\n)?\Z")
_LEAD = re.compile(r"(?:[ \t]*>)*([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])([ \t]|$))?")
_TEXTS = frozenset({"text", "quote", "heading"})


class Block(NamedTuple):
    """`text[start:end]` is the block, its id included."""

    id: str
    start: int
    end: int


def blocks_of(text: str, lines: list[Line]) -> Iterator[Block]:
    runs: list[int] = []  # for every line, where the lines of its kind begin
    item = -1  # the line that starts the last item of a list in this run
    for at, line in enumerate(lines):
        goes_on = at > 0 and lines[at - 1].kind == line.kind and not line.level
        runs.append(runs[-1] if goes_on else at)
        if not goes_on:
            item = -1
        if line.kind not in _TEXTS:
            continue
        if _item(text, line) is not None:
            item = at
        if "^" not in (raw := text[line.start : line.end]) or not (named := _AT_END.search(raw)):
            continue
        if not raw[: named.start()].strip(" \t>"):
            first, last = _above(lines, runs, at), at
        else:
            first = item if item >= 0 else runs[at]
            last = _below(text, lines, at, item) if item >= 0 else at
        yield Block(named[1], lines[first].start, lines[last].end)


def _above(lines: list[Line], runs: list[int], at: int) -> int:
    """An id on a line of its own names what stands above it: a table, a list, a quote, code."""
    above = at - 1
    while above >= 0 and lines[above].kind == "blank":
        above -= 1
    return runs[above] if above >= 0 and lines[above].kind != "front" else at


def _below(text: str, lines: list[Line], at: int, item: int) -> int:
    """What is indented below an item belongs to it."""
    depth, kind = _depth(text, lines[item]), lines[item].kind
    last = at
    while last + 1 < len(lines) and lines[last + 1].kind == kind and _depth(text, lines[last + 1]) > depth:
        last += 1
    return last


def _item(text: str, line: Line) -> int | None:
    """How far an item of a list is indented; None for a line that starts none."""
    lead = _LEAD.match(text, line.start, line.end)
    return len(lead[1].expandtabs(4)) if lead and lead[2] is not None else None


def _depth(text: str, line: Line) -> int:
    lead = _LEAD.match(text, line.start, line.end)
    return len(lead[1].expandtabs(4)) if lead else 0
