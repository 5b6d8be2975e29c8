"""gleif.* verbs about more than one entity: trees of a group, chains of owners, funds of a manager."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import Register
from inquiro.core.types import Json, LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.group_walk import DEEPEST, MOST_ENTITIES, Direction, Edge, Group, Walk
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import UNIT
from inquiro.onboarding.verbs.register_entries import (
    SOURCE,
    ensure_entry,
    plain,
    record_asked,
    terminus,
)
from inquiro.onboarding.verbs.units import give_role

_CONSOLIDATION = "ACCOUNTING_CONSOLIDATION"


async def walk_tree(register: Register, arguments: Arguments) -> Json:
    most = min(_whole(arguments, "limit", 1_000, MOST_ENTITIES), MOST_ENTITIES)
    return await _walked(register, arguments, "both", 3, most)


async def walk_owners(register: Register, arguments: Arguments) -> Json:
    return await _walked(register, arguments, "up", DEEPEST, MOST_ENTITIES)


async def walk_funds(register: Register, arguments: Arguments) -> Json:
    manager = await record_asked(register, arguments)
    most = min(_whole(arguments, "limit", 1_000, MOST_ENTITIES), MOST_ENTITIES)
    funds = await register.managed_funds(manager.lei, most + 1)
    group = Group(
        records=(manager, *funds[:most]),
        edges=tuple(Edge(parent=manager.lei, child=fund.lei, kind="management") for fund in funds[:most]),
        cut=f"cut off at {most} funds: there are more" if len(funds) > most else "",
    )
    return {"group": plain(group), "start": manager.lei}


def import_group(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    """Entities first, then how they are related; a repeat changes nothing."""
    group = msgspec.convert(found["group"], Group)
    changes: list[str] = []
    entities: dict[str, LedgerEntity] = {}
    for record in group.records:
        parents = group.parents.get(record.lei, {})
        entities[record.lei], change = ensure_entry(ledger, record, parents, terminus(parents))
        changes.append(change)
    changes += [_relate(ledger, entities, edge) for edge in group.edges]
    if arguments.get("create-cbus"):
        changes += _units(ledger, entities, group)
    made, related = len(entities), len(group.edges)
    cut = f"; {group.cut}" if group.cut else ""
    return VerbOutcome(
        change=_overall(changes),
        refs=tuple(entity.id for entity in entities.values()),
        label=f"{entities[found['start']].name}: {made} entities, {related} relationships{cut}",
        value={"entities": made, "relationships": related, "cut": group.cut},
    )


def show_chain(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    """The owners in their order, and why the chain ends where it does."""
    group = msgspec.convert(found["group"], Group)
    if arguments.get("direction", "up") != "up":
        return VerbOutcome(change="found", value=found["group"], label=f"{len(group.records)} entities")
    owners = {edge.child: edge for edge in group.edges}
    lei, chain = found["start"], [_link(group, found["start"])]
    while (edge := owners.get(lei)) and edge.parent not in {link["lei"] for link in chain}:
        lei = edge.parent
        chain.append(_link(group, lei) | {"kind": edge.kind, "corroboration": edge.corroboration})
    exceptions = {kind: one.exception for kind, one in group.parents.get(lei, {}).items() if one.exception}
    ends = exceptions.get("ultimate") or exceptions.get("direct") or _why_it_ends(group, lei)
    label = " → ".join(link["name"] for link in chain) + f" ({ends})"
    return VerbOutcome(change="found", value={"chain": chain, "ends": ends, "exceptions": exceptions}, label=label)


async def _walked(register: Register, arguments: Arguments, direction: Direction, depth: int, most: int) -> Json:
    direction = cast("Direction", arguments.get("direction") or direction)
    if direction not in {"up", "down", "both"}:
        raise VerbFailed(f":direction {direction} is unknown: give up, down or both")
    steps = _whole(arguments, "depth", depth, DEEPEST)
    start = await record_asked(register, arguments)
    funds = bool(arguments.get("include-funds"))
    return {"group": plain(await Walk(register, most).around(start, direction, steps, funds=funds)), "start": start.lei}


def _whole(arguments: Arguments, name: str, default: int, most: int) -> int:
    given = arguments.get(name)
    number = default if given in (None, "") else int(given)
    if not 1 <= number <= most:
        raise VerbFailed(f":{name} {number} is out of range: give 1 to {most}")
    return number


def _relate(ledger: Ledger, entities: Mapping[str, LedgerEntity], edge: Edge) -> str:
    managed = edge.kind == "management"
    attributes = {} if managed else {"ownership_type": _CONSOLIDATION, "consolidation": edge.kind}
    if edge.status:
        attributes["relationship_status"] = edge.status
    return ledger.ensure_relationship(
        type_="manages" if managed else "ownership",
        owner=entities[edge.parent].id,
        owned=entities[edge.child].id,
        attributes=attributes,
        source=SOURCE,
        corroboration=edge.corroboration,
    )[1]


def _units(ledger: Ledger, entities: Mapping[str, LedgerEntity], group: Group) -> list[str]:
    """A client business unit for each fund: the fund owns the assets, its manager manages them."""
    changes: list[str] = []
    for edge in (one for one in group.edges if one.kind == "management"):
        fund, manager = entities[edge.child], entities[edge.parent]
        attributes = {"client_type": "fund", "fund_lei": fund.lei}
        unit, change = ledger.ensure_entity(
            kind=UNIT, name=fund.name, jurisdiction=fund.jurisdiction, attributes=attributes, source=SOURCE
        )
        said: dict[str, Any] = {"source": SOURCE}
        roles = ((fund, "ASSET_OWNER"), (manager, "MANAGEMENT_COMPANY"))
        changes += [change, *(give_role(ledger, unit, holder, role, said).change for holder, role in roles)]
    return changes


def _overall(changes: list[str]) -> Any:
    if not set(changes) - {"unchanged"}:
        return "unchanged"
    return "created" if changes[0] == "created" else "updated"


def _link(group: Group, lei: str) -> dict[str, Any]:
    record = group.record(lei)
    return {"lei": lei, "name": record.name, "jurisdiction": record.jurisdiction}


def _why_it_ends(group: Group, lei: str) -> str:
    if lei in group.parents and not any(found.record for found in group.parents[lei].values()):
        return "no parent is reported"
    return "they own each other" if any(edge.child == lei for edge in group.edges) else "as deep as was asked for"


GROUP_HANDLERS: Mapping[str, Handling] = {
    "gleif.import-tree": Handling(fetch=walk_tree, apply=import_group),
    "gleif.trace-ownership": Handling(fetch=walk_owners, apply=show_chain),
    "gleif.import-managed-funds": Handling(fetch=walk_funds, apply=import_group),
}
