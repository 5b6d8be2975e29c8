"""/api/reviews and /api/sessions: what waits for a person, what they decide, and what becomes of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from inquiro.api.desk import Desk, Reader, Reviewer, TheDesk
from inquiro.api.executing import ensure_room, execute_review
from inquiro.api.review_requests import (
    Approve,
    IfMatch,
    Reject,
    Revise,
    Saw,
    Seen,
    channel_of,
    etag_of,
    seen_by,
)
from inquiro.api.review_views import decided, entry, whole
from inquiro.core.types import Json, ReviewStatus
from inquiro.runtime.screens import review_entries, review_screen

router = APIRouter(tags=["reviews"])
Limit = Annotated[int, Query(ge=1, le=500)]
SessionId = Annotated[str, Query(max_length=64)]


@router.get("/api/reviews")
async def reviews(
    desk: TheDesk, _: Reader, status: ReviewStatus | None = None, session_id: SessionId = "", limit: Limit = 50
) -> Json:
    """Reviews, newest first."""
    found = await review_entries(desk.runtime, status, session_id, limit)
    return {"reviews": [entry(one, desk) for one in found]}


@router.get("/api/reviews/{review_id}")
async def review(review_id: str, desk: TheDesk, _: Reader, response: Response) -> Json:
    """One review: its payload, what a reviewer is shown of it, its hash and version; the ETag names both."""
    screen = await review_screen(desk.runtime, review_id)
    response.headers["ETag"] = etag_of(screen.review)
    return whole(screen, desk)


@router.put("/api/reviews/{review_id}")
async def revise(
    review_id: str,
    said: Revise,
    desk: TheDesk,
    caller: Reviewer,
    response: Response,
    *,
    if_match: IfMatch = None,
) -> Json:
    """Save an edit as the next version; nothing is decided, and everybody has to look at it anew."""
    seen = await _seen(desk, review_id, said, if_match)
    saved = await desk.runtime.reviews.revise(
        review_id, said.edits, seen_hash=seen.hash, version=seen.version, who=caller.name, merge=said.merge
    )
    response.headers["ETag"] = etag_of(saved)
    return whole(await review_screen(desk.runtime, saved.id), desk)


@router.post("/api/reviews/{review_id}/approve")
async def approve(
    review_id: str, said: Approve, desk: TheDesk, caller: Reviewer, request: Request, *, if_match: IfMatch = None
) -> Json:
    """Approve exactly what was seen, with edits if there are any; the same approval again returns the first one."""
    seen = await _seen(desk, review_id, said, if_match)
    if said.execute:
        ensure_room(desk)
    decision = await desk.runtime.reviews.approve(
        review_id,
        seen_hash=seen.hash,
        version=seen.version,
        who=caller.name,
        channel=channel_of(request),
        edits=said.edits,
        merge=said.merge,
        overrides=said.overrides,
        reason=said.reason,
        execute=said.execute,
    )
    run = await execute_review(desk, decision.review_id) if said.execute else None
    return decided(decision, run) | {"state": await _state(desk, decision.review_id)}


@router.post("/api/reviews/{review_id}/reject")
async def reject(
    review_id: str, said: Reject, desk: TheDesk, caller: Reviewer, request: Request, *, if_match: IfMatch = None
) -> Json:
    """Reject what was seen: its verbs never run."""
    seen = await _seen(desk, review_id, said, if_match)
    decision = await desk.runtime.reviews.reject(
        review_id,
        seen_hash=seen.hash,
        version=seen.version,
        who=caller.name,
        channel=channel_of(request),
        reason=said.reason,
    )
    return decided(decision) | {"state": await _state(desk, decision.review_id)}


@router.post("/api/reviews/{review_id}/execute")
async def execute(review_id: str, desk: TheDesk, _: Reviewer) -> Json:
    """Execute the verbs of an approved review in the background, or go on where that stopped; never twice."""
    run = await execute_review(desk, review_id)
    return {"review_id": run.review_id, "run_id": run.run_id, "status": run.status}


@router.get("/api/sessions/{session_id}")
async def session(session_id: str, desk: TheDesk, _: Reader) -> Json:
    """A research session: its state, what is pending, and its history."""
    return await desk.runtime.reviews.status(session_id)


@router.post("/api/sessions/{session_id}/clear")
async def clear(session_id: str, desk: TheDesk, _: Reviewer) -> Json:
    """Back to idle; what was undecided stays readable, and decisions stay."""
    await desk.runtime.reviews.clear(session_id)
    return await desk.runtime.reviews.status(session_id)


async def _seen(desk: Desk, review_id: str, said: Saw, if_match: str | None) -> Seen:
    """What the caller saw; of a review that does not exist nobody saw anything."""
    await desk.runtime.reviews.get(review_id)
    return seen_by(said, if_match)


async def _state(desk: Desk, review_id: str) -> str | None:
    """Of the session, if the review belongs to one."""
    found = await desk.runtime.reviews.get(review_id)
    return (await desk.runtime.reviews.status(found.session_id))["state"] if found.session_id else None
