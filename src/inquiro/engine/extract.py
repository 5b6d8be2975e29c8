"""From findings to facts: a quote that is not in its document is dropped and counted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

import msgspec

from inquiro.core.types import Document, Evidence, Fact, Finding, Passage, Value
from inquiro.engine.coded import in_code
from inquiro.engine.dating import stated_dates
from inquiro.engine.document_relevance import name_of
from inquiro.engine.quantities import quantities
from inquiro.engine.quotes import locate
from inquiro.retrieval.words import content_tokens
from inquiro.text.polarity import denied, denies

SAME_STATEMENT = 0.85


class Proven(Value, frozen=True, kw_only=True):
    """New and strengthened facts of a round, their evidence, and how many findings had no proof."""

    facts: tuple[Fact, ...]
    evidence: tuple[Evidence, ...]
    new: int
    repeated: int
    dropped: int


def prove(
    findings: Sequence[Finding],
    documents: Mapping[str, Document],
    known: Sequence[Fact],
    evidence: int,
    number: int,
    *,
    passages: Sequence[Passage] = (),
) -> Proven:
    """Locate every quote, merge what says the same, number the rest on from what the run already has."""
    standing = {passage.document_id: passage.standing for passage in passages}
    facts = {fact.id: fact for fact in known}
    tokens = {fact.id: frozenset(content_tokens(fact.statement)) for fact in known}
    changed: dict[str, Fact] = {}
    proofs: list[Evidence] = []
    repeated = dropped = 0
    for finding in findings:
        document = documents.get(finding.document_id)
        span = locate(document.text, finding.quote, finding.start) if document else None
        if document is None or span is None:
            dropped += 1
            continue
        if not finding.retold and in_code(document, *span):
            continue  # a line of code states nothing by itself
        proof = evidence_at(f"e{evidence + len(proofs) + 1}", document, *span)
        proofs.append(proof)
        mine = frozenset(content_tokens(finding.statement))
        same = _same(mine, finding, facts, tokens)
        if same:
            repeated += 1
            fact = _strengthen(same, finding, proof, document)
        else:
            fact = _fact(f"f{len(facts) + 1}", finding, proof, document, number)
        high = max(fact.standing, standing.get(document.id, 0.0))
        facts[fact.id] = changed[fact.id] = msgspec.structs.replace(fact, standing=high)
        tokens[fact.id] = tokens.get(fact.id, mine)
    new = len(facts) - len(known)
    return Proven(facts=tuple(changed.values()), evidence=tuple(proofs), new=new, repeated=repeated, dropped=dropped)


def evidence_at(evidence_id: str, document: Document, start: int, end: int) -> Evidence:
    """The exact words at a span, with the page or heading they stand under."""
    return Evidence(
        id=evidence_id,
        document_id=document.id,
        start=start,
        end=end,
        quote=document.text[start:end],
        page=bisect_right(document.page_starts, start) or None,
        heading=heading_at(document, start),
        private=document.private,
    )


def heading_at(document: Document, offset: int) -> str | None:
    at = bisect_right([anchor.offset for anchor in document.headings], offset)
    return document.headings[at - 1].label if at else None


def _same(
    mine: frozenset[str], finding: Finding, facts: Mapping[str, Fact], tokens: Mapping[str, frozenset[str]]
) -> Fact | None:
    numbers = {q.value for q in quantities(finding.statement)}
    for fact_id, theirs in tokens.items():
        shared = len(mine & theirs)
        if (union := len(mine) + len(theirs) - shared) and shared >= SAME_STATEMENT * union:
            fact = facts[fact_id]
            if numbers == {q.value for q in fact.quantities} and denies(fact.statement) == denies(finding.statement):
                return fact
    return None


def _strengthen(fact: Fact, finding: Finding, proof: Evidence, document: Document) -> Fact:
    return msgspec.structs.replace(
        fact,
        evidence=(*fact.evidence, proof.id),
        sources=tuple(dict.fromkeys((*fact.sources, document.url))),
        scores={
            item: max(fact.scores.get(item, 0.0), finding.scores.get(item, 0.0))
            for item in sorted({*fact.scores, *finding.scores})
        },
        private=fact.private or document.private,
    )


def _fact(fact_id: str, finding: Finding, proof: Evidence, document: Document, number: int) -> Fact:
    return Fact(
        id=fact_id,
        statement=finding.statement,
        evidence=(proof.id,),
        sources=(document.url,),
        entities=finding.entities,
        scores=finding.scores,
        quantities=quantities(finding.statement),
        round=number,
        said_by=speaker(document.author or ""),
        about=name_of(document.title),
        title=document.title,
        published=document.published,
        private=document.private,
        dates=stated_dates(finding.statement),
        denies=denied(finding.statement),
    )


def speaker(author: str) -> str:
    """Whom a sentence names: of several authors the first one, in words that every language knows."""
    first, _, others = author.partition(";")
    return f"{first.strip()} et al." if others.strip() else first.strip()
