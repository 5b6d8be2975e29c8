"""Whether there is anything that earlier research found: sources are told only then."""

from __future__ import annotations

from inquiro.core.protocols import Knowledge
from inquiro.runtime.following import OWNER
from inquiro.storage.store import SqlStore

ORGANISATION = OWNER[1]


async def what_is_known(store: SqlStore, org_id: str) -> Knowledge | None:
    """The knowledge base of an organisation, if a page is in it that could be read again."""
    if not await store.knowledge_holds_pages(org_id):
        return None
    from inquiro.knowledge.base import KnowledgeBase  # most runs begin with nothing known

    return KnowledgeBase(store, org_id)
