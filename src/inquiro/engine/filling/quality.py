"""How good a result is by what can be counted, beside what a model thinks of its own search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inquiro.core.types import FieldSupport, Json, LeiFinding, SearchQuality

HIGH, MEDIUM = 0.8, 0.5  # share of filled fields with words behind them


def measured(fields: Sequence[FieldSupport], leis: Sequence[LeiFinding], sources: int) -> Json:
    """Counts, and the level that follows from them; an LEI that is not confirmed rules out the best one."""
    labels = Counter(field.label for field in fields)
    filled = sum(labels.values()) - labels["unfilled"]
    proven = labels["quoted"] + labels["supported"]
    share = proven / filled if filled else 0.0
    confirmed = sum(one.verdict == "confirmed" for one in leis)
    return {
        "level": level(share, sources, all_confirmed=confirmed == len(leis)),
        "fields_filled": filled,
        "fields_with_evidence": proven,
        "fields_unsupported": labels["unsupported"],
        "fields_inferred": labels["inferred"],
        "fields_unfilled": labels["unfilled"],
        "share_with_evidence": round(share, 3),
        "sources": sources,
        "leis": len(leis),
        "leis_confirmed": confirmed,
    }


def level(share: float, sources: int, *, all_confirmed: bool) -> SearchQuality:
    if share >= HIGH and sources > 1 and all_confirmed:
        return "HIGH"
    return "MEDIUM" if share >= MEDIUM and sources else "LOW"
