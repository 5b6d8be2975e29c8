"""gleif.* verbs about funds: those of a manager, and who stands above one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inquiro.core.decoders import convert
from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import FundKind, Register, RegisterRecord
from inquiro.core.types import Json, LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.entities import with_attributes
from inquiro.onboarding.verbs.gleif_records import at_most, show_record, show_records
from inquiro.onboarding.verbs.group_walk import MOST_ENTITIES, Edge, Group, in_range
from inquiro.onboarding.verbs.group_writing import Written, imported, looked_at, write_group
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.named_entities import UNIT
from inquiro.onboarding.verbs.register_entries import (
    SOURCE,
    decided,
    ensure_entry,
    lei_of,
    plain,
    record_asked,
    record_in,
)
from inquiro.onboarding.verbs.units import give_role

_MOST = 1_000


async def get_managed_funds(register: Register, arguments: Arguments) -> Json:
    funds = await register.managed_funds(lei_of(arguments), at_most(arguments, _MOST))
    if not arguments.get("resolve-umbrellas"):
        return {"records": plain(funds)}
    return {"records": [plain(fund) | {"umbrella": plain(await _umbrella(register, fund))} for fund in funds]}


async def get_umbrella(register: Register, arguments: Arguments) -> Json:
    return await _above(register, arguments, "umbrella-fund")


async def get_manager(register: Register, arguments: Arguments) -> Json:
    return await _above(register, arguments, "fund-manager")


async def walk_funds(register: Register, arguments: Arguments) -> Json:
    manager = await record_asked(register, arguments)
    most = in_range(arguments, "limit", _MOST, MOST_ENTITIES)
    client = str(arguments.get("ultimate-client-lei") or "")
    told = {"client": plain(await record_asked(register, {"lei": client}))} if client else {}
    funds = await register.managed_funds(manager.lei, most + 1)
    group = Group(
        records=(manager, *funds[:most]),
        edges=tuple(Edge(parent=manager.lei, child=fund.lei, kind="management") for fund in funds[:most]),
        cut=f"cut off at {most} funds: there are more" if len(funds) > most else "",
    )
    return {"group": plain(group), "start": manager.lei, **told}


def import_funds(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    group = convert(found["group"], Group)
    if arguments.get("dry-run"):
        return looked_at(ledger, group, found["start"])
    written = write_group(ledger, group, decided(arguments))
    client = _client(ledger, arguments, found, written, group)
    if arguments.get("create-cbus"):
        said = {"source": SOURCE, "external-decision-id": arguments.get("decision-id")}
        for edge in group.edges:
            written.changes.extend(_unit(ledger, written.entities, edge, client, said))
    return imported(group, found["start"], written)


async def _umbrella(register: Register, fund: RegisterRecord) -> RegisterRecord | None:
    """A record that names its relationships names all of them; one that names none has to be asked."""
    named = fund.above or fund.parents or fund.below
    if named and "umbrella-fund" not in fund.above:
        return None
    return await register.above_fund(fund.lei, "umbrella-fund")


async def _above(register: Register, arguments: Arguments, kind: FundKind) -> Json:
    return {"record": plain(await register.above_fund(lei_of(arguments), kind))}


def _client(ledger: Ledger, arguments: Arguments, found: Json, written: Written, group: Group) -> LedgerEntity | None:
    """For whom the funds are looked after in the end: said of each of them, with or without a unit."""
    if "client" not in found:
        return None
    client, change = ensure_entry(ledger, record_in(found, "client"), attributes=decided(arguments))
    written.changes.append(change)
    for edge in group.edges:
        fund = written.entities[edge.child]
        written.changes.append(with_attributes(ledger, fund, {"ultimate_client_lei": client.lei})[1])
    return client


def _unit(
    ledger: Ledger, entities: Mapping[str, LedgerEntity], edge: Edge, client: LedgerEntity | None, said: Arguments
) -> list[str]:
    """The client business unit of a fund: the fund owns the assets, its manager manages them."""
    fund, manager = entities[edge.child], entities[edge.parent]
    attributes: dict[str, Any] = {"client_type": "fund", "fund_lei": fund.lei}
    if said.get("external-decision-id"):
        attributes["external_decision_id"] = said["external-decision-id"]
    unit, change = ledger.ensure_entity(
        kind=UNIT, name=fund.name, jurisdiction=fund.jurisdiction, attributes=attributes, source=SOURCE
    )
    roles = [(fund, "ASSET_OWNER"), (manager, "MANAGEMENT_COMPANY")]
    roles += [(client, "COMMERCIAL_CLIENT")] if client else []
    return [change, *(give_role(ledger, unit, holder, role, said).change for holder, role in roles)]


FUND_HANDLERS: Mapping[str, Handling] = {
    "gleif.get-managed-funds": Handling(fetch=get_managed_funds, apply=show_records),
    "gleif.get-umbrella": Handling(fetch=get_umbrella, apply=show_record),
    "gleif.get-manager": Handling(fetch=get_manager, apply=show_record),
    "gleif.import-managed-funds": Handling(fetch=walk_funds, apply=import_funds),
}
