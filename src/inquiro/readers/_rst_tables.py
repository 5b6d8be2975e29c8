"""Tables of reStructuredText, in all the ways to write one: each as rows of cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

_GRID = re.compile(r"\+(?:[-=]+\+)+$")
_SIMPLE = re.compile(r"=+(?: +=+)+$")
_ITEM = re.compile(r"[-*+](?: +|$)")


class Table(NamedTuple):
    rows: list[tuple[str, ...]]
    headed: bool | None  # None: nobody says whether the first row names the columns


def starts_table(line: str) -> bool:
    return bool(_GRID.match(line) or _SIMPLE.match(line))


def grid_table(lines: Sequence[str]) -> Table:
    """Cells between drawn borders; what spans several columns stands in the first of them."""
    edges = sorted({at for line in lines if _GRID.match(line) for at, char in enumerate(line) if char == "+"})
    rows, cells, headed = [], [""] * (len(edges) - 1), False
    for line in lines[1:]:
        if line.startswith("+") and set(line) <= set("+-= |") and ("-" in line or "=" in line):
            if any(cells):
                rows.append(tuple(cells))
            cells = [""] * (len(edges) - 1)
            headed = headed or (len(rows) == 1 and "=" in line)
            continue
        begin = 0
        for at in range(1, len(edges)):
            if edges[at] >= len(line) or line[edges[at]] in "|+" or at == len(edges) - 1:
                cells[begin] = f"{cells[begin]} {line[edges[begin] + 1 : edges[at]].strip()}".strip()
                begin = at
    if any(cells):
        rows.append(tuple(cells))
    return Table(rows, headed)


def simple_table(lines: Sequence[str]) -> Table:
    """Columns under double rules; a line without its first cell goes on with the row above."""
    columns = [found.span() for found in re.finditer("=+", lines[0])]
    rows: list[list[str]] = []
    rules = 0
    head = 0
    for line in lines[1:]:
        if _SIMPLE.match(line) or (line.startswith("==") and set(line.strip()) == {"="}):
            rules += 1
            head = len(rows) if rules == 1 else head
            continue
        if set(line.strip()) <= set("- "):
            continue
        ends = [start for start, _ in columns[1:]] + [max(len(line), 1)]
        cells = [line[start:end].strip() for (start, _), end in zip(columns, ends, strict=True)]
        if rows and not cells[0] and len(rows) > head * (rules > 0):
            rows[-1] = [f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return Table([tuple(row) for row in rows], rules > 1 and head == 1)


def listed_table(lines: Sequence[str], header_rows: int) -> Table:
    """A list of lists: every outer item is a row, every inner one a cell."""
    rows: list[list[str]] = []
    for line in lines:
        bare = line.strip()
        outer, inner = _ITEM.match(line), None
        if outer:
            rows.append([])
            bare = line[outer.end() :].strip()
        inner = _ITEM.match(bare)
        if inner and rows and (outer or len(line) - len(line.lstrip()) <= 3):
            rows[-1].append(bare[inner.end() :].strip())
        elif bare and rows and rows[-1]:
            rows[-1][-1] = f"{rows[-1][-1]} {bare}".strip()
    return Table([tuple(row) for row in rows if any(row)], header_rows > 0)


def comma_table(lines: Sequence[str], header: str) -> Table:
    try:
        named = [
            tuple(cell.strip() for cell in row) for row in csv.reader([header] if header else [], skipinitialspace=True)
        ]
        rows = [tuple(cell.strip() for cell in row) for row in csv.reader(lines, skipinitialspace=True) if row]
    except csv.Error:
        return Table([], None)
    return Table([*named, *rows], bool(named) or None)
