"""The answer as HTML: statements carry their label, marks carry the quotes they open."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from inquiro.core.phrases import phrases
from inquiro.core.types import Report
from inquiro.exports._answer import (
    Block,
    Marks,
    Span,
    Statement,
    Text,
    parse_answer,
    split_before,
    without_section,
)
from inquiro.exports._display import LABELS, one_line, shortened, source_numbers, title_of
from inquiro.exports._quotes import Quote, key_of, quotes_by_source


def esc(text: str) -> str:
    """Text from outside, on one line, as text."""
    return escape(one_line(text), quote=True)


def answer(report: Report, disagreements: str) -> str:
    """The answer, with the drawn disagreements in place of the told ones."""
    blocks = parse_answer(report)
    if disagreements:
        blocks = without_section(blocks, phrases(report.language).disagree)
    writer = _Writer(report)
    told, missing = (_blocks(part, writer) for part in split_before(blocks, phrases(report.language).missing))
    return "\n".join(filter(None, (told or "<p>There is no answer yet.</p>", disagreements, missing)))


def _blocks(blocks: list[Block], writer: _Writer) -> str:
    parts: list[str] = []
    for is_item, group in groupby(blocks, key=lambda block: block.kind == "item"):
        rendered = [writer.block(block) for block in group]
        parts += ["<ul>", *rendered, "</ul>"] if is_item else rendered
    return "\n".join(parts)


class _Writer:
    """Holds what marks need to find their quotes."""

    def __init__(self, report: Report) -> None:
        self._claims = report.claims
        self._sources = {number: source_id for source_id, number in source_numbers(report).items()}
        self._titles = {source.id: title_of(source) for source in report.sources}
        self._quotes = quotes_by_source(report)
        self._by_key = {key_of(quote.citation): quote for listed in self._quotes.values() for quote in listed}
        self._placed: set[int] = set()

    def block(self, block: Block) -> str:
        tag = {"heading": f"h{block.level}", "item": "li", "paragraph": "p"}[block.kind]
        return f'<{tag} dir="auto">' + "".join(map(self._span, block.spans)).strip() + f"</{tag}>"

    def _span(self, span: Span) -> str:
        match span:
            case Statement():
                return self._statement(span)
            case Marks():
                return self._marks(span)
            case Text():
                text = escape(span.text, quote=True)
                return f"<strong>{text}</strong>" if span.bold else text

    def _statement(self, span: Statement) -> str:
        label = self._claims[span.claim].label
        text = "".join(map(self._span, span.spans))
        identity = "" if span.claim in self._placed else f' id="claim-{span.claim + 1}"'
        self._placed.add(span.claim)
        chip = f' <span class="chip {label}">{LABELS[label]}</span>' if label in {"inferred", "uncited"} else ""
        return f'<span class="claim {label}"{identity} data-kind="{label}" data-label="{LABELS[label]}">{text}</span>{chip}'

    def _marks(self, span: Marks) -> str:
        links = "".join(self._mark(number, span.claim) for number in span.numbers)
        return f'<span class="marks">{links}</span>'

    def _mark(self, number: int, claim: int | None) -> str:
        source_id = self._sources[number]
        quotes = self._evidence(source_id, claim)
        at = next((place for place, quote in enumerate(quotes) if quote.citation.source_id == source_id), 0)
        attributes = {
            "href": f"#src-{number}",
            "aria-label": f"Source {number}: {self._titles[source_id]}",
            "data-tip": self._tip(source_id, quotes[at : at + 1]),
        }
        if quotes:
            attributes |= {"data-quotes": " ".join(quote.id for quote in quotes), "data-at": str(at)}
            attributes |= {"data-claim": f"claim-{claim + 1}"} if claim is not None else {}
        written = "".join(f' {name}="{escape(value, quote=True)}"' for name, value in attributes.items())
        return f'<a class="mark"{written}>{number}</a>'

    def _evidence(self, source_id: str, claim: int | None) -> list[Quote]:
        """The claim's own quotes if the source is among them, else everything cited from the source."""
        own = self._own(claim)
        cites_source = any(quote.citation.source_id == source_id for quote in own)
        return own if cites_source else self._quotes.get(source_id, [])

    def _own(self, claim: int | None) -> list[Quote]:
        if claim is None:
            return []
        keys = dict.fromkeys(key_of(citation) for citation in self._claims[claim].evidence)
        return [self._by_key[key] for key in keys if key in self._by_key]

    def _tip(self, source_id: str, quotes: Iterable[Quote]) -> str:
        quoted = "".join(f" — “{shortened(quote.citation.quote, 140)}”" for quote in quotes)
        return shortened(self._titles[source_id], 80) + quoted
