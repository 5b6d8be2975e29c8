"""What a command puts before a person, put there once: the same again comes back to what waits already.

The id of such a review is made from what it says and from how many of the same there were before it, so that two
processes that propose the same at once make one review. What was rejected, has failed or has run to its end is asked
anew; what was stopped, or is held at a verb whose outcome nobody knows, is gone on with.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid5

import msgspec

from inquiro.core.errors import ReviewNotFound
from inquiro.core.types import LeiFinding, Payload, Review
from inquiro.onboarding.reviewing.payloads import payload_hash
from inquiro.runtime.executions import Executions
from inquiro.runtime.reviews import ReviewDesk

OF_PROPOSALS = UUID("2b9a3a0e-5c1d-4f6e-8d47-91c0a7d2f9b4")
_ENDED = {"completed", "failed"}


async def proposed_once(
    desk: ReviewDesk,
    executions: Executions,
    payload: Payload,
    made: Callable[[str], Review],
    *,
    run_id: str = "",
    seen_hash: str = "",
) -> Review:
    """The newest review of the same that is still open, else the one that `made` makes for a new id.

    `payload`: what is the same however often it is proposed. `seen_hash`: whoever names the hash of an approved one
    means that one, even if it has run.
    """
    same = f"{_said(payload)} {run_id}"
    number = await _how_many(desk, same)
    if number and (newest := await _there(desk, same, number - 1)):
        named = bool(seen_hash) and newest.status == "approved" and newest.payload_hash == seen_hash
        if named or await _open(newest, executions):
            return newest
    return await desk.store.propose(made(_id(same, number)))


def _said(payload: Payload) -> str:
    """Its hash, in whatever words the register was out of reach."""
    return payload_hash(msgspec.structs.replace(payload, leis=tuple(map(_without_words, payload.leis))))


def _without_words(finding: LeiFinding) -> LeiFinding:
    return msgspec.structs.replace(finding, reason="") if finding.verdict == "unverified" else finding


async def _how_many(desk: ReviewDesk, same: str) -> int:
    """Found in few steps: there is none without the one before it."""
    beyond = 1
    while await _there(desk, same, beyond - 1):
        beyond *= 2
    known = beyond // 2
    while known < beyond - 1:
        middle = (known + beyond) // 2
        known, beyond = (middle, beyond) if await _there(desk, same, middle - 1) else (known, middle)
    return known


async def _there(desk: ReviewDesk, same: str, number: int) -> Review | None:
    try:
        return await desk.get(_id(same, number))
    except ReviewNotFound:
        return None


async def _open(review: Review, executions: Executions) -> bool:
    if review.status != "approved":
        return review.status == "pending"
    run = await executions.find(review.id)
    if run is None or run.status not in _ENDED:
        return True
    return run.status == "failed" and await _left_off(review.id, executions)


async def _left_off(review_id: str, executions: Executions) -> bool:
    """Stopped, or held at a verb of which nobody knows what became: another review would do again what was done."""
    report = await executions.report(review_id)
    if report is not None:
        return bool(report.of("stopped") or report.of("held"))
    return any(step.status in {"begun", "held"} for step in await executions.steps(review_id))


def _id(same: str, number: int) -> str:
    return str(uuid5(OF_PROPOSALS, f"{same} {number}"))
