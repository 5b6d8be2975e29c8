"""Reviews and decisions as clients get them."""

from __future__ import annotations

from inquiro.api.desk import Desk
from inquiro.api.executing import Handed
from inquiro.api.views import status_word
from inquiro.core.types import Decision, Json, Review
from inquiro.runtime.screens import ReviewEntry, ReviewScreen


def entry(found: ReviewEntry, desk: Desk) -> Json:
    return _named(found.review, desk) | {"summary": found.summary}


def whole(screen: ReviewScreen, desk: Desk) -> Json:
    review = screen.review
    return _named(review, desk) | {
        "payload": review.payload.to_dict(),
        "view": screen.view.to_dict(),
        "draft": review.draft,
        "edited_by": review.edited_by or None,
        "changes": list(screen.changes),
        "decision": screen.decision.to_dict() if screen.decision is not None else None,
        "execution": _execution(screen),
    }


def decided(decision: Decision, run: Handed | None = None) -> Json:
    """The seed's answer to a decision, and the decision itself."""
    told: Json = {"result_id": decision.review_id, "review_id": decision.review_id}
    if decision.verdict == "approve":
        verbs = "\n".join(group.verbs for group in decision.payload.groups)
        told |= {"approved": True, "generated_verbs": verbs or None}
        told |= {
            "run_id": run.run_id if run else None,
            "execution": {"run_id": run.run_id, "status": run.status} if run else None,
        }
    else:
        told |= {"rejected": True, "reason": decision.reason or None}
    kept = decision.to_dict()
    kept.pop("payload")
    return told | {"payload_hash": decision.payload_hash, "decision": kept}


def _named(review: Review, desk: Desk) -> Json:
    return {
        "id": review.id,
        "kind": review.kind,
        "title": review.title,
        "status": review.status,
        "version": review.version,
        "payload_hash": review.payload_hash,
        "session_id": review.session_id or None,
        "run_id": review.run_id or None,
        "created_at": review.created_at.isoformat() if review.created_at else None,
        "link": f"{desk.address}/reviews/{review.id}",
    }


def _execution(screen: ReviewScreen) -> Json | None:
    if screen.run is None:
        return None
    return {
        "run_id": screen.run.id,
        "status": status_word(screen.run),
        "error": screen.run.error_message,
        "steps": [step.to_dict() for step in screen.steps],
        "report": screen.report.to_dict() if screen.report is not None else None,
        "tree": screen.tree,
    }
