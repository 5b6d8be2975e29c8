"""The documents a run has read, kept at hand: a snapshot never changes, so it is loaded once."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.protocols import Store
from inquiro.core.types import Document


class Shelf:
    """In front of the store, for one attempt at a run."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._documents: dict[str, Document] = {}

    async def get(self, ids: Sequence[str]) -> list[Document]:
        """The documents in the order asked for; one that the store does not have is left out."""
        missing = [document_id for document_id in ids if document_id not in self._documents]
        if missing:
            self._documents |= {document.id: document for document in await self._store.documents(missing)}
        return [self._documents[document_id] for document_id in ids if document_id in self._documents]
