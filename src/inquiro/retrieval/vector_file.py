"""Vectors on disk: one row for a model and a text, found by the hash of the text."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import StoreCorrupt
from inquiro.retrieval.rebuildable import Rebuildable

Key = bytes
Half = npt.NDArray[np.float16]

_FORMAT = "1"
_SCHEMA = """CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, dimensions INTEGER NOT NULL);
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY, model INTEGER NOT NULL, key BLOB NOT NULL, numbers BLOB NOT NULL, UNIQUE (model, key)
)"""
_MOST = 1_000_000  # rows in a file, about 0.9 GB; the oldest tenth goes when there are more


def key_of(text: str) -> Key:
    """What a text is known by: the same for the same characters, whoever embeds them."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class VectorFile:
    """The vectors of any number of models; several processes may read and write it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = Rebuildable(path, _SCHEMA, _FORMAT, {})

    def dimensions(self, model: str) -> int | None:
        """How long the rows of a model are; None where it has none."""
        try:
            with self._file.read() as connection:
                found = _model(connection, model)
        except StoreCorrupt:
            self._file.discard()
            return None
        return found[1] if found else None

    def get(self, model: str, keys: Iterable[Key]) -> dict[Key, Half]:
        """The rows that are there."""
        try:
            with self._file.read() as connection:
                known = _model(connection, model)
                return _rows(connection, known, dict.fromkeys(keys)) if known else {}
        except StoreCorrupt:  # everything in it can be made again
            self._file.discard()
            return {}

    def put(self, model: str, rows: Mapping[Key, Half]) -> None:
        """All of them in one commit."""
        if not rows:
            return
        try:
            self._put(model, rows)
        except StoreCorrupt:
            self._file.discard()
            self._put(model, rows)

    def _put(self, model: str, rows: Mapping[Key, Half]) -> None:
        dimensions = len(next(iter(rows.values())))
        with self._file.write() as connection:
            known = _model(connection, model)
            if known and known[1] != dimensions:  # a server's model may be another one under its old name
                connection.execute("DELETE FROM vectors WHERE model = ?", known[:1])
                connection.execute("DELETE FROM models WHERE id = ?", known[:1])
                known = None
            if known is None:
                connection.execute("INSERT INTO models (name, dimensions) VALUES (?, ?)", (model, dimensions))
                known = _model(connection, model)
            assert known is not None
            connection.executemany(
                "INSERT OR IGNORE INTO vectors (model, key, numbers) VALUES (?, ?, ?)",
                [(known[0], key, row.tobytes()) for key, row in rows.items()],
            )
            newest, oldest = connection.execute("SELECT max(id), min(id) FROM vectors").fetchone()
            if newest - oldest >= _MOST:
                connection.execute("DELETE FROM vectors WHERE id < ?", (newest - _MOST * 9 // 10,))


def _model(connection: sqlite3.Connection, name: str) -> tuple[int, int] | None:
    found = connection.execute("SELECT id, dimensions FROM models WHERE name = ?", (name,)).fetchone()
    return (int(found[0]), int(found[1])) if found else None


def _rows(connection: sqlite3.Connection, model: tuple[int, int], keys: Iterable[Key]) -> dict[Key, Half]:
    found = {}
    for key in keys:
        row = connection.execute("SELECT numbers FROM vectors WHERE model = ? AND key = ?", (model[0], key)).fetchone()
        if row and len(numbers := np.frombuffer(row[0], dtype=np.float16)) == model[1]:
            found[key] = numbers
    return found
