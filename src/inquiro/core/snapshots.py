"""From what was read to a stored snapshot: the id comes from address and text, the rest from the hit."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from inquiro.core.types import Document, PageKind, ReadText, SourceResult

ABSTRACT_ONLY, AS_GIVEN = "abstract only", "text as given by"  # flags of a text that is not the page's own


def snapshot(
    hit: SourceResult,
    content: ReadText,
    *,
    url: str | None = None,
    kind: PageKind = "content",
    flags: tuple[str, ...] = (),
) -> Document:
    """`url` is where the text was really read, when that is not the hit's own address."""
    address = url or hit.url
    digest = hashlib.sha256(content.text.encode("utf-8", "surrogatepass")).hexdigest()
    return Document(
        id=hashlib.sha256(f"{address}\n{digest}".encode()).hexdigest()[:32],
        url=address,
        title=hit.title or content.title or address,
        text=content.text,
        sha256=digest,
        media_type=content.media_type,
        fetched_at=datetime.now(UTC),
        kind=kind,
        source_name=hit.source_name,
        source_type=hit.source_type,
        headings=content.headings,
        page_starts=content.page_starts,
        published=hit.published or content.published,
        author="; ".join(hit.authors) or content.author,
        quality=hit.quality_score,
        quality_reasons=hit.quality_reasons,
        doi=hit.doi,
        retracted=hit.retracted,
        flags=(*content.flags, *flags),
        private=hit.private,
        code=content.code,
        licence=content.licence,
        blocks=content.blocks,
        status=content.status,
        version=content.version,
    )


def is_part(document: Document) -> bool:
    """Whether only what a source gave along was read, not the page itself."""
    return any(flag.startswith((ABSTRACT_ONLY, AS_GIVEN)) for flag in document.flags)
