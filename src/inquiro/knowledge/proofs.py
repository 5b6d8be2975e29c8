"""Exact words in a snapshot, and which snapshots can prove anything new."""

from __future__ import annotations

from inquiro.core.types import Document, KnownProof
from inquiro.engine.extract import heading_at

OWN = "knowledge"  # the source type of what came from the knowledge base itself


def proof_at(document: Document, start: int, end: int) -> KnownProof:
    return KnownProof(
        document_id=document.id,
        start=start,
        end=end,
        quote=document.text[start:end],
        url=document.url,
        title=document.title,
        fetched_at=document.fetched_at,
        published=document.published,
        source_type=document.source_type,
        page=sum(begun <= start for begun in document.page_starts) or None,
        heading=heading_at(document, start),
        private=document.private,
    )


def is_fresh(document: Document | None) -> bool:
    return document is not None and document.source_type != OWN and not document.retracted
