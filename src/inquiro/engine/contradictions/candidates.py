"""Statements of different documents that may contradict each other: about the same thing, by meaning or by their words.

Rules and judges look at these alone, so that a run compares hundreds of pairs and not all of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple, Protocol

import regex

from inquiro.core.types import ContradictionKind
from inquiro.engine.contradictions.said import Said
from inquiro.engine.contradictions.subjects import comparable
from inquiro.engine.meaning import meaning
from inquiro.retrieval.embeddings import Vectors
from inquiro.retrieval.words import detect_language

FEWEST = 3  # terms that two statements share
COVERED = 0.5  # of the weight of the shorter statement's terms
NEAR = 0.7  # cosine from which fewer shared words will do
NEAR_COVERED = 0.3
COMMON = 0.05  # of all statements: a term in more of them brings no two together, in a pool that is large enough
POOL = 40  # statements
CROWD = 100  # statements: what more of them share says little in any pool
MOST = 2_000  # pairs, the nearest first


_FIELD = regex.compile(r"[\p{L}-]+(?:\s[\p{L}-]+)?:\s|[-*•]\s[^.!?]{0,40}$")  # `Status: Final`


class Embeds(Protocol):
    """Texts to vectors of length one, a row each."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


class Pair(NamedTuple):
    one: Said  # the fact with the smaller number
    other: Said
    closeness: float  # 0 to 1


class Ruling(NamedTuple):
    """What a judge says of a pair."""

    contradicts: bool
    kind: ContradictionKind = "disagreement"
    explanation: str = ""


class Judge(Protocol):
    """A ruling for each pair, in their order; None where it cannot tell."""

    def __call__(self, pairs: Sequence[Pair]) -> Sequence[Ruling | None]: ...


def candidate_pairs(said: Sequence[Said], embedder: Embeds | None = None) -> list[Pair]:
    """The nearest first; of two documents, of one place and population as far as they say so, and not one sentence twice."""
    terms = [_terms(one.fact.statement) for one in said]
    weights = _weights(terms)
    weighs = [sum(weights[term] for term in some) for some in terms]
    header = [_FIELD.match(one.fact.statement) is not None for one in said]  # and no sentence
    vectors = embedder.embed([one.fact.statement for one in said]) if embedder and said else None
    found: list[Pair] = []
    for one, other in _meeting(terms):
        a, b = said[one], said[other]
        if header[one] or header[other]:
            continue
        shared = terms[one] & terms[other]
        if a.document.id == b.document.id or len(shared) < FEWEST:
            continue
        covered = sum(weights[term] for term in shared) / min(weighs[one], weighs[other])
        cosine = float(vectors[one] @ vectors[other]) if vectors is not None else 0.0
        near = covered >= COVERED or (cosine >= NEAR and covered >= NEAR_COVERED)
        if near and comparable(a, b):
            found.append(Pair(a, b, max(covered, cosine)))
    found.sort(key=lambda pair: (-pair.closeness, int(pair.one.fact.id[1:]), int(pair.other.fact.id[1:])))
    return found[:MOST]


@lru_cache(maxsize=8_192)
def _terms(statement: str) -> frozenset[str]:
    return frozenset(t for t in meaning(statement, detect_language(statement)) if not t[:1].isdigit() and len(t) > 1)


def _weights(terms: Sequence[frozenset[str]]) -> dict[str, float]:
    """The rarer a term, the more it says what a statement is about."""
    held = Counter(term for some in terms for term in some)
    return {term: log(1 + len(terms) / count) for term, count in held.items()}


def _meeting(terms: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Places of statements that share a term which few others have."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, some in enumerate(terms):
        for term in some:
            holders[term].append(place)
    most = len(terms) if len(terms) <= POOL else max(POOL, min(CROWD, int(COMMON * len(terms))))
    rare = {term for term, places in holders.items() if len(places) <= most}
    for place, some in enumerate(terms):
        met = Counter(other for term in some & rare for other in holders[term] if other > place)
        yield from ((place, other) for other, shared in sorted(met.items()) if shared >= 2 or len(some) < FEWEST)
