"""Which known facts do not fit together, by the engine's own rules, pair by pair: so no order of runs matters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from inquiro.core.types import Contradiction, ContradictionKind, Document, Evidence, Fact, KnownFact, Opposed
from inquiro.engine.contradictions import find_contradictions
from inquiro.engine.contradictions.main_clause import main_clause
from inquiro.engine.contradictions.poles import pointed
from inquiro.engine.entities import same_name
from inquiro.engine.relations import related
from inquiro.knowledge.merging import evidence_of

Pair = frozenset[str]  # of two known facts


class Told(NamedTuple):
    """Why two facts do not fit."""

    kind: ContradictionKind
    explanation: str = ""


Clashes = dict[Pair, Told]

_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=16_384)
def told_of(statement: str) -> frozenset[str]:
    """Whom a statement tells something of that one has only one of."""
    ends = {end for told in related(statement) for end in (told.subject, told.object) if not _DIGIT.match(end)}
    return frozenset(same_name(end) for end in ends)


def may_clash(one: KnownFact, other: KnownFact) -> bool:
    """Cheap, and never wrong about a no: numbers on both sides, one attribute of one thing, or opposite directions."""
    if all(_DIGIT.search(fact.statement) for fact in (one, other)) or told_of(one.statement) & told_of(other.statement):
        return True
    a, b = (pointed(main_clause(fact.statement)) for fact in (one, other))
    return a is not None and b is not None and a.sign != b.sign


def clashes(pairs: Iterable[Pair], facts: Mapping[str, KnownFact], documents: Mapping[str, Document]) -> Clashes:
    found: dict[Pair, Contradiction | None] = {}
    for pair in pairs:
        one, other = sorted(pair)
        found[pair] = clash(facts[one], facts[other], documents)
    return {pair: Told(one.kind, one.explanation) for pair, one in found.items() if one is not None}


def told_by(one: Opposed) -> Told:
    return Told(one.kind, one.explanation)


def against(fact: KnownFact, other: KnownFact, told: Told) -> Opposed:
    """As one side keeps it: a reason quotes both of them, so a private one's stays with private ones."""
    reason = "" if other.private and not fact.private else told.explanation
    return Opposed(fact_id=other.id, kind=told.kind, explanation=reason, private=other.private)


def clash(one: KnownFact, other: KnownFact, documents: Mapping[str, Document]) -> Contradiction | None:
    """What the engine says of the two, whichever of them came first."""
    facts: list[Fact] = []
    evidence: dict[str, Evidence] = {}
    for number, known in enumerate(sorted((one, other), key=lambda fact: fact.id), 1):
        names = [f"f{number}e{at}" for at in range(len(known.proofs))]
        evidence |= dict(zip(names, map(evidence_of, known.proofs), strict=True))
        facts.append(
            Fact(
                id=f"f{number}",
                statement=known.statement,
                evidence=tuple(names),
                sources=(),
                entities=known.entities,
                quantities=known.quantities,
                dates=known.dates,
                denies=known.denies,
            )
        )
    found = find_contradictions(facts, evidence, documents)
    return found[0] if found else None
