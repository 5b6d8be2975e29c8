"""What PDF and DOCX set in type: lines of runs and tables, in the order in which a document is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from inquiro.core.types import Value
from inquiro.present.blocks import (
    SOURCES,
    Block,
    Box,
    Chip,
    Code,
    Document,
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
    Tone,
)
from inquiro.present.making import MADE, QUOTES
from inquiro.present.wording import place_of, shortened

_LONGEST_QUOTE = 1_200  # a page of someone else's text is no quotation
Kind = Literal["title", "heading", "paragraph", "item", "notice", "source", "quote", "small", "code"]


class Run(Value, frozen=True, kw_only=True):
    """A stretch of text in one look; `url` is a source's own address, `source` the number of one in the list."""

    text: str
    bold: bool = False
    quiet: bool = False
    tone: Tone = ""
    url: str = ""
    source: int | None = None


class Line(Value, frozen=True, kw_only=True):
    kind: Kind
    runs: tuple[Run, ...]
    level: int = 1
    lead: str = "•"  # of an item
    anchor: int | None = None  # the number of the source that stands here
    boxed: bool = False

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class PaperTable(Value, frozen=True, kw_only=True):
    head: tuple[str, ...]
    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    widths: tuple[int, ...]  # shares of the page


Part = Line | PaperTable


def right_to_left(text: str) -> bool:
    """By the first letter that has a direction."""
    found = (unicodedata.bidirectional(character) for character in text)
    return next((kind in {"R", "AL"} for kind in found if kind in {"L", "R", "AL"}), False)


def paper(document: Document) -> list[Part]:
    return [
        _line("title", document.title),
        _line("small", " · ".join(filter(None, (document.day, "research report by Inquiro")))),
        _line("small", document.glance),
        *_parts(document.answer),
        *(_line("notice", line) for line in document.notices),
        *_parts(document.body),
        *_under(document.listed, _rows(document)),
        *_under(MADE, document.making),
        *_quotes(_rows(document)),
        *(part for block in document.appendix for part in _unfolded(block)),
        *([_line("small", document.closing)] if document.closing else []),
        _line("small", " · ".join(f"{name}: {value}" for name, value in document.whole_run)),
    ]


def _rows(document: Document) -> Sequence[SourceRow]:
    """Where nothing answers, places are named and not quoted: on paper nothing unfolds."""
    if document.listed == SOURCES:
        return document.sources
    return [replace(row, quotes=()) for row in document.sources]


def _line(kind: Kind, text: str, level: int = 1) -> Line:
    return Line(kind=kind, runs=(Run(text=text),), level=level)


def _under(title: str, blocks: Sequence[Block]) -> Iterator[Part]:
    if blocks:
        yield _line("heading", title)
        yield from _parts(blocks)


# -- blocks ----------------------------------------------------------------------------------------


def _parts(blocks: Iterable[Block]) -> Iterator[Part]:
    for block in blocks:
        yield from _part(block)


def _part(block: Block) -> Iterator[Part]:
    match block:
        case Heading():
            yield Line(kind="heading", runs=_runs(block.spans), level=max(1, block.level - 1))
        case Paragraph():
            yield _paragraph(block)
        case Items():
            yield from _items(block)
        case Table():
            yield from _table(block)
        case Quotation():
            yield _side(block)
        case Box():
            boxed = block.kind == "answer"
            for part in _parts(block.blocks):
                yield replace(part, boxed=True) if boxed and isinstance(part, Line) else part
        case Folded():
            if not block.heavy:
                yield from _unfolded(block)
        case Code():
            yield Line(kind="code", runs=(Run(text=block.code),))
            if block.caption:
                language = (Run(text=f"{block.language} · "),) if block.language else ()
                yield Line(kind="small", runs=(*language, *_runs(block.caption)))
        case Figure():
            yield _line("small", block.caption)
        case SourceRow():
            yield _source(block)


