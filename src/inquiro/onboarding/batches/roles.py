"""Entities in a result of any shape, and the roles they have in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from inquiro.core.types import Json

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BETWEEN = re.compile(r"[\W_]+")
_NAMES = ("name", "legal_name", "entity_name", "fund_name", "company_name", "full_name")
_STATED = ("role", "roles", "type", "entity_type", "structure_type", "category", "kind")
_SAME = {
    "MANCO": "MANAGEMENT_COMPANY",
    "MAN_CO": "MANAGEMENT_COMPANY",
    "FUND_MANAGEMENT_COMPANY": "MANAGEMENT_COMPANY",
    "ASSET_MANAGER": "INVESTMENT_MANAGER",
    "PORTFOLIO_MANAGER": "INVESTMENT_MANAGER",
    "IM": "INVESTMENT_MANAGER",
    "SUBFUND": "SUB_FUND",
    "ULTIMATE_PARENT": "APEX",
    "APEX_ENTITY": "APEX",
}
_DEEPEST = 64


class Found(NamedTuple):
    """An entity of a result, where it stands and what it is there."""

    path: str
    values: Json  # with its name under `name`
    roles: frozenset[str]


def role(word: str) -> str:
    """One spelling for `management_companies`, `Management Company` and `ManCo`."""
    parts = [part for part in _BETWEEN.split(_CAMEL.sub("_", word)) if part]
    if not parts:
        return ""
    upper = "_".join([*parts[:-1], _singular(parts[-1])]).upper()
    return _SAME.get(upper, upper)


def entities_in(data: Any) -> list[Found]:
    """Every object with a name, in the order of the text; and names that stand alone under a field that says a role."""
    return list(_walk(data, "", "", 0))


def _walk(data: Any, path: str, field: str, deep: int) -> Iterator[Found]:
    if deep > _DEEPEST:
        return
    if isinstance(data, dict):
        if name := _name(data):
            stated = {role(word) for key in _STATED for word in _words(data.get(key))}
            yield Found(path, {**data, "name": name}, frozenset({*stated, role(field)} - {""}))
        for key, value in data.items():
            if isinstance(value, (dict, list)):
                yield from _walk(value, f"{path}.{key}" if path else str(key), str(key), deep + 1)
            elif isinstance(value, str) and value.strip() and key not in (*_NAMES, *_STATED):
                yield Found(f"{path}.{key}" if path else key, {"name": value.strip()}, frozenset({role(key)}))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            here = f"{path}[{index}]"
            if isinstance(value, str) and value.strip():
                yield Found(here, {"name": value.strip()}, frozenset({role(field)} - {""}))
            else:
                yield from _walk(value, here, field, deep + 1)


def _name(data: Json) -> str:
    return next((data[key].strip() for key in _NAMES if isinstance(data.get(key), str) and data[key].strip()), "")


def _words(value: Any) -> list[str]:
    stated = value if isinstance(value, list) else [value]
    return [one for one in stated if isinstance(one, str)]


def _singular(word: str) -> str:
    lower = word.lower()
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
