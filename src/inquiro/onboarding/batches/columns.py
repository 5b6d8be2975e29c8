"""Columns of a batch by the names that its template knows: other spellings are understood, mistakes are said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from unicodedata import normalize

from inquiro.core.errors import UsageError
from inquiro.core.types import Json, Problem
from inquiro.onboarding.batches.rows import Row
from inquiro.onboarding.macros.findings import NEAR

_BETWEEN = re.compile(r"[\s_-]+")
_LONGEST = 60  # of a name that is compared


class Columns:
    """The names that rows and shared values may have, or the parts `inside` an object of theirs."""

    def __init__(self, known: Iterable[str], inside: str = "") -> None:
        self.known = tuple(dict.fromkeys(known))
        self._inside = f"{inside}." if inside else ""
        self._by_spelling: dict[str, str] = {}
        for name in self.known:
            self._by_spelling.setdefault(_spelling(name), name)
        self._near_ones: dict[str, str | None] = {}  # a column comes in every row, and is compared once

    def renamed(self, values: Json) -> Json:
        """`LEI` and `Client type` become `lei` and `client_type`; what nobody knows keeps its name."""
        given = _filled(values)
        meant: dict[str, str] = {}
        for name in given:
            known = self.meant(name) or name
            if known in meant:
                raise UsageError(f"'{meant[known]}' and '{name}' are both '{known}': keep one of them")
            meant[known] = name
        return {known: given[name] for known, name in meant.items()}

    def meant(self, name: str) -> str | None:
        return name if name in self.known else self._by_spelling.get(_spelling(name))

    def shared(self, values: Json) -> Json:
        """What is the same for all rows; nobody's name is an error."""
        if unknown := [name for name in values if self.meant(name) is None]:
            told = "; ".join(f"unknown '{name}'{self._hint(name)}" for name in unknown)
            raise UsageError(f"{told}; known: {self._listed()}")
        return self.renamed(values)

    def warnings(self, rows: Sequence[Row]) -> list[Problem]:
        """Columns that nothing reads, each once; a known name that is written wrongly is an error for all rows."""
        foreign: dict[str, Row] = {}
        wrong: dict[str, Row] = {}
        for row in rows:
            given = _filled(row.values)
            held = {self.meant(name) for name in given}
            for name in given:
                if self.meant(name) is None:
                    near = self._near(name)
                    (wrong if near and near not in held else foreign).setdefault(name, row)
        if wrong:
            told = "; ".join(
                f"{row.where}: unknown column '{self._inside}{name}'{self._hint(name)}" for name, row in wrong.items()
            )
            raise UsageError(f"{told}; known: {self._listed()}")
        return [
            Problem(
                message=f"{row.where}: nothing reads the column '{self._inside}{name}'; known: {self._listed()}",
                severity="warning",
            )
            for name, row in foreign.items()
        ]

    def _near(self, name: str) -> str | None:
        if name not in self._near_ones:
            self._near_ones[name] = self._compared(name)
        return self._near_ones[name]

    def _compared(self, name: str) -> str | None:
        spelt = _spelling(name)[:_LONGEST]
        likeness = {known: _likeness(spelt, other) for other, known in self._by_spelling.items()}
        best = max(likeness, key=likeness.__getitem__, default="")
        return best if best and likeness[best] >= NEAR else None

    def _hint(self, name: str) -> str:
        near = self._near(name)
        return f" (did you mean '{self._inside}{near}'?)" if near else ""

    def _listed(self) -> str:
        return ", ".join(f"{self._inside}{name}" for name in self.known) or "none"


def _filled(values: Json) -> Json:
    return {name: value for name, value in values.items() if value not in (None, "")}


def _spelling(name: str) -> str:
    return _BETWEEN.sub("_", normalize("NFKC", name).casefold().strip())


def _likeness(one: str, other: str) -> float:
    """Letters in another order are a slip, too, which counts for little in a short word."""
    return 1.0 if sorted(one) == sorted(other) else SequenceMatcher(None, one, other).ratio()
