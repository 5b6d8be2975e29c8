"""Who says a fact, and how statements that do not fit become one contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from inquiro.core.types import Contradiction, ContradictionKind, ContradictionSide, Document, Evidence, Fact
from inquiro.retrieval.words import content_tokens, words

LONGEST_ABOUT = 80
_NO_SENTENCE = frozenset("#^|>*{[<")  # a heading, a footnote, a row of a table


class Said(NamedTuple):
    fact: Fact
    document: Document
    proof: Evidence


def all_said(facts: Iterable[Fact], evidence: Mapping[str, Evidence], documents: Mapping[str, Document]) -> list[Said]:
    """Each fact with the first document that may speak for it; a retracted work contradicts nobody."""
    found: list[Said] = []
    for fact in sorted(facts, key=lambda fact: int(fact.id[1:])):
        proofs = (evidence[e] for e in fact.evidence if e in evidence and evidence[e].document_id in documents)
        proof = next((one for one in proofs if not documents[one.document_id].retracted), None)
        if proof is not None and fact.statement[:1] not in _NO_SENTENCE and '{"' not in fact.statement:
            found.append(Said(fact, documents[proof.document_id], proof))
    return found


class Telling(Protocol):
    """Something that a statement tells, with who says so."""

    @property
    def said(self) -> Said: ...


T = TypeVar("T", bound=Telling)


def hanging_together(told: Sequence[T], pairs: Iterable[tuple[int, int]]) -> list[list[T]]:
    """What pairs of places connect, each group from its oldest side to its newest."""
    groups = {place: {place} for place in range(len(told))}
    for one, other in sorted(pairs):
        if groups[one] is not groups[other]:
            groups[one] |= groups[other]
            groups.update(dict.fromkeys(groups[other], groups[one]))
    distinct = {min(group): group for group in groups.values() if len(group) > 1}
    return [sorted((told[place] for place in sorted(distinct[first])), key=age) for first in sorted(distinct)]


def age(told: Telling) -> tuple[str, int]:
    return told.said.document.published or "", int(told.said.fact.id[1:])


def contradiction(
    sides: Sequence[tuple[Said, str]], *, about: str, kind: ContradictionKind, explanation: str
) -> Contradiction:
    """Sides come oldest first, each with the words or figure that tells it from the others."""
    return Contradiction(
        about=about[:LONGEST_ABOUT],
        kind=kind,
        explanation=explanation,
        sides=tuple(
            ContradictionSide(
                statement=said.fact.statement,
                fact_id=said.fact.id,
                document_id=said.document.id,
                value=value,
                published=said.document.published,
                source_type=said.document.source_type,
            )
            for said, value in sides
        ),
    )


def in_words(statement: str, terms: Iterable[str]) -> str:
    """The words of a statement that stand for index terms."""
    wanted = set(terms)
    return " ".join(dict.fromkeys(w.text for w in words(statement) if wanted & set(content_tokens(w.text))))
