"""Cross-checking: independent origins, confidence, and what contradicts what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from inquiro.core.types import Contradiction, Document, Evidence, Fact
from inquiro.engine.contradictions import find_contradictions

SHINGLE = 8
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
COPY = 0.5  # this much of the shorter text stands in the other: one origin
VERIFIED = 0.6
DISPUTED = 0.6  # what contradiction leaves of a confidence


def analyze(
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    threshold: float = VERIFIED,
) -> tuple[list[Fact], list[Contradiction]]:
    """Every fact with origins, confidence and its contradictions; `threshold` is what the domain calls verified."""
    found = find_contradictions(facts, evidence, documents)
    disputed = _disputed(found)
    origins = Origins(documents.values())
    weighed = [_weigh(fact, evidence, documents, origins, disputed.get(fact.id, [])) for fact in facts]
    return [_verified(fact, threshold) for fact in weighed], found


def doubted(facts: Sequence[Fact], found: Sequence[Contradiction], threshold: float = VERIFIED) -> list[Fact]:
    """The facts that only these contradictions dispute, with what that leaves of their confidence."""
    disputed = _disputed(found)
    return [
        _verified(
            msgspec.structs.replace(
                fact,
                confidence=round(fact.confidence * DISPUTED, 3),
                contradictions=tuple(dict.fromkeys(disputed[fact.id])),
            ),
            threshold,
        )
        for fact in facts
        if fact.id in disputed and not fact.contradictions
    ]


def _disputed(found: Sequence[Contradiction]) -> dict[str, list[str]]:
    """What is said against each fact."""
    against: dict[str, list[str]] = {}
    for contradiction in found:
        for side in contradiction.sides:
            others = [other.statement for other in contradiction.sides if other.fact_id != side.fact_id]
            against.setdefault(side.fact_id, []).extend(others)
    return against


def _weigh(
    fact: Fact,
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    origins: Origins,
    contradicted_by: Sequence[str],
) -> Fact:
    groups = origins.groups([evidence[e].document_id for e in fact.evidence if e in evidence])
    doubt = 1.0
    for group in groups:
        doubt *= 1 - max(documents[d].quality for d in group if d in documents) * 0.9
    confidence = (1 - doubt) * (DISPUTED if contradicted_by else 1.0)
    return msgspec.structs.replace(
        fact,
        origins=max(len(groups), 1),
        origin_ids=tuple(origins.first(group[0]) for group in groups),
        confidence=round(confidence, 3),
        contradictions=tuple(dict.fromkeys(contradicted_by)),
    )


def _verified(fact: Fact, threshold: float) -> Fact:
    """Sure enough for its domain, and said by two who did not copy from each other."""
    return msgspec.structs.replace(fact, verified=fact.confidence >= threshold and len(fact.origin_ids) >= 2)


class Origins:
    """Which documents are copies of one another: a repeated press release is one origin, not two."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = {document.id: document for document in documents}
        self._firsts: dict[str, str] = {}

    def groups(self, ids: Iterable[str]) -> list[list[str]]:
        found: list[list[str]] = []
        for document_id in dict.fromkeys(ids):
            home = next((g for g in found if any(self.copies(document_id, other) for other in g)), None)
            if home is None:
                found.append([document_id])
            else:
                home.append(document_id)
        return found

    def first(self, document_id: str) -> str:
        """The document that stands for all copies of this one: the first that was read."""
        if document_id not in self._firsts:
            copied = (other for other in self._documents if self.copies(other, document_id))
            self._firsts[document_id] = next(copied, document_id)
        return self._firsts[document_id]

    def copies(self, one: str, other: str) -> bool:
        a, b = self._documents.get(one), self._documents.get(other)
        return a is not None and b is not None and _copied(*sorted((a.text, b.text)))


@lru_cache(maxsize=4_096)  # of every two documents that facts come from, in every round
def _copied(one: str, other: str) -> bool:
    a, b = shingles(one), shingles(other)
    return bool(a and b) and len(a & b) > COPY * min(len(a), len(b))


@lru_cache(maxsize=512)  # asked for every round
def shingles(text: str) -> frozenset[int]:
    """Every run of eight words, as a number; scripts without spaces by the character."""
    words = _WORD.findall(text.casefold())
    return frozenset(hash(tuple(words[at : at + SHINGLE])) for at in range(max(len(words) - SHINGLE + 1, 0)))
