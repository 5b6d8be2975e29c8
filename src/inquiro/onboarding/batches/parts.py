"""The inner parts of the objects in a row: `management_company.lei`. Mistakes in their names are said, as of columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from inquiro.core.types import Json, MacroParameter, Problem
from inquiro.onboarding.batches.columns import Columns
from inquiro.onboarding.batches.rows import Row
from inquiro.onboarding.handlebars import Template, parts_read

OF_ENTITIES = ("name", "lei", "jurisdiction")
_SHARED = "for all rows"


class Parts:
    """By parameter: the names that the parts of its objects may have."""

    def __init__(self, parameters: Iterable[MacroParameter], templates: Sequence[Template]) -> None:
        self._known: dict[str, Columns] = {}
        self._whole: set[str] = set()  # read as a whole: every part is
        for parameter in parameters:
            if parameter.type == "object":
                read = [parts_read(template, parameter.name) for template in templates]
                named = sorted({part for some in read for part in some or ()} - {*OF_ENTITIES})
                self._known[parameter.name] = Columns([*OF_ENTITIES, *named], inside=parameter.name)
                self._whole |= {parameter.name} if None in read else set()

    def renamed(self, name: str, value: Json) -> Json:
        return self._known[name].renamed(value)

    def read(self, name: str, value: Any) -> Any:
        """Of an object what the templates read; any other value as it is."""
        if name not in self._known or name in self._whole or not isinstance(value, dict):
            return value
        return {part: one for part, one in value.items() if part in self._known[name].known}

    def warnings(self, rows: Sequence[Row], shared: Json) -> list[Problem]:
        """Parts that nothing reads, each once; a known name that is written wrongly is an error for all rows."""
        found: list[Problem] = []
        for name, columns in self._known.items():
            if name not in self._whole:
                held = [Row(shared, _SHARED), *rows]
                objects = [Row(value, row.where, row.line) for row in held if (value := _object(row.values.get(name)))]
                found += columns.warnings(objects)
        return found


def _object(value: Any) -> Json | None:
    """A cell of a table may hold an object as JSON; what is none is refused elsewhere."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value if isinstance(value, dict) else None
