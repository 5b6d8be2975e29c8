"""A research session as it is told to people and agents."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.decision_chain import DecisionChain
from inquiro.core.types import Json, ResearchSession, Review
from inquiro.onboarding.reviewing.payloads import short_hash


def status_view(session: ResearchSession, reviews: Sequence[Review], chain: DecisionChain) -> Json:
    """Reviews of the session, newest first; those that were superseded, rejected or cleared stay in its history."""
    pending = next((one for one in reviews if one.id == session.review_id and one.status == "pending"), None)
    return {
        "session_id": session.id,
        "state": session.state,
        "has_pending": pending is not None,
        "pending_macro": _macro_name(pending) if pending is not None else None,
        "approved_count": sum(one.status == "approved" for one in reviews),
        "verbs_ready": session.state == "verbs_ready" or (pending is not None and _relaxed(pending)),
        "review_id": session.review_id or None,
        "history": [_entry(one) for one in reviews],
        "decision_chain": chain.to_dict(),
    }


def _entry(review: Review) -> Json:
    return {
        "review_id": review.id,
        "title": review.title,
        "macro": _macro_name(review),
        "status": review.status,
        "version": review.version,
        "hash": short_hash(review.payload_hash),
        "created_at": review.created_at.isoformat() if review.created_at else None,
    }


def _relaxed(review: Review) -> bool:
    """Whether the macro lets its verbs count as ready before anybody read the result; running them is another matter."""
    macro = review.payload.macro
    return macro is not None and macro.output.review != "required" and bool(review.payload.groups)


def _macro_name(review: Review) -> str | None:
    return review.payload.macro.name if review.payload.macro is not None else None
