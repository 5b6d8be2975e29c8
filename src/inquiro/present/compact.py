"""A result for whoever has little room, such as a model: short Markdown, cut at whole statements, sources by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from inquiro.core.fences import fence_for
from inquiro.core.markdown import inert
from inquiro.core.types import Report
from inquiro.present.blocks import (
    Block,
    Box,
    Chip,
    Code,
    Figure,
    Folded,
    Heading,
    Inline,
    Items,
    Link,
    Marks,
    Note,
    Paragraph,
    Quotation,
    SourceRow,
    Spans,
    Statement,
    Table,
    Text,
)
from inquiro.present.claim_text import ClaimText
from inquiro.present.modes import language_tag, paper
from inquiro.present.sections import bottom_line, sections
from inquiro.present.sentences import Sentences
from inquiro.present.wording import shortened

APART, BELOW, BESIDE = "\n\n", "\n", ""


class Cut(NamedTuple):
    text: str
    left: int  # characters that there was no room for


class Unit(NamedTuple):
    """What stands or falls as a whole: a sentence with its marks, a row, a block of code."""

    text: str
    gap: str = BESIDE  # before it
    leads: bool = False  # a heading says nothing without what follows it
    is_words: bool = False  # one that is longer than all the room may end with `…`


def compact_answer(report: Report, room: int) -> Cut:
    """Bottom line and sections; disagreements and what is missing are parts of a result by themselves."""
    sentences = Sentences(report)
    if not report.claims:
        return compact(ClaimText(report).blocks(report.answer), room)
    return compact((*bottom_line(report, sentences), *sections(report, sentences)), room)


def compact_paper(report: Report, room: int) -> Cut:
    return compact(paper(report), room)


def compact(blocks: Iterable[Block], room: int) -> Cut:
    """As many units as fit, in their order; nothing after the first that does not, unless that is all there is."""
    kept, waiting, left, full = "", "", 0, False
    for unit in (unit for block in blocks for unit in _units(block)):
        told = f"{unit.gap if kept or waiting else ''}{unit.text}"
        full = full or len(kept) + len(waiting) + len(told) > room
        if full and not kept and unit.is_words:
            kept, waiting = shortened(unit.text, room), ""
            left += len(told) - len(kept)
        elif full:
            left += len(waiting) + len(told)
            waiting = ""
        elif unit.leads:
            waiting += told
        else:
            kept, waiting = kept + waiting + told, ""
    return Cut(kept, left)


def _units(block: Block) -> Iterator[Unit]:
    match block:
        case Heading():
            yield Unit(f"{'#' * block.level} {_line(block.spans)}", APART, leads=True)
        case Paragraph():
            yield from _sentences(block.spans, APART)
        case Items():
            yield from _items(block)
        case Table():
            yield from _table(block)
        case Quotation():
            title = f"{inert(block.title)}: " if block.title else ""
            foot = f" ({_line(block.foot)})" if block.foot else ""
            yield Unit(f"- {title}{_line(block.words)}{foot}", BELOW)
        case Box():
            yield from (unit for one in block.blocks for unit in _units(one))
        case Code():
            yield from _code(block)
        case Figure():
            yield Unit(inert(block.caption), APART)
        case SourceRow():
            yield Unit(f"[{block.number}] {inert(block.title)}", BELOW)
        case Folded():
            pass  # what few readers want


def _items(block: Items) -> Iterator[Unit]:
    for number, item in enumerate(block.items, 1):
        units = [unit for one in item for unit in _units(one)]
        mark = f"{number}. " if block.numbered else "- "
        for place, unit in enumerate(units):
            if place:
                yield unit._replace(gap=unit.gap and BELOW)
            else:
                yield unit._replace(text=f"{mark}{unit.text}", gap=APART if number == 1 else BELOW)


def _table(table: Table) -> Iterator[Unit]:
    """A row that is alone in its table's head would have no names: the head leads."""
    if table.head:
        head = " | ".join(inert(name).replace("|", "\\|") for name in table.head)
        yield Unit(f"| {head} |\n|{'---|' * len(table.head)}", APART, leads=True)
    for number, row in enumerate(table.rows):
        cells = " | ".join(_line(cell).replace("|", "\\|") for cell in row)
        yield Unit(f"| {cells} |", APART if not number and not table.head else BELOW)


def _code(block: Code) -> Iterator[Unit]:
    fence = fence_for(block.code)
    caption = f"\n{_line(block.caption)}" if block.caption else ""
    yield Unit(f"{fence}{language_tag(block.language)}\n{block.code}\n{fence}{caption}", APART)


def _sentences(spans: Spans, gap: str) -> Iterator[Unit]:
    """A statement takes with it the marks and notes behind it, and the words before it that belong to none."""
    gathered: list[Inline] = []
    told = False
    for span in spans:
        if told and not isinstance(span, Marks | Note):
            yield Unit(_line(gathered), gap, is_words=True)
            gathered, told, gap = [], False, BESIDE
        gathered.append(span)
        told = told or isinstance(span, Statement)
    if gathered:
        yield Unit(_line(gathered), gap, is_words=True)


def _line(spans: Iterable[Inline]) -> str:
    return "".join(map(_inline, spans))


def _inline(span: Inline) -> str:
    match span:
        case Statement():
            return "".join(map(_inline, span.spans))
        case Marks():
            told = (f"[{n}]{' (retracted)' * (n in span.retracted)}" for n in span.numbers)
            return f" {''.join(told)}"
        case Note():
            return f" ({inert(span.text)})"
        case Text() | Link() | Chip():
            blank = " " if span.text[:1].isspace() else "", " " if span.text[-1:].isspace() else ""
            return f"{blank[0]}{inert(span.text)}{blank[1]}" if span.text.strip() else blank[0]
