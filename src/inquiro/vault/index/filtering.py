"""Which notes a search looks at."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta

from inquiro.core.errors import UsageError
from inquiro.core.types import NoteFilter
from inquiro.index import documents
from inquiro.vault.index import rows
from inquiro.vault.index.graph import MOST_DISTANCE, within
from inquiro.vault.names import folded

_FAR = 1 << 62
_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


def allowed_notes(
    connection: sqlite3.Connection, narrowed: NoteFilter, resolve: Callable[[str], str]
) -> set[int] | None:
    """The ids of notes that fit, or None where all do; `resolve` finds the note that a person means."""
    wanted: list[set[int]] = []
    wanted += [rows.with_tag(connection, folded(tag.strip().lstrip("#").rstrip("/"))) for tag in narrowed.tags]
    if narrowed.folder.strip("/"):
        wanted.append(_in_folder(connection, narrowed.folder.strip("/")))
    if narrowed.since or narrowed.until:
        wanted.append(_changed(connection, narrowed.since, narrowed.until))
    if narrowed.near:
        if not 1 <= narrowed.distance <= MOST_DISTANCE:
            raise UsageError(f"a distance is between 1 and {MOST_DISTANCE} links, not {narrowed.distance}")
        wanted.append(
            documents.ids_of(connection, sorted(within(connection, resolve(narrowed.near), narrowed.distance)))
        )
    return set.intersection(*wanted) if wanted else None


def _in_folder(connection: sqlite3.Connection, folder: str) -> set[int]:
    """As it is written, else in any case."""
    if found := rows.below(connection, folder):
        return found
    start = folded(folder) + "/"
    return {
        note for note, path in connection.execute("SELECT id, path FROM documents") if folded(path).startswith(start)
    }


def _changed(connection: sqlite3.Connection, since: str, until: str) -> set[int]:
    """Those whose file changed then, and those that give such a date themselves: a copied vault has new files only."""
    first = _period(since)[0] if since else 0
    after = _period(until)[1] if until else _FAR
    found = connection.execute("SELECT id FROM documents WHERE mtime_ns >= ? AND mtime_ns < ?", (first, after))
    return {row[0] for row in found} | rows.dated(connection, since.strip(), until.strip())


def _period(written: str) -> tuple[int, int]:
    """When a day, month or year begins and ends here, in nanoseconds."""
    match = _DAY.fullmatch(written.strip())
    try:
        year, month, day = (int(part) if part else None for part in match.groups()) if match else (0, 0, 0)
        begin = datetime(year or 0, month or 1, day or 1).astimezone()
        if day:
            end = begin + timedelta(days=1)
        elif month:
            end = begin.replace(year=begin.year + month // 12, month=month % 12 + 1)
        else:
            end = begin.replace(year=begin.year + 1)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"'{written}' is no date: write 2026-03-31, 2026-03 or 2026") from error
    return _nanoseconds(begin), _nanoseconds(end)


def _nanoseconds(moment: datetime) -> int:
    """As far as a file can say."""
    return max(-_FAR, min(int(moment.timestamp() * 1e9), _FAR))
