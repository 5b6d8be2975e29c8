"""cbu.*: client business units, and who holds which role in them."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.types import Json, LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.entities import attributes_of, chosen, constant, mark_terminus
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import UNIT, entity_given, entity_needed, unit_given, unit_named
from inquiro.onboarding.verbs.ownership import assign, share

# The LEI is that of the fund or company: the unit itself has none.
_OWN_PLACE = frozenset({"name", "jurisdiction", "source", "attributes", "commercial-client-entity-id", "manco-id"})
_DETAILS = ("ownership-type", "effective-from", "effective-to", "external-decision-id")
_HELD = {"commercial-client-entity-id": "COMMERCIAL_CLIENT", "manco-id": "MANAGEMENT_COMPANY"}


def ensure(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    name = str(arguments["name"]).strip()
    if not name:
        raise VerbFailed("the name is empty")
    unit, change = ledger.ensure_entity(
        kind=UNIT,
        name=name,
        jurisdiction=str(arguments.get("jurisdiction") or "").strip().upper(),
        attributes=attributes_of(arguments, _OWN_PLACE),
        source=str(arguments.get("source") or ""),
    )
    for argument, role in _HELD.items():
        if (holder := entity_given(ledger, arguments, argument)) is not None:
            give_role(ledger, unit, holder, role, {"source": arguments.get("source")})
    return VerbOutcome(change=change, ref=unit.id, label=unit.name)


def assign_role(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    unit = unit_named(ledger, arguments["cbu-id"])
    holder = entity_needed(ledger, arguments, "entity-id", "lei")
    role = arguments["role"]
    towards = entity_given(ledger, arguments, "target-entity-id")
    if towards is None:
        return give_role(ledger, unit, holder, role, arguments)
    # One holder may have the same role towards several: what is said of it belongs to each of them.
    give_role(ledger, towards, holder, role, {**arguments, "cbu-id": unit.id})
    return give_role(ledger, unit, holder, role, {"source": arguments.get("source")})


def give_role(
    ledger: Ledger, place: LedgerEntity, holder: LedgerEntity, role: object, arguments: Arguments
) -> VerbOutcome:
    if holder.id == place.id:
        raise VerbFailed(
            f"{place.name} cannot hold a role in itself; if another entity of that name is meant, make it first"
        )
    name = constant(role)
    if not name:
        raise VerbFailed("the role is empty")
    relation, change = ledger.ensure_relationship(
        type_=f"role:{name}",
        owner=holder.id,
        owned=place.id,
        percentage=share(arguments.get("ownership-percentage")),
        attributes=chosen(arguments, _DETAILS) | ({} if place.kind == UNIT else chosen(arguments, ("cbu-id",))),
        source=str(arguments.get("source") or ""),
    )
    return VerbOutcome(change=change, ref=relation.id, label=f"{holder.name}: {name} in {place.name}")


def assign_ownership(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    """The share, and the owner's role in the unit where one is given."""
    owner, _, outcome = assign(ledger, arguments)
    unit = unit_given(ledger, arguments)
    if unit is not None:
        give_role(ledger, unit, owner, arguments.get("role") or "SHAREHOLDER", {"source": arguments.get("source")})
    return outcome


def mark_ubo_terminus(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    entity, change = mark_terminus(ledger, entity_needed(ledger, arguments, "entity-id", "lei"), arguments)
    unit = unit_given(ledger, arguments)
    if unit is not None:
        give_role(ledger, unit, entity, "UBO_TERMINUS", {"source": arguments.get("source")})
    return VerbOutcome(change=change, ref=entity.id, label=f"{entity.name}: ownership ends here")


UNIT_HANDLERS: Mapping[str, Handling] = {
    "cbu.ensure": Handling(apply=ensure),
    "cbu.assign-role": Handling(apply=assign_role),
    "cbu.role:assign-ownership": Handling(apply=assign_ownership),
    "cbu.role:mark-ubo-terminus": Handling(apply=mark_ubo_terminus),
}
