"""Ideas, implementations and a paper as Markdown: prose is inert, and code stands between fences it cannot close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.fences import fence_for
from inquiro.core.items_told import CodeTold
from inquiro.core.types import Report
from inquiro.exports._answer import Block
from inquiro.exports._md_text import blocks_of, inert, line_of, marks_of
from inquiro.exports._modes import (
    IDEAS,
    IMPLEMENTATIONS,
    NONE_FOUND,
    PAPER,
    Item,
    Shown,
    clean_code,
    language_tag,
)


def modes(shown: Shown, report: Report) -> Iterator[list[str]]:
    if shown.ideas is not None:
        yield [f"## {IDEAS}"]
        yield _ideas(shown.ideas, report) or [f"> {NONE_FOUND}"]
    if shown.implementations is not None:
        yield [f"## {IMPLEMENTATIONS}"]
        for item in shown.implementations:
            yield from _implementation(item, report)
        if not shown.implementations:
            yield [f"> {NONE_FOUND}"]
    if shown.paper is not None:
        yield [f"## {PAPER}"]
        yield from _paper(shown.paper, shown.paper_code, report)
        if not shown.paper:
            yield [f"> {NONE_FOUND}"]


def _ideas(items: Iterable[Item], report: Report) -> list[str]:
    lines: list[str] = []
    for item in items:
        lead = f"{item.number}. "
        parts = [_prose(block, report) for block in item.blocks] or [inert(item.title)]
        parts.append(" · ".join([_where(item, report), *item.standing]))
        if item.reasons:
            parts.append(f"Ranked so: {inert(item.reasons)}")
        lines += [lead + parts[0], *(line for part in parts[1:] for line in ("", " " * len(lead) + part)), ""]
    return lines[:-1]


def _implementation(item: Item, report: Report) -> Iterator[list[str]]:
    yield [f"### {item.number}. {inert(item.title)}"]
    yield from blocks_of(_level_below(item.blocks), report)
    for code in item.code:
        yield from _code(code, report)
    yield [" · ".join([_where(item, report), *item.standing])]
    if item.needs:
        yield [inert(f"{item.needs[0].upper()}{item.needs[1:]}")]
    if item.reasons:
        yield [f"Ranked so: {inert(item.reasons)}"]


def _paper(blocks: Iterable[Block], told: Iterable[CodeTold], report: Report) -> Iterator[list[str]]:
    known = iter(told)
    run: list[Block] = []
    for block in blocks:
        if block.kind != "code":
            run.append(block)
            continue
        yield from blocks_of(run, report)
        run = []
        yield from _code(next(known, CodeTold(block.code, block.language, "")), report)
    yield from blocks_of(run, report)


def _code(told: CodeTold, report: Report) -> Iterator[list[str]]:
    code = clean_code(told.code)
    fence = fence_for(code)
    yield [f"{fence}{language_tag(told.language)}", *code.split("\n"), fence]
    doubts = [f"**{inert(doubt)}**" for doubt in told.doubts]
    if remarks := [*doubts, *map(inert, filter(None, (told.origin, *told.remarks)))]:
        yield [" · ".join(_linked(remark, told, report) for remark in remarks)]


def _linked(remark: str, told: CodeTold, report: Report) -> str:
    """The number of the source that the code was found in leads there."""
    if remark != inert(told.origin) or "[" not in told.origin:
        return remark
    before, _, rest = told.origin.partition("[")
    number, _, after = rest.partition("]")
    return f"{inert(before)} {marks_of([int(number)], report)}{inert(after)}" if number.isdecimal() else remark


def _where(item: Item, report: Report) -> str:
    if item.source is not None:
        return f"Source {marks_of([item.source], report)}"
    return f"Source: [{inert(item.title)}](<{item.url}>)" if item.url else f"Source: {inert(item.title)}"


def _prose(block: Block, report: Report) -> str:
    """Headings inside an item are only strong: the document's outline is ours."""
    line = line_of(block, report)
    if block.kind == "heading":
        return f"**{line}**"
    return f"- {line}" if block.kind == "item" else line


def _level_below(blocks: Iterable[Block]) -> list[Block]:
    return [Block(kind="heading", level=4, spans=block.spans) if block.kind == "heading" else block for block in blocks]
