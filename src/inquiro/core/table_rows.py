"""Rows of a table as they stand in a text: cells between bars or tabs, and what heads their columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BORDER = re.compile(r"[|+:=\-\s]*(?:-{2,}|={2,}|:-|-:|\|\s*-\s*\|)[|+:=\-\s]*")
_TABS = re.compile(r"\S\t+\S")
_BAR = re.compile(r"(?<!\\)\|")
_VALUE = re.compile(r"[^\w]*\d[\d.,:/\s%–-]*[^\w]*|[-–—✓✗✔✘×]|(?i:n/?a|yes|no)")
_NAME_LENGTH = 80


def is_row(line: str) -> bool:
    return line[0] == "|" or " | " in line or line.endswith(" |") or bool("\t" in line and _TABS.search(line))


def is_border(line: str) -> bool:
    """A line that only draws: between the head and the body of a table, or around its cells."""
    return line[0] in "|+:-=" and _BORDER.fullmatch(line) is not None


def cells(row: str) -> tuple[str, ...]:
    """The cells of a row, in order; a row with a bar at both ends has nothing outside of them."""
    row = row.strip()
    if "|" not in row:
        return tuple(cell.strip() for cell in re.split(r"\t+", row))
    if len(row) > 1 and row[0] == row[-1] == "|":
        row = row[1:-1]
    return tuple(cell.replace("\\|", "|").strip() for cell in _BAR.split(row))


def table_header(lines: Sequence[str], known: tuple[str, ...] | None = None) -> tuple[tuple[str, ...], int]:
    """The names of the columns, and how many rows they take; `known` is what the reader knows about them."""
    rows = [line for line in lines if not is_border(line)]
    if known is not None:
        above = next((at for at, row in enumerate(rows[:3]) if known and cells(row) == known), -1)
        return known, above + 1
    if len(rows) < 2:
        return (), 0
    first = cells(rows[0])
    drawn = len(lines) > 1 and is_border(lines[1]) and lines[1][0] == "|"
    return (first, 1) if drawn or _names_columns(first, [cells(row) for row in rows[1:]]) else ((), 0)


def _names_columns(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Short names without values, of as many columns as the rows below have."""
    if len(first) < 2 or not all(first[1:]) or len(set(first)) < len(first):
        return False
    if any(len(name) > _NAME_LENGTH or name.endswith(".") or _VALUE.fullmatch(name) for name in first):
        return False
    return sum(len(row) == len(first) for row in below) * 2 > len(below)
