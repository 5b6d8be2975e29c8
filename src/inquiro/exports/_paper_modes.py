"""Ideas, implementations and a paper as lines to be set in type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.items_told import CodeTold
from inquiro.core.types import Report
from inquiro.exports._answer import Block
from inquiro.exports._display import one_line
from inquiro.exports._modes import IDEAS, IMPLEMENTATIONS, NONE_FOUND, PAPER, Item, Shown, clean_code
from inquiro.exports._paper_text import Line, Run, blocks_of, line_of, marks_of


def modes(shown: Shown, report: Report) -> Iterator[Line]:
    for heading, items in ((IDEAS, shown.ideas), (IMPLEMENTATIONS, shown.implementations)):
        if items is None:
            continue
        yield line_of("heading", heading)
        for item in items:
            yield from _item(item, report)
        if not items:
            yield line_of("paragraph", NONE_FOUND)
    if shown.paper is not None:
        yield line_of("heading", PAPER)
        yield from _paper(shown.paper, shown.paper_code, report)
        if not shown.paper:
            yield line_of("paragraph", NONE_FOUND)


def _item(item: Item, report: Report) -> Iterator[Line]:
    yield line_of("heading", f"{item.number}. {item.title}", 2)
    for line in blocks_of(item.blocks, report):
        yield Line(kind="heading", runs=line.runs, level=3) if line.kind == "heading" else line
    for told in item.code:
        yield from _code(told)
    source = tuple(marks_of([item.source], report)) if item.source is not None else (Run(text=f" {item.url or ''}"),)
    facts = "".join(f" · {part}" for part in (*item.standing, item.needs, item.reasons) if part)
    yield Line(kind="small", runs=(Run(text="Source"), *source, Run(text=facts)))


def _paper(blocks: Iterable[Block], told: Iterable[CodeTold], report: Report) -> Iterator[Line]:
    known = iter(told)
    for block in blocks:
        if block.kind == "code":
            yield from _code(next(known, CodeTold(block.code, block.language, "")))
        else:
            yield from blocks_of([block], report)


def _code(told: CodeTold) -> Iterator[Line]:
    yield Line(kind="code", runs=(Run(text=clean_code(told.code)),))
    remarks = [told.language, told.origin, *told.doubts, *told.remarks]
    if any(remarks[1:]):
        yield line_of("small", one_line(" · ".join(filter(None, remarks))))
