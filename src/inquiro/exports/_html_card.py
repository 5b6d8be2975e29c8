"""What a citation mark shows in place: the quote in its context, how sure the sentence is, and where to read on.

The cards need no script: they are there, and the style sheet shows one while its mark is hovered, focused or tapped.
They stand inside paragraphs, so everything in them is a span.
"""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import Citation, Claim, ReportSource
from inquiro.exports._display import LABELS, one_line, place_of, shortened, title_of
from inquiro.exports._fragment import live_link
from inquiro.exports._html_text import esc
from inquiro.exports._quotes import Quote

_AROUND = 220  # characters of context on either side; the list of sources has more
_MOST_QUOTES = 3


def card(identity: str, number: int, source: ReportSource, claim: Claim | None, quotes: Sequence[Quote]) -> str:
    more = len(quotes) - _MOST_QUOTES
    shown = "".join(_quote(quote.citation, source) for quote in quotes[:_MOST_QUOTES])
    rest = f"{more} more in the list of sources" if more > 0 else "In the list of sources"
    return (
        f'<span class="card" role="note" id="{identity}">{_standing(claim)}{shown}'
        f'<span class="card-source" dir="auto"><b>{esc(shortened(title_of(source), 120))}</b>{about(source)}</span>'
        f'<a href="#src-{number}">{rest}</a></span>'
    )


def about(source: ReportSource) -> str:
    """Kind, date and quality in a few words; the reasons stand in the list of sources."""
    facts = [source.type, one_line(source.published or ""), f"quality {source.quality:.2f}"]
    return f" · {esc(' · '.join(filter(None, facts)))}{withdrawn(source)}"


def withdrawn(source: ReportSource) -> str:
    return ' <span class="chip retracted">retracted</span>' if source.retracted else ""


def in_context(citation: Citation, around: int | None = None) -> str:
    """The quote between the words around it, with the space that stood there kept."""
    before, after = one_line(citation.before), one_line(citation.after)
    if around is not None:
        before, after = _last(before, around), _first(after, around)
    lead = f"…\u00a0{esc(before)}{' ' * citation.before[-1:].isspace()}" if before else ""
    trail = f"{' ' * citation.after[:1].isspace()}{esc(after)}\u00a0…" if after else ""
    return f"{lead}<mark>{esc(citation.quote)}</mark>{trail}"


def live(citation: Citation, source: ReportSource) -> str:
    """A link to the words in the page itself, where it has an address on the web."""
    url = live_link(source, citation)
    told = "Open the page at these words" if url and ":~:" in url else f"Open page {citation.page}"
    return f'<a href="{esc(url)}" rel="noreferrer noopener" target="_blank">{told}</a>' if url else ""


def _standing(claim: Claim | None) -> str:
    if claim is None:
        return ""
    basis = f' <span class="sure">how sure: {esc(claim.basis)}</span>' if claim.basis.strip() else ""
    return f'<span class="card-head"><span class="chip {claim.label}">{LABELS[claim.label]}</span>{basis}</span>'


def _quote(citation: Citation, source: ReportSource) -> str:
    told = " · ".join(filter(None, (esc(place_of(citation)), live(citation, source))))
    place = f'<span class="card-place">{told}</span>' if told else ""
    return f'<span class="card-quote" dir="auto">{in_context(citation, _AROUND)}</span>{place}'


def _last(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[-limit:].partition(" ")[2] or text[-limit:]


def _first(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit].rpartition(" ")[0] or text[:limit]
