"""The tables that every index has, and what is read from and written to them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from inquiro.core.types import IndexState

SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    sha256 TEXT NOT NULL, reason TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, embedded BLOB NOT NULL
);
CREATE INDEX documents_of_bytes ON documents (sha256);
CREATE TABLE contents (document INTEGER PRIMARY KEY, content BLOB NOT NULL, digests BLOB NOT NULL);
CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, postings INTEGER NOT NULL)"""
META = {"content": "0", "embedder": "", "dimensions": "0", "epoch": "0", "passages": "0"}
_KEPT = "SELECT id, path, sha256, first, count, embedded FROM documents"

Rows = Sequence[tuple[str, ...]]
Terms = Mapping[str, float]  # how much each counts in a passage


class Kind(NamedTuple):
    """What one kind of document adds to an index.

    `tables` of the schema begin with a column `document`, and their rows leave with it; `version` names all that the
    content and the terms of a document depend on.
    """

    noun: str  # in the plural: "notes"
    version: str
    schema: str = ""
    tables: tuple[str, ...] = ()


class State(NamedTuple):
    """What the index knows of a file without reading it again; a `reason` says what could not be read of it."""

    size: int
    mtime_ns: int
    sha256: str
    reason: str


class Entry(NamedTuple):
    """A document made ready: its content as bytes that the caller can read again, and the terms of each passage."""

    path: str
    state: State
    content: bytes | None = None
    terms: Sequence[Terms] = ()
    digests: Sequence[int] = ()  # of what each passage says
    rows: Mapping[str, Rows] = {}


class Kept(NamedTuple):
    """The row of a document."""

    id: int
    path: str
    sha256: str
    first: int  # its passages are numbered from here on
    passages: int
    embedded: bytes  # one byte a passage


def digest(said: str) -> int:
    """What two passages that say the same have in common."""
    data = said.encode("utf-8", "surrogatepass")
    return zlib.crc32(data) << 32 | zlib.adler32(data)


def states(connection: sqlite3.Connection) -> dict[str, State]:
    rows = connection.execute("SELECT path, size, mtime_ns, sha256, reason FROM documents")
    return {row[0]: State(*row[1:]) for row in rows}


