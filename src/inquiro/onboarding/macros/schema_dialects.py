"""Schemas as others write them, in the one way that is checked and shown here.

References by anchor (`#company`) or by the schema's own address become `#/$defs/company`, and OpenAPI's `nullable: true`
becomes a type that may be null.
"""

from __future__ import annotations

from typing import Any

from inquiro.core.types import Json
from inquiro.onboarding.macros.schema_guard import Path, guard, subschemas


def plainly_written(schema: Any) -> Any:
    """The same schema; one that is too large to walk through stays as it is."""
    if not isinstance(schema, dict) or any(not fault.path for fault in guard(schema)):
        return schema
    own = str(schema.get("$id") or "").rstrip("#")
    anchors = {part["$anchor"]: path for path, part in subschemas(schema) if isinstance(part.get("$anchor"), str)}
    changes = {id(part): _pointing(part, own, anchors) | _nulling(part) for _, part in subschemas(schema)}
    return _changed(schema, {key: change for key, change in changes.items() if change})


def _pointing(part: Json, own: str, anchors: dict[str, Path]) -> Json:
    reference = part.get("$ref")
    if not isinstance(reference, str) or reference.startswith("#/"):
        return {}
    if own and reference.startswith(own):
        reference = "#" + reference.removeprefix(own).removeprefix("#")
    steps = anchors.get(reference.removeprefix("#")) if reference.startswith("#") else None
    return {"$ref": reference if steps is None else "#" + "".join(f"/{_escaped(step)}" for step in steps)}


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1").replace("%", "%25")


def _nulling(part: Json) -> Json:
    if part.get("nullable") is not True or not isinstance(part.get("type"), str):
        return {}
    choices = part.get("enum")
    may_be = {"enum": [*choices, None]} if isinstance(choices, list) and None not in choices else {}
    return {"type": [part["type"], "null"], **may_be}


def _changed(value: Any, changes: dict[int, Json]) -> Any:
    if isinstance(value, dict):
        return {key: _changed(inner, changes) for key, inner in value.items()} | changes.get(id(value), {})
    return [_changed(inner, changes) for inner in value] if isinstance(value, list) else value
