"""The quotes a report rests on, each once, under a stable id."""

from __future__ import annotations

from collections import defaultdict

from inquiro.core.types import Citation, Report, Value

Key = tuple[str, int, int, str]


class Quote(Value, frozen=True, kw_only=True):
    id: str
    citation: Citation


def quotes_by_source(report: Report) -> dict[str, list[Quote]]:
    """Every cited quote in reading order, per source id."""
    found: defaultdict[str, dict[Key, Citation]] = defaultdict(dict)
    for claim in report.claims:
        for citation in claim.evidence:
            found[citation.source_id].setdefault(key_of(citation), citation)
    listed = {source.id: found[source.id] for source in report.sources if source.id in found}
    return {
        source_id: [
            Quote(id=f"quote-{place}-{number}", citation=cited[key]) for number, key in enumerate(sorted(cited), 1)
        ]
        for place, (source_id, cited) in enumerate(listed.items(), 1)
    }


def key_of(citation: Citation) -> Key:
    return citation.source_id, citation.start, citation.end, citation.quote
