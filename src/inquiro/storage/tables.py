"""The tables, in one dialect-neutral place."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from inquiro.core.version import FIRST_RELEASE
from inquiro.storage.characters import json_text, storable


class StoredText(TypeDecorator[str]):
    """Text of any length, free of what a database may refuse."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else storable(value)


class JsonText(TypeDecorator[Any]):
    """A JSON value kept as plain text, so that nothing is executed when it is read."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else json_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else msgspec.json.decode(value)


class UtcTime(TypeDecorator[datetime]):
    """A moment: stored in UTC, read with its zone; one without a zone is taken as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else _utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else _utc(value)


def _utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData()
_Serial = BigInteger().with_variant(Integer, "sqlite")


def serial() -> Column[int]:
    """Order of insertion: the clock may jump, this does not."""
    return Column("seq", _Serial, primary_key=True, autoincrement=True)


def _run(**options: Any) -> Column[str]:
    return Column("run_id", StoredText, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False, **options)


meta = Table("meta", metadata, Column("key", StoredText, primary_key=True), Column("value", StoredText, nullable=False))

runs = Table(
    "runs",
    metadata,
    serial(),
    Column("id", StoredText, nullable=False, unique=True),
    Column("user_id", StoredText, nullable=False),
    Column("org_id", StoredText, nullable=False),
    Column("tool_name", StoredText, nullable=False, index=True),
    Column("input_params", JsonText, nullable=False),
    Column("status", StoredText, nullable=False, index=True),
    Column("progress", Float, nullable=False),
    Column("current_stage", StoredText, nullable=False),
    Column("state", JsonText, nullable=False),
    Column("result", JsonText),
    Column("error_message", StoredText),
    Column("created_at", UtcTime, nullable=False),
    Column("started_at", UtcTime),
    Column("completed_at", UtcTime),
    Column("metrics", JsonText, nullable=False),
    Column("privacy", StoredText, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("lease_owner", StoredText),
    Column("lease_until", UtcTime),
    Column("lease_seconds", Float),
    Column("stop_requested", StoredText),
    Column("engine_version", StoredText, nullable=False, server_default=FIRST_RELEASE),
    Index("runs_by_user_and_tool", "user_id", "tool_name"),
    sqlite_autoincrement=True,
)

events = Table(
    "events",
    metadata,
    _run(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("stage", StoredText, nullable=False),
    Column("message", StoredText, nullable=False),
    Column("progress", Float, nullable=False),
    Column("data", JsonText, nullable=False),
    Column("at", UtcTime),
)

effects = Table(
    "effects",
    metadata,
    _run(primary_key=True),
    Column("step", StoredText, primary_key=True),
    Column("key", StoredText, primary_key=True),
    Column("occurrence", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("kind", StoredText, nullable=False),
    Column("name", StoredText, nullable=False),
    Column("request", JsonText, nullable=False),
    Column("status", StoredText, nullable=False),
    Column("response", JsonText),
    Column("error", JsonText),
    Column("usage", JsonText, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("cached", Boolean, nullable=False),
    Column("paid_at", UtcTime),  # when tokens or money were last added to its usage; most effects cost neither
    UniqueConstraint("run_id", "seq"),
)
_paid = effects.c.paid_at.is_not(None)
effects_by_payment = Index("effects_by_payment", effects.c.paid_at, sqlite_where=_paid, postgresql_where=_paid)

cache = Table(
    "cache",
    metadata,
    Column("key", StoredText, primary_key=True),
    Column("org_id", StoredText, primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("response", JsonText),
    Column("stored_at", UtcTime, nullable=False),
)

blobs = Table(
    "blobs", metadata, Column("sha256", StoredText, primary_key=True), Column("text", StoredText, nullable=False)
)

documents = Table(
    "documents",
    metadata,
    Column("id", StoredText, primary_key=True),
    Column("text_sha256", StoredText, ForeignKey("blobs.sha256"), nullable=False),
    Column("url", StoredText, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("body", JsonText, nullable=False),
)

run_documents = Table(
    "run_documents",
    metadata,
    _run(primary_key=True),
    Column("document_id", StoredText, ForeignKey("documents.id"), primary_key=True),
)


def _findings(name: str) -> Table:
    return Table(
        name,
        metadata,
        serial(),
        _run(),
        Column("id", StoredText, nullable=False),
        Column("body", JsonText, nullable=False),
        UniqueConstraint("run_id", "id"),
    )


facts = _findings("facts")
evidence = _findings("evidence")
entities = _findings("entities")

access_failures = Table(
    "access_failures",
    metadata,
    serial(),
    _run(),
    Column("key", StoredText, nullable=False),
    Column("url", StoredText, nullable=False),
    Column("what", StoredText, nullable=False),
    Column("reason", StoredText, nullable=False),
    Column("source", StoredText, nullable=False),
    Column("error_type", StoredText, nullable=False),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("run_id", "key"),
)

# One row per run makes remembering idempotent; it has no foreign key, since what was learned outlives a pruned run.
source_memory = Table(
    "source_memory",
    metadata,
    Column("domain", StoredText, primary_key=True),
    Column("source", StoredText, primary_key=True),
    Column("run_id", StoredText, primary_key=True),
    Column("gained", Float, nullable=False),
    Column("tried", Float, nullable=False),
    Column("verified", Float, nullable=False, server_default="0"),
    Column("blocked", Float, nullable=False, server_default="0"),
    Column("seconds", Float, nullable=False, server_default="0"),
)

pace = Table(
    "pace",
    metadata,
    Column("name", StoredText, primary_key=True),
    Column("next_at", UtcTime, nullable=False),
    Column("booked_at", UtcTime, nullable=False),
    Column("quiet_until", UtcTime),
    Column("slowed", Integer, nullable=False, server_default="0"),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("open_until", UtcTime),
    Column("probe_until", UtcTime),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", StoredText, primary_key=True),
    Column("name", StoredText, nullable=False),
    Column("scope", StoredText, nullable=False),
    Column("digest", StoredText, nullable=False, unique=True),
    Column("created_at", UtcTime, nullable=False),
    Column("revoked_at", UtcTime),
)

knowledge_bases = Table(
    "knowledge_bases",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("token", StoredText, nullable=False),  # of the newest change: its writer may not have heard of it
)

# None of these points to a run: what is known outlives it.
knowledge_givers = Table(
    "knowledge_givers",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("key", StoredText, primary_key=True),
    Column("run_id", StoredText, nullable=False),
    Column("asked_at", UtcTime),
    Column("added_at", UtcTime),
)

knowledge_given = Table(
    "knowledge_given",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("key", StoredText, primary_key=True),
    Column("kind", StoredText, primary_key=True),
    Column("id", StoredText, primary_key=True),
    Column("home", StoredText, nullable=False),
    Column("body", JsonText, nullable=False),
    Index("knowledge_given_by_home", "org_id", "home"),
    Index("knowledge_given_by_id", "org_id", "id"),
)


def _known(name: str, *columns: Column[Any]) -> Table:
    return Table(
        name,
        metadata,
        Column("org_id", StoredText, primary_key=True),
        Column("id", StoredText, primary_key=True),
        *columns,
        Column("body", JsonText, nullable=False),
        Column("token", StoredText, nullable=False, server_default=""),  # of the change that wrote it
    )


known_facts = _known(
    "known_facts", Column("opposed", Integer, nullable=False), Column("words", Integer, nullable=False)
)
Index("known_facts_by_opposed", known_facts.c.org_id, known_facts.c.opposed)  # counted without reading the facts
known_entities = _known("known_entities")
known_items = _known("known_items")

knowledge_documents = Table(
    "knowledge_documents",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("key", StoredText, primary_key=True),
    Column("document_id", StoredText, ForeignKey("documents.id"), primary_key=True, index=True),
)

# Marks by which a changed thing finds what it has to be compared with; what is searched for is found in an index.
knowledge_words = Table(
    "knowledge_words",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("word", StoredText, primary_key=True),
    Column("kind", StoredText, primary_key=True),
    Column("id", StoredText, primary_key=True),
    Index("knowledge_words_by_id", "org_id", "id"),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    serial(),
    _run(),
    Column("namespace", StoredText, nullable=False),
    Column("id", StoredText, nullable=False),
    Column("parent_id", StoredText),
    Column("body", StoredText, nullable=False),
    Column("metadata", StoredText, nullable=False),
    UniqueConstraint("run_id", "namespace", "id"),
    sqlite_autoincrement=True,  # a deleted newest row must not hand its number to a later one
)

checkpoint_writes = Table(
    "checkpoint_writes",
    metadata,
    _run(primary_key=True),
    Column("namespace", StoredText, primary_key=True),
    Column("checkpoint_id", StoredText, primary_key=True),
    Column("task_id", StoredText, primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("task_path", StoredText, nullable=False),
    Column("channel", StoredText, nullable=False),
    Column("value", StoredText, nullable=False),
)
