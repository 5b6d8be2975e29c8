"""Ideas, implementations and a paper in a terminal: code is coloured as code and can do nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.syntax import Syntax
from rich.text import Text

from inquiro.cli.rows import INDENT, Paragraph, column, wrapped
from inquiro.cli.text import packed, plain
from inquiro.core.items_told import CodeTold
from inquiro.core.types import Report
from inquiro.exports import (
    IDEAS,
    IMPLEMENTATIONS,
    NONE_FOUND,
    PAPER,
    Block,
    Item,
    Marks,
    Shown,
    Span,
    Statement,
)

MARK = "cyan"
BAR, GOES_ON = "│ ", "┊ "
TAB = 4
LONGEST_COLOURED = 20_000  # characters; a longer text takes a moment to colour and is shown as it is
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
_DOUBTS = {"inferred": " (inferred)", "uncited": " (no source)"}


def modes(shown: Shown, report: Report) -> Iterator[RenderableType]:
    """Everything that was asked for, in the order of the modes."""
    for heading, items in ((IDEAS, shown.ideas), (IMPLEMENTATIONS, shown.implementations)):
        if items is not None:
            yield ""
            yield Text(heading, style="bold")
            yield from _items(items, report)
    if shown.paper is not None:
        yield ""
        yield Text(PAPER, style="bold")
        yield from _paper(shown, report)


def _items(items: tuple[Item, ...], report: Report) -> Iterator[RenderableType]:
    if not items:
        yield Text(NONE_FOUND, style="dim")
    for place, item in enumerate(items):
        if place and item.code:
            yield ""
        lead = f"{item.number}. "
        hang = len(lead)
        if item.code:
            yield Paragraph(Text.assemble((lead, "bold"), (plain(item.title), "bold"), _cited(item)), hang=hang)
        first = Text() if item.code else Text(lead, style="bold")
        for block in item.blocks:
            words = _words(block, report)
            yield Paragraph(first + words, INDENT if first else INDENT + hang, hang=hang if first else 0)
            first = Text()
        for told in item.code:
            yield from _code(told, INDENT + hang)
        yield Facts(_standing(item), INDENT + hang)


def _cited(item: Item) -> Text:
    return Text(f" [{item.source}]" if item.source is not None else "", style=MARK)


def _standing(item: Item) -> Iterator[Text]:
    """Why it stands where it stands; an idea also says where it was found."""
    if item.needs:
        yield Text(plain(item.needs), style="bold")
    if not item.code:
        yield Text.assemble((plain(item.title), "dim"), _cited(item))
    for part in item.standing:
        for piece in part.split(" · "):
            yield Text(plain(piece), style="dim")


def _paper(shown: Shown, report: Report) -> Iterator[RenderableType]:
    if not shown.paper:
        yield Text(NONE_FOUND, style="dim")
        return
    known = iter(shown.paper_code)
    before = ""
    for block in shown.paper:
        if block.kind == "heading" or (before not in {"", "heading"} and not before == block.kind == "item"):
            yield ""
        before = block.kind
        if block.kind == "code":
            yield from _code(next(known, CodeTold(block.code, block.language, "")), INDENT)
        elif block.kind == "heading":
            yield Text(_words(block, report).plain, style="bold")
        elif block.kind == "item":
            yield Paragraph(Text("• ") + _words(block, report), hang=2)
        else:
            yield _words(block, report)


def _words(block: Block, report: Report) -> Text:
    text = Text().join(_span(span, report) for span in block.spans)
    text.rstrip()
    return text


def _span(span: Span, report: Report) -> Text:
    if isinstance(span, Marks):
        return Text(" " + "".join(f"[{number}]" for number in span.numbers), style=MARK)
    if isinstance(span, Statement):
        said = Text().join(_span(piece, report) for piece in span.spans)
        return said.append(_DOUBTS.get(report.claims[span.claim].label, ""), style="dim")
    lead, trail = (" " if span.text[end:][:1].isspace() else "" for end in (0, -1))
    return Text(lead + plain(span.text) + (trail if span.text.strip() else ""), style="bold" if span.bold else "")


# -- code ------------------------------------------------------------------------------------------


def _code(told: CodeTold, indent: int) -> Iterator[RenderableType]:
    yield Code(told.code, told.language, indent)
    yield Facts(
        (
            *(Text(f"⚠ {plain(doubt)}", style="yellow") for doubt in told.doubts),
            *(Text(plain(part), style="dim") for part in (told.origin, *told.remarks) if part),
        ),
        indent,
    )


class Code:
    """Code beside a bar, in the colours of its language; a line that is too long goes on below itself."""

    def __init__(self, code: str, language: str, indent: int = INDENT) -> None:
        self.code, self.indent = harmless(code), indent
        self.language = language if len(code) <= LONGEST_COLOURED else ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = column(options) - self.indent - len(BAR)
        syntax = Syntax("", self.language or "text", theme="ansi_dark", background_color="default")
        for line in syntax.highlight(self.code).split("\n", allow_blank=False):
            for number, piece in enumerate(wrapped(line, console, room)):
                bar = GOES_ON if number else BAR
                yield Text.assemble(" " * self.indent, (bar if piece.plain else bar.rstrip(), "dim"), piece)


class Facts:
    """`this · that`, set in, broken between the parts and, where one is too long, inside it."""

    def __init__(self, parts: Iterable[Text], indent: int) -> None:
        self.parts, self.indent = tuple(parts), indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in packed(self.parts, column(options) - self.indent, gap=" · "):
            yield Paragraph(line, self.indent)


def harmless(code: str) -> str:
    """Code in which no character can move the cursor, hide or reorder anything; its lines and indents stay."""
    lines = code.replace("\r\n", "\n").expandtabs(TAB).split("\n")
    return "\n".join("".join(c for c in line if unicodedata.category(c) not in _INVISIBLE) for line in lines)
