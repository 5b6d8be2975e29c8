"""Code between fences in Markdown: where it stands, in which language, and whether its fence is ever closed."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

# What a fence may stand in: quotes and lists. A mark that is not followed by a blank is no list.
_FENCE = re.compile(
    r"(?P<lead>(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)(?P<mark>`{3,}|~{3,})(?P<info>[^\n]*)"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")  # a form feed or a line separator is part of the code, and ends no line
_TICKS = re.compile(r"`+")
_LANGUAGE = re.compile(r"[\w+#.-]+")
_DEEPEST = 3  # columns by which the closing fence may stand further right; beyond that it is code


class Fence(NamedTuple):
    """`text[start:end]` is the whole block with its fences, `code` what stands between them, as it is written."""

    start: int
    end: int
    code: str
    language: str = ""
    closed: bool = True


class FenceMark(NamedTuple):
    """A line that may open or close a block of code."""

    lead: str  # what stands before the mark: blanks, quotes, a list's sign
    mark: str
    info: str

    @property
    def opens(self) -> bool:
        return not (self.mark[0] == "`" and "`" in self.info)

    def closes(self, opened: FenceMark, least: float) -> bool:
        """Nothing may follow it; in a quote of its own, or right of where the code begins at least, it is code."""
        if not self.mark.startswith(opened.mark) or self.info.strip():
            return False
        if self.lead.strip(" \t>") or self.lead.count(">") > opened.lead.count(">"):
            return False
        return _width(self.lead) <= _width(opened.lead) + _DEEPEST or _width(self.lead) <= least


def fence_mark(line: str) -> FenceMark | None:
    found = _FENCE.match(line)
    return FenceMark(found["lead"], found["mark"], found["info"]) if found else None


def fences(text: str) -> list[Fence]:
    """In order; a fence inside a longer one is code, and one that nobody closes reaches to the end."""
    found: list[Fence] = []
    opened: FenceMark | None = None
    began = body = 0
    least = math.inf
    for line in _LINE.finditer(text):
        mark = fence_mark(line[0])
        if opened is None:
            if mark and mark.opens:
                opened, began, body, least = mark, line.start(), line.end(), math.inf
        elif mark and mark.closes(opened, least):
            end = line.start() + len(line[0].rstrip("\r\n"))
            found.append(Fence(began, end, _code(text[body : line.start()], opened.lead), _language(opened.info)))
            opened = None
        else:
            least = min(least, least_width(line[0]))
    if opened is not None:
        code = _code(text[body:], opened.lead)
        found.append(Fence(began, len(text), code, _language(opened.info), closed=False))
    return found


def fence_for(code: str) -> str:
    """A fence that nothing in the code can close."""
    return "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(code)), default=0))


def without_fences(text: str, found: list[Fence] | None = None) -> str:
    """The prose alone; where code stood, a paragraph ends. `found`: its fences, if they are known already."""
    kept, at = [], 0
    for fence in fences(text) if found is None else found:
        kept.append(text[at : fence.start])
        at = fence.end
    return "\n\n".join(part.strip("\n") for part in (*kept, text[at:]) if part.strip())


def _code(body: str, lead: str) -> str:
    """Without what the fence itself stands in, such as a list, and without the line end before the closing one."""
    bare = "".join(_unindented(line[0], lead) for line in _LINE.finditer(body)) if lead else body
    return bare.removesuffix("\n").removesuffix("\r")


def _unindented(line: str, lead: str) -> str:
    """At most as many columns as the fence stands in; what a tab is too wide by stays as blanks."""
    width, quotes, column, at = _width(lead), lead.count(">"), 0, 0
    while column < width and at < len(line):
        if line[at] == ">" and quotes:
            quotes -= 1
        elif line[at] not in " \t":
            break
        column += 4 - column % 4 if line[at] == "\t" else 1
        at += 1
    return " " * (column - width) + line[at:]


def least_width(code: str) -> float:
    """How far right the code stands as a whole; what is blank says nothing."""
    lines = (line[0] for line in _LINE.finditer(code))
    return min((_width(line) - _width(line.lstrip(" \t")) for line in lines if line.strip()), default=math.inf)


def _width(lead: str) -> int:
    return len(lead.expandtabs(4))


def _language(info: str) -> str:
    named = _LANGUAGE.match(info.strip())
    return named[0].lower() if named else ""
