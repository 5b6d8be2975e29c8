"""Every contradiction among the facts of a run, whatever kind it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inquiro.core.types import Contradiction, Document, Evidence, Fact
from inquiro.engine.contradictions.amounts import amounts_that_differ
from inquiro.engine.contradictions.attributes import attributes_that_differ
from inquiro.engine.contradictions.candidates import Embeds, Judge, candidate_pairs
from inquiro.engine.contradictions.clashes import clashes
from inquiro.engine.contradictions.denials import denied_by_others
from inquiro.engine.contradictions.events import events_that_differ
from inquiro.engine.contradictions.said import all_said
from inquiro.engine.contradictions.verbatim import numbers_that_differ


def find_contradictions(
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    embedder: Embeds | None = None,
    judge: Judge | None = None,
) -> list[Contradiction]:
    """Facts from different documents that cannot both hold of one thing, whatever order they come in.

    An `embedder` brings statements together that say it in other words; a `judge` rules on pairs that no rule decides.
    """
    said = all_said(facts, evidence, documents)
    found: list[Contradiction] = []
    for look in (
        amounts_that_differ,
        numbers_that_differ,
        attributes_that_differ,
        events_that_differ,
        denied_by_others,
    ):
        found = joined(found, look(said))
    return joined(found, clashes(candidate_pairs(said, embedder), judge))


def joined(known: Sequence[Contradiction], more: Sequence[Contradiction]) -> list[Contradiction]:
    """All of them, without those whose sides are known to contradict one another already."""
    found = list(known)
    for one in more:
        sides = {side.fact_id for side in one.sides}
        if not any(sides <= {side.fact_id for side in other.sides} for other in found):
            found.append(one)
    return found
