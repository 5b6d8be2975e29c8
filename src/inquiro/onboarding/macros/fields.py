"""The fields of a result: which ones a schema names, which ones the data fill, and an empty form to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from inquiro.core.types import Json
from inquiro.onboarding.macros.schema_guard import Path, resolve
from inquiro.onboarding.macros.schemas import written

DEEPEST = 12  # where a schema leads back into itself, form and field list stop here


class SchemaField(NamedTuple):
    """A leaf of a schema: `subsidiaries[].name`."""

    path: str
    types: tuple[str, ...]  # none where the schema does not say
    required: bool  # along the whole path
    description: str = ""


def leaves(data: Any) -> Iterator[tuple[str, Any]]:
    """Every field of a result with its path: scalars, and lists and maps that are empty."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, (Mapping, list)) and value:
            parts = list(value.items()) if isinstance(value, Mapping) else list(enumerate(value))
            waiting.extend(((*path, step), part) for step, part in reversed(parts))
        else:
            yield written(path), value


def fields_of(schema: Json) -> list[SchemaField]:
    """The leaves that a schema names, lists written as `funds[]`."""
    return list(_fields(schema, schema, "", required=True, deep=0))


def blank(schema: Json) -> Any:
    """A result with every named field and nothing in it: what a form starts from."""
    return _blank(schema, schema, 0)


def resolved(root: Json, part: Any, deep: int = 0) -> Json:
    """A subschema with its reference followed, its parts put together, and null as one of its types."""
    schema = _followed(root, part)
    if deep >= DEEPEST:
        return schema
    for keyword in ("anyOf", "oneOf"):
        stated = schema.get(keyword)
        branches = stated if isinstance(stated, list) else []
        things = [one for one in branches if not _is_null(one)]
        if len(things) == 1:
            thing = resolved(root, things[0], deep + 1)
            kinds = (*types_of(thing), "null") if len(things) < len(branches) and types_of(thing) else types_of(thing)
            schema = {**thing, **({"type": list(kinds)} if kinds else {}), **_without(schema, keyword)}
    parts = schema.get("allOf")
    if isinstance(parts, list):
        schema = _together([*(resolved(root, one, deep + 1) for one in parts), _without(schema, "allOf")])
    return schema


def _is_null(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.get("type") == "null"


def _without(schema: Json, keyword: str) -> Json:
    return {key: value for key, value in schema.items() if key != keyword}


def _together(parts: list[Json]) -> Json:
    """What all of them say; of a field that several name, the last one counts."""
    merged: Json = {}
    for part in parts:
        for key, value in part.items():
            before = merged.get(key)
            if key == "properties" and isinstance(before, dict) and isinstance(value, dict):
                merged[key] = {**before, **value}
            elif key == "required" and isinstance(before, list) and isinstance(value, list):
                merged[key] = [*before, *value]
            else:
                merged[key] = value
    return merged


def _followed(root: Json, part: Any) -> Json:
    """Further keywords beside a reference count too."""
    seen = 0
    while isinstance(part, dict) and isinstance(part.get("$ref"), str) and seen < DEEPEST:
        target = resolve(root, part["$ref"])
        beside = {key: value for key, value in part.items() if key != "$ref"}
        part = {**target, **beside} if isinstance(target, dict) else beside
        seen += 1
    return part if isinstance(part, dict) else {}


def types_of(part: Json) -> tuple[str, ...]:
    stated = part.get("type", ())
    if isinstance(stated, str):
        return (stated,)
    if stated:
        return tuple(str(one) for one in stated)
    if "properties" in part:
        return ("object",)
    return ("array",) if "items" in part else ()


def _fields(root: Json, part: Any, path: str, *, required: bool, deep: int) -> Iterator[SchemaField]:
    schema = resolved(root, part)
    properties = schema.get("properties")
    if isinstance(properties, dict) and properties and deep < DEEPEST:
        wanted = schema.get("required", [])
        for name, one in properties.items():
            below = f"{path}.{name}" if path else name
            yield from _fields(root, one, below, required=required and name in wanted, deep=deep + 1)
    elif isinstance(schema.get("items"), dict) and deep < DEEPEST:
        yield from _fields(root, schema["items"], f"{path}[]", required=required, deep=deep + 1)
    else:
        yield SchemaField(path, types_of(schema), required, str(schema.get("description", "")))


def _blank(root: Json, part: Any, deep: int) -> Any:
    schema = resolved(root, part)
    if "default" in schema:
        return schema["default"]
    if "const" in schema:
        return schema["const"]
    kinds = types_of(schema)
    if "object" in kinds and deep < DEEPEST:
        properties = schema.get("properties", {})
        return {name: _blank(root, one, deep + 1) for name, one in properties.items()}
    return [] if "array" in kinds else None
