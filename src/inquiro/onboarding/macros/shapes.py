"""What a value of a template may be, as far as schemas tell: one shape, or one of several."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inquiro.core.types import Json
from inquiro.onboarding.macros.schema_facts import ANYTHING, FactFinder, Facts, Kinds, Part

_INDEX = re.compile(r"0|[1-9][0-9]*")
_NUMBER, _TEXT = Part({"type": "number"}, {}), Part({"type": "string"}, {})


class Shape:
    """Any of these parts; without a finder nothing is known of it."""

    def __init__(self, parts: Iterable[Part] = (), finder: FactFinder | None = None) -> None:
        self._parts = tuple({id(part.schema): part for part in parts}.values())
        self._finder = finder

    @property
    def names(self) -> list[str]:
        """Those that it is known to have."""
        return list(dict.fromkeys(name for one in self._facts() for name in one.named))

    @property
    def kinds(self) -> Kinds:
        return frozenset(kind for one in self._facts() for kind in one.kinds)

    def member(self, name: str) -> Shape | None:
        """What stands under a name or at a place; None if there can be nothing."""
        found: list[Part] = []
        for one in self._facts():
            parts = _member(one, name)
            if parts is None:
                return UNKNOWN
            found.extend(parts)
        return Shape(found, self._finder) if found else None

    def members(self) -> Shape:
        """What a loop goes through: the members of a list, the values of an object."""
        found: list[Part] = []
        for one in self._facts():
            if "array" in one.kinds:
                found.extend(one.items)
            if "object" in one.kinds:
                found.extend(part for parts in one.named.values() for part in parts)
                found.extend(one.rest)
            if ("array" in one.kinds and not one.knows_items) or ("object" in one.kinds and not one.knows_values):
                return UNKNOWN
        return Shape(found, self._finder) if found else UNKNOWN

    def _facts(self) -> list[Facts]:
        return [self._finder.about(part) for part in self._parts] if self._finder else [ANYTHING]


UNKNOWN = Shape()


def shape_of(*schemas: Json) -> Shape:
    """A value that any of the schemas may describe."""
    return Shape((Part(schema, schema) for schema in schemas), FactFinder())


def _member(facts: Facts, name: str) -> tuple[Part, ...] | None:
    """None: only the data can tell."""
    found: tuple[Part, ...] = ()
    if "object" in facts.kinds:
        if name in facts.named:
            found = facts.named[name]
        elif name in facts.required or not facts.knows_names:
            return None
        else:
            found = facts.rest
    if facts.kinds & {"array", "string"} and name == "length":
        return (*found, _NUMBER)
    if _INDEX.fullmatch(name) and "array" in facts.kinds:
        return (*found, *facts.items) if facts.knows_items else None
    return (*found, _TEXT) if _INDEX.fullmatch(name) and "string" in facts.kinds else found
