"""Blocks of text as HTML: statements carry their label, marks carry the quotes they show."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from inquiro.core.types import Claim, Report
from inquiro.exports._answer import Block, Marks, Span, Statement, Text
from inquiro.exports._display import LABELS, source_numbers
from inquiro.exports._html_card import card
from inquiro.exports._quotes import Quote, key_of, quotes_by_source


def blocks_of(blocks: Sequence[Block], writer: Writer) -> str:
    parts: list[str] = []
    for is_item, group in groupby(blocks, key=lambda block: block.kind == "item"):
        rendered = [writer.block(block) for block in group]
        parts += ["<ul>", *rendered, "</ul>"] if is_item else rendered
    return "\n".join(parts)


class Writer:
    """Holds what marks need to find their quotes."""

    def __init__(self, report: Report) -> None:
        self._claims = report.claims
        numbers = source_numbers(report)
        self._sources = {numbers[source.id]: source for source in report.sources}
        self._quotes = quotes_by_source(report)
        self._by_key = {key_of(quote.citation): quote for listed in self._quotes.values() for quote in listed}
        self._placed: set[int] = set()
        self._cards = 0

    def block(self, block: Block) -> str:
        if block.kind == "code":
            return self.code(block.code, block.language)
        tag = {"heading": f"h{block.level}", "item": "li", "paragraph": "p"}[block.kind]
        return f'<{tag} dir="auto">' + "".join(map(self._span, block.spans)).strip() + f"</{tag}>"

    def code(self, code: str, language: str) -> str:
        """Exactly as it is written, and only text: its language is told, never acted on."""
        told = f' aria-label="{escape(language, quote=True)}"' if language else ""
        return f'<pre dir="ltr" tabindex="0"{told}><code>{escape(code, quote=True)}</code></pre>'

    def mark(self, number: int) -> str:
        """A source's number, and everything that is cited from it."""
        return f'<span class="marks">{self._mark(number, None)}</span>'

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
        return f'<span class="claim {label}"{identity} data-label="{LABELS[label]}">{text}</span>{chip}'

    def _marks(self, span: Marks) -> str:
        links = "".join(self._mark(number, span.claim) for number in span.numbers)
        return f'<span class="marks">{links}</span>'

    def _mark(self, number: int, place: int | None) -> str:
        source = self._sources[number]
        claim = None if place is None else self._claims[place]
        self._cards += 1
        identity = f"card-{self._cards}"
        shown = card(identity, number, source, claim, self._evidence(source.id, claim))
        kind, told = ("mark retracted", ", retracted") if source.retracted else ("mark", "")
        return (
            f'<span class="cite"><a class="{kind}" role="button" tabindex="0" aria-describedby="{identity}" '
            f'aria-label="Source {number}{told}">{number}</a>{shown}</span>'
        )

    def _evidence(self, source_id: str, claim: Claim | None) -> list[Quote]:
        """What the sentence cites from the source, else everything that is cited from it."""
        cited = [citation for citation in claim.evidence if citation.source_id == source_id] if claim else []
        own = [self._by_key[key] for key in dict.fromkeys(map(key_of, cited)) if key in self._by_key]
        return own or self._quotes.get(source_id, [])