def _unfolded(block: Block) -> Iterator[Part]:
    if isinstance(block, Folded):
        yield _line("heading", block.title, max(1, block.level - 1))
        yield from _parts(block.blocks)
    else:
        yield from _part(block)


def _paragraph(block: Paragraph) -> Line:
    runs = _runs(block.spans)
    if block.kind == "strong":
        runs = tuple(replace(run, bold=True) for run in runs)
    kind: Kind = "notice" if block.kind == "notice" else "small" if block.kind == "quiet" else "paragraph"
    return Line(kind=kind, runs=runs)


def _items(block: Items) -> Iterator[Part]:
    for number, item in enumerate(block.items, 1):
        for place, part in enumerate(_parts(item)):
            first = not place and isinstance(part, Line) and part.kind == "paragraph"
            yield replace(part, kind="item", lead=f"{number}." if block.numbered else "•") if first else part


def _table(table: Table) -> Iterator[Part]:
    """A heading over some rows stands between two tables; the head is told once."""
    wide = len(table.head) or max((len(row) for row in table.rows), default=0)
    widths = table.widths or ((28, 72) if table.kind == "facts" else (100 // max(wide, 1),) * wide)
    head = table.head
    rows: list[tuple[tuple[Run, ...], ...]] = []
    for row in table.rows:
        if len(row) < wide:
            if rows:
                yield PaperTable(head=head, rows=tuple(rows), widths=widths)
                head, rows = (), []
            yield Line(kind="heading", runs=_runs(row[0]), level=3)
        else:
            rows.append(tuple(map(_runs, row)))
    if rows:
        yield PaperTable(head=head, rows=tuple(rows), widths=widths)


def _side(one: Quotation) -> Line:
    title = (Run(text=f"{one.title}: ", bold=True),) if one.title else ()
    foot = (Run(text=" — ", quiet=True), *(replace(run, quiet=True) for run in _runs(one.foot))) if one.foot else ()
    return Line(kind="quote", runs=(*title, *_runs(one.words), *foot))


def _source(row: SourceRow) -> Line:
    """Marks lead to its quotes, where there are any."""
    web = row.url if row.url.startswith("http") else ""
    facts = [*row.facts, *([row.quality] if row.quality else [])]
    return Line(
        kind="source",
        anchor=None if row.quotes else row.number,
        runs=(
            Run(text=f"[{row.number}] {'RETRACTED: ' * row.retracted}", bold=True),
            Run(text=row.title, bold=True, url=web),
            Run(text="".join(f" · {fact}" for fact in facts), quiet=True),
        ),
    )


def _quotes(rows: Sequence[SourceRow]) -> Iterator[Line]:
    cited = [row for row in rows if row.quotes]
    if cited:
        yield _line("heading", QUOTES)
    for row in cited:
        yield Line(kind="source", anchor=row.number, runs=(Run(text=f"[{row.number}] {row.title}", bold=True),))
        for quote in row.quotes:
            place = place_of(quote.citation)
            where = (Run(text=f" — {place}", quiet=True),) if place else ()
            yield Line(kind="quote", runs=(Run(text=f"“{shortened(quote.citation.quote, _LONGEST_QUOTE)}”"), *where))


# -- lines -----------------------------------------------------------------------------------------


def _runs(spans: Spans) -> tuple[Run, ...]:
    return tuple(run for span in spans for run in _span(span) if run.text)


def _span(span: Inline) -> Iterator[Run]:
    match span:
        case Text():
            yield Run(text=span.text, bold=span.strong, quiet=span.quiet)
        case Link():
            web = span.url if span.url.startswith("http") else ""
            yield Run(text=span.text, bold=span.strong, url=web)
        case Statement():
            yield from (Run(text=piece.text, bold=piece.strong) for piece in span.spans)
        case Marks():
            for number in span.numbers:
                yield Run(text=f"\u00a0[{number}{', retracted' * (number in span.retracted)}]", source=number)
        case Note():
            yield Run(text=f" ({span.text})", quiet=True, tone=span.tone)
        case Chip():
            yield Run(text=span.text, tone=span.tone)
