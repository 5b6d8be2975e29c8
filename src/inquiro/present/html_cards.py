"""What a citation mark shows in place: the quote in its context, how sure the sentence is, and where to read on.

The cards need no script: they are there, and the style sheet shows one while its mark is hovered, focused or tapped.
They stand inside paragraphs, so everything in them is a span.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from inquiro.core.types import Citation, Claim
from inquiro.present.blocks import Marks, SourceRow
from inquiro.present.live_link import live_link
from inquiro.present.making import TONES
from inquiro.present.quotes import Quote, key_of
from inquiro.present.wording import BY_MODEL, LABELS, one_line, place_of, shortened

_AROUND = 220  # characters of context on either side; the list of sources has more
_MOST_QUOTES = 3
_RELIED = 120  # characters of the words that a model relied on


def esc(text: str) -> str:
    """Text from outside, on one line, as text."""
    return escape(one_line(text), quote=True)


class Cards:
    """Draws marks: with the quotes of their own sentence where it is known, else as links to the list of sources."""

    def __init__(self, claims: Sequence[Claim], sources: Mapping[int, SourceRow]) -> None:
        self._claims, self._sources = claims, sources
        self._drawn = 0

    def marks(self, marks: Marks) -> str:
        if marks.claim is None:
            links = "".join(_reference(number, retracted=number in marks.retracted) for number in marks.numbers)
        else:
            links = "".join(self._mark(number, self._claims[marks.claim]) for number in marks.numbers)
        return f'&nbsp;<span class="marks">{links}</span>'  # joined to what stands before: no line begins with a mark

    def _mark(self, number: int, claim: Claim) -> str:
        row = self._sources[number]
        self._drawn += 1
        identity = f"card-{self._drawn}"
        kind, told = ("mark retracted", ", retracted") if row.retracted else ("mark", "")
        return (
            f'<span class="cite"><a class="{kind}" role="button" tabindex="0" aria-describedby="{identity}" '
            f'aria-label="Source {number}{told}">{number}</a>{_card(identity, row, claim)}</span>'
        )


def _reference(number: int, *, retracted: bool) -> str:
    kind, told = ("ref retracted", " retracted") if retracted else ("ref", "")
    return f'<a class="{kind}" href="#src-{number}">[{number}]</a>{told}'


def _card(identity: str, row: SourceRow, claim: Claim) -> str:
    quotes = _evidence(row, claim)
    more = len(quotes) - _MOST_QUOTES
    shown = "".join(_quote(quote, row) for quote in quotes[:_MOST_QUOTES])
    rest = f"{more} more in the list of sources" if more > 0 else "In the list of sources"
    about = esc(" · ".join((row.facts[0], *row.facts[1:2]) if row.facts else ()))
    return (
        f'<span class="card" role="note" id="{identity}">{_standing(claim)}{shown}'
        f'<span class="card-source" dir="auto"><b>{esc(shortened(row.title, 120))}</b>'
        f"{f' · {about}' if about else ''}{withdrawn(row)}</span>"
        f'<a href="#src-{row.number}">{rest}</a></span>'
    )


def _evidence(row: SourceRow, claim: Claim) -> list[Quote]:
    """What the sentence cites from the source, in the order of the sentence."""
    by_key = {key_of(quote.citation): quote for quote in row.quotes}
    return [by_key[key] for key in dict.fromkeys(map(key_of, claim.evidence)) if key in by_key]


def withdrawn(row: SourceRow) -> str:
    return ' <span class="chip bad">retracted</span>' if row.retracted else ""


def in_context(citation: Citation, around: int | None = None) -> str:
    """The quote between the words around it, with the space that stood there kept."""
    before, after = one_line(citation.before), one_line(citation.after)
    if around is not None:
        before, after = _last(before, around), _first(after, around)
    lead = f"…\u00a0{esc(before)}{' ' * citation.before[-1:].isspace()}" if before else ""
    trail = f"{' ' * citation.after[:1].isspace()}{esc(after)}\u00a0…" if after else ""
    return f"{lead}<mark>{esc(citation.quote)}</mark>{trail}"


def live(quote: Quote, row: SourceRow) -> str:
    """A link to the words in the page itself, where it has an address on the web."""
    url = live_link(row.url, quote.media_type, quote.citation)
    told = "Open the page at these words" if url and ":~:" in url else f"Open page {quote.citation.page}"
    return f'<a href="{esc(url)}" rel="noreferrer noopener" target="_blank">{told}</a>' if url else ""


def _standing(claim: Claim) -> str:
    basis = f' <span class="sure">how sure: {esc(claim.basis)}</span>' if claim.basis.strip() else ""
    computed = "".join(f' <span class="sure">worked out: {esc(one)}</span>' for one in claim.computed)
    chip = f'<span class="chip {TONES[claim.label]}">{LABELS[claim.label]}</span>'
    return f'<span class="card-head">{chip}{_judge(claim)}{basis}{computed}</span>'


def _judge(claim: Claim) -> str:
    """Where a model gave the label: that it did, and the words it relied on."""
    if claim.by != "model":
        return ""
    words = "”, “".join(esc(shortened(one_line(words), _RELIED)) for words in claim.relied)
    return f' <span class="sure">judged {BY_MODEL}{f", by: “{words}”" if words else ""}</span>'


def _quote(quote: Quote, row: SourceRow) -> str:
    told = " · ".join(filter(None, (esc(place_of(quote.citation)), live(quote, row))))
    place = f'<span class="card-place">{told}</span>' if told else ""
    return f'<span class="card-quote" dir="auto">{in_context(quote.citation, _AROUND)}</span>{place}'


def _last(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[-limit:].partition(" ")[2] or text[-limit:]


def _first(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit].rpartition(" ")[0] or text[:limit]
