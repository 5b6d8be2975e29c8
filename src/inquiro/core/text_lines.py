"""The lines of a text that say something, with their places and how far in they stand."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile("[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_BREAK = re.compile("\r\n|[\n\r\v\x85\u2028]")
_PAGE_BREAK = re.compile("[\f\u2029\x1c-\x1e]")
_ENDED = re.compile(r"[.!?…。！？｡][\"'”’»)\]*_]*(?:\s*\[\d+\])*$")


class Line(NamedTuple):
    """A line without the space around it; `indent` counts the columns before it."""

    start: int
    end: int
    indent: int
    text: str
    apart: bool  # blank space above


def lines_of(text: str, start: int, end: int) -> list[Line]:
    found: list[Line] = []
    above = start
    for match in _LINE.finditer(text, start, end):
        line = match[0].strip()
        if line:
            whole = match[0]
            begin = match.start() + (whole.index(line[0]) if whole[0].isspace() else 0)
            between = text[above : match.start()]
            apart = not found or (
                between != "\n" and (len(_BREAK.findall(between)) > 1 or bool(_PAGE_BREAK.search(between)))
            )
            found.append(Line(begin, begin + len(line), columns(whole) if whole[0] in " \t" else 0, line, apart))
            above = begin + len(line)
    return found


def columns(line: str) -> int:
    bare = line.lstrip()
    return len(line[: len(line) - len(bare)].expandtabs(4))


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does, and not as a row or an item; citations behind it do not count."""
    return _ENDED.search(text) is not None
