"""Where reviews, decisions and sessions are kept; each call is one transaction, and each may be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from inquiro.core.decision_chain import DecisionLink
from inquiro.core.types import Decision, ResearchSession, Review, ReviewStatus


class ReviewStore(Protocol):
    async def open_session(self, org_id: str, session_id: str = "") -> ResearchSession:
        """The session with that id; without one, a new one. SessionNotFound for an unknown id."""

    async def session(self, org_id: str, session_id: str) -> ResearchSession:
        """By its id or a unique prefix of it; SessionNotFound."""

    async def sessions(self, org_id: str, limit: int = 50) -> list[ResearchSession]: ...
    async def clear_session(self, org_id: str, session_id: str) -> ResearchSession:
        """Back to idle; an undecided review becomes `cleared` and stays readable. Decisions stay."""

    async def propose(self, review: Review) -> Review:
        """Put a review before people: an undecided one of the same session is superseded, the session waits.

        With an id that is there already it changes nothing and returns what is there.
        """

    async def review(self, org_id: str, prefix: str) -> Review:
        """By its id or a unique prefix of it; ReviewNotFound."""

    async def reviews(
        self, org_id: str, *, status: ReviewStatus | None = None, session_id: str = "", limit: int = 50
    ) -> list[Review]:
        """Newest first."""

    async def versions(self, org_id: str, review_id: str) -> list[Review]:
        """Every saved version of it, oldest first; empty if there is no such review."""

    async def revise(self, review: Review, seen: int) -> Review:
        """A saved edit: the payload of the next version. Conflict unless version `seen` is the newest and undecided."""

    async def keep_draft(self, org_id: str, review_id: str, draft: Any) -> None: ...
    async def decide(self, decision: Decision) -> Decision:
        """At most one decision for a review.

        The same decision again (verdict, hash that was seen, hash that results) returns the first one; anything else
        on a decided, superseded or changed review is a Conflict. The session moves with it, in the same transaction.
        """

    async def decision(self, org_id: str, review_id: str) -> Decision | None: ...
    async def decisions(self, org_id: str, *, macro_name: str = "", limit: int = 1000) -> Sequence[Decision]:
        """Oldest first."""

    async def chain(self, org_id: str, session_id: str) -> Sequence[DecisionLink]:
        """The decisions of a session, or with an empty id those outside of any, oldest first."""

    async def mark_executed(self, org_id: str, review_id: str) -> None:
        """The session's verbs have run to their end; only if the session still stands at this review."""
