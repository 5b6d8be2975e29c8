"""What the register says about an entity, in the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.ledger import Arguments, Change, Ledger
from inquiro.core.lei import lei_problem
from inquiro.core.register import ParentFound, ParentKind, Register, RegisterRecord
from inquiro.core.types import Json, LedgerEntity
from inquiro.onboarding.leis.lookalikes import meant_instead
from inquiro.onboarding.verbs.entities import chosen
from inquiro.onboarding.verbs.handling import VerbFailed

SOURCE = "GLEIF"
EXTERNAL_DECISION = "external-decision-id"
PARENT_KINDS: tuple[ParentKind, ...] = ("direct", "ultimate")
_KINDS = {"FUND": "fund", "BRANCH": "branch", "SOLE_PROPRIETOR": "sole-proprietor"}
_ATTRIBUTES = {
    "gleif_status": "registration",
    "entity_status": "entity_status",
    "gleif_category": "category",
    "legal_form": "legal_form",
    "registration_number": "registered_as",
    "city": "city",
    "country": "country",
    "gleif_next_renewal": "next_renewal",
    "gleif_corroboration": "corroboration",
}


def lei_of(arguments: Arguments) -> str:
    """The LEI that a call is about: its own argument, or that of the entity it names (`entity_lei`)."""
    lei = str(arguments.get("lei") or arguments.get("entity_lei") or "")
    if not lei:
        raise VerbFailed("this entity has no LEI: give :lei, or write the LEI into the entity first")
    if problem := lei_problem(lei):
        raise VerbFailed(f"{lei} is no LEI: it {problem}{meant_instead(lei)}")
    return lei


async def record_asked(register: Register, arguments: Arguments) -> RegisterRecord:
    lei = lei_of(arguments)
    if (record := await register.record(lei)) is None:
        raise VerbFailed(f"the register has no LEI {lei}: it may be invented")
    return record


async def parents_of(register: Register, record: RegisterRecord) -> dict[ParentKind, ParentFound]:
    """Only those that the record says there is something to know about."""
    return {kind: await register.parent(record.lei, kind) for kind in PARENT_KINDS if record.parents.get(kind)}


def ensure_entry(
    ledger: Ledger,
    record: RegisterRecord,
    parents: Mapping[ParentKind, ParentFound] | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> tuple[LedgerEntity, Change]:
    """The entity of a record; one that is known already keeps its kind."""
    known = ledger.find_entities(lei=record.lei)
    said = {**_said(record), **_of_parents(parents or {}), **(attributes or {})}
    outdated = _outdated(known[0].attributes, said) if known and parents else {}
    return ledger.ensure_entity(
        kind=known[0].kind if known else _KINDS.get(record.category, "limited-company"),
        name=record.name,
        lei=record.lei,
        jurisdiction=record.jurisdiction,
        attributes=outdated | said,
        source=SOURCE,
    )


def decided(arguments: Arguments) -> dict[str, Any]:
    """The decision of somebody's own system that a call rests on."""
    return chosen({EXTERNAL_DECISION: arguments.get("decision-id")}, (EXTERNAL_DECISION,))


def plain(value: Any) -> Any:
    """As it will be read back from a journal."""
    return msgspec.json.decode(msgspec.json.encode(value))


def record_in(found: Json, name: str = "record") -> RegisterRecord:
    return convert(found[name], RegisterRecord)


def parents_in(found: Json) -> dict[ParentKind, ParentFound]:
    return convert(found.get("parents", {}), dict[ParentKind, ParentFound])


def terminus(parents: Mapping[ParentKind, ParentFound]) -> dict[str, Any]:
    """The mark of an entity above which nobody is, in the form that `mark-ubo-terminus` gives it."""
    if any(found.record for found in parents.values()):
        return {}
    reasons = [found.exception for kind in ("ultimate", "direct") if (found := parents.get(kind)) and found.exception]
    return {"ubo_terminus": {"reason": reasons[0], "source": SOURCE}} if reasons else {}


def _said(record: RegisterRecord) -> dict[str, Any]:
    told = {attribute: getattr(record, field) for attribute, field in _ATTRIBUTES.items()}
    names = {"gleif_other_names": list(record.other_names), "successors": list(record.successors)}
    return {attribute: value for attribute, value in (told | names).items() if value}


def _outdated(before: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, None]:
    """What the register no longer says of the parents; what a person said stays."""
    names = [f"{kind}_parent_{what}" for kind in PARENT_KINDS for what in ("lei", "name", "exception")]
    mark = before.get("ubo_terminus")
    if isinstance(mark, Mapping) and mark.get("source") == SOURCE:
        names.append("ubo_terminus")
    return {name: None for name in names if before.get(name) is not None and name not in said}


def _of_parents(parents: Mapping[ParentKind, ParentFound]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for kind, found in parents.items():
        if found.record is not None:
            told |= {f"{kind}_parent_lei": found.record.lei, f"{kind}_parent_name": found.record.name}
        elif found.exception:
            told[f"{kind}_parent_exception"] = found.exception
    return told
