"""The quotes a report rests on, each once, under a stable id."""

from __future__ import annotations

from collections import defaultdict

from inquiro.core.types import Citation, Report, Value

Key = tuple[str, int, int, str]


class Quote(Value, frozen=True, kw_only=True):
    id: str
    citation: Citation
    media_type: str = ""  # of its source
    told: bool = False  # a sentence of the report is these very words, or nobody rests on them


def quotes_by_source(report: Report) -> dict[str, list[Quote]]:
    """Every cited quote in reading order, per source id."""
    found: defaultdict[str, dict[Key, Citation]] = defaultdict(dict)
    told: set[Key] = set()
    for claim in report.claims:
        sentence = _words(claim.text)
        for citation in claim.evidence:
            found[citation.source_id].setdefault(key_of(citation), citation)
            if _words(citation.quote) in sentence:
                told.add(key_of(citation))
    for place in report.nearest:
        found[place.source_id].setdefault(key_of(place), place)
        told.add(key_of(place))  # its words are there for whoever opens the place, and no part of what is said
    listed = [source for source in report.sources if source.id in found]
    return {
        source.id: [
            Quote(
                id=f"quote-{place}-{number}",
                citation=found[source.id][key],
                media_type=source.media_type,
                told=key in told,
            )
            for number, key in enumerate(sorted(found[source.id]), 1)
        ]
        for place, source in enumerate(listed, 1)
    }


def _words(text: str) -> str:
    """Without what a list or a quotation puts around them."""
    return " ".join(text.split()).strip("-•*“”\"' ")


def key_of(citation: Citation) -> Key:
    return citation.source_id, citation.start, citation.end, citation.quote
