"""A retraction that anybody knows of holds for the work, whoever found it first and wherever it was read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from inquiro.core.identity import identities
from inquiro.core.types import Document, SourceResult
from inquiro.engine.citing import works_of
from inquiro.engine.quality import LOWEST

TOLD = "another source lists it as retracted"


def withdrawn_names(hits: Iterable[SourceResult]) -> tuple[str, ...]:
    """What the retracted works among these hits are known by, read or not."""
    return tuple(sorted({name for hit in hits if hit.retracted for name in identities(hit)}))


def withdrawn_copies(documents: Iterable[Document], originals: Mapping[str, str]) -> list[str]:
    """Documents that are read in place of a copy which is known to be retracted."""
    return [originals[document.id] for document in documents if document.retracted and document.id in originals]


def marked(documents: Sequence[Document], withdrawn: Collection[str]) -> list[Document]:
    """The documents, those that are retracted marked as such; `withdrawn` holds ids of documents and names of works."""
    known = set(withdrawn)
    for document in documents:
        if document.retracted:
            known |= works_of(document)
    return [_marked(one) if one.id in known or works_of(one) & known else one for one in documents]


def _marked(document: Document) -> Document:
    if document.retracted:
        return document
    reasons = (f"{TOLD}: {LOWEST:.2f} whatever else speaks for it", *document.quality_reasons)
    return msgspec.structs.replace(document, retracted=True, quality=LOWEST, quality_reasons=reasons)
