"""Relationships and records of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from sqlalchemy import Select, bindparam, or_, select

from inquiro.core.decoders import convert
from inquiro.core.ledger import Change
from inquiro.core.types import LedgerRecord, LedgerRelationship
from inquiro.storage.characters import storable
from inquiro.storage.ledger_context import Context, as_stored
from inquiro.storage.ledger_keys import natural_key
from inquiro.storage.ledger_tables import ledger_records, ledger_relationships

Row = Mapping[Any, Any]
_links = ledger_relationships.c
_LINK = select(ledger_relationships).where(_links.org_id == bindparam("org"), _links.natural_key == bindparam("key"))
_OF_ENTITY = (
    select(ledger_relationships)
    .where(_links.org_id == bindparam("org"), or_(_links.owner == bindparam("id"), _links.owned == bindparam("id")))
    .order_by(_links.seq)
)
_RECORD = select(ledger_records).where(
    ledger_records.c.org_id == bindparam("org"), ledger_records.c.natural_key == bindparam("key")
)


def ensure_relationship(
    context: Context,
    *,
    type_: str,
    owner: str,
    owned: str,
    percentage: float | None,
    attributes: Mapping[str, Any],
    source: str,
    corroboration: str,
) -> tuple[LedgerRelationship, Change]:
    type_, source, corroboration = map(storable, (type_, source, corroboration))
    attributes = as_stored(attributes)
    key = natural_key(type_, owner, owned, source)
    before = _one(context, _LINK, key)
    if before is None:
        said = {"percentage": percentage, "attributes": attributes, "corroboration": corroboration}
        place = {"id": str(uuid4()), "natural_key": key, "type": type_, "owner": owner, "owned": owned}
        return relationship_of(context.add(ledger_relationships, {**place, **said, "source": source})), "created"
    after = {
        "percentage": before["percentage"] if percentage is None else percentage,
        "attributes": {**before["attributes"], **attributes},
        "corroboration": corroboration or before["corroboration"],
    }
    row, change = context.change(ledger_relationships, before, after)
    return relationship_of(row), change


def ensure_record(
    context: Context, *, kind: str, key: str, fields: Mapping[str, Any], entity_id: str
) -> tuple[LedgerRecord, Change]:
    kind, key, fields = storable(kind), storable(key), as_stored(fields)
    place = natural_key(kind, key)
    before = _one(context, _RECORD, place)
    if before is None:
        said = {"kind": kind, "key": key, "fields": fields, "entity_id": entity_id}
        return record_of(context.add(ledger_records, {"id": str(uuid4()), "natural_key": place, **said})), "created"
    after = {"fields": {**before["fields"], **fields}, "entity_id": entity_id or before["entity_id"]}
    row, change = context.change(ledger_records, before, after)
    return record_of(row), change


def relationships(context: Context, entity_id: str) -> list[LedgerRelationship]:
    rows = context.connection.execute(_OF_ENTITY, {"org": context.org_id, "id": entity_id})
    return [relationship_of(row) for row in rows.mappings()]


def relationship_of(row: Row) -> LedgerRelationship:
    return convert({f: row[f] for f in LedgerRelationship.__struct_fields__}, LedgerRelationship)


def record_of(row: Row) -> LedgerRecord:
    return convert({field: row[field] for field in LedgerRecord.__struct_fields__}, LedgerRecord)


def _one(context: Context, query: Select[Any], key: str) -> Row | None:
    return context.connection.execute(query, {"org": context.org_id, "key": key}).mappings().one_or_none()
