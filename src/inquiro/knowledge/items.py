"""Ideas and implementations that a research returned, with the quotes they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from inquiro.core.types import (
    Citation,
    Document,
    IdeaResult,
    ImplementationResult,
    KnownItem,
    KnownProof,
    Report,
    ResearchFindings,
    ResearchMode,
)
from inquiro.engine.quotes import locate
from inquiro.knowledge.proofs import is_fresh, proof_at
from inquiro.knowledge.sameness import in_order, item_id


def told_items(findings: ResearchFindings) -> set[tuple[str, str]]:
    ideas = {(idea.source, idea.content) for idea in findings.ideas}
    return ideas | {(one.source, one.content) for one in findings.implementations}


def items_of(report: Report, documents: Mapping[str, Document]) -> list[KnownItem]:
    if report.findings is None:
        return []
    query = report.findings.query or report.question
    found = [known_from_run("idea", item, query, report, documents) for item in report.findings.ideas]
    found += [
        known_from_run("implementation", item, query, report, documents) for item in report.findings.implementations
    ]
    return list({item.id: item for item in found}.values())


def known_from_run(
    mode: ResearchMode,
    item: IdeaResult | ImplementationResult,
    query: str,
    report: Report,
    documents: Mapping[str, Document],
) -> KnownItem:
    """With the quotes it rests on; whatever of it stands in a private document makes all of it private."""
    sources = {source.id: source.document_id for source in report.sources}
    cited = [(one, documents.get(one.document_id or sources.get(one.source_id, ""))) for one in item.evidence]
    proofs = [proof for one, document in cited if document and (proof := _cited(one, document))]
    code = [snippet.document_id for snippet in item.snippets] if isinstance(item, ImplementationResult) else []
    named = [
        source.document_id for source in report.sources if source.id == item.source_id or source.url == item.source
    ]
    read = [document for _, document in cited] + [documents.get(one) for one in (*code, *named)]
    private = is_private(item.source, [document for document in read if document])
    return held_alone(known_item(mode, item, query, proofs, private=private), documents)


def held_alone(item: KnownItem, documents: Mapping[str, Document]) -> KnownItem:
    """Code that was quoted from a page of the knowledge base itself, or from one that is not at hand, names none."""
    kept = tuple(
        snippet
        if not snippet.document_id or is_fresh(documents.get(snippet.document_id))
        else msgspec.structs.replace(snippet, document_id="", start=-1, end=-1)
        for snippet in item.snippets
    )
    return msgspec.structs.replace(item, snippets=kept)


def is_private(address: str, read: Sequence[Document]) -> bool:
    """By its documents; where none is at hand, what is no page of the web is somebody's file."""
    return any(document.private for document in read) if read else not address.startswith(("http://", "https://"))


def _cited(one: Citation, document: Document) -> KnownProof | None:
    exact = document.text[one.start : one.end] == one.quote
    span = (one.start, one.end) if exact else locate(document.text, one.quote, one.start)
    return proof_at(document, *span) if span and one.quote.strip() and is_fresh(document) else None


def known_item(
    mode: ResearchMode,
    item: IdeaResult | ImplementationResult,
    query: str,
    proofs: Sequence[KnownProof],
    *,
    private: bool,
) -> KnownItem:
    return KnownItem(
        id=item_id(mode, item.source, item.content),
        mode=mode,
        query=query,
        source=item.source,
        content=item.content,
        title=item.title,
        proofs=in_order(proofs),
        snippets=item.snippets if isinstance(item, ImplementationResult) else (),
        private=private,
    )
