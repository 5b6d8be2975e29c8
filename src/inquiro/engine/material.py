"""Everything a report is made of, and which quotes of it prove a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Contradiction, Document, DraftClaim, Evidence, Fact, Plan, Value

PROOFS_PER_CLAIM = 3
OWN = ("vault", "local")


class Material(Value, frozen=True, kw_only=True):
    """Everything a report is made of."""

    plan: Plan
    checklist: tuple[ChecklistItem, ...]
    facts: Mapping[str, Fact]
    evidence: Mapping[str, Evidence]
    documents: Mapping[str, Document]
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def only_own(self) -> bool:
        """Nothing but the reader's own documents was read: then it goes without saying."""
        return all(document.source_type in OWN for document in self.documents.values())

    def facts_of(self, claim: DraftClaim) -> list[Fact]:
        return [self.facts[fact] for fact in claim.facts if fact in self.facts]

    def proofs(self, facts: Sequence[Fact]) -> list[Evidence]:
        """Of every fact one quote a document, each fact's first before any fact's second."""
        by_fact: list[list[Evidence]] = []
        for fact in facts:
            known = (self.evidence.get(evidence_id) for evidence_id in fact.evidence)
            first: dict[str, Evidence] = {}
            for proof in known:
                if proof is not None and proof.document_id in self.documents:
                    first.setdefault(proof.document_id, proof)
            by_fact.append(list(first.values()))
        in_turn = (proof for turn in zip_longest(*by_fact) for proof in turn if proof is not None)
        found = list({proof.id: proof for proof in in_turn}.values())
        sound = [proof for proof in found if not self.documents[proof.document_id].retracted]
        return (sound or found)[: max(PROOFS_PER_CLAIM, len(facts))]

    def granted(self, facts: Sequence[Fact]) -> list[str]:
        """Words that need no proof: who says so and when, and our own way to say it."""
        known = [word for fact in facts for word in (fact.said_by, (fact.published or "")[:4]) if word]
        return [*known, phrases(self.plan.language).according]
