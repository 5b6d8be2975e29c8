"""Reading reviews, decisions and sessions; another organisation's are never found."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, select

from inquiro.core.decision_chain import COVERED, DecisionLink, decision_hash
from inquiro.core.decoders import convert
from inquiro.core.errors import ReviewNotFound, SessionNotFound
from inquiro.core.types import Decision, ResearchSession, Review, ReviewStatus
from inquiro.storage.id_prefixes import whole_id
from inquiro.storage.review_tables import decisions, research_sessions, review_versions, reviews


def session(connection: Connection, org_id: str, session_id: str, *, hold: bool = False) -> ResearchSession:
    """`hold` keeps it as it is until the transaction ends."""
    table = research_sessions
    query = select(table).where(table.c.org_id == org_id, table.c.id == session_id)
    row = connection.execute(query.with_for_update() if hold else query).one_or_none()
    if row is None:
        raise SessionNotFound(session_id)
    return _session(row)


def find_session(connection: Connection, org_id: str, prefix: str) -> ResearchSession:
    """The session whose id starts so."""
    found = whole_id(connection, research_sessions, org_id, prefix, SessionNotFound, what="session")
    return session(connection, org_id, found)


def sessions(connection: Connection, org_id: str, limit: int) -> list[ResearchSession]:
    table = research_sessions
    query = select(table).where(table.c.org_id == org_id).order_by(table.c.seq.desc()).limit(limit)
    return [_session(row) for row in connection.execute(query)]


def review(connection: Connection, org_id: str, review_id: str) -> Review:
    row = connection.execute(_newest_versions(org_id).where(reviews.c.id == review_id)).one_or_none()
    if row is None:
        raise ReviewNotFound(f"there is no review {review_id}; `inquiro review list` shows them")
    return _review(row)


def find(connection: Connection, org_id: str, prefix: str) -> Review:
    """The review whose id starts so."""
    found = whole_id(connection, reviews, org_id, prefix, ReviewNotFound, what="review", command="inquiro review list")
    return review(connection, org_id, found)


def newest(
    connection: Connection, org_id: str, status: ReviewStatus | None, session_id: str, limit: int
) -> list[Review]:
    query = _newest_versions(org_id).order_by(reviews.c.seq.desc()).limit(limit)
    if status is not None:
        query = query.where(reviews.c.status == status)
    if session_id:
        query = query.where(reviews.c.session_id == session_id)
    return [_review(row) for row in connection.execute(query)]


def with_hash(connection: Connection, org_id: str, payload_hash: str) -> list[Review]:
    """Reviews whose newest version has it, newest first."""
    query = _newest_versions(org_id).where(review_versions.c.payload_hash == payload_hash)
    return [_review(row) for row in connection.execute(query.order_by(reviews.c.seq.desc()))]


def versions(connection: Connection, org_id: str, review_id: str) -> list[Review]:
    query = _versions(org_id).where(reviews.c.id == review_id).order_by(review_versions.c.version)
    return [_review(row) for row in connection.execute(query)]


def decision(connection: Connection, org_id: str, review_id: str) -> Decision | None:
    query = select(decisions).where(decisions.c.org_id == org_id, decisions.c.review_id == review_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _decision(row)


def decisions_of(connection: Connection, org_id: str, macro_name: str, limit: int) -> list[Decision]:
    query = select(decisions).where(decisions.c.org_id == org_id).order_by(decisions.c.seq).limit(limit)
    if macro_name:
        query = query.where(decisions.c.macro_name == macro_name)
    return [_decision(row) for row in connection.execute(query)]


def newest_hash(connection: Connection, org_id: str, session_id: str) -> str:
    """Of the decisions of a session, or of those outside of any; empty before the first that has one."""
    query = _in_chain(org_id, session_id, decisions.c.hash).order_by(decisions.c.seq.desc()).limit(1)
    return connection.execute(query).scalar_one_or_none() or ""


def chain(connection: Connection, org_id: str, session_id: str) -> list[DecisionLink]:
    """Oldest first, each with its hash counted anew; payloads are not read."""
    columns = [decisions.c[name] for name in (*COVERED, "hash")]
    found = connection.execute(_in_chain(org_id, session_id, *columns).order_by(decisions.c.seq)).mappings()
    return [
        DecisionLink(
            review_id=row["review_id"],
            hash=row["hash"],
            previous_hash=row["previous_hash"],
            counted=decision_hash(dict(row)) if row["hash"] else "",
        )
        for row in found
    ]


def deciding_sessions(connection: Connection, org_id: str) -> list[str]:
    """Sessions with decisions; the empty one stands for all reviews outside of any."""
    joined = reviews.c.id == decisions.c.review_id
    query = select(reviews.c.session_id).join_from(decisions, reviews, joined).where(decisions.c.org_id == org_id)
    return sorted(connection.execute(query.distinct()).scalars())


def _in_chain(org_id: str, session_id: str, *columns: Any) -> Select[Any]:
    query = select(*columns).join_from(decisions, reviews, reviews.c.id == decisions.c.review_id)
    return query.where(decisions.c.org_id == org_id, reviews.c.session_id == session_id)


_OF_THE_REVIEW = [column for column in reviews.c if column.name != "version"]
_OF_THE_VERSION = [review_versions.c[name] for name in ("version", "payload", "payload_hash", "edited_by")]


def _versions(org_id: str) -> Select[Any]:
    joined = review_versions.c.review_id == reviews.c.id
    query = select(*_OF_THE_REVIEW, *_OF_THE_VERSION).join_from(reviews, review_versions, joined)
    return query.where(reviews.c.org_id == org_id)


def _newest_versions(org_id: str) -> Select[Any]:
    return _versions(org_id).where(review_versions.c.version == reviews.c.version)


def _session(row: Row[Any]) -> ResearchSession:
    return convert(row, ResearchSession, from_attributes=True)


def _review(row: Row[Any]) -> Review:
    return convert(row, Review, from_attributes=True)


def _decision(row: Row[Any]) -> Decision:
    return convert(row, Decision, from_attributes=True)
