"""The data of a small result as single fields that a person can change, and as a text that a browser cannot alter."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from inquiro.core.errors import BadEdit
from inquiro.onboarding.macros.schemas import written

MOST_FIELDS = 80
LONGEST = 500
Steps = tuple[str | int, ...]


class FormField(NamedTuple):
    name: str  # in the form
    path: str  # as a person reads it
    steps: Steps
    value: Any
    text: str  # as it stands in the form


def form_fields(data: Any) -> list[FormField]:
    """Scalars that survive a line of input as they are; none for a result that is too large for single fields."""
    found = [
        FormField(f"at:{pointer(steps)}", written(steps), steps, value, _text(value)) for steps, value in _scalars(data)
    ]
    return [one for one in found if _survives(one)] if len(found) <= MOST_FIELDS else []


def data_text(data: Any) -> str:
    """Indented JSON in which nothing is invisible."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    return "".join(char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text)


def with_value(data: Any, steps: Steps, value: Any) -> Any:
    """A copy with another value in one place."""
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(data, dict) and step in data:
        return {**data, step: with_value(data[step], rest, value)}
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return [*data[:step], with_value(data[step], rest, value), *data[step + 1 :]]
    raise BadEdit([(str(step), "was changed in its own field and taken out of the whole data: do one of both")])


def pointer(steps: Steps) -> str:
    """RFC 6901."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def _scalars(data: Any) -> list[tuple[Steps, Any]]:
    waiting: list[tuple[Steps, Any]] = [((), data)]
    found = []
    while waiting:
        steps, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(((*steps, key), part) for key, part in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend(((*steps, index), part) for index, part in reversed(list(enumerate(value))))
        elif steps:
            found.append((steps, value))
    return found


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _survives(field: FormField) -> bool:
    """A line of input changes line ends and what cannot be seen; a field of that kind is changed in the whole text."""
    return field.text.isprintable() and field.path.isprintable() and len(field.text) <= LONGEST
