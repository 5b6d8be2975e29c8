"""Which fields a schema knows and a result leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inquiro.core.types import Json
from inquiro.onboarding.macros.fields import DEEPEST, resolved


def unfilled(schema: Json, data: Any) -> list[str]:
    """Paths of missing fields; of the members of a list only those that the schema requires."""
    return list(_missing(schema, schema, data, "", in_list=False, deep=0))


def _missing(root: Json, part: Any, value: Any, path: str, *, in_list: bool, deep: int) -> Iterator[str]:
    schema = resolved(root, part)
    if deep > DEEPEST:
        return
    if isinstance(value, Mapping) and isinstance(schema.get("properties"), dict):
        required = schema.get("required", [])
        for name, one in schema["properties"].items():
            below = f"{path}.{name}" if path else name
            if name in value:
                yield from _missing(root, one, value[name], below, in_list=in_list, deep=deep + 1)
            elif not in_list or name in required:
                yield below
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for place, one in enumerate(value):
            yield from _missing(root, schema["items"], one, f"{path}[{place}]", in_list=True, deep=deep + 1)
