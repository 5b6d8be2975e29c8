"""A group that was found in the register, in the ledger; or what it would be there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inquiro.core.ledger import Ledger
from inquiro.core.types import LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.group_walk import Edge, Group
from inquiro.onboarding.verbs.register_entries import SOURCE, ensure_entry, terminus

_CONSOLIDATION = "ACCOUNTING_CONSOLIDATION"


class Written(NamedTuple):
    entities: dict[str, LedgerEntity]  # by LEI
    changes: list[str]


def write_group(ledger: Ledger, group: Group, attributes: Mapping[str, Any]) -> Written:
    """Entities first, then how they are related, each with these attributes; a repeat changes nothing."""
    written = Written({}, [])
    for record in group.records:
        parents = group.parents.get(record.lei, {})
        entity, change = ensure_entry(ledger, record, parents, terminus(parents) | dict(attributes))
        written.entities[record.lei] = entity
        written.changes.append(change)
    written.changes.extend(_relate(ledger, written.entities, edge, attributes) for edge in group.edges)
    return written


def imported(group: Group, start: str, written: Written) -> VerbOutcome:
    made, related = len(group.records), len(group.edges)
    cut = f"; {group.cut}" if group.cut else ""
    return VerbOutcome(
        change=_overall(written.changes),
        refs=tuple(written.entities[record.lei].id for record in group.records),
        label=f"{written.entities[start].name}: {made} entities, {related} relationships{cut}",
        value={"entities": made, "relationships": related, "cut": group.cut},
    )


def looked_at(ledger: Ledger, group: Group, start: str) -> VerbOutcome:
    """What would be imported, and what of it is known already; nothing is written."""
    entities = [
        {
            "lei": one.lei,
            "name": one.name,
            "jurisdiction": one.jurisdiction,
            "known": bool(ledger.find_entities(lei=one.lei)),
        }
        for one in group.records
    ]
    edges = [{"parent": edge.parent, "child": edge.child, "kind": edge.kind} for edge in group.edges]
    new = sum(not one["known"] for one in entities)
    cut = f"; {group.cut}" if group.cut else ""
    return VerbOutcome(
        change="found",
        label=f"{group.record(start).name}: would import {len(entities)} entities ({new} of them new), "
        f"{len(edges)} relationships{cut}",
        value={"entities": entities, "relationships": edges, "cut": group.cut, "written": False},
    )


def _relate(ledger: Ledger, entities: Mapping[str, LedgerEntity], edge: Edge, attributes: Mapping[str, Any]) -> str:
    managed = edge.kind == "management"
    said = dict(attributes) if managed else {"ownership_type": _CONSOLIDATION, "consolidation": edge.kind, **attributes}
    if edge.status:
        said["relationship_status"] = edge.status
    return ledger.ensure_relationship(
        type_="manages" if managed else "ownership",
        owner=entities[edge.parent].id,
        owned=entities[edge.child].id,
        attributes=said,
        source=SOURCE,
        corroboration=edge.corroboration,
    )[1]


def _overall(changes: list[str]) -> Any:
    if not set(changes) - {"unchanged"}:
        return "unchanged"
    return "created" if changes[0] == "created" else "updated"
