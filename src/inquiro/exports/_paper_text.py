"""What PDF and DOCX set in type: lines of runs, tables, and blocks of text turned into them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Literal

from inquiro.core.types import Report, Value
from inquiro.exports._answer import Block, Marks, Span, Statement
from inquiro.exports._display import LABELS, retracted_numbers


class Run(Value, frozen=True, kw_only=True):
    """A stretch of text in one look; `url` is a source's own address, `source` the number of one in the list."""

    text: str
    bold: bool = False
    quiet: bool = False
    url: str = ""
    source: int | None = None


class Line(Value, frozen=True, kw_only=True):
    kind: Literal["title", "heading", "paragraph", "item", "notice", "source", "quote", "small", "code"]
    runs: tuple[Run, ...]
    level: int = 1
    anchor: int | None = None  # the number of the source that stands here

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class Table(Value, frozen=True, kw_only=True):
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    widths: tuple[int, ...]  # shares of the page


Part = Line | Table


def right_to_left(text: str) -> bool:
    """By the first letter that has a direction."""
    found = (unicodedata.bidirectional(character) for character in text)
    return next((kind in {"R", "AL"} for kind in found if kind in {"L", "R", "AL"}), False)


def line_of(
    kind: Literal["title", "heading", "paragraph", "item", "notice", "small"], text: str, level: int = 1
) -> Line:
    return Line(kind=kind, runs=(Run(text=text),), level=level)


def blocks_of(blocks: Iterable[Block], report: Report) -> Iterator[Line]:
    for block in blocks:
        if block.kind == "code":
            yield Line(kind="code", runs=(Run(text=block.code),))
            continue
        runs = tuple(run for span in block.spans for run in runs_of(span, report) if run.text)
        if block.kind == "heading":
            yield Line(kind="heading", runs=runs, level=max(1, block.level - 1))
        elif runs:
            yield Line(kind=block.kind, runs=runs)


def runs_of(span: Span, report: Report) -> Iterator[Run]:
    if isinstance(span, Marks):
        yield from marks_of(span.numbers, report)
    elif isinstance(span, Statement):
        for piece in span.spans:
            yield Run(text=piece.text, bold=piece.bold)
        label = report.claims[span.claim].label
        if label in {"inferred", "uncited"}:
            yield Run(text=f" ({LABELS[label]})", quiet=True)
    else:
        yield Run(text=span.text, bold=span.bold)


def marks_of(numbers: Iterable[int], report: Report) -> Iterator[Run]:
    withdrawn = retracted_numbers(report)
    for number in numbers:
        yield Run(text=f" [{number}{', retracted' * (number in withdrawn)}]", source=number)
