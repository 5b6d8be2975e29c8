"""Findings that no run here stands behind: kept as they are, and known as facts only where a stored document says so."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.identity import canonical_url
from inquiro.core.types import (
    Document,
    Fact,
    IdeaResult,
    ImplementationResult,
    KnownItem,
    KnownProof,
    ResearchFindings,
    ResearchMode,
)
from inquiro.engine.dating import stated_dates
from inquiro.engine.entities import names
from inquiro.engine.quantities import quantities
from inquiro.engine.quotes import MIN_QUOTE, locate
from inquiro.knowledge.gathering import PAPER, Gathered, Proven, known_entities, known_facts
from inquiro.knowledge.items import held_alone, is_private, known_item
from inquiro.knowledge.proofs import is_fresh, proof_at
from inquiro.knowledge.sameness import place
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import detect_language
from inquiro.text.polarity import denied

FEWEST_WORDS = 4  # of a sentence that says something
NOT_READ = "their pages were not read here: kept as they were given, without a proof"


def addresses(findings: ResearchFindings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.source for _, one in _both(findings)))


def brought(findings: ResearchFindings, stored: Sequence[Document]) -> Gathered:
    """`stored`: what is known of their addresses from anywhere."""
    pages: dict[str, list[Document]] = {}
    for document in stored:
        if is_fresh(document) and document.kind == "content":
            pages.setdefault(canonical_url(document.url), []).append(document)
    by_id = {document.id: document for document in stored}
    items: list[KnownItem] = []
    proven: dict[tuple[str, int, int], Proven] = {}
    for mode, one in _both(findings):
        read = pages.get(canonical_url(one.source), [])
        proofs = [proof for document in read for proof in _borne_out(one, document)]
        private = is_private(one.source, read)
        items.append(held_alone(known_item(mode, one, findings.query, proofs, private=private), by_id))
        for proof in proofs:
            proven.setdefault(place(proof), _proven(proof, len(proven) + 1))
    bare = sum(not item.proofs for item in items)
    skipped = [f"{bare} item{'' if bare == 1 else 's'}: {NOT_READ}"] if bare else []
    return Gathered(
        facts=known_facts(list(proven.values())),
        entities=known_entities(list(proven.values()), by_id),
        items=tuple({item.id: item for item in sorted(items, key=lambda item: item.id)}.values()),
        skipped=(*skipped, *([PAPER] if findings.report else [])),
    )


def _both(findings: ResearchFindings) -> list[tuple[ResearchMode, IdeaResult | ImplementationResult]]:
    found: list[tuple[ResearchMode, IdeaResult | ImplementationResult]] = [("idea", one) for one in findings.ideas]
    return found + [("implementation", one) for one in findings.implementations]


def _borne_out(item: IdeaResult | ImplementationResult, document: Document) -> list[KnownProof]:
    """The sentences of an item that stand in its page, word for word."""
    told = item.description
    spans = [told[start:end].strip() for start, end in sentences(told)]
    said = [one for one in spans if len(one) >= MIN_QUOTE and len(one.split()) >= FEWEST_WORDS]
    return [proof_at(document, *span) for one in said if (span := locate(document.text, one))]


def _proven(proof: KnownProof, number: int) -> Proven:
    """In the page's own words."""
    statement = " ".join(proof.quote.split())
    fact = Fact(
        id=f"f{number}",
        statement=statement,
        evidence=(f"e{number}",),
        sources=(proof.url,),
        entities=names(statement, detect_language(statement)),
        quantities=quantities(statement),
        dates=stated_dates(statement),
        denies=denied(statement),
        private=proof.private,
    )
    return Proven(fact=fact, proofs=(proof,), private=proof.private)
