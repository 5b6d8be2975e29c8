"""What several gleif.* verbs share: a record with its parents, written down or shown."""

from __future__ import annotations

from datetime import UTC, datetime

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import Register, RegisterRecord
from inquiro.core.types import Json, VerbOutcome
from inquiro.onboarding.leis.names import name_match
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.named_entities import described, entity_named
from inquiro.onboarding.verbs.register_entries import (
    decided,
    ensure_entry,
    parents_in,
    parents_of,
    plain,
    record_asked,
    record_in,
    terminus,
)


async def with_parents(register: Register, arguments: Arguments) -> Json:
    record = await record_asked(register, arguments)
    asked = datetime.now(UTC).isoformat()
    return {"record": plain(record), "parents": plain(await parents_of(register, record)), "asked": asked}


def enrich(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    """Whatever its status, which is written down with it; only what was declared invalid is refused."""
    record, parents = record_in(found), parents_in(found)
    if record.registration == "ANNULLED":
        raise VerbFailed(f"the register annulled {record.lei} ({record.name}): it was never valid")
    _join(ledger, arguments, record)
    entity, change = ensure_entry(ledger, record, parents, terminus(parents) | decided(arguments))
    label = entity.name if record.registration in {"ISSUED", ""} else f"{entity.name} ({record.registration})"
    return VerbOutcome(change=change, ref=entity.id, label=label)


def show_records(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001 - as every verb
    records = found["records"]
    return VerbOutcome(change="found", value=records, label=f"{len(records)} found")


def show_record(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:  # noqa: ARG001
    record = found["record"]
    return VerbOutcome(change="found", value=record, label=record["name"] if record else "none reported")


def _join(ledger: Ledger, arguments: Arguments, record: RegisterRecord) -> None:
    """An entity that is named beside an LEI is given that LEI, if the record can be its own."""
    named = arguments.get("entity-id")
    if not (arguments.get("lei") and named) or named == record.lei:
        return
    entity = entity_named(ledger, named)
    if entity.lei == record.lei:
        return
    holders = [] if entity.lei else ledger.find_entities(lei=record.lei)
    if entity.lei or holders:
        whose = f"{record.lei} is the LEI of {described(holders[0])}" if holders else f"{record.lei} is another LEI"
        raise VerbFailed(f"{whose}, and {described(entity)} is named beside it: name one of them")
    if not (match := name_match(entity.name, record)):
        raise VerbFailed(f"{record.lei} is {record.name}, not {described(entity)}: {match.reason}")
    ledger.ensure_entity(kind=entity.kind, name=entity.name, lei=record.lei, jurisdiction=entity.jurisdiction)


def at_most(arguments: Arguments, default: int) -> int:
    given = arguments.get("limit")
    limit = default if given in (None, "") else int(given)
    if limit < 1:
        raise VerbFailed(f":limit {limit} is too small: give 1 or more")
    return limit
