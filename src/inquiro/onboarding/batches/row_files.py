"""The rows of a batch from a file: CSV with a header, a JSON list, or JSON lines."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from inquiro.core.errors import BadFile
from inquiro.core.types import Json, Problem
from inquiro.onboarding.batches.rows import Row

LARGEST = 50_000_000  # bytes
MOST_ROWS = 100_000
_LINES = frozenset({".jsonl", ".ndjson"})
_TABLES = frozenset({".csv", ".tsv", ".txt"})


class RowsRead(NamedTuple):
    rows: list[Row]
    problems: list[Problem]  # of single rows; the others can be used


def rows_from_file(path: Path) -> RowsRead:
    """By the ending of its name; BadFile if it cannot be read as such at all."""
    text = _text(path)
    read = RowsRead([], [])
    if path.suffix.lower() in _TABLES:
        _table(text, path, read)
    elif path.suffix.lower() in _LINES:
        _lines(text, read)
    elif path.suffix.lower() == ".json":
        _list(text, path, read)
    else:
        raise _bad(path, f"rows come from .csv, .tsv, .json or .jsonl files, not from '{path.suffix}'")
    if len(read.rows) > MOST_ROWS:
        raise _bad(path, f"{len(read.rows):,} rows; {MOST_ROWS:,} are allowed in one batch")
    return read


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise _bad(path, f"larger than {LARGEST:,} bytes")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise _bad(path, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _bad(path, f"is not UTF-8 (byte {error.start}): save it as UTF-8") from error


def _table(text: str, path: Path, read: RowsRead) -> None:
    lines = csv.reader(text.splitlines(keepends=True), delimiter=_delimiter(text, path), strict=True)
    try:
        header = _header(next(lines, []), path)
        before = lines.line_num
        for cells in lines:
            line, before = before + 1, lines.line_num
            if len(cells) > len(header):
                message = f"{len(cells)} cells in a row of {len(header)} columns"
                read.problems.append(Problem(message=message, line=line))
            elif any(cell.strip() for cell in cells):
                filled = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if cell.strip()}
                read.rows.append(Row(_nested(filled), f"line {line}", line))
    except csv.Error as error:
        raise _bad(path, f"cannot be read as CSV: {error}", lines.line_num) from error


def _header(cells: list[str], path: Path) -> list[str]:
    names = [name.strip() for name in cells]
    if not names or "" in names or len(set(names)) < len(names):
        raise _bad(path, "the first line has to name every column, each by another name", 1)
    for name in names:
        if longer := next((other for other in names if other.startswith(f"{name}.")), None):
            raise _bad(path, f"the columns '{name}' and '{longer}' contradict each other: keep one kind", 1)
    return names


def _delimiter(text: str, path: Path) -> str:
    header = text.split("\n", 1)[0]
    if path.suffix.lower() == ".tsv" or ("\t" in header and "," not in header):
        return "\t"
    return ";" if ";" in header and "," not in header else ","


def _nested(cells: dict[str, str]) -> Json:
    """A column `manager.lei` is the `lei` of `manager`."""
    values: Json = {}
    for column, cell in cells.items():
        *outer, last = column.split(".")
        inner = values
        for part in outer:
            inner = inner.setdefault(part, {})
        inner[last] = cell
    return values


def _lines(text: str, read: RowsRead) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            _add(read, _decoded(line), f"line {number}", number)
        except (ValueError, RecursionError) as error:
            read.problems.append(Problem(message=f"is not usable JSON: {error}", line=number))


def _list(text: str, path: Path, read: RowsRead) -> None:
    try:
        held = _decoded(text)
    except json.JSONDecodeError as error:
        raise _bad(path, f"is not JSON: {error.msg}", error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise _bad(path, f"is not usable JSON: {error}") from error
    rows = held.get("rows") if isinstance(held, dict) else held
    if not isinstance(rows, list):
        raise _bad(path, "a JSON file of rows holds a list of objects")
    for number, row in enumerate(rows, 1):
        _add(read, row, f"row {number}")


def _add(read: RowsRead, values: Any, where: str, line: int = 0) -> None:
    if isinstance(values, dict):
        read.rows.append(Row(values, where, line))
    else:
        read.problems.append(Problem(message=f"{where}: a row has to be an object", line=line))


def _decoded(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite)


def _object(pairs: list[tuple[str, Any]]) -> Json:
    values: Json = {}
    for name, value in pairs:
        if name in values:
            raise ValueError(f"'{name}' stands in one object twice")
        values[name] = value
    return values


def _finite(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _no_number(word)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number that can be kept")


def _bad(path: Path, message: str, line: int = 0) -> BadFile:
    return BadFile(str(path), [Problem(message=message, line=line)])
