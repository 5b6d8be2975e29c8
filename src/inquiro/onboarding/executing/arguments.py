"""The arguments of a call as its handler gets them: plain values, with every @name replaced by what it was bound to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inquiro.core.ledger import Ledger
from inquiro.core.lei import lei_problem
from inquiro.core.types import Json, Reference, Symbol, VerbCall, VerbOutcome, VerbSpec
from inquiro.onboarding.verbs.argument_types import filled
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.named_entities import entities_called, entity_named

Bindings = Mapping[str, VerbOutcome]
Blocked = Mapping[str, str]
ENTITY_LEI = "entity_lei"  # of the entity that the call is about, for a verb that asks the register
_LARGEST = 2**63  # what JSON can carry as a number
_WHOLE_LEI = 15  # a shorter text is compared as a whole only: it might stand anywhere


def plain_arguments(call: VerbCall, spec: VerbSpec, bindings: Bindings) -> dict[str, Any]:
    """By the names that the verb itself uses, defaults filled in."""
    return {name: _plain(value, bindings) for name, value in filled(spec, call.arguments).items()}


def bound_value(outcome: VerbOutcome) -> Any:
    """An id, a list of ids, or whatever else the call found."""
    return outcome.ref or (list(outcome.refs) if outcome.refs else outcome.value)


def entity_lei(ledger: Ledger, spec: VerbSpec, arguments: Mapping[str, Any]) -> Json:
    """The LEI of the entity that the arguments name, where no LEI is given itself."""
    for argument in spec.arguments:
        given = arguments.get(argument.name)
        if argument.type == "lei" and given:
            return {}
        if argument.type == "entity" and isinstance(given, str):
            lei = given if lei_problem(given) is None else entity_named(ledger, given).lei
            return {ENTITY_LEI: lei} if lei else {}
    return {}


def blocked_among(values: object, blocked: Blocked) -> str:
    """Why a call with these values cannot run; empty when nothing stands against it."""
    for text in _texts(values) if blocked else ():
        for lei, why in blocked.items():
            if lei.strip() and _names(text, lei):
                return f"{lei} may not be used: {why}"
    return ""


def check_entities(ledger: Ledger, spec: VerbSpec, arguments: Mapping[str, Any], blocked: Blocked) -> None:
    """A blocked LEI may also stand behind an id, an @name or a name."""
    if not blocked:
        return
    types = {argument.name: argument.type for argument in spec.arguments}
    for name, given in arguments.items():
        named = types.get(name) == "entity" and isinstance(given, str)
        behind = entities_called(ledger, given) if named else [*map(ledger.entity, _texts(given))]
        for entity in behind:
            if entity is not None and (why := blocked_among([entity.lei], blocked)):
                raise VerbFailed(why)


def _names(text: str, lei: str) -> bool:
    said, meant = text.strip().casefold(), lei.strip().casefold()
    return said == meant or (len(meant) >= _WHOLE_LEI and meant in said)


def _plain(value: Any, bindings: Bindings) -> Any:
    if isinstance(value, Reference):
        return bound_value(bindings[value.name])
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, dict):
        return {key: _plain(inner, bindings) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, bindings) for inner in value]
    return str(value) if isinstance(value, int) and abs(value) >= _LARGEST else value


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Symbol):
        yield value.name
    elif isinstance(value, int) and abs(value) >= _LARGEST:
        yield str(value)  # an LEI may be all digits
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (str(key), *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
