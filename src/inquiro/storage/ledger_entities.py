"""Entities of the ledger: known by their LEI, else by kind, name and jurisdiction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from sqlalchemy import bindparam, select

from inquiro.core.decoders import convert
from inquiro.core.errors import Conflict
from inquiro.core.ledger import Change
from inquiro.core.types import LedgerEntity
from inquiro.storage.characters import storable
from inquiro.storage.ledger_context import Context, as_stored
from inquiro.storage.ledger_keys import entity_key, folded, name_key
from inquiro.storage.ledger_tables import ledger_entities

# Built once: they run for every call, and building them anew costs more than running them.
_OF_ORG = select(ledger_entities).where(ledger_entities.c.org_id == bindparam("org")).order_by(ledger_entities.c.seq)
_BY_ID = _OF_ORG.where(ledger_entities.c.id == bindparam("id"))
_BY_LEI = _OF_ORG.where(ledger_entities.c.lei == bindparam("lei"))
_BY_NAME = _OF_ORG.where(ledger_entities.c.name_key == bindparam("name_key"))
_ALSO = {"name": "other_names", "kind": "other_kinds", "jurisdiction": "other_jurisdictions"}
Row = Mapping[Any, Any]


def by_id(context: Context, id_: str) -> LedgerEntity | None:
    row = context.connection.execute(_BY_ID, {"org": context.org_id, "id": id_}).mappings().one_or_none()
    return None if row is None else entity_of(row)


def find(context: Context, *, lei: str, name: str, kind: str, jurisdiction: str) -> list[LedgerEntity]:
    return [entity_of(row) for row in _rows(context, lei=lei, name=name, kind=kind, jurisdiction=jurisdiction)]


def ensure(
    context: Context,
    *,
    kind: str,
    name: str,
    lei: str,
    jurisdiction: str,
    attributes: Mapping[str, Any],
    source: str,
) -> tuple[LedgerEntity, Change]:
    kind, name, jurisdiction, source = map(storable, (kind, name, jurisdiction, source))
    attributes = as_stored(attributes)
    before = _known(context, kind=kind, name=name, lei=lei, jurisdiction=jurisdiction)
    if before is None:
        given = {"kind": kind, "name": name, "lei": lei or None, "jurisdiction": jurisdiction, "source": source}
        row = context.add(ledger_entities, {"id": str(uuid4()), **given, **_keys(given), "attributes": attributes})
        return entity_of(row), "created"
    after = {
        "lei": before["lei"] or lei or None,
        "jurisdiction": before["jurisdiction"] or jurisdiction,
        "source": before["source"] or source,
        "attributes": _merged(before, attributes, {"name": name, "kind": kind, "jurisdiction": jurisdiction}),
    }
    row, change = context.change(ledger_entities, before, after | _keys({**before, **after}))
    return entity_of(row), change


def entity_of(row: Row) -> LedgerEntity:
    fields = {field: row[field] for field in LedgerEntity.__struct_fields__}
    return convert(fields | {"lei": row["lei"] or ""}, LedgerEntity)


def _known(context: Context, *, kind: str, name: str, lei: str, jurisdiction: str) -> Row | None:
    if lei and (found := _rows(context, lei=lei)):
        return found[0]
    called = _rows(context, name=name, kind=kind)
    alike = [row for row in called if folded(row["jurisdiction"]) == folded(jurisdiction)]
    unnumbered = [row for row in alike if not row["lei"]]
    if lei or unnumbered or not alike:  # whoever has another LEI is somebody else
        return unnumbered[0] if unnumbered else None
    if len(alike) > 1:
        leis = ", ".join(row["lei"] for row in alike)
        raise Conflict(f"{len(alike)} entities of kind {kind} are called '{name}': say which by its LEI ({leis})")
    return alike[0]


def _rows(context: Context, *, lei: str = "", name: str = "", kind: str = "", jurisdiction: str = "") -> list[Row]:
    query, given = _OF_ORG, {"org": context.org_id}
    if lei:
        query, given = _BY_LEI, {**given, "lei": lei}
    elif name:
        query, given = _BY_NAME, {**given, "name_key": name_key(name)}
    rows = context.connection.execute(query, given).mappings()
    wanted = {"name": name, "kind": kind, "jurisdiction": jurisdiction}
    alike = {field: folded(text) for field, text in wanted.items() if text}
    return [row for row in rows if all(folded(row[field]) == text for field, text in alike.items())]


def _keys(row: Row) -> dict[str, str]:
    key = entity_key(row["kind"], row["name"], row["jurisdiction"], row["lei"] or "")
    return {"natural_key": key, "name_key": name_key(row["name"])}


def _merged(before: Row, attributes: Mapping[str, Any], said: Mapping[str, str]) -> dict[str, Any]:
    """What is known and what is new; another name, kind or jurisdiction is kept beside the first one."""
    merged: dict[str, Any] = {**before["attributes"], **attributes}
    for field, elsewhere in _ALSO.items():
        others = [*merged.get(elsewhere, ())]
        known = {folded(text) for text in (before[field], *map(str, others))}
        if before[field] and said[field] and folded(said[field]) not in known:
            merged[elsewhere] = [*others, said[field]]
    return merged
