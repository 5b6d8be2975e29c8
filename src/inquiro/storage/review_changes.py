"""What may happen to reviews and sessions, each inside one transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import Connection, insert, select, update

from inquiro.core.decision_chain import decision_hash
from inquiro.core.errors import Conflict, ReviewNotFound
from inquiro.core.types import Decision, Json, ResearchSession, Review, ReviewStatus
from inquiro.storage import review_rows as rows
from inquiro.storage.dialect import decide_alone, upsert
from inquiro.storage.review_tables import decisions, research_sessions, review_versions, reviews


def new_session(connection: Connection, org_id: str, now: datetime) -> ResearchSession:
    made = ResearchSession(id=str(uuid4()), org_id=org_id, created_at=now, updated_at=now)
    connection.execute(insert(research_sessions).values(msgspec.structs.asdict(made)))
    return rows.session(connection, org_id, made.id)


def clear(connection: Connection, org_id: str, session_id: str, now: datetime) -> ResearchSession:
    found = rows.find_session(connection, org_id, session_id)
    held = rows.session(connection, org_id, found.id, hold=True)
    _close_undecided(connection, held, "cleared")
    return _move(connection, held, now, state="idle", review_id="")


def propose(connection: Connection, review: Review, now: datetime) -> Review:
    held = rows.session(connection, review.org_id, review.session_id, hold=True) if review.session_id else None
    if not _add(connection, review, now):
        return rows.review(connection, review.org_id, review.id)
    if held is not None:
        _close_undecided(connection, held, "superseded", besides=review.id)
        _move(connection, held, now, state="pending_review", review_id=review.id)
    return rows.review(connection, review.org_id, review.id)


def revise(connection: Connection, review: Review, seen: int, now: datetime) -> Review:
    there = _hold(connection, review.org_id, review.id)
    if there.status == "pending" and (there.version, there.payload_hash) == (seen + 1, review.payload_hash):
        return there  # done already: only the answer was lost
    _ensure_open(there)
    if there.version != seen:
        raise Conflict(f"review {review.id} has been changed: version {there.version} is the newest, not {seen}")
    _add_version(connection, review, seen + 1, now)
    newer = {"version": seen + 1, "draft": None}
    connection.execute(update(reviews).where(reviews.c.id == review.id).values(newer))
    return rows.review(connection, review.org_id, review.id)


def keep_draft(connection: Connection, org_id: str, review_id: str, draft: Any) -> None:
    mine = (reviews.c.org_id == org_id) & (reviews.c.id == review_id)
    if connection.execute(update(reviews).where(mine).values(draft=draft)).rowcount == 0:
        raise ReviewNotFound(f"there is no review {review_id}; `inquiro review list` shows them")


def decide(connection: Connection, decision: Decision, now: datetime) -> Decision:
    """The row of the decision, the review's status and the session's state stand together, or none of them does."""
    there = _hold(connection, decision.org_id, decision.review_id)
    first = rows.decision(connection, decision.org_id, decision.review_id)
    if first is not None:
        return _same(first, decision)
    _ensure_open(there)
    if (there.version, there.payload_hash) != (decision.version, decision.seen_hash):
        raise Conflict(
            f"review {there.id} has been changed: version {there.version} is the newest, not {decision.version}"
        )
    connection.execute(insert(decisions).values(_chained(connection, decision, there.session_id, now)))
    status: ReviewStatus = "approved" if decision.verdict == "approve" else "rejected"
    connection.execute(update(reviews).where(reviews.c.id == there.id).values(status=status, draft=None))
    if there.session_id:
        _follow(connection, there, status, now)
    kept = rows.decision(connection, decision.org_id, decision.review_id)
    assert kept is not None
    return kept


def mark_executed(connection: Connection, org_id: str, review_id: str, now: datetime) -> None:
    there = _hold(connection, org_id, review_id)
    if there.status != "approved":
        raise Conflict(f"review {review_id} is {there.status}: its verbs cannot have run")
    if there.session_id:
        session = rows.session(connection, org_id, there.session_id)
        if (session.review_id, session.state) == (review_id, "verbs_ready"):
            _move(connection, session, now, state="executed")


def _add(connection: Connection, review: Review, now: datetime) -> bool:
    row: Json = {name: getattr(review, name) for name in reviews.c.keys() if name != "seq"}  # noqa: SIM118
    row |= {"version": 1, "status": "pending", "created_at": review.created_at or now}
    statement = upsert(connection, reviews).values(row).on_conflict_do_nothing(index_elements=["id"])
    if connection.execute(statement.returning(reviews.c.id)).one_or_none() is None:
        return False
    _add_version(connection, review, 1, now)
    return True


def _add_version(connection: Connection, review: Review, version: int, now: datetime) -> None:
    row = {
        "review_id": review.id,
        "version": version,
        "payload": review.payload,
        "payload_hash": review.payload_hash,
        "edited_by": review.edited_by,
        "at": now,
    }
    connection.execute(insert(review_versions).values(row))


def _hold(connection: Connection, org_id: str, review_id: str) -> Review:
    """The review as it will stay until the transaction ends, and its session with it."""
    known = rows.review(connection, org_id, review_id)
    if known.session_id:
        rows.session(connection, org_id, known.session_id, hold=True)
    connection.execute(select(reviews.c.id).where(reviews.c.id == review_id).with_for_update())
    return rows.review(connection, org_id, review_id)


def _ensure_open(review: Review) -> None:
    if review.status != "pending":
        raise Conflict(f"review {review.id} is {review.status} already")


def _same(first: Decision, again: Decision) -> Decision:
    def said(one: Decision) -> tuple[str, str, str]:
        return one.verdict, one.seen_hash, one.payload_hash

    if said(first) != said(again):
        word = "approved" if first.verdict == "approve" else "rejected"
        raise Conflict(f"review {first.review_id} was {word} by {first.who} already")
    return first


def _close_undecided(connection: Connection, session: ResearchSession, status: ReviewStatus, besides: str = "") -> None:
    waiting = (
        (reviews.c.org_id == session.org_id)
        & (reviews.c.session_id == session.id)
        & (reviews.c.status == "pending")
        & (reviews.c.id != besides)
    )
    connection.execute(update(reviews).where(waiting).values(status=status))


def _follow(connection: Connection, review: Review, status: ReviewStatus, now: datetime) -> None:
    session = rows.session(connection, review.org_id, review.session_id)
    if session.review_id != review.id:
        return
    if status == "approved":
        _move(connection, session, now, state="verbs_ready")
    else:
        _move(connection, session, now, state="idle", review_id="")


def _move(connection: Connection, session: ResearchSession, now: datetime, **values: str) -> ResearchSession:
    table = research_sessions
    connection.execute(update(table).where(table.c.id == session.id).values(values | {"updated_at": now}))
    return rows.session(connection, session.org_id, session.id)


def _chained(connection: Connection, decision: Decision, session_id: str, now: datetime) -> Json:
    """The row of a decision, bound to the one before it."""
    decide_alone(connection)
    row = msgspec.structs.asdict(decision) | {"at": decision.at or now, "macro_name": _macro_name(decision)}
    row["previous_hash"] = rows.newest_hash(connection, decision.org_id, session_id)
    return row | {"hash": decision_hash(row)}


def _macro_name(decision: Decision) -> str:
    return decision.payload.macro.name if decision.payload.macro is not None else ""