def stamps(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """The size and the time of every file when it was read."""
    rows = connection.execute("SELECT path, size, mtime_ns FROM documents")
    return {path: (size, mtime_ns) for path, size, mtime_ns in rows}


def document_at(connection: sqlite3.Connection, path: str) -> Kept | None:
    row = connection.execute(f"{_KEPT} WHERE path = ?", (path,)).fetchone()
    return Kept(*row) if row else None


def document_with(connection: sqlite3.Connection, number: int) -> Kept | None:
    row = connection.execute(f"{_KEPT} WHERE id = ?", (number,)).fetchone()
    return Kept(*row) if row else None


def with_bytes(connection: sqlite3.Connection, sha256: str) -> list[Kept]:
    """Some documents whose files have the same bytes."""
    found = connection.execute(f"{_KEPT} WHERE sha256 = ? AND count > 0 LIMIT 20", (sha256,))
    return [Kept(*row) for row in found]


def paths_of(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, str]:
    encoded = msgspec.json.encode(ids).decode()
    return dict(
        connection.execute(
            "SELECT id, path FROM documents WHERE id IN (SELECT value FROM json_each(?))", (encoded,)
        ).fetchall()
    )


def ids_of(connection: sqlite3.Connection, paths: Sequence[str]) -> set[int]:
    encoded = msgspec.json.encode(paths).decode()
    rows = connection.execute("SELECT id FROM documents WHERE path IN (SELECT value FROM json_each(?))", (encoded,))
    return {row[0] for row in rows}


def content_of(connection: sqlite3.Connection, document: int) -> bytes | None:
    row = connection.execute("SELECT content FROM contents WHERE document = ?", (document,)).fetchone()
    return bytes(row[0]) if row else None


def read_at(connection: sqlite3.Connection, path: str) -> tuple[Kept, bytes, int] | None:
    """A document that could be read: its row, its content and its time."""
    kept = document_at(connection, path)
    content = content_of(connection, kept.id) if kept else None
    row = connection.execute("SELECT mtime_ns FROM documents WHERE path = ?", (path,)).fetchone()
    return None if kept is None or content is None else (kept, content, row[0])


def state_of(connection: sqlite3.Connection, model: str | None, unread: int) -> IndexState:
    """How far it is with vectors of that model, while so many documents have still to be read."""
    known = connection.execute("SELECT count(*) FROM documents WHERE count > 0").fetchone()[0]
    passages, missing = count_passages(connection), passages_without_vector(connection)
    by_meaning = passages - missing if model is not None and meta(connection, "embedder") == model else 0
    return IndexState(documents=known, unread=unread, passages=passages, by_meaning=by_meaning)


def digests_of(connection: sqlite3.Connection, document: int) -> list[int]:
    row = connection.execute("SELECT digests FROM contents WHERE document = ?", (document,)).fetchone()
    found: list[int] = np.frombuffer(row[0], dtype=np.uint64).tolist() if row else []
    return found


def put(connection: sqlite3.Connection, entry: Entry, first: int, embedded: bytes) -> None:
    cursor = connection.execute(
        "INSERT INTO documents (path, size, mtime_ns, sha256, reason, first, count, embedded)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (entry.path, *entry.state, first, len(embedded), embedded),
    )
    if entry.content is None:
        return
    number = cursor.lastrowid
    digests = np.array(entry.digests, dtype=np.uint64).tobytes()
    connection.execute("INSERT INTO contents VALUES (?, ?, ?)", (number, entry.content, digests))
    for table, rows in entry.rows.items():
        if rows:
            places = ", ".join("?" * (1 + len(rows[0])))
            statement = f"INSERT INTO {table} VALUES ({places})"  # noqa: S608 - names of our own
            connection.executemany(statement, ((number, *row) for row in rows))


def touch(connection: sqlite3.Connection, document: int, state: State) -> None:
    """The same bytes at another time."""
    connection.execute(
        "UPDATE documents SET size = ?, mtime_ns = ?, sha256 = ?, reason = ? WHERE id = ?", (*state, document)
    )


def remove(connection: sqlite3.Connection, document: int, kind: Kind) -> None:
    for table in ("contents", *kind.tables):
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))  # noqa: S608 - names of our own
    connection.execute("DELETE FROM documents WHERE id = ?", (document,))


def count_passages(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(sum(count), 0) FROM documents").fetchone()[0])


def not_embedded(connection: sqlite3.Connection) -> list[Kept]:
    """Documents with passages that have no vector yet, the latest first."""
    rows = connection.execute(f"{_KEPT} WHERE instr(embedded, x'00') ORDER BY mtime_ns DESC, id")
    return [Kept(*row) for row in rows]


def passages_without_vector(connection: sqlite3.Connection) -> int:
    rows = connection.execute("SELECT embedded FROM documents WHERE instr(embedded, x'00')")
    return sum(row[0].count(0) for row in rows)


def is_embedded(connection: sqlite3.Connection) -> bool:
    """Whether any passage has a vector."""
    return connection.execute("SELECT 1 FROM documents WHERE instr(embedded, x'01') LIMIT 1").fetchone() is not None


def last_embedded(connection: sqlite3.Connection) -> int:
    """One more than the highest number of a passage that has a vector; ids and numbers grow together."""
    row = connection.execute(
        "SELECT first, embedded FROM documents WHERE instr(embedded, x'01') ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return int(row[0]) + row[1].rindex(1) + 1 if row else 0


def mark_embedded(connection: sqlite3.Connection, document: int, embedded: bytes) -> None:
    connection.execute("UPDATE documents SET embedded = ? WHERE id = ?", (embedded, document))


def meta(connection: sqlite3.Connection, name: str) -> str:
    return str(connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()[0])


def set_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))


def content_changed(connection: sqlite3.Connection) -> None:
    """Whoever has read the index before has to read it again."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'content'")
