"""The tables of reviews: what was put before people, every saved version of it, and what they said.

None of these points to a run: a decision outlives the research that it was about. Rows of `review_versions` and
`decisions` are written once and never changed.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, Table

from inquiro.storage.tables import JsonText, StoredText, UtcTime, metadata, serial

research_sessions = Table(
    "research_sessions",
    metadata,
    serial(),
    Column("id", StoredText, nullable=False, unique=True),
    Column("org_id", StoredText, nullable=False, index=True),
    Column("state", StoredText, nullable=False),
    Column("review_id", StoredText, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    serial(),
    Column("id", StoredText, nullable=False, unique=True),
    Column("org_id", StoredText, nullable=False),
    Column("kind", StoredText, nullable=False),
    Column("title", StoredText, nullable=False),
    Column("version", Integer, nullable=False),  # the newest
    Column("status", StoredText, nullable=False),
    Column("session_id", StoredText, nullable=False, index=True),
    Column("run_id", StoredText, nullable=False),
    Column("privacy", StoredText),
    Column("created_at", UtcTime, nullable=False),
    Column("draft", JsonText),
    Index("reviews_by_status", "org_id", "status"),
)

review_versions = Table(
    "review_versions",
    metadata,
    Column("review_id", StoredText, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("payload", JsonText, nullable=False),
    Column("payload_hash", StoredText, nullable=False),
    Column("edited_by", StoredText, nullable=False),
    Column("at", UtcTime, nullable=False),
)

decisions = Table(
    "decisions",
    metadata,
    serial(),
    Column("id", StoredText, nullable=False, unique=True),
    Column("review_id", StoredText, nullable=False, unique=True),  # at most one for each
    Column("org_id", StoredText, nullable=False),
    Column("macro_name", StoredText, nullable=False),
    Column("verdict", StoredText, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seen_hash", StoredText, nullable=False),
    Column("payload", JsonText, nullable=False),
    Column("payload_hash", StoredText, nullable=False),
    Column("edits_made", Boolean, nullable=False),
    Column("overrides", JsonText, nullable=False),
    Column("reason", StoredText, nullable=False),
    Column("who", StoredText, nullable=False),
    Column("channel", StoredText, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("previous_hash", StoredText, nullable=False, server_default=""),
    Column("hash", StoredText, nullable=False, server_default=""),  # none: from before there were hashes
    Index("decisions_by_macro", "org_id", "macro_name"),
)

REVIEW_TABLES = (research_sessions, reviews, review_versions, decisions)
