"""HTML: one self-contained file that makes no request; every citation opens at its quote."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template

from inquiro.core.types import Claim
from inquiro.present.blocks import (
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
)
from inquiro.present.html_cards import Cards, esc, in_context, live, withdrawn
from inquiro.present.making import MADE
from inquiro.present.modes import language_tag
from inquiro.present.plot import plot
from inquiro.present.wording import LABELS, RUN_CLOSE, RUN_OPEN, counted, place_of, shortened

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_LONGEST_CELL = 2_000


def page(document: Document, claims: Sequence[Claim]) -> str:
    writer = _Writer(claims, {row.number: row for row in document.sources})
    style, script = _asset("report.css"), _asset("report.js")
    return Template(_asset("report.html")).substitute(
        language=document.language if _LANGUAGE.fullmatch(document.language) else "en",
        policy=_policy(style, script),
        title=esc(document.title),
        style=style,
        script=script,
        glance=esc(document.glance),
        answer=writer.blocks(document.answer),
        notices="\n".join(f'<p class="notice" dir="auto">{esc(line)}</p>' for line in document.notices),
        body=writer.blocks(document.body),
        sources=_sources(document),
        making=writer.block(Folded(title=MADE, blocks=document.making)) if document.making else "",
        appendix=writer.blocks(document.appendix),
        closing=f'<p class="closing">{esc(document.closing)}</p>' if document.closing else "",
        run=f"{RUN_OPEN}{_definitions(document.whole_run)}{RUN_CLOSE}",
    )


def _asset(name: str) -> str:
    return files("inquiro.present").joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing loads and nothing runs but our own two inline blocks, named by their hashes."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _definitions(facts: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<dt>{esc(name)}</dt><dd>{esc(value)}</dd>" for name, value in facts) + "</dl>"


class _Writer:
    """Holds what marks need to find their quotes, and which sentences have been placed."""

    def __init__(self, claims: Sequence[Claim], sources: dict[int, SourceRow]) -> None:
        self._cards = Cards(claims, sources)
        self._placed: set[int] = set()

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                anchor = f' id="{block.anchor}"' if block.anchor else ""
                return f'<h{block.level}{anchor} dir="auto">{self.line(block.spans)}</h{block.level}>'
            case Paragraph():
                kind = f' class="{block.kind}"' if block.kind else ""
                return f'<p{kind} dir="auto">{self.line(block.spans)}</p>'
            case Items():
                return self._items(block)
            case Table():
                return self._facts(block) if block.kind == "facts" else self._table(block)
            case Quotation():
                return self._side(block)
            case Box():
                tag = "section" if block.kind == "answer" else "div"
                return f'<{tag} class="{block.kind}">{self.blocks(block.blocks)}</{tag}>'
            case Folded():
                return self._folded(block)
            case Code():
                return self._code(block)
            case Figure():
                return plot(block)
            case SourceRow():
                return _source(block)

    def _items(self, block: Items) -> str:
        if block.numbered:
            items = "\n".join(
                f'<li class="item"><span class="number" aria-hidden="true">{n}</span>{self.blocks(item)}</li>'
                for n, item in enumerate(block.items, 1)
            )
            return f'<ol class="items">\n{items}\n</ol>'
        return "<ul>" + "\n".join(f'<li dir="auto">{self._bare(item)}</li>' for item in block.items) + "</ul>"

    def _bare(self, item: Sequence[Block]) -> str:
        """The line of an item stands in it without a paragraph of its own."""
        first, *rest = item
        line = self.line(first.spans) if isinstance(first, Paragraph) else self.block(first)
        return line + self.blocks(rest)

    def _facts(self, table: Table) -> str:
        rows = "".join(
            f'<dt>{self.line(name)}</dt><dd dir="auto">{self._cell(value)}</dd>' for name, value in table.rows
        )
        return f"<dl>{rows}</dl>"

    def _table(self, table: Table) -> str:
        head = "".join(f'<th scope="col">{esc(name)}</th>' for name in table.head)
        rows = "".join(self._row(row, len(table.head)) for row in table.rows)
        kind = f' class="{table.kind}"' if table.kind else ""
        top = f"<thead><tr>{head}</tr></thead>" if head else ""
        return f'<div class="tabled"><div class="table" tabindex="0"><table{kind}>{top}<tbody>{rows}</tbody></table></div></div>'

    def _row(self, row: Sequence[Spans], wide: int) -> str:
        if len(row) == 1 and wide > 1:
            return f'<tr class="part"><th colspan="{wide}" scope="rowgroup" dir="auto">{self.line(row[0])}</th></tr>'
        return "<tr>" + "".join(f'<td dir="auto">{self._cell(cell)}</td>' for cell in row) + "</tr>"

    def _cell(self, spans: Spans) -> str:
        if len(spans) == 1 and isinstance(spans[0], Text) and len(spans[0].text) > _LONGEST_CELL:
            told = f"{shortened(spans[0].text, 200)} ({len(spans[0].text):,} characters)"
            return f'<details><summary dir="auto">{esc(told)}</summary>{self.line(spans)}</details>'
        return self.line(spans)

    def _side(self, one: Quotation) -> str:
        title = f'<p class="value">{esc(one.title)}</p>' if one.title else ""
        foot = f"<footer>{self.line(one.foot)}</footer>" if one.foot else ""
        return f'<article class="side-card">{title}<p dir="auto">{self.line(one.words)}</p>{foot}</article>'

    def _folded(self, block: Folded) -> str:
        anchor = f' id="{block.anchor}"' if block.anchor else ""
        return f'<details{anchor}><summary dir="auto">{esc(block.title)}</summary>\n{self.blocks(block.blocks)}\n</details>'

    def _code(self, block: Code) -> str:
        """Exactly as it is written, and only text: its language is told, never acted on."""
        tag = language_tag(block.language)
        told = f' aria-label="{tag}"' if tag else ""
        caption = f"<figcaption>{self.line(block.caption)}</figcaption>" if block.caption else ""
        shown = f'<pre dir="ltr" tabindex="0"{told}><code>{escape(block.code, quote=True)}</code></pre>'
        return f'<figure class="code">{shown}{caption}</figure>'

    def line(self, spans: Iterable[Inline]) -> str:
        return "".join(map(self._span, spans)).strip()

    def _span(self, span: Inline) -> str:
        match span:
            case Text():
                return _text(span)
            case Link():
                link = f'<a href="{esc(span.url)}" rel="noreferrer noopener" target="_blank">{esc(span.text)}</a>'
                return f"<strong>{link}</strong>" if span.strong else link
            case Statement():
                return self._statement(span)
            case Marks():
                return self._cards.marks(span)
            case Note():
                return f' <span class="note {span.tone}">({esc(span.text)})</span>'
            case Chip():
                return f'<span class="chip {span.tone}">{esc(span.text)}</span>'

    def _statement(self, span: Statement) -> str:
        identity = "" if span.claim in self._placed else f' id="claim-{span.claim + 1}"'
        self._placed.add(span.claim)
        by = ' data-by="model"' * (span.by == "model")
        text = "".join(map(_text, span.spans))
        told = " told" * (span.told and span.label == "inferred")
        return f'<span class="claim {span.label}{told}"{identity} data-label="{LABELS[span.label]}"{by}>{text}</span>'


def _text(span: Text) -> str:
    text = escape(span.text, quote=True)
    if span.strong:
        return f"<strong>{text}</strong>"
    return f'<span class="soft">{text}</span>' if span.quiet else text


# -- sources ---------------------------------------------------------------------------------------


def _sources(document: Document) -> str:
    items = "\n".join(map(_source, document.sources))
    listed = f'<ol class="source-list">\n{items}\n</ol>' if items else "<p>No source was used.</p>"
    return f'<section aria-labelledby="sources"><h2 id="sources">{escape(document.listed)}</h2>\n{listed}\n</section>'


def _source(row: SourceRow) -> str:
    title = esc(row.title)
    linked = f'<a href="{esc(row.url)}" rel="noreferrer noopener" target="_blank">{title}</a>' if row.url else title
    facts = f'<span class="source-facts" dir="auto">{esc(" · ".join(row.facts))}</span>' if row.facts else ""
    why = f'<p class="quiet">{esc(row.quality)}</p>' if row.quality else ""
    quotes = "".join(_quote(row, place) for place in range(len(row.quotes)))
    folded = (
        f"<details><summary>{counted(len(row.quotes), 'quote')}</summary>{why}{quotes}</details>" if quotes else why
    )
    return (
        f'<li id="src-{row.number}"><span class="number" aria-hidden="true">{row.number}</span>'
        f'<div><span class="source-title" dir="auto">{linked}{withdrawn(row)}</span> {facts}</div>{folded}</li>'
    )


def _quote(row: SourceRow, place: int) -> str:
    quote = row.quotes[place]
    told = " · ".join(filter(None, (esc(place_of(quote.citation)), live(quote, row))))
    caption = f"<figcaption>{told}</figcaption>" if told else ""
    return f'<figure class="quote" id="{quote.id}"><blockquote dir="auto">{in_context(quote.citation)}</blockquote>{caption}</figure>'
