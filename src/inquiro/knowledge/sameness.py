"""When two statements are one, what they are named by, and what a known thing can be found under."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from math import ceil
from typing import NamedTuple

from inquiro.core.identity import canonical_url
from inquiro.core.types import KnownItem, KnownProof, ResearchMode
from inquiro.engine.contradictions.subjects import capitals
from inquiro.engine.entities import same_name
from inquiro.engine.extract import SAME_STATEMENT
from inquiro.engine.quantities import quantities
from inquiro.retrieval.words import content_tokens, fold
from inquiro.text.polarity import denies

ID_DIGITS = 16
MARKED = 3  # words in a mark: fewer find too much, more make too many marks
_DIGIT = re.compile(r"\d")


class Wording(NamedTuple):
    """What a statement is compared by."""

    terms: frozenset[str]
    numbers: frozenset[str]
    denies: bool
    names: frozenset[str]

    @property
    def plain(self) -> frozenset[str]:
        return self.terms - self.numbers


@lru_cache(maxsize=16_384)
def wording(statement: str) -> Wording:
    terms = frozenset(content_tokens(statement))
    amounts = {f"{quantity.value:g}" for quantity in quantities(statement)}
    dated = {term for term in terms if _DIGIT.search(term)}  # bare years are no quantities, and still tell apart
    return Wording(terms, frozenset(amounts | dated), denies(statement), capitals(statement))


def same(one: str, other: str) -> bool:
    """The engine's notion within a run; and here, where many subjects meet, not each with a name of its own."""
    a, b = wording(one), wording(other)
    if a.numbers != b.numbers or a.denies != b.denies or (a.names - b.names and b.names - a.names):
        return False
    union = len(a.terms | b.terms)
    return bool(union) and len(a.terms & b.terms) >= SAME_STATEMENT * union


@lru_cache(maxsize=16_384)
def telling(statement: str) -> tuple[str, ...]:
    """Marks of which any two statements that are the same share one: some of their first words, three by three.

    With the words of all statements in one order, two that share so much have three of their first
    n - share * n + 3 in common. Long words come first, since few statements have them.
    """
    told = wording(statement)
    ordered = sorted(told.terms, key=lambda term: (-len(term), term))
    first = ordered[: len(ordered) - ceil(SAME_STATEMENT * len(ordered) - 1e-9) + MARKED]
    rest = f"{'-' if told.denies else '+'}{' '.join(sorted(told.numbers))}"
    return tuple(_digest(*some, rest) for some in combinations(first, min(MARKED, len(first))) if some)


def fact_id(statement: str) -> str:
    plain = " ".join(fold(statement).split()).rstrip(".")
    told = wording(statement)
    return f"kf_{_digest(plain, ' '.join(sorted(told.numbers)), str(told.denies))}"


def entity_id(name: str, *, private: bool = False) -> str:
    """What only private sources tell of a thing is told apart, until it is merged."""
    return f"ke_{_digest('private' if private else '', same_name(name))}"


def item_id(mode: ResearchMode, source: str, content: str) -> str:
    return f"ki_{_digest(mode, canonical_url(source), ' '.join(content.split()))}"


def relation_key(subject: str, predicate: str, other: str) -> str:
    return _digest(same_name(subject), predicate, same_name(other))


def place(proof: KnownProof) -> tuple[str, int, int]:
    return proof.document_id, proof.start, proof.end


def in_order(proofs: Iterable[KnownProof]) -> tuple[KnownProof, ...]:
    """Each place once, public ones first, then as they were read; one that anybody knows to be private is private."""
    found: dict[tuple[str, int, int], KnownProof] = {}
    for proof in proofs:
        known = found.get(place(proof))
        if known is None or (proof.private, _made(proof)) > (known.private, _made(known)):
            found[place(proof)] = proof
    return tuple(sorted(found.values(), key=lambda one: (one.private, _made(one), one.document_id, one.start, one.end)))


def item_private(items: Iterable[KnownItem]) -> bool:
    """An item's words cannot be told apart by where they come from."""
    return any(item.private for item in items)


def _made(proof: KnownProof) -> str:
    return proof.fetched_at.isoformat() if proof.fetched_at else ""


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode("utf-8", "replace")).hexdigest()[:ID_DIGITS]
