"""The fields of a result, each by the path that a person would write, with the name of the thing it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from inquiro.core.result_names import name_in


class Leaf(NamedTuple):
    path: str
    key: str  # the last named step of the path
    value: Any  # text, a number, a truth value or None
    name: str  # of the object it stands in, or of the nearest one around it


def leaves(data: Any) -> Iterator[Leaf]:
    """Every value that is no object and no list, in order."""
    waiting: list[tuple[str, str, Any, str]] = [("", "", data, "")]
    while waiting:
        path, key, value, name = waiting.pop()
        if isinstance(value, Mapping):
            own = name_in(value) or name
            inner = [(joined(path, step), step, one, own) for step, one in value.items()]
            waiting.extend(reversed(inner))
        elif isinstance(value, list):
            waiting.extend((f"{path}[{place}]", key, one, name) for place, one in reversed(list(enumerate(value))))
        else:
            yield Leaf(path, key, value, name)


def joined(path: str, step: str) -> str:
    """`apex` and `lei` make `apex.lei`."""
    return f"{path}.{step}" if path else step
