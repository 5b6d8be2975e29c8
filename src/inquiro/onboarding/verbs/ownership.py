"""ubo.* and shares: who owns how much of what, and the persons at the end of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.types import Json, LedgerEntity, LedgerRelationship, VerbOutcome
from inquiro.onboarding.verbs.entities import chosen, constant, with_attributes
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.named_entities import entity_given, entity_needed, unit_given

OWNERSHIP = "ownership"
WHOLE = 100.0
_ROUNDING = 1e-6
# Who consolidates, or owns through others, counts the same share again: such shares do not add up to a whole.
_NOT_ADDED = ("CONSOLIDATION", "INDIRECT", "ULTIMATE")
_DETAILS = (
    *("ownership-type", "role", "effective-from", "effective-to"),
    *("source-date", "source-url", "description", "evidence"),
)
_PERSON = ("nationality", "country-of-residence", "date-of-birth", "is-pep")
_CLAIM = (
    *("percentage", "ownership", "status", "control-type", "reason"),
    *("source", "source-date", "source-url", "description", "corroboration", "evidence"),
)


def assign(ledger: Ledger, arguments: Arguments) -> tuple[LedgerEntity, LedgerEntity, VerbOutcome]:
    """One entity owns a share of another."""
    owner = entity_needed(ledger, arguments, "owner-entity-id", "owner-lei")
    owned = entity_needed(ledger, arguments, "owned-entity-id", "owned-lei")
    percentage = share(arguments.get("percentage"))
    outcome = own(ledger, owner, owned, percentage, arguments)
    return owner, owned, outcome


def own(
    ledger: Ledger, owner: LedgerEntity, owned: LedgerEntity, percentage: float | None, arguments: Arguments
) -> VerbOutcome:
    if owner.id == owned.id:
        raise VerbFailed(f"{owner.name} cannot own itself")
    source, form = str(arguments.get("source") or ""), constant(arguments.get("ownership-type") or "")
    stakes = [one for one in _stakes(ledger, owned) if one.source == source]
    if percentage is not None and not any(word in form for word in _NOT_ADDED):
        others = [one.percentage or 0.0 for one in stakes if one.owner != owner.id and _comparable(_form(one), form)]
        _check_sum(f"{owner.name} cannot own {percentage:g} % of {owned.name}", percentage, others, source)
    relation, change = ledger.ensure_relationship(
        type_=_type([one for one in stakes if one.owner == owner.id], form),
        owner=owner.id,
        owned=owned.id,
        percentage=percentage,
        attributes=chosen(arguments, _DETAILS),
        source=source,
        corroboration=constant(arguments.get("corroboration") or ""),
    )
    shown = "" if percentage is None else f"{percentage:g} % of "
    return VerbOutcome(change=change, ref=relation.id, label=f"{owner.name} owns {shown}{owned.name}")


def share(value: object) -> float | None:
    if value in (None, ""):
        return None
    try:
        percentage = float(str(value))
    except ValueError:
        raise VerbFailed(f"{value} is no percentage: write a number from 0 to 100") from None
    if not 0 <= percentage <= WHOLE:
        raise VerbFailed(f"{value} is no percentage: it has to lie between 0 and 100")
    return percentage


def _number(value: object) -> float | None:
    """A share in words that is a number after all."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def add_ownership(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    return assign(ledger, arguments)[2]


def create(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    """A beneficial owner: a person, known already or made here, and what makes them one."""
    unit = unit_given(ledger, arguments)
    subject = entity_given(ledger, arguments, "entity-id", "lei") or unit
    if subject is None:
        raise VerbFailed("give :entity-id, :cbu-id or :lei")
    person = _person(ledger, arguments)
    if person.id == subject.id:
        raise VerbFailed(f"{person.name} cannot be the beneficial owner of itself")
    control = constant(arguments.get("control-type") or "OWNERSHIP")
    percentage = share(arguments.get("percentage", _number(arguments.get("ownership"))))
    fields = {**chosen(arguments, _CLAIM), "control_type": control, "person_id": person.id, "person": person.name}
    if percentage is not None:
        fields["percentage"] = percentage
    if unit is not None:
        fields["cbu_id"] = unit.id
    record, change = ledger.ensure_record(
        kind="beneficial-owner", key=f"{subject.id} {person.id} {control}", fields=fields, entity_id=subject.id
    )
    ledger.ensure_relationship(
        type_="beneficial-ownership",
        owner=person.id,
        owned=subject.id,
        percentage=percentage,
        attributes={"control_type": control},
        source=str(arguments.get("source") or ""),
        corroboration=constant(arguments.get("corroboration") or ""),
    )
    return VerbOutcome(change=change, ref=record.id, label=f"{person.name}: beneficial owner of {subject.name}")


def _person(ledger: Ledger, arguments: Arguments) -> LedgerEntity:
    said, name = chosen(arguments, _PERSON), str(arguments.get("name") or "").strip()
    known = entity_given(ledger, arguments, "person-id")
    if known is None:
        if not name:
            raise VerbFailed("give :person-id or :name")
        source = str(arguments.get("source") or "")
        return ledger.ensure_entity(kind="person", name=name, attributes=said, source=source)[0]
    if name and name.casefold() != known.name.casefold():
        said["also_named"] = name
    return with_attributes(ledger, known, said)[0]


def _stakes(ledger: Ledger, owned: LedgerEntity) -> list[LedgerRelationship]:
    relations = ledger.relationships(owned.id)
    return [one for one in relations if one.owned == owned.id and one.type.split(":")[0] == OWNERSHIP]


def _form(stake: LedgerRelationship) -> str:
    return constant(stake.attributes.get("ownership_type") or "")


def _comparable(form: str, other: str) -> bool:
    """A share of which nobody says what it is may be of any form, but for those that do not add up."""
    return form == other or (not (form and other) and not any(word in form + other for word in _NOT_ADDED))


def _type(stakes: Sequence[LedgerRelationship], form: str) -> str:
    """Capital and votes of one owner are two stakes, each with a percentage of its own."""
    same = [one.type for one in stakes if _form(one) == form]
    return same[0] if same else f"{OWNERSHIP}:{form or 'UNSAID'}" if stakes else OWNERSHIP


def _check_sum(what: str, percentage: float, others: Sequence[float], source: str) -> None:
    """Shares of one form from one source are parts of one whole."""
    if fsum([percentage, *others]) > WHOLE + _ROUNDING:
        by = f" by {source}" if source else ""
        raise VerbFailed(f"{what}: others are said{by} to own {fsum(others):g} % already")


OWNERSHIP_HANDLERS: Mapping[str, Handling] = {
    "ubo.add-ownership": Handling(apply=add_ownership),
    "ubo.create": Handling(apply=create),
}
