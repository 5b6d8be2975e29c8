"""JSON Schemas in the narrow form that constrained output takes, or in words where a model takes none."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from inquiro.core.types import Json

# What every vendor's grammar understands; limits on length and range are checked by us afterwards.
_KEPT = frozenset({"type", "properties", "items", "enum", "const", "anyOf", "$ref", "$defs", "description"})
_DEEPEST = 60


def strict_schema(schema: Json) -> Json | None:
    """The schema with every object closed and every field required; None where it cannot be said so strictly."""
    definitions = schema.get("$defs")
    root = schema
    if isinstance(name := schema.get("$ref"), str) and isinstance(definitions, dict):  # vendors want an object there
        found = definitions.get(name.rpartition("/")[2])
        root = found if isinstance(found, dict) else {}
    if root.get("type") != "object":
        return None
    try:
        strict = _strict(root | ({"$defs": definitions} if definitions else {}), 0)
    except _TooLoose:
        return None
    return dict(strict)


def in_words(schema: Json) -> str:
    """For a model that takes no schema: the same wish as an instruction."""
    return (
        "Answer with one JSON value and nothing else: no words around it, no code fence. "
        f"It has to fit this JSON Schema:\n{msgspec.json.encode(schema).decode()}"
    )


def plain_name(name: str) -> str:
    """Vendors allow letters, digits, dashes and underscores."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:64] or "answer"


class _TooLoose(Exception):
    """An object with fields of any name, or something without a type."""


def _strict(schema: Any, depth: int) -> Json:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        raise _TooLoose
    if not schema.keys() & {"type", "enum", "const", "anyOf", "$ref"}:
        raise _TooLoose
    kept: Json = {name: value for name, value in schema.items() if name in _KEPT}
    for name in ("properties", "$defs"):
        if isinstance(group := kept.get(name), dict):
            kept[name] = {field: _strict(one, depth + 1) for field, one in group.items()}
    if "items" in kept:
        kept["items"] = _strict(kept["items"], depth + 1)
    if "anyOf" in kept:
        kept["anyOf"] = [_strict(one, depth + 1) for one in kept["anyOf"]]
    if kept.get("type") == "array" and "items" not in kept:
        raise _TooLoose
    if kept.get("type") == "object":
        if isinstance(schema.get("additionalProperties"), dict) or not kept.get("properties"):
            raise _TooLoose
        kept |= {"additionalProperties": False, "required": list(kept["properties"])}
    return kept
