"""Which sources get which queries of a round: what suits them, what privacy allows, and what their pace allows."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.protocols import SearchProvider
from inquiro.core.types import PrivacyMode, Query

PATIENT_SECONDS = 6.0  # a slow source gets as many queries of a round as its rate allows in this time


def permitted(mode: PrivacyMode, query: Query, provider: SearchProvider) -> bool:
    """Whether a query may go to a provider at all: one made from private text is not even offered outside."""
    return not provider.leaves_machine or (mode != "local_only" and not query.private)


def turns_of(
    chosen: Sequence[SearchProvider], queries: Sequence[Query], mode: PrivacyMode, *, everyone: bool = False
) -> list[frozenset[int]]:
    """For every source the places of its queries; with `everyone` no query that may leave is asked nowhere outside."""
    turns = [_turns(provider, number, queries, mode) for number, provider in enumerate(chosen)]
    return _nobody_left_out(turns, chosen, queries, mode) if everyone else turns


def _turns(provider: SearchProvider, number: int, queries: Sequence[Query], mode: PrivacyMode) -> frozenset[int]:
    """Which queries a source gets: all that suit it, or as many as its pace allows, beginning elsewhere for each."""
    allowed = [place for place, query in enumerate(queries) if permitted(mode, query, provider)]
    plain = [place for place in allowed if not queries[place].provider]
    fitting = [place for place in plain if queries[place].kind in {"any", provider.kind}] or plain
    suit = sorted([*fitting, *(place for place in allowed if queries[place].provider == provider.name)])
    rate = provider.requests_per_second
    if not suit or not provider.leaves_machine or rate <= 0:
        return frozenset(suit)
    at_once = getattr(provider, "burst", 1) - 1  # an outside plug-in need not have one
    most = max(1, min(len(suit), at_once + int(rate * PATIENT_SECONDS)))
    return frozenset(suit[(number * most + turn) % len(suit)] for turn in range(most))


def _nobody_left_out(
    turns: Sequence[frozenset[int]], chosen: Sequence[SearchProvider], queries: Sequence[Query], mode: PrivacyMode
) -> list[frozenset[int]]:
    """One that no turn reached goes to whoever is soonest done."""
    taken = list(turns)
    outside = [number for number, provider in enumerate(chosen) if provider.leaves_machine]

    def seconds(number: int) -> float:
        rate = chosen[number].requests_per_second
        return (len(taken[number]) + 1) / rate if rate > 0 else 0.0

    for place, query in enumerate(queries):
        able = [number for number in outside if not query.provider and permitted(mode, query, chosen[number])]
        if able and not any(place in taken[number] for number in outside):
            soonest = min(able, key=seconds)
            taken[soonest] |= {place}
    return taken
