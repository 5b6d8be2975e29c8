"""How sure a fact is, and why: independent origins and their quality, agreement, recency; every term can be shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

import msgspec

from inquiro.core.types import (
    ClaimLabel,
    ConfidenceTerms,
    Contradiction,
    ContradictionKind,
    Document,
    Evidence,
    Fact,
    Part,
)
from inquiro.engine.checking.verdict import Verdict
from inquiro.engine.origins import Origin, Origins
from inquiro.engine.reasoning import REASONED, follows

SURE = 0.9  # nobody is believed entirely
DISPUTED: dict[ContradictionKind, float] = {
    "disagreement": 0.6,
    "negation": 0.6,
    "superseded": 0.6,
    "unit": 0.6,
    "definition": 0.8,
    "scope": 0.8,
}
BOTH_MAY_HOLD = frozenset({"definition", "scope"})
# What is left of a fact's confidence in a sentence that says it in other words, at the worst: by rule, as a model reads
# it; it grows with what rules find of the sentence in its evidence. Then in one that only follows from it.
REWORDED, READ, INFERRED = 0.8, 0.75, 0.5
CONCLUDED = 0.75  # of what a report reasons from its facts, and says so
MOST_READ = 0.95
PER_YEAR, OLDEST = 0.97, 0.7  # of a statement that a newer one on the same thing contradicts
REPLACED = 0.5  # of one that a newer one says it replaces
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


class ClaimConfidence(NamedTuple):
    value: float
    basis: str  # what it is made of, in words
    origins: int  # independent ones that say so


def terms_of(
    fact: Fact,
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    origins: Origins,
    found: Sequence[Contradiction],
) -> tuple[ConfidenceTerms, tuple[Origin, ...]]:
    """The terms of a fact's confidence, and the origins they count; a retracted work adds nothing."""
    proofs = [evidence[e] for e in fact.evidence if e in evidence and evidence[e].document_id in documents]
    sound = [proof for proof in proofs if not documents[proof.document_id].retracted]
    groups = origins.of(sound)
    quality = tuple(max(documents[d].quality for d in group.documents) for group in groups)
    read = {proof.document_id for proof in sound}
    newest = max((dated for d in read if (dated := documents[d].published)), default=None)
    agreement, recency = doubts(fact.id, newest, found)
    terms = ConfidenceTerms(
        origins=len(groups),
        quality=quality,
        support=round(1 - prod(1 - value * SURE for value in quality), 3),
        agreement=agreement,
        recency=recency,
        newest=newest,
        retracted=len({proof.document_id for proof in proofs} - read),
        grouped=tuple(dict.fromkeys(why for group in groups for why in group.reasons)),
    )
    return terms, groups


def doubts(fact_id: str, newest: str | None, found: Iterable[Contradiction]) -> tuple[float, float]:
    """What contradictions leave of a confidence, and what it costs to be older than who contradicts."""
    agreement = recency = 1.0
    for one in found:
        if not any(side.fact_id == fact_id for side in one.sides):
            continue
        others = [side.published for side in one.sides if side.fact_id != fact_id and side.published]
        behind = years_between(newest, max(others, default=None))
        replaced = one.kind == "superseded" and behind > 0
        replaces = one.kind == "superseded" and not replaced and newest is not None and bool(others)
        agreement = min(agreement, 1.0 if replaces else DISPUTED[one.kind])
        if one.kind not in BOTH_MAY_HOLD:
            recency = min(recency, REPLACED if replaced else max(OLDEST, PER_YEAR**behind))
    return agreement, round(recency, 3)


def confidence(terms: ConfidenceTerms) -> float:
    return round(terms.support * terms.agreement * terms.recency, 3)


def years_between(older: str | None, newer: str | None) -> float:
    """How much newer the second date is, as far as both are known; never negative."""
    dates = [_DATE.match(date or "") for date in (older, newer)]
    if dates[0] is None or dates[1] is None:
        return 0.0
    precise = min(sum(part is not None for part in date.groups()) for date in dates if date)
    begun, ended = (_years([int(part) for part in date.groups()[:precise]]) for date in dates if date)
    return max(0.0, ended - begun)


def _years(parts: Sequence[int]) -> float:
    year, month, day = (*parts, 1, 1)[:3]
    return year + (month - 1) / 12 + (day - 1) / 365


def of_claim(
    facts: Sequence[Fact], verdict: Verdict, *, withdrawn: bool = False, part: Part = "findings"
) -> ClaimConfidence:
    """How sure a sentence is: as sure as the least sure fact that it rests on, less what stands between the two.

    A sentence that its evidence does not say is never as sure as what it says, however many sources there are.
    """
    label = "inferred" if withdrawn and verdict.label in {"quoted", "supported"} else verdict.label
    weakest = min(facts, key=lambda fact: fact.confidence, default=None)
    if weakest is None:
        return ClaimConfidence(0.0, "", 0)
    if label == "uncited":
        return ClaimConfidence(0.0, "0.00: its evidence does not say so", 0)
    share, why = _proven(label, verdict, part)
    origins = 0 if weakest.only_retracted else weakest.origins
    if label == "inferred":
        share, origins = min(share, _of_one_origin(weakest) * share), min(origins, 1)
    value = round(weakest.confidence * share, 3)
    told = worded(msgspec.structs.replace(weakest, confidence=value), f"× {share:.2f} {why}" if share < 1 else "")
    if told and len(facts) > 1:
        told += f"; the least sure of {len(facts)} facts"
    return ClaimConfidence(value, told, origins)


def _proven(label: ClaimLabel, verdict: Verdict, part: Part) -> tuple[float, str]:
    """What the step from the evidence to the sentence leaves of a confidence, and why."""
    if label == "quoted":
        return 1.0, ""
    if label == "inferred" and part in REASONED:
        return (CONCLUDED, "reasoning") if follows(verdict) else (INFERRED, "reasoning that a model did not follow")
    if label == "inferred":
        return INFERRED, "in words of its own: undecided" if verdict.undecided else "inferred: no source says it"
    held = min(verdict.support, 1.0)
    if verdict.by == "model":
        return round(READ + (MOST_READ - READ) * held, 2), "in other words, as a model reads it"
    return round(REWORDED + (1 - REWORDED) * held, 2), "in other words"


def _of_one_origin(fact: Fact) -> float:
    """What one origin alone would leave of a confidence that several gave: an inference is nobody's twice."""
    if fact.terms is None or not fact.terms.quality or not fact.terms.support:
        return 1.0
    return min(1.0, max(fact.terms.quality) * SURE / fact.terms.support)


def worded(fact: Fact, also: str = "") -> str:
    """`0.83 = 2 origins (quality 0.70, 0.60), newest 2024`; `also` is one more factor, in words."""
    if (terms := fact.terms) is None:
        return ""
    origins = f"{terms.origins} origin{'' if terms.origins == 1 else 's'}"
    quality = ", ".join(f"{value:.2f}" for value in terms.quality)
    parts = [f"{fact.confidence:.2f} = {origins}{f' (quality {quality})' if quality else ''}"]
    if terms.agreement < 1:
        parts.append(f"× {terms.agreement:.2f} contradicted")
    if terms.recency < 1:
        parts.append(f"× {terms.recency:.2f} a newer source says otherwise")
    parts += [also] if also else []
    said = " ".join(parts) + (f", newest {terms.newest[:4]}" if terms.newest else "")
    if terms.grouped:
        said += f"; counted once: {', '.join(terms.grouped)}"
    if terms.retracted:
        said += f"; retracted and not counted: {terms.retracted}"
    return said
