"""entity.*: legal entities and persons of the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inquiro.core.ledger import Arguments, Change, Ledger
from inquiro.core.types import Json, LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import entity_given, entity_needed

_OWN_PLACE = frozenset({"name", "lei", "jurisdiction", "source", "entity-type", "attributes"})
_TERMINUS = ("sovereign", "description", "source", "corroboration", "evidence")


def ensure(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    return ensured(ledger, arguments, str(arguments.get("entity-type") or "limited-company"))


def ensure_limited_company(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    return ensured(ledger, arguments, "limited-company")


def set_ubo_terminus(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    entity, change = mark_terminus(ledger, entity_needed(ledger, arguments, "entity-id", "lei"), arguments)
    return VerbOutcome(change=change, ref=entity.id, label=f"{entity.name}: ownership ends here")


def mark_terminus(ledger: Ledger, entity: LedgerEntity, arguments: Arguments) -> tuple[LedgerEntity, Change]:
    """Nobody stands above this entity, for a reason that the register's own words are used for."""
    mark = {"reason": constant(arguments["reason"]), **chosen(arguments, _TERMINUS)}
    if (end := entity_given(ledger, arguments, "terminus-entity-id")) is not None:
        mark |= {"terminus_entity_id": end.id, "terminus_entity": end.name}
    return with_attributes(ledger, entity, {"ubo_terminus": mark})


def with_attributes(ledger: Ledger, entity: LedgerEntity, attributes: Mapping[str, Any]) -> tuple[LedgerEntity, Change]:
    """An entity that is known, with more said of it."""
    return ledger.ensure_entity(
        kind=entity.kind, name=entity.name, lei=entity.lei, jurisdiction=entity.jurisdiction, attributes=attributes
    )


def ensured(ledger: Ledger, arguments: Arguments, kind: str) -> VerbOutcome:
    name = str(arguments["name"]).strip()
    if not name:
        raise VerbFailed("the name is empty")
    entity, change = ledger.ensure_entity(
        kind=kind_of(kind),
        name=name,
        lei=str(arguments.get("lei") or ""),
        jurisdiction=str(arguments.get("jurisdiction") or "").strip().upper(),
        attributes=attributes_of(arguments, _OWN_PLACE),
        source=str(arguments.get("source") or ""),
    )
    return VerbOutcome(change=change, ref=entity.id, label=entity.name)


def attributes_of(arguments: Arguments, besides: frozenset[str]) -> dict[str, Any]:
    """Everything that has no place of its own; what is nil was not said."""
    given = arguments.get("attributes")
    said = {**given} if isinstance(given, Mapping) else {}
    said |= {name: value for name, value in arguments.items() if name not in besides}
    return {attribute(name): value for name, value in said.items() if value is not None}


def chosen(arguments: Arguments, names: tuple[str, ...]) -> dict[str, Any]:
    return {attribute(name): arguments[name] for name in names if arguments.get(name) not in (None, "")}


def attribute(name: str) -> str:
    return name.replace("-", "_")


def kind_of(text: str) -> str:
    """limited-company, however it is written: LIMITED_COMPANY, Limited company."""
    return "-".join(text.replace("_", " ").replace("-", " ").lower().split())


def constant(text: object) -> str:
    """NO_KNOWN_PERSON, however it is written: no-known-person, No known person."""
    return "_".join(str(text).replace("_", " ").replace("-", " ").upper().split())


ENTITY_HANDLERS: Mapping[str, Handling] = {
    "entity.ensure": Handling(apply=ensure),
    "entity.ensure-limited-company": Handling(apply=ensure_limited_company),
    "entity.set-ubo-terminus": Handling(apply=set_ubo_terminus),
}
