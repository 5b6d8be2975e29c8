"""The SQLite file behind a folder index: documents, passages, terms and vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from inquiro.core.decoders import from_json
from inquiro.core.types import ReadText
from inquiro.retrieval.rebuildable import Rebuildable

_SCHEMA = """
CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    sha256 TEXT NOT NULL, reason TEXT NOT NULL, content BLOB
);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document INTEGER NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL
);
CREATE INDEX chunks_of_document ON chunks (document);
CREATE TABLE vectors (chunk INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE VIRTUAL TABLE terms USING fts5(heading, body, content='', tokenize="ascii tokenchars '.:()$'");
"""
_DELETE_TERMS = "INSERT INTO terms (terms, rowid, heading, body) VALUES ('delete', ?, ?, ?)"


class State(NamedTuple):
    """What the index knows of a file without reading it again."""

    size: int
    mtime_ns: int
    sha256: str
    reason: str


class Entry(NamedTuple):
    """A file as read: its content, or the reason why there is none."""

    path: str
    state: State
    content: ReadText | None = None
    chunks: tuple[tuple[int, int], ...] = ()


class Stored(NamedTuple):
    """An entry with its row id and those of its passages."""

    document: int
    entry: Entry
    chunks: list[int]


class Terms(NamedTuple):
    """The index terms of one passage, joined by spaces."""

    heading: str
    body: str


class IndexFile(Rebuildable):
    """The file of one folder's index."""

    def __init__(self, path: Path, built_with: str) -> None:
        super().__init__(path, _SCHEMA, built_with, {"embedder": ""})


def states(connection: sqlite3.Connection) -> dict[str, State]:
    rows = connection.execute("SELECT path, size, mtime_ns, sha256, reason FROM documents")
    return {row[0]: State(*row[1:]) for row in rows}


def put(connection: sqlite3.Connection, entry: Entry, terms: Sequence[Terms]) -> None:
    """Adds a document, or puts it in the place of an earlier version."""
    content = msgspec.json.encode(entry.content) if entry.content else None
    cursor = connection.execute(
        "INSERT INTO documents (path, size, mtime_ns, sha256, reason, content) VALUES (?, ?, ?, ?, ?, ?)",
        (entry.path, *entry.state, content),
    )
    for (start, stop), term in zip(entry.chunks, terms, strict=True):
        row = connection.execute(
            "INSERT INTO chunks (document, start, stop) VALUES (?, ?, ?)", (cursor.lastrowid, start, stop)
        )
        connection.execute("INSERT INTO terms (rowid, heading, body) VALUES (?, ?, ?)", (row.lastrowid, *term))


def touch(connection: sqlite3.Connection, document: int, state: State) -> None:
    """The same content with another time stamp."""
    connection.execute(
        "UPDATE documents SET size = ?, mtime_ns = ?, sha256 = ? WHERE id = ?",
        (state.size, state.mtime_ns, state.sha256, document),
    )


def stored(connection: sqlite3.Connection, path: str) -> Stored | None:
    """A document as the index holds it."""
    row = connection.execute(
        "SELECT id, size, mtime_ns, sha256, reason, content FROM documents WHERE path = ?", (path,)
    ).fetchone()
    if not row:
        return None
    chunks = connection.execute("SELECT id, start, stop FROM chunks WHERE document = ? ORDER BY id", (row[0],))
    spans = chunks.fetchall()
    content = from_json(row[5], ReadText) if row[5] else None
    entry = Entry(path, State(*row[1:5]), content, tuple((start, stop) for _, start, stop in spans))
    return Stored(int(row[0]), entry, [int(number) for number, _, _ in spans])


def remove(connection: sqlite3.Connection, document: int, chunks: Sequence[int], terms: Sequence[Terms]) -> None:
    """A table without content must be told the very terms that it shall forget."""
    for number, term in zip(chunks, terms, strict=True):
        connection.execute(_DELETE_TERMS, (number, *term))
    connection.executemany("DELETE FROM vectors WHERE chunk = ?", ((number,) for number in chunks))
    connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
    connection.execute("DELETE FROM documents WHERE id = ?", (document,))


def embedder_name(connection: sqlite3.Connection) -> str:
    """The model that made the vectors; empty before there are any."""
    return str(connection.execute("SELECT value FROM meta WHERE name = 'embedder'").fetchone()[0])


def use_embedder(connection: sqlite3.Connection, name: str) -> None:
    """Vectors of another model are worthless."""
    if embedder_name(connection) != name:
        connection.execute("DELETE FROM vectors")
        connection.execute("UPDATE meta SET value = ? WHERE name = 'embedder'", (name,))


def without_vector(connection: sqlite3.Connection) -> list[tuple[int, str, int, int]]:
    """Chunks that still have to be embedded: id, path, start, end."""
    return connection.execute(
        "SELECT chunks.id, path, start, stop FROM chunks JOIN documents ON documents.id = document"
        " WHERE chunks.id NOT IN (SELECT chunk FROM vectors) ORDER BY chunks.id"
    ).fetchall()


def put_vectors(connection: sqlite3.Connection, rows: Iterable[tuple[int, npt.NDArray[np.float32]]]) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO vectors SELECT id, ? FROM chunks WHERE id = ?",
        ((vector.astype(np.float16).tobytes(), number) for number, vector in rows),
    )
