"""A SQLite file of what was derived from other files.

It can be made anew from them at any time, so it trades durability for speed and is thrown away when damaged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from inquiro.core.errors import StoreBusy, StoreCorrupt, StoreError, StoreFull

BUSY_SECONDS = 60.0
_META = "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY sql LIKE '%USING%' DESC"
)
_NO_SPACE = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_IOERR")


class Rebuildable:
    """One file, opened anew for every piece of work, so that threads and processes need no agreement.

    `built_with` names all that its rows depend on: where that has changed, it starts empty. Values that must be
    there from the beginning are in `meta`.
    """

    def __init__(self, path: Path, schema: str, built_with: str, meta: dict[str, str]) -> None:
        self.path = path
        self._schema = schema
        self._built_with = built_with
        self._meta = {"built_with": built_with, "generation": "0", **meta}

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one state of the file until it writes; our errors instead of SQLite's."""
        try:
            with closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous = OFF")
                self._ensure(connection)
                connection.execute("BEGIN")
                yield connection
        except sqlite3.Error as error:
            raise _translated(error, self.path) from error

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A connection that holds the write lock until the end, then commits and counts up the generation."""
        with self.read() as connection:
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def discard(self) -> None:
        """Forgets everything, as after damage."""
        for suffix in ("", "-journal", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _ensure(self, connection: sqlite3.Connection) -> None:
        if _built_with(connection) == self._built_with:
            return
        connection.execute("BEGIN IMMEDIATE")
        if _built_with(connection) != self._built_with:  # another process may have been first
            self._recreate(connection)
        connection.execute("COMMIT")

    def _recreate(self, connection: sqlite3.Connection) -> None:
        for (table,) in connection.execute(_TABLES).fetchall():  # virtual tables first: they take their own along
            connection.execute(f'DROP TABLE IF EXISTS "{table}"')
        for statement in (_META, *self._schema.split(";\n")):
            connection.execute(statement)
        connection.executemany("INSERT INTO meta VALUES (?, ?)", self._meta.items())


def _built_with(connection: sqlite3.Connection) -> str | None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone():
        return None
    row = connection.execute("SELECT value FROM meta WHERE name = 'built_with'").fetchone()
    return str(row[0]) if row else None


def _translated(error: sqlite3.Error, path: Path) -> StoreError:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreBusy(f"the index {path} is in use by another process; try again")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreCorrupt(f"the index {path} is damaged")
    if name.startswith(_NO_SPACE):
        return StoreFull(f"the index {path} cannot be written: {error}")
    return StoreError(f"the index {path} failed: {error}")
