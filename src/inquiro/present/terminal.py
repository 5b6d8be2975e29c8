"""A document as lines for a screen: styled by what they are, so that whoever owns the screen chooses colours and breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

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
    Statement,
    Table,
    Text,
    plain,
)

Style = Literal["", "bold", "dim", "mark", "good", "warn", "bad"]
_BULLET, _SET_IN = "• ", 2
_FACTS = 3  # of a source


class Piece(NamedTuple):
    """A stretch of a line; a `sticky` one stays on the line of what stands before it."""

    text: str
    style: Style = ""
    sticky: bool = False


class ScreenLine(NamedTuple):
    """To be broken where it is too long, further lines set in by `hang`; one without pieces is blank.

    One with a label, be it empty, stands beside the narrow column of labels.
    """

    pieces: tuple[Piece, ...] = ()
    indent: int = 0
    hang: int = 0
    label: str | None = None


class ScreenCode(NamedTuple):
    code: str
    language: str
    indent: int = 0


ScreenPart = ScreenLine | ScreenCode
BLANK = ScreenLine()


def screen(blocks: Iterable[Block], indent: int = 0) -> Iterator[ScreenPart]:
    """A blank line stands before headings and between what has several lines."""
    before: Block | None = None
    for block in blocks:
        if not isinstance(before, Heading) and (isinstance(block, Heading) or (before and not _follows(before, block))):
            yield BLANK
        yield from _part(block, indent)
        before = block


def _follows(before: Block, block: Block) -> bool:
    """Whether a block stands right under the one before it: captions, sides, and all lines of an item."""
    if isinstance(before, Paragraph) and before.kind == "quiet":
        return True
    return (isinstance(block, Paragraph) and block.kind in {"quiet", "notice"}) or isinstance(block, Box)


def source_line(row: SourceRow) -> ScreenLine:
    """`[1] Title · file.md · 2021 · “Results”`, set in under the title; more of it stands in every other format."""
    lead = f"[{row.number}] "
    facts = [*row.facts[:_FACTS], *(["retracted"] if row.retracted else [])]
    told = [Piece(f" · {fact}", "dim") for fact in facts]
    return ScreenLine((Piece(lead, "mark"), Piece(row.title), *told), hang=len(lead))


def _part(block: Block, indent: int) -> Iterator[ScreenPart]:
    match block:
        case Heading():
            yield ScreenLine(tuple(_bold(pieces(block.spans))), indent)
        case Paragraph():
            told = tuple(pieces(block.spans))
            yield ScreenLine(tuple(_quiet(told)) if block.kind == "quiet" else told, indent)
        case Items():
            yield from _items(block, indent)
        case Table():
            yield from _tables(block, indent)
        case Quotation():
            yield _side(block, indent)
        case Box():
            yield from screen(block.blocks, indent) if block.kind == "answer" else _sides(block, indent)
        case Folded():
            yield ScreenLine((Piece(f"{block.title}: in the HTML and JSON exports", "dim"),), indent)
        case Code():
            yield ScreenCode(block.code, block.language, indent)
            if block.caption:
                yield ScreenLine(tuple(pieces(block.caption)), indent)
        case Figure():
            yield ScreenLine((Piece(block.caption, "dim"),), indent)
        case SourceRow():
            yield source_line(block)


def _items(block: Items, indent: int) -> Iterator[ScreenPart]:
    for number, item in enumerate(block.items, 1):
        lead = f"{number}. " if block.numbered else _BULLET
        if number > 1 and any(isinstance(part, Code) for part in item):
            yield BLANK
        for place, part in enumerate(one for block in item for one in _part(block, indent + len(lead))):
            if place or isinstance(part, ScreenCode):
                yield part
            else:
                first = Piece(lead, "bold" if block.numbered else "")
                yield ScreenLine((first, *part.pieces), indent, hang=len(lead))


def _sides(box: Box, indent: int) -> Iterator[ScreenPart]:
    yield from (_side(one, indent) for one in box.blocks if isinstance(one, Quotation))


def _side(one: Quotation, indent: int) -> ScreenLine:
    title = (Piece(f"{one.title}: ", "bold"),) if one.title else ()
    foot = (Piece(" — ", "dim"), *_quiet(pieces(one.foot))) if one.foot else ()
    return ScreenLine((Piece(_BULLET), *title, *pieces(one.words), *foot), indent, hang=len(_BULLET))


def _tables(table: Table, indent: int) -> Iterator[ScreenPart]:
    if table.kind == "facts":
        return _facts(table)
    return _fields(table, indent + _SET_IN) if table.kind == "fields" and not table.head else _table(table, indent)


def _fields(table: Table, indent: int) -> Iterator[ScreenPart]:
    """Names of one width, what they hold beside them; a row of one cell is a line."""
    width = max((len(plain(row[0])) for row in table.rows if len(row) > 1), default=0) + _SET_IN
    for first, *rest in table.rows:
        told = tuple(pieces(first))
        gap = (Piece(" " * (width - len(plain(first)))),) if rest else ()
        yield ScreenLine((*told, *gap, *(piece for cell in rest for piece in pieces(cell))), indent, hang=2 * _SET_IN)


def _facts(table: Table) -> Iterator[ScreenPart]:
    for name, value in table.rows:
        yield ScreenLine(tuple(pieces(value)), label=plain(name))


def _table(table: Table, indent: int) -> Iterator[ScreenPart]:
    """Row by row: a table of sentences fits no screen side by side; one of short words is a line a row."""
    stated = any(isinstance(span, Statement) for row in table.rows for cell in row for span in cell)
    for row in table.rows:
        first, *rest = (tuple(pieces(cell)) for cell in row)
        if not rest:
            yield ScreenLine(tuple(_bold(first)), indent)
        elif not stated:
            told = (piece for cell in rest if cell for piece in (Piece("  "), *cell))
            yield ScreenLine((*_bold(first), *told), indent, hang=_SET_IN)
        else:
            yield ScreenLine(tuple(_bold(first)), indent)
            for name, cell in zip(table.head[1:], rest, strict=False):
                if cell:
                    yield ScreenLine((Piece(f"{name}: ", "dim"), *cell), indent + _SET_IN, hang=_SET_IN)


# -- lines -----------------------------------------------------------------------------------------


def pieces(spans: Iterable[Inline]) -> Iterator[Piece]:
    for span in spans:
        match span:
            case Text():
                yield Piece(span.text, "bold" if span.strong else "dim" if span.quiet else "")
            case Link():
                yield Piece(span.text)
            case Statement():
                yield from (Piece(one.text, "bold" if one.strong else "") for one in span.spans)
            case Marks():
                told = (f"[{n}{', retracted' * (n in span.retracted)}]" for n in span.numbers)
                yield Piece("".join(told), "mark", sticky=True)
            case Note():
                yield Piece(f" ({span.text})", "dim")
            case Chip():
                yield Piece(span.text, span.tone or "dim")


def _bold(told: Iterable[Piece]) -> Iterator[Piece]:
    return (one._replace(style="bold") if not one.style else one for one in told)


def _quiet(told: Iterable[Piece]) -> Iterator[Piece]:
    return (one._replace(style="dim") if not one.style else one for one in told)
