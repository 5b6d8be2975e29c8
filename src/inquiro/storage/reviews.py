"""Reviews, decisions and sessions: each call is one transaction that may be repeated.

Whoever changes something holds the session first and the review next, so that two processes never wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inquiro.core.decision_chain import DecisionLink
from inquiro.core.types import Decision, ResearchSession, Review, ReviewStatus
from inquiro.storage import review_changes as changes
from inquiro.storage import review_rows as rows
from inquiro.storage.store import Clock, SqlStore, utc_now


class Reviews:
    """`inquiro.core.review_store.ReviewStore` over one store."""

    def __init__(self, store: SqlStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._now = clock

    async def open_session(self, org_id: str, session_id: str = "") -> ResearchSession:
        if session_id:
            return await self.session(org_id, session_id)
        return await self._store.write(lambda c: changes.new_session(c, org_id, self._now()))

    async def session(self, org_id: str, session_id: str) -> ResearchSession:
        return await self._store.read(lambda c: rows.find_session(c, org_id, session_id))

    async def sessions(self, org_id: str, limit: int = 50) -> list[ResearchSession]:
        return await self._store.read(lambda c: rows.sessions(c, org_id, limit))

    async def clear_session(self, org_id: str, session_id: str) -> ResearchSession:
        return await self._store.write(lambda c: changes.clear(c, org_id, session_id, self._now()))

    async def propose(self, review: Review) -> Review:
        return await self._store.write(lambda c: changes.propose(c, review, self._now()))

    async def review(self, org_id: str, prefix: str) -> Review:
        return await self._store.read(lambda c: rows.find(c, org_id, prefix))

    async def reviews(
        self, org_id: str, *, status: ReviewStatus | None = None, session_id: str = "", limit: int = 50
    ) -> list[Review]:
        return await self._store.read(lambda c: rows.newest(c, org_id, status, session_id, limit))

    async def with_hash(self, org_id: str, payload_hash: str) -> list[Review]:
        return await self._store.read(lambda c: rows.with_hash(c, org_id, payload_hash))

    async def versions(self, org_id: str, review_id: str) -> list[Review]:
        return await self._store.read(lambda c: rows.versions(c, org_id, review_id))

    async def revise(self, review: Review, seen: int) -> Review:
        return await self._store.write(lambda c: changes.revise(c, review, seen, self._now()))

    async def keep_draft(self, org_id: str, review_id: str, draft: Any) -> None:
        await self._store.write(lambda c: changes.keep_draft(c, org_id, review_id, draft))

    async def decide(self, decision: Decision) -> Decision:
        return await self._store.write(lambda c: changes.decide(c, decision, self._now()))

    async def decision(self, org_id: str, review_id: str) -> Decision | None:
        return await self._store.read(lambda c: rows.decision(c, org_id, review_id))

    async def decisions(self, org_id: str, *, macro_name: str = "", limit: int = 1000) -> Sequence[Decision]:
        return await self._store.read(lambda c: rows.decisions_of(c, org_id, macro_name, limit))

    async def chain(self, org_id: str, session_id: str) -> list[DecisionLink]:
        return await self._store.read(lambda c: rows.chain(c, org_id, session_id))

    async def deciding_sessions(self, org_id: str) -> list[str]:
        return await self._store.read(lambda c: rows.deciding_sessions(c, org_id))

    async def mark_executed(self, org_id: str, review_id: str) -> None:
        await self._store.write(lambda c: changes.mark_executed(c, org_id, review_id, self._now()))
