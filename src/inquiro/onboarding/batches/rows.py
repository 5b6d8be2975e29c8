"""The rows of a batch: entities of an approved result by their roles, with what is the same for all of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inquiro.core.errors import UsageError
from inquiro.core.types import Json, Problem
from inquiro.onboarding.batches.roles import Found, entities_in
from inquiro.onboarding.batches.templates import BatchTemplate

_PARTS = ("lei", "jurisdiction", "name")  # of an entity, that a parameter may ask for by the end of its name


class Row(NamedTuple):
    values: Json
    where: str  # as a person finds it: funds[3], or row 3
    line: int = 0  # in a file


class Seeds(NamedTuple):
    """Rows, the values that all of them share, and what nobody can decide but a person."""

    rows: list[Row]
    shared: Json
    problems: list[Problem]


def rows_from_research(template: BatchTemplate, data: Any) -> Seeds:
    """Entities are taken from a result of any shape, by the role they state or the field they stand in."""
    if not template.row_roles:
        raise UsageError(
            f"the template '{template.name}' does not say which entities make rows: give it 'roles: rows:'"
        )
    found = entities_in(data)
    known = {same_name(str(one.values["name"])): one.values for one in _distinct(found)}
    picked = [one for one in found if one.roles.intersection(template.row_roles)]
    rows = [Row(_row(template, one.values, known), one.path) for one in picked]
    outside = _outside(found, picked)
    shared: Json = {}
    problems: list[Problem] = []
    for name, roles in template.shared_roles.items():
        holders = _distinct(one for one in outside if one.roles.intersection(roles))
        if len(holders) == 1:
            shared[name] = _asked_for(template, name, holders[0])
        elif holders:
            listed = ", ".join(f"{one.values['name']} ({one.path})" for one in holders[:5])
            problems.append(
                Problem(
                    message=f"{len(holders)} entities could be '{name}', so none is: {listed}. Say which one",
                    severity="warning",
                )
            )
    return Seeds(rows, shared, problems)


def same_name(text: str) -> str:
    """Two spellings of one name are equal in this form."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _distinct(found: Iterable[Found]) -> list[Found]:
    """One of each: an entity may stand in several places of a result; the fullest entry counts."""
    held: dict[str, Found] = {}
    for one in found:
        key = same_name(str(one.values["name"]))
        if key not in held or len(one.values) > len(held[key].values):
            held[key] = one
    return list(held.values())


def _asked_for(template: BatchTemplate, name: str, one: Found) -> Any:
    """The entity, for an object; else the part of it that the parameter's name ends in."""
    type_ = next((parameter.type for parameter in template.parameters if parameter.name == name), "object")
    if type_ == "object":
        return one.values
    part = next((part for part in _PARTS if name.endswith(f"_{part}")), "name")
    return one.values.get(part)


def _outside(found: Sequence[Found], rows: Sequence[Found]) -> list[Found]:
    """What stands inside a row belongs to that row, and not to the others."""
    inside = {one.path for one in rows}
    return [one for one in found if not any(one.path[:end] in inside for end in _steps(one.path))]


def _steps(path: str) -> list[int]:
    return [at for at, char in enumerate(path) if char in ".["] + [len(path)]


def _row(template: BatchTemplate, values: Json, known: Mapping[str, Json]) -> Json:
    linked = _with_entities(template, values, known)
    return {template.row_entity: linked} if template.row_entity else linked


def _with_entities(template: BatchTemplate, values: Json, known: Mapping[str, Json]) -> Json:
    """A row that names another entity of the result gets what is known about it."""
    linked = dict(values)
    for parameter in template.parameters:
        given = values.get(parameter.name)
        if parameter.type == "object" and isinstance(given, str) and same_name(given) in known:
            linked[parameter.name] = known[same_name(given)]
    return linked
