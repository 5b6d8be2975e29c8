"""Markdown: a document to hand on, inert in GitHub, Obsidian and every renderer between."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from inquiro.core.fences import fence_for
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
    Statement,
    Table,
    Text,
)
from inquiro.present.making import MADE, QUOTES
from inquiro.present.modes import language_tag
from inquiro.present.quotes import Quote
from inquiro.present.wording import RUN_CLOSE, RUN_OPEN, one_line, shortened

# One pass, one backslash each: links, code, emphasis, tables, math; doubled signs that Obsidian, Dataview and
# Templater act on; tags; and the slash or dot that would turn a bare address into a link.
_ACTIVE = re.compile(
    r"[\\`*\[\]|$^~]|(?<![^\W_])_|_(?![^\W_])|(?<=\{)[{%]|(?<=%)[%}]|(?<==)=|(?<=:):|(?<!\w)#(?=\w)|(?<=:)/(?=/)|(?<=\bwww)\.",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+>=#:]))")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LONGEST_QUOTE = 240  # the page, and every other format, has all of it
RULE = "---"
BEHIND, MORE = "The words that are cited from each source", "Figures, and what was not read"
WHOLE = ": quoted in full above"


def inert(text: str) -> str:
    """Text from outside on one line, shown as it is: no link, image, embed, tag, query or HTML in it is live."""
    escaped = _ACTIVE.sub(r"\\\g<0>", one_line(text))
    escaped = _LINE_START.sub(r"\1\\", escaped)
    return _ENTITY.sub("&amp;", escaped).replace("<", "&lt;")


def markdown(document: Document) -> str:
    parts = [
        [f"# {inert(document.title)}"],
        *blocks_of(document.answer),
        _quoted(map(inert, document.notices)),
        *blocks_of(document.body),
        *_sources(document),
        *_making(document.making),
        [inert(document.closing)] if document.closing else [],
        [RUN_OPEN, "", " · ".join(f"{name}: {inert(value)}" for name, value in document.run), "", RUN_CLOSE],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _making(blocks: Sequence[Block]) -> Iterator[list[str]]:
    """In a few words; the rest is folded."""
    if not blocks:
        return
    yield [f"## {MADE}"]
    words = blocks[:1] if isinstance(blocks[0], Paragraph) else ()
    yield from blocks_of(words)
    yield from _fold(MORE, blocks_of(blocks[len(words) :]))


def _fold(title: str, lines: Iterable[list[str]]) -> Iterator[list[str]]:
    """Raw HTML of our own, the only one: blank lines around keep what it holds Markdown."""
    yield ["<details>", f"<summary>{escape(title)}</summary>"]
    yield from lines
    yield ["</details>"]


def _quoted(lines: Iterable[str]) -> list[str]:
    """Lines as paragraphs of one quotation: our own remarks, so that only sentences of the answer have to cite."""
    return "\n>\n".join(f"> {line}" for line in lines).splitlines()


# -- blocks ----------------------------------------------------------------------------------------


def blocks_of(blocks: Iterable[Block]) -> Iterator[list[str]]:
    """Each block as its lines."""
    for block in blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[list[str]]:
    match block:
        case Heading():
            yield [f"{'#' * block.level} {line_of(block.spans)}"]
        case Paragraph():
            yield [_paragraph(block)]
        case Items():
            yield from _sections(block) if _holds_code(block) else [list(_items(block))]
        case Table():
            yield list(_facts(block)) if block.kind == "facts" else list(_table(block))
        case Quotation():
            yield _quoted([_side(block)])
        case Box():
            yield from _box(block)
        case Folded():
            if not block.heavy:
                yield [f"{'#' * block.level} {inert(block.title)}"]
                yield from blocks_of(block.blocks)
        case Code():
            yield from _code(block)
        case Figure():
            yield [inert(block.caption)]
        case SourceRow():
            yield [_source(block)]


def _paragraph(block: Paragraph) -> str:
    line = line_of(block.spans)
    return {"notice": f"> {line}", "quiet": f"> {line}", "strong": f"**{line}**"}.get(block.kind, line)


def _box(box: Box) -> Iterator[list[str]]:
    if box.kind == "answer":
        yield [RULE]
        yield from blocks_of(box.blocks)
        yield [RULE]
    else:
        yield [f"- {_side(one)}" for one in box.blocks if isinstance(one, Quotation)]


def _side(one: Quotation) -> str:
    title = f"**{inert(one.title)}**: " if one.title else ""
    foot = line_of(one.foot)
    return f"{title}{line_of(one.words)}{f' ({foot})' if foot else ''}"


def _items(block: Items) -> Iterator[str]:
    """Lines of one item stand under it; what is more than a line stands apart."""
    apart = any(len(item) > 1 and not _is_tight(item) for item in block.items)
    for number, item in enumerate(block.items, 1):
        lead = f"{number}. " if block.numbered else "- "
        if apart and number > 1:
            yield ""
        tight = _is_tight(item)
        for place, lines in enumerate(lines for block in item for lines in _in_item(block) if lines):
            if place and not tight:
                yield ""
            for at, line in enumerate(lines):
                first = lead if not place and not at else " " * len(lead)
                yield f"{first}{'- ' * bool(place and tight)}{line}".rstrip()


def _holds_code(block: Items) -> bool:
    return any(isinstance(part, Code) for item in block.items for part in item)


def _sections(block: Items) -> Iterator[list[str]]:
    """Code is set in nowhere: tabs and blank lines of it would mean something else in a list."""
    for number, (first, *rest) in enumerate(block.items, 1):
        line = line_of(first.spans) if isinstance(first, Paragraph) else ""
        yield [f"### {number}. {line}".rstrip()]
        yield from blocks_of(rest if line else (first, *rest))


def _in_item(block: Block) -> Iterator[list[str]]:
    """A paragraph is a line of its item."""
    if isinstance(block, Paragraph):
        yield [line_of(block.spans)]
    else:
        yield from _block(block)


def _is_tight(item: Sequence[Block]) -> bool:
    return len(item) < 3 and all(isinstance(block, Paragraph) for block in item)


def _facts(table: Table) -> Iterator[str]:
    for row in table.rows:
        name, value = map(line_of, row)
        yield f"- {name}: {value}"


def _table(table: Table) -> Iterator[str]:
    wide = len(table.head) or max((len(row) for row in table.rows), default=0)
    rows = [[line_of(cell) or "–" for cell in row] for row in table.rows]
    padded = [[*row, *[""] * (wide - len(row))] for row in rows]
    for cells in ([inert(name) for name in table.head] or [""] * wide, ["---"] * wide, *padded):
        yield f"| {' | '.join(cells)} |"


def _code(block: Code) -> Iterator[list[str]]:
    fence = fence_for(block.code)
    yield [f"{fence}{language_tag(block.language)}", *block.code.split("\n"), fence]
    if block.caption:
        yield [line_of(block.caption)]


# -- sources ---------------------------------------------------------------------------------------


def _sources(document: Document) -> Iterator[list[str]]:
    """One line each; the words that are cited from them folded below, where marks lead."""
    rows = document.sources
    if not rows:
        return
    yield [f"## {document.listed}"]
    yield [_source(row) for row in rows]
    if document.listed == SOURCES:
        yield [f"## {QUOTES}"]
        yield from _fold(BEHIND, (lines for row in rows for lines in _cited(row)))


def _source(row: SourceRow) -> str:
    # a file lies elsewhere for whoever gets this: its name is among the facts
    title = f"[{inert(row.title)}](<{row.url}>)" if row.url.startswith("http") else inert(row.title)
    withdrawn = ["**RETRACTED**"] if row.retracted else []
    return f"- \\[{row.number}\\] {' · '.join([*withdrawn, title, *map(inert, row.facts)])}"


def _cited(row: SourceRow) -> Iterator[list[str]]:
    # the heading is the anchor: GitHub, Obsidian and pandoc all resolve `#src-1` to it without raw HTML
    yield [f"### src-{row.number}"]
    places: dict[str, list[str]] = {}
    for quote in row.quotes:
        if not quote.told:
            places.setdefault(_place(quote), []).append(_quote(quote))
    told = sum(quote.told for quote in row.quotes)
    lines = [f"- {f'{inert(place)}: ' if place else ''}{' · '.join(quotes)}" for place, quotes in places.items()]
    yield [f"**{inert(row.title)}**{WHOLE if told and not lines else ''}"]
    if lines:
        yield lines


def _place(quote: Quote) -> str:
    page = f"page {quote.citation.page}" if quote.citation.page is not None else ""
    return ", ".join(filter(None, (page, one_line(quote.citation.heading or ""))))


def _quote(quote: Quote) -> str:
    """Its beginning, and none that stands above as a sentence: the text is what Markdown is for."""
    return f"“{inert(shortened(quote.citation.quote, _LONGEST_QUOTE))}”"


# -- lines -----------------------------------------------------------------------------------------


def line_of(spans: Iterable[Inline]) -> str:
    return "".join(map(_span, spans)).strip()


def _span(span: Inline) -> str:
    match span:
        case Text():
            return _text(span)
        case Link():
            link = f"[{inert(span.text)}](<{span.url}>)"
            return f"**{link}**" if span.strong else link
        case Statement():
            return "".join(map(_text, span.spans))
        case Marks():
            listed = (f"[{n}](#src-{n}){' retracted' * (n in span.retracted)}" for n in span.numbers)
            return f" \\[{', '.join(listed)}\\]"
        case Note():
            return f" *({inert(span.text)})*"
        case Chip():
            return inert(span.text)


def _text(span: Text) -> str:
    if not span.text.strip():
        return " "
    lead, trail = (" " if span.text[end].isspace() else "" for end in (0, -1))
    return lead + (f"**{inert(span.text)}**" if span.strong else inert(span.text)) + trail
