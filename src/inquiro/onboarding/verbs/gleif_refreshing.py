"""gleif.refresh: what the register says by now, of one entity or of all whose data have grown old."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.register import Register
from inquiro.core.types import Json, LedgerEntity, VerbOutcome
from inquiro.onboarding.verbs.entities import with_attributes
from inquiro.onboarding.verbs.gleif_records import at_most, enrich, with_parents
from inquiro.onboarding.verbs.handling import Handling, VerbFailed
from inquiro.onboarding.verbs.register_entries import SOURCE, lei_of, parents_of, plain

STALE_LEIS = "stale_leis"  # of the entities that a call without an entity is about
STALE_AFTER = 30  # days
MOST = 100
_CHECKED = "gleif_checked"  # the day on which the register was last asked


def stale(ledger: Ledger, arguments: Arguments) -> Json:
    """Those that have waited longest first; nothing where the call names an entity."""
    if _names_one(arguments):
        return {}
    today, days = datetime.now(UTC).date(), arguments.get("stale-days")
    after = STALE_AFTER if days is None else int(days)
    held = [
        one for one in ledger.find_entities() if one.lei and (one.source == SOURCE or "gleif_status" in one.attributes)
    ]
    old = [(one, since) for one in held if (since := _age(one, today)) is None or since >= after]
    old.sort(key=lambda pair: (-(pair[1] if pair[1] is not None else date.max.toordinal()), pair[0].lei))
    return {STALE_LEIS: [one.lei for one, _ in old[: at_most(arguments, MOST)]]}


async def ask_anew(register: Register, arguments: Arguments) -> Json:
    if STALE_LEIS not in arguments:
        return await with_parents(register, arguments)
    records = await register.records(tuple(arguments[STALE_LEIS]))
    entries = [{"record": plain(one), "parents": plain(await parents_of(register, one))} for one in records]
    return {"entries": entries, "leis": arguments[STALE_LEIS], "asked": datetime.now(UTC).isoformat()}


def refresh(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    """Only of entities that are known already."""
    return _all(ledger, arguments, found) if "entries" in found else _one(ledger, arguments, found)


def _one(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    known = ledger.find_entities(lei=lei_of(arguments))
    if not known:
        raise VerbFailed(f"no entity has the LEI {lei_of(arguments)} yet: make it first, with gleif.enrich")
    days, age = arguments.get("stale-days"), _age(known[0], _day(found))
    if days and age is not None and age < int(days):
        return VerbOutcome(change="unchanged", ref=known[0].id, label=known[0].name)
    outcome = enrich(ledger, arguments, found)
    _mark(ledger, known[0].lei, found)
    return outcome


def _all(ledger: Ledger, arguments: Arguments, found: Json) -> VerbOutcome:
    """One that has become invalid or has gone from the register is told, and does not keep the others from it."""
    entries = {entry["record"]["lei"]: entry for entry in found["entries"]}
    gone = [lei for lei in found["leis"] if lei not in entries]
    void = [lei for lei, entry in entries.items() if entry["record"].get("registration") == "ANNULLED"]
    outcomes = [enrich(ledger, arguments, entry) for lei, entry in entries.items() if lei not in void]
    for lei in found["leis"]:
        _mark(ledger, lei, found)
    updated = [one.ref for one in outcomes if one.change != "unchanged"]
    told = [f"{len(found['leis'])} asked for", f"{len(updated)} updated"]
    told += [f"{len(void)} annulled"] if void else []
    told += [f"{len(gone)} not in the register"] if gone else []
    value = {"asked": len(found["leis"]), "updated": updated, "annulled": void, "missing": gone}
    return VerbOutcome(
        change="updated" if updated else "unchanged", refs=tuple(one.ref for one in outcomes), label=", ".join(told),
        value=value,
    )  # fmt: skip


def _names_one(arguments: Arguments) -> bool:
    """Also where what it names turned out to be nothing: that is no reason to take all of them."""
    return "lei" in arguments or "entity-id" in arguments


def _age(entity: LedgerEntity, today: date) -> int | None:
    """Days since the register was asked; where nobody wrote that down, since the entity was made."""
    made = entity.created_at or entity.updated_at
    since = _date(entity.attributes.get(_CHECKED)) or (made.date() if made else None)
    return (today - since).days if since else None


def _date(text: object) -> date | None:
    """An attribute may say anything."""
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        return None


def _day(found: Json) -> date:
    return datetime.fromisoformat(found["asked"]).date()


def _mark(ledger: Ledger, lei: str, found: Json) -> None:
    """Beside what has changed: that somebody looked changes nothing of it."""
    for entity in ledger.find_entities(lei=lei):
        with_attributes(ledger, entity, {_CHECKED: _day(found).isoformat()})


REFRESH_HANDLERS: Mapping[str, Handling] = {
    "gleif.refresh": Handling(prepare=stale, fetch=ask_anew, apply=refresh),
}
