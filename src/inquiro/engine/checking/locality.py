"""Whether the words of a sentence stand together in its evidence: gathered from several places they may be said of other things."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from inquiro.engine.checking.denial import clauses
from inquiro.engine.checking.evidence import Placed
from inquiro.engine.checking.statement import Statement
from inquiro.retrieval.words import content_tokens

SMALLEST = 3.0  # of weight: what weighs less is no clause of its own


def scattered(
    said: Statement, wanted: Mapping[str, float], wording: Sequence[Placed], granted: Collection[str]
) -> float:
    """Of the clause that fares worst, the share that no one sentence of the evidence holds; `granted` counts for all."""
    worst = 0.0
    for clause in pieces(said, wanted):
        rest = {term: weight for term, weight in clause.items() if term not in granted}
        best = max((sum(rest[term] for term in rest.keys() & one.sentence.terms) for one in wording), default=0.0)
        worst = max(worst, (sum(rest.values()) - best) / (sum(clause.values()) or 1.0))
    return worst


def pieces(said: Statement, wanted: Mapping[str, float]) -> list[dict[str, float]]:
    """The clauses of a sentence by the terms that they want; small ones go with the next."""
    found: list[dict[str, float]] = []
    rest: dict[str, float] = {}
    for clause in clauses(said.text):
        rest |= {term: wanted[term] for term in content_tokens(clause, said.language) if term in wanted}
        if sum(rest.values()) >= SMALLEST:
            found.append(rest)
            rest = {}
    if rest and found:
        found[-1] |= rest
    elif rest:
        found.append(rest)
    return found or [dict(wanted)]
