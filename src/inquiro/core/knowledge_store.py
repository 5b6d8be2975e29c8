"""What a knowledge base asks of the store; `Knowledge` in core.protocols is what a run asks of a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from inquiro.core.types import (
    Document,
    Given,
    Giver,
    KnowledgeChange,
    KnowledgeSize,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownKind,
    WordKind,
)

KnownThing = KnownFact | KnownEntity | KnownItem


class KnowledgeStore(Protocol):
    """Where what is known is kept, for each organisation apart; `org_id` comes first everywhere."""

    async def knowledge_size(self, org_id: str) -> KnowledgeSize: ...
    async def knowledge_generation(self, org_id: str) -> int: ...
    async def knowledge_token(self, org_id: str) -> str:
        """Of the newest change; no two changes of any knowledge base have the same."""

    async def known_tokens(self, org_id: str) -> dict[str, str]:
        """For every known thing by its id the token of the change that wrote it."""

    async def known_with_tokens(self, org_id: str, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
        """As `known`, each with the token of the change that wrote it."""

    async def knowledge_givers(self, org_id: str) -> list[Giver]: ...
    async def knowledge_given(
        self,
        org_id: str,
        kind: KnownKind,
        *,
        keys: Sequence[str] = (),
        homes: Sequence[str] = (),
        ids: Sequence[str] = (),
    ) -> list[Given]:
        """What these givers told, what went into these homes, and what has these ids."""

    async def known(self, org_id: str, ids: Sequence[str]) -> list[KnownThing]:
        """In the order asked for; what is not known is left out."""

    async def all_known(self, org_id: str) -> list[KnownThing]: ...
    async def known_ids(self, org_id: str, prefix: str, limit: int) -> list[str]:
        """Of known things; what was told under such an id counts as the thing that it went into."""

    async def word_holders(self, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, list[str]]: ...
    async def words_held(self, org_id: str, kind: WordKind, words: Sequence[str]) -> dict[str, int]:
        """How many hold each of these words; those that nobody holds are left out."""

    async def fact_sizes(self, org_id: str, ids: Sequence[str]) -> dict[str, int]:
        """How many words each of these facts is held against others by."""

    async def known_documents(self, org_id: str, ids: Sequence[str]) -> list[Document]:
        """Those of them that something known was read in."""

    async def documents_held(self, org_id: str, ids: Sequence[str]) -> set[str]: ...
    async def documents(self, ids: Sequence[str]) -> list[Document]: ...
    async def documents_at(self, org_id: str, urls: Sequence[str]) -> list[Document]:
        """Snapshots of these addresses that the organisation may read."""

    async def private_among(self, ids: Sequence[str]) -> set[str]:
        """The documents among these that are private by now."""

    async def change_knowledge(self, org_id: str, change: KnowledgeChange) -> bool:
        """All of it or nothing; False when somebody else changed the knowledge base since its generation."""
