"""Which entity an argument means: its id, its LEI, or a name that only one of them has."""

from __future__ import annotations

from inquiro.core.ledger import Arguments, Ledger
from inquiro.core.lei import lei_problem
from inquiro.core.types import LedgerEntity
from inquiro.onboarding.verbs.handling import VerbFailed

UNIT = "cbu"
LISTED = 5


def entities_called(ledger: Ledger, text: object) -> list[LedgerEntity]:
    """All that may be meant."""
    if not isinstance(text, str):
        raise VerbFailed(f"{_shown(text)} does not name one entity: give an @name, an id, an LEI or a name")
    if (known := ledger.entity(text)) is not None:
        return [known]
    if lei_problem(text) is None:
        return ledger.find_entities(lei=text)
    return ledger.find_entities(name=text) if text.strip() else []


def entity_named(ledger: Ledger, text: object) -> LedgerEntity:
    """An entity; a client business unit only if nothing else is called so."""
    found = entities_called(ledger, text)
    return _only([one for one in found if one.kind != UNIT] or found, text, "entity")


def unit_named(ledger: Ledger, text: object) -> LedgerEntity:
    """A client business unit: a fund may well bear the same name."""
    found = entities_called(ledger, text)
    units = [one for one in found if one.kind == UNIT]
    if found and not units:
        raise VerbFailed(f"{described(found[0])} is no client business unit: name one made by cbu.ensure")
    return _only(units, text, "client business unit")


def entity_given(ledger: Ledger, arguments: Arguments, *names: str) -> LedgerEntity | None:
    """By the first of these arguments that was given; None if none was. The others may not mean somebody else."""
    given = [arguments[name] for name in names if arguments.get(name) not in (None, "")]
    if not given:
        return None
    entity = entity_named(ledger, given[0])
    for other in given[1:]:
        called = entities_called(ledger, other)
        if called and entity.id not in {one.id for one in called}:
            raise VerbFailed(f"'{other}' is {described(called[0])}, not {described(entity)}: name one of them")
    return entity


def entity_needed(ledger: Ledger, arguments: Arguments, *names: str) -> LedgerEntity:
    found = entity_given(ledger, arguments, *names)
    if found is None:
        raise VerbFailed(f"give {' or '.join(f':{name}' for name in names)}")
    return found


def unit_given(ledger: Ledger, arguments: Arguments) -> LedgerEntity | None:
    given = arguments.get("cbu-id")
    return None if given in (None, "") else unit_named(ledger, given)


def described(entity: LedgerEntity) -> str:
    """Enough to tell it from others."""
    details = [part for part in (entity.kind, entity.jurisdiction, entity.lei or entity.id[:8]) if part]
    return f"{entity.name} ({', '.join(details)})"


def _only(found: list[LedgerEntity], text: object, what: str) -> LedgerEntity:
    if len(found) == 1:
        return found[0]
    if not found:
        verb = "cbu.ensure" if what != "entity" else "entity.ensure or gleif.enrich"
        raise VerbFailed(f"there is no {what} '{text}' yet: make it first, with {verb}")
    listed = "; ".join(described(one) for one in found[:LISTED])
    more = f"; and {len(found) - LISTED} more" if len(found) > LISTED else ""
    raise VerbFailed(f"'{text}' is the name of {len(found)} of them, say which by id or LEI: {listed}{more}")


def _shown(value: object) -> str:
    return f"a list of {len(value)}" if isinstance(value, list | tuple) else str(value)
