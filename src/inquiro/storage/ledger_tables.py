"""The tables of onboarding's ledger: what was made, how it is related, and what became of every call.

None of these points to a run: what was done on somebody's decision outlives the run that did it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, Table, UniqueConstraint

from inquiro.storage.tables import JsonText, StoredText, UtcTime, metadata, serial


def _kept(name: str, *columns: Any) -> Table:
    """Something of the ledger, with the decisions that made it and changed it last."""
    return Table(
        name,
        metadata,
        serial(),
        Column("org_id", StoredText, nullable=False),
        Column("id", StoredText, nullable=False, unique=True),
        *columns,
        Column("decision_id", StoredText, nullable=False),
        Column("changed_by", StoredText, nullable=False),
        Column("created_at", UtcTime, nullable=False),
        Column("updated_at", UtcTime, nullable=False),
    )


ledger_entities = _kept(
    "ledger_entities",
    Column("natural_key", StoredText, nullable=False),  # of kind, name and jurisdiction
    Column("name_key", StoredText, nullable=False),
    Column("kind", StoredText, nullable=False),
    Column("name", StoredText, nullable=False),
    Column("lei", StoredText),  # null rather than empty: nulls are never equal to each other
    Column("jurisdiction", StoredText, nullable=False),
    Column("attributes", JsonText, nullable=False),
    Column("source", StoredText, nullable=False),
    UniqueConstraint("org_id", "lei"),
    UniqueConstraint("org_id", "natural_key"),
    Index("ledger_entities_by_name", "org_id", "name_key"),
)

ledger_relationships = _kept(
    "ledger_relationships",
    Column("type", StoredText, nullable=False),
    Column("owner", StoredText, ForeignKey("ledger_entities.id"), nullable=False),
    Column("owned", StoredText, ForeignKey("ledger_entities.id"), nullable=False),
    Column("natural_key", StoredText, nullable=False),  # of type, owner, owned and source
    Column("percentage", Float),
    Column("attributes", JsonText, nullable=False),
    Column("source", StoredText, nullable=False),
    Column("corroboration", StoredText, nullable=False),
    UniqueConstraint("org_id", "natural_key"),
    Index("ledger_relationships_by_owner", "org_id", "owner"),
    Index("ledger_relationships_by_owned", "org_id", "owned"),
)

ledger_records = _kept(
    "ledger_records",
    Column("kind", StoredText, nullable=False),
    Column("key", StoredText, nullable=False),
    Column("natural_key", StoredText, nullable=False),  # of kind and key
    Column("fields", JsonText, nullable=False),
    Column("entity_id", StoredText, nullable=False),
    UniqueConstraint("org_id", "natural_key"),
    Index("ledger_records_by_kind", "org_id", "kind"),
)

verb_steps = Table(
    "verb_steps",
    metadata,
    serial(),
    Column("org_id", StoredText, nullable=False),
    Column("run_id", StoredText, nullable=False),
    Column("group_key", StoredText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("verb", StoredText, nullable=False),
    Column("text", StoredText, nullable=False),
    Column("key", StoredText, nullable=False),
    Column("status", StoredText, nullable=False),
    Column("outcome", JsonText, nullable=False),
    Column("error", StoredText, nullable=False),
    Column("at", UtcTime),
    UniqueConstraint("run_id", "group_key", "position"),
    Index("verb_steps_by_key", "org_id", "key"),
)

# One row for each key, ever: written together with the last call of the group.
verb_groups = Table(
    "verb_groups",
    metadata,
    Column("org_id", StoredText, primary_key=True),
    Column("key", StoredText, primary_key=True),
    Column("run_id", StoredText, nullable=False),
    Column("decision_id", StoredText, nullable=False),
    Column("at", UtcTime, nullable=False),
)

LEDGER_TABLES = (ledger_entities, ledger_relationships, ledger_records, verb_steps, verb_groups)
