"""Cross-checking: independent origins, confidence, and what contradicts what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from inquiro.core.types import ConfidenceTerms, Contradiction, Document, Evidence, Fact
from inquiro.engine.confidence import confidence, doubts, terms_of
from inquiro.engine.contradictions import Embeds, Judge, find_contradictions
from inquiro.engine.origins import Origins

VERIFIED = 0.6


def analyze(
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    threshold: float = VERIFIED,
    *,
    embedder: Embeds | None = None,
    judge: Judge | None = None,
) -> tuple[list[Fact], list[Contradiction]]:
    """Every fact with origins, confidence and its contradictions; `threshold` is what the domain calls verified.

    `embedder` and `judge` help to find contradictions that are told in other words.
    """
    found = find_contradictions(facts, evidence, documents, embedder, judge)
    disputed = _disputed(found)
    origins = Origins(documents.values())
    weighed: list[Fact] = []
    for fact in facts:
        terms, groups = terms_of(fact, evidence, documents, origins, found)
        unknown = not groups and not terms.retracted  # its documents are not at hand
        counted = msgspec.structs.replace(
            fact,
            origins=1 if unknown else len(groups),
            origin_ids=tuple(dict.fromkeys(origins.first(group.documents[0]) for group in groups)),
            contradictions=tuple(dict.fromkeys(disputed.get(fact.id, ()))),
        )
        weighed.append(_judged(counted, terms, threshold))
    return weighed, found


def doubted(facts: Sequence[Fact], found: Sequence[Contradiction], threshold: float = VERIFIED) -> list[Fact]:
    """The facts that only these contradictions dispute, with what that leaves of their confidence."""
    disputed = _disputed(found)
    lowered: list[Fact] = []
    for fact in facts:
        if fact.id not in disputed or fact.contradictions:
            continue
        terms = fact.terms or ConfidenceTerms(origins=fact.origins, support=fact.confidence, newest=fact.published)
        agreement, recency = doubts(fact.id, terms.newest, found)
        terms = msgspec.structs.replace(terms, agreement=agreement, recency=recency)
        told = msgspec.structs.replace(fact, contradictions=tuple(dict.fromkeys(disputed[fact.id])))
        lowered.append(_judged(told, terms, threshold))
    return lowered


def _disputed(found: Sequence[Contradiction]) -> dict[str, list[str]]:
    """What is said against each fact."""
    against: dict[str, list[str]] = {}
    for contradiction in found:
        for side in contradiction.sides:
            others = [other.statement for other in contradiction.sides if other.fact_id != side.fact_id]
            against.setdefault(side.fact_id, []).extend(others)
    return against


def _judged(fact: Fact, terms: ConfidenceTerms, threshold: float) -> Fact:
    """Verified: sure enough for its domain, and said by two who did not copy from each other."""
    sure = confidence(terms)
    return msgspec.structs.replace(
        fact, terms=terms, confidence=sure, verified=sure >= threshold and len(fact.origin_ids) >= 2
    )
