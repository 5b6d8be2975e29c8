"""Where an index is kept: a database, and beside it the files of terms and vectors that it names."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import StoreCorrupt, StoreFull
from inquiro.index import documents
from inquiro.index.documents import Kind
from inquiro.index.postings import GONE, Segment, merged, open_segment, write_segment
from inquiro.index.vector_files import VectorFiles
from inquiro.retrieval import words
from inquiro.retrieval.rebuildable import Rebuildable

_FORMAT = 2
_CACHE_KIB = 65_536  # so that a transaction never has to lock readers out before its end
_AT_LEAST = 4  # segments that are worth merging
_LARGE = 2_000_000  # postings: then it is worth the time to leave out what is gone
_SPARE = 20_000  # numbers without a passage that are nobody's trouble


class Store:
    """Files are made and removed under the database's write lock only; a reader never sees one come or go."""

    def __init__(self, state_folder: Path, kind: Kind) -> None:
        self.kind = kind
        self.folder = state_folder / "index"
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        built_with = f"{_FORMAT} {words.VERSION} {kind.version}"
        schema = ";\n".join(filter(None, (documents.SCHEMA.strip(), kind.schema.strip())))
        self._file = Rebuildable(state_folder / "index.db", schema, built_with, documents.META)

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        with self._file.read() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._file.write() as connection:
                connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
                yield connection
        except OSError as error:
            raise StoreFull(f"the index in {self.folder} cannot be written: {error.strerror or error}") from error

    def discard(self) -> None:
        self._file.discard()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def check(self, connection: sqlite3.Connection) -> None:
        """StoreCorrupt where a file that the database names is missing or too short."""
        for number in self.segments(connection):
            open_segment(self.segment_path(number))
        if vectors := self.vectors(connection):
            vectors.check(documents.last_embedded(connection))

    def segment_path(self, number: int) -> Path:
        return self.folder / f"terms-{number}"

    def add_segment(self, connection: sqlite3.Connection, segment: Segment) -> None:
        number = _new_segment(connection)
        _count(connection, number, write_segment(self.segment_path(number), [segment]))

    def merge_segments(self, connection: sqlite3.Connection) -> None:
        """Few segments are quick to ask: small new ones become one, and in the end part of a large one."""
        known = connection.execute("SELECT id, postings FROM segments ORDER BY id DESC").fetchall()
        total = 0
        chosen: list[int] = []
        for number, postings in known:
            if chosen and postings > 2 * total:
                break
            chosen.append(number)
            total += postings
        if len(chosen) >= _AT_LEAST:
            everything = np.arange(int(documents.meta(connection, "passages")), dtype=np.uint32)
            self.replace_segments(connection, chosen, everything if total < _LARGE else alive_numbers(connection))

    def replace_segments(
        self, connection: sqlite3.Connection, old: list[int], renumbered: npt.NDArray[np.uint32]
    ) -> None:
        parts = [open_segment(self.segment_path(number)) for number in sorted(old)]
        number = _new_segment(connection)
        _count(connection, number, write_segment(self.segment_path(number), merged(parts, renumbered)))
        connection.executemany("DELETE FROM segments WHERE id = ?", ((one,) for one in old))

    def vectors(self, connection: sqlite3.Connection) -> VectorFiles | None:
        """None before there are any."""
        dimensions = int(documents.meta(connection, "dimensions"))
        return VectorFiles(self.folder, int(documents.meta(connection, "epoch")), dimensions) if dimensions else None

    def use_embedder(self, connection: sqlite3.Connection, name: str, dimensions: int) -> None:
        """Vectors of another model are worthless."""
        if documents.meta(connection, "embedder") != name:
            documents.set_meta(connection, "embedder", name)
            documents.set_meta(connection, "dimensions", str(dimensions))
            self._next_epoch(connection)
            connection.execute("UPDATE documents SET embedded = zeroblob(count)")

    def tidy(self) -> None:
        """After changes: closes gaps, then removes what is no longer named, which by then nobody reads."""
        with self.write() as connection:
            self.renumber(connection)
        with self.write() as connection:
            self.sweep(connection)

    def renumber(self, connection: sqlite3.Connection) -> None:
        """Closes the gaps that edits leave between the numbers, once they are more than half of all."""
        total = int(documents.meta(connection, "passages"))
        alive = int(connection.execute("SELECT coalesce(sum(count), 0) FROM documents").fetchone()[0])
        if total <= 2 * alive + _SPARE:
            return
        numbers = alive_numbers(connection)
        kept = np.flatnonzero(numbers != GONE)
        numbers[kept] = np.arange(len(kept), dtype=np.uint32)
        if known := self.segments(connection):
            self.replace_segments(connection, known, numbers)
        if before := self.vectors(connection):
            self._next_epoch(connection)
            after = VectorFiles(self.folder, int(documents.meta(connection, "epoch")), before.dimensions)
            after.take_from(before, kept)
        firsts = connection.execute("SELECT first, id FROM documents WHERE count > 0").fetchall()
        connection.executemany("UPDATE documents SET first = ? WHERE id = ?", ((int(numbers[f]), n) for f, n in firsts))
        documents.set_meta(connection, "passages", str(len(kept)))
        documents.content_changed(connection)

    def _next_epoch(self, connection: sqlite3.Connection) -> None:
        documents.set_meta(connection, "epoch", str(int(documents.meta(connection, "epoch")) + 1))
        documents.content_changed(connection)

    def sweep(self, connection: sqlite3.Connection) -> None:
        """Removes files that the database does not name (any more): leftovers of merges and of killed processes."""
        named = {self.segment_path(number).name for number in self.segments(connection)}
        if vectors := self.vectors(connection):
            named |= {vectors.exact.name, vectors.bits.name}
        for path in self.folder.iterdir():
            if path.name.startswith(("terms-", "vectors-")) and path.name not in named:
                with suppress(OSError):  # some systems keep a file that is still open: next time
                    path.unlink()

    def segments(self, connection: sqlite3.Connection) -> list[int]:
        return [row[0] for row in connection.execute("SELECT id FROM segments ORDER BY id")]


def alive_numbers(connection: sqlite3.Connection) -> npt.NDArray[np.uint32]:
    """Every passage number as itself, or as GONE where no document has it any more."""
    numbers = np.full(int(documents.meta(connection, "passages")), GONE, dtype=np.uint32)
    for first, count in connection.execute("SELECT first, count FROM documents WHERE count > 0"):
        if first + count > len(numbers):
            raise StoreCorrupt("the index names passages that it does not have")
        numbers[first : first + count] = np.arange(first, first + count, dtype=np.uint32)
    return numbers


def _new_segment(connection: sqlite3.Connection) -> int:
    number = connection.execute("INSERT INTO segments (postings) VALUES (0)").lastrowid
    assert number is not None
    return number


def _count(connection: sqlite3.Connection, number: int, postings: int) -> None:
    connection.execute("UPDATE segments SET postings = ? WHERE id = ?", (postings, number))
