"""Whether a value fits what an argument takes, and the arguments as those who handle a verb get them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from inquiro.core.lei import claimed_leis, lei_problem
from inquiro.core.types import Symbol, VerbArgument, VerbSpec
from inquiro.onboarding.dsl.writing import format_value
from inquiro.onboarding.leis.lookalikes import meant_instead

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SHOWN = 60  # characters of a wrong value
_NOT_EMPTY = frozenset({"lei", "entity", "date", "symbol"})  # where a template that found nothing leaves ""


def arguments_of(spec: VerbSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """By the names that the verb itself uses; what says nothing is left out."""
    names = names_of(spec)
    known = {one.name: one for one in spec.arguments}
    return {
        own: value
        for name, value in given.items()
        for own in [names.get(name, name)]
        if not says_nothing(known.get(own), value)
    }


def filled(spec: VerbSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """Checked arguments for whoever handles the verb: own names, defaults, choices as the verb spells them."""
    arguments = arguments_of(spec, given)
    for one in spec.arguments:
        if one.name not in arguments:
            if one.default is not None:
                arguments[one.name] = one.default
        elif one.enum:
            spelt = _choice(one, arguments[one.name])
            arguments[one.name] = arguments[one.name] if spelt is None else spelt
    return arguments


def names_of(spec: VerbSpec) -> dict[str, str]:
    """Every name that an argument may be given by, and its own."""
    return {name: one.name for one in spec.arguments for name in (one.name, *one.aliases)}


def says_nothing(argument: VerbArgument | None, value: Any) -> bool:
    return value is None or (value == "" and argument is not None and argument.type in _NOT_EMPTY)


def type_problem(argument: VerbArgument, value: Any) -> str:
    """Why a value that is no reference cannot be what the argument takes; empty when it can."""
    if argument.enum and _choice(argument, value) is None:
        return f"is one of {', '.join(map(str, argument.enum))}, not {shown(value)}"
    return _CHECKS[argument.type](value)


def lei_complaint(value: Any) -> str:
    """About what has to be an LEI."""
    text = word_of(value)
    if text is None:
        return f"takes an LEI in quotes, not {shown(value)}"
    problem = lei_problem(text)
    return f"is no valid LEI: {shown(text)} {problem}{meant_instead(text)}" if problem else ""


def shown(value: Any) -> str:
    text = format_value(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def word_of(value: Any) -> str | None:
    """Text, with quotes or without."""
    return value.name if isinstance(value, Symbol) else value if isinstance(value, str) else None


def _choice(argument: VerbArgument, value: Any) -> str | int | float | None:
    """The one of the choices that is meant, as the verb spells it."""
    text = word_of(value)
    if text is not None:
        return next((one for one in argument.enum if isinstance(one, str) and _alike(one) == _alike(text)), None)
    numbers = [one for one in argument.enum if not isinstance(one, str)]
    return next((one for one in numbers if one == value and not isinstance(value, bool)), None)


def _alike(word: str) -> str:
    return word.casefold().replace("_", "-")


def _string(value: Any) -> str:
    return "" if word_of(value) is not None else f"takes text in quotes, not {shown(value)}"


def _integer(value: Any) -> str:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return "" if whole else f"takes a whole number, not {shown(value)}"


def _number(value: Any) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "" if number else f"takes a number, not {shown(value)}"


def _percentage(value: Any) -> str:
    fits = not _number(value) and 0 <= value <= 100
    return "" if fits else f"takes a share from 0 to 100, as a number, not {shown(value)}"


def _boolean(value: Any) -> str:
    return "" if isinstance(value, bool) else f"takes true or false, not {shown(value)}"


def _date(value: Any) -> str:
    try:
        if isinstance(value, str) and _DAY.fullmatch(value) and date.fromisoformat(value):
            return ""
    except ValueError as error:
        return f"takes a date: {shown(value)} is none ({error})"
    return f'takes a date such as "2024-12-31", not {shown(value)}'


def _entity(value: Any) -> str:
    if not isinstance(value, str):
        return f"takes an @name, an id, an LEI or a name, not {shown(value)}"
    return lei_complaint(value) if claimed_leis(value) == [value] else ""


def _symbol(value: Any) -> str:
    return "" if word_of(value) is not None else f"takes a word, not {shown(value)}"


def _list(value: Any) -> str:
    return "" if isinstance(value, list) else f"takes a list […], not {shown(value)}"


def _map(value: Any) -> str:
    return "" if isinstance(value, dict) else f"takes a map {{:key value}}, not {shown(value)}"


_CHECKS: dict[str, Callable[[Any], str]] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "percentage": _percentage,
    "boolean": _boolean,
    "date": _date,
    "lei": lei_complaint,
    "entity": _entity,
    "symbol": _symbol,
    "list": _list,
    "map": _map,
    "any": lambda _: "",
}
