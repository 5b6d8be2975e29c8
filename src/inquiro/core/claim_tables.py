"""Cells of a table among the claims of a report: which columns there are, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from inquiro.core.types import Claim


def columns_of(cells: Iterable[Claim]) -> list[str]:
    """As its rows have them: an empty cell is no claim, so no single row need show the order of all."""
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.column)
    waiting = dict.fromkeys(column for row in rows.values() for column in row)
    after: dict[str, set[str]] = {column: set() for column in waiting}
    for row in rows.values():
        for left, right in pairwise(dict.fromkeys(row)):
            after[right].add(left)
    ordered: list[str] = []
    while waiting:
        # Rows that contradict each other leave no column free: then the one that came first is next.
        free = (column for column in waiting if not after[column] & waiting.keys())
        chosen = next(free, next(iter(waiting)))
        ordered.append(chosen)
        del waiting[chosen]
    return ordered
