"""Whether code stands in a page that was read, however its white space, line ends and prompts were changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inquiro.core.types import Document
from inquiro.engine.modes.transcripts import bare_line, is_prompted

_BLANKS = re.compile(r"[ \t\u00a0]+")
_TOKEN = re.compile(r"[^\s>$]+")
_LINES, _CHARACTERS = 2, 40  # a part of a block counts from here on
_TAB = 4


class _Line(NamedTuple):
    """A line that says something: its words, how far in it begins, and where it stands."""

    words: str
    indent: int
    tabbed: bool
    prompted: bool
    start: int
    end: int


def find_quoted(code: str, documents: Sequence[Document]) -> tuple[Document, int, int] | None:
    """The page and the span in it; the first document that holds the code is taken.

    Equal but for trailing and blank lines, tabs for spaces, line ends, prompts and common indentation.
    """
    wanted = _lines(code, 0, len(code))
    rarest = max((token for line in wanted for token in _TOKEN.findall(line.words)), key=len, default="")
    for document in documents:
        if wanted and rarest in document.text:
            for start, end in _blocks(document):
                if place := _found(wanted, _lines(document.text, start, end), whole=bool(document.code)):
                    return document, *place
    return None


def _blocks(document: Document) -> Iterator[tuple[int, int]]:
    """Its blocks of code; where a reader could not tell them, all of it."""
    if document.code:
        yield from ((span.start, span.end) for span in document.code)
    else:
        yield 0, len(document.text)


def _found(ours: list[_Line], shown: list[_Line], *, whole: bool) -> tuple[int, int] | None:
    """Among all lines; then among what was typed, without what came back."""
    typed = [line for line in shown if line.prompted]
    for theirs in (shown, typed) if 0 < len(typed) < len(shown) else (shown,):
        at = _position(ours, theirs, whole=whole)
        if at is not None:
            return theirs[at].start, theirs[at + len(ours) - 1].end
    return None


def _position(ours: list[_Line], theirs: list[_Line], *, whole: bool) -> int | None:
    if not ours or len(ours) > len(theirs):
        return None
    if not (whole and len(ours) == len(theirs)) and not _is_enough(ours):
        return None
    first = ours[0].words
    for at in range(len(theirs) - len(ours) + 1):
        if _BLANKS.sub(" ", theirs[at].words) == _BLANKS.sub(" ", first) and _same(ours, theirs[at : at + len(ours)]):
            return at
    return None


def _is_enough(lines: list[_Line]) -> bool:
    return len(lines) >= _LINES or sum(len(line.words) for line in lines) >= _CHARACTERS


def _same(ours: list[_Line], theirs: list[_Line]) -> bool:
    if not all(_same_words(one.words, other.words) for one, other in zip(ours, theirs, strict=True)):
        return False
    return _shape(ours, theirs) == _shape(theirs, ours)


def _same_words(one: str, other: str) -> bool:
    return one == other or (("\t" in one or "\t" in other) and _BLANKS.sub(" ", one) == _BLANKS.sub(" ", other))


def _shape(lines: list[_Line], others: list[_Line]) -> list[int]:
    """Indentation without what is common; only its steps where one side uses tabs, whose width nobody knows."""
    least = min(line.indent for line in lines)
    if not any(line.tabbed for line in (*lines, *others)):
        return [line.indent - least for line in lines]
    steps = sorted({line.indent for line in lines})
    return [steps.index(line.indent) for line in lines]


def _lines(text: str, start: int, end: int) -> list[_Line]:
    found: list[_Line] = []
    at = start
    for raw in text[start:end].splitlines(keepends=True):
        line = raw.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        said = bare_line(line).replace("\u00a0", " ")
        if words := said.strip():
            margin = said[: len(said) - len(said.lstrip())]
            width, end_of_words = len(margin.expandtabs(_TAB)), at + len(line.rstrip())
            found.append(_Line(words, width, "\t" in margin, is_prompted(line), at, end_of_words))
        at += len(raw)
    return found
