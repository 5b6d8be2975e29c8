"""Giving passages their vectors: the slow part, done a little at a time and never twice."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inquiro.vault.index import rows
from inquiro.vault.index.prepared import embedded_text
from inquiro.vault.index.store import Store
from inquiro.vault.index.updating import Progress

_BATCH = 32  # passages per commit: a second of work


class Embeds(Protocol):
    """A model of meaning; `retrieval.embeddings.Embedder` is one."""

    name: str

    @property
    def dimensions(self) -> int: ...
    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...


class _Passage(NamedTuple):
    note: int
    at: int


def embed_missing(store: Store, embedder: Embeds, seconds: float | None, progress: Progress | None) -> int:
    """Vectors for passages without one, those of the latest notes first; returns how many are left when time is up."""
    with store.read() as connection:
        fitting = rows.meta(connection, "embedder") == embedder.name
    if not fitting:
        with store.write() as connection:
            store.use_embedder(connection, embedder.name, embedder.dimensions)
    with store.read() as connection:
        missing = [
            _Passage(note.id, at)
            for note in rows.not_embedded(connection)
            for at, there in enumerate(note.embedded)
            if not there
        ]
        all_passages = int(connection.execute("SELECT coalesce(sum(count), 0) FROM notes").fetchone()[0])
    until = time.monotonic() + seconds if seconds is not None else float("inf")
    left = len(missing)
    for batch in _batches(missing):
        if time.monotonic() >= until:
            break
        _embed(store, embedder, batch)
        left -= len(batch)
        if progress:
            progress(all_passages - left, all_passages, "passages")
    return left


def _embed(store: Store, embedder: Embeds, batch: Sequence[_Passage]) -> None:
    with store.read() as connection:
        texts = _texts(connection, batch)
    wanted = list(texts)
    if not wanted:
        return
    vectors = embedder.embed([texts[passage] for passage in wanted])
    with store.write() as connection:
        files = store.vectors(connection)
        if files is None or rows.meta(connection, "embedder") != embedder.name:
            return  # another process has gone over to another model
        numbers, kept = [], []
        for position, passage in enumerate(wanted):
            note = rows.note_with(connection, passage.note)
            if note is None:  # changed meanwhile
                continue
            numbers.append(note.first + passage.at)
            kept.append(position)
            flags = note.embedded[: passage.at] + b"\1" + note.embedded[passage.at + 1 :]
            rows.mark_embedded(connection, note.id, flags)
        files.put(numbers, vectors[kept])


def _texts(connection: sqlite3.Connection, batch: Sequence[_Passage]) -> dict[_Passage, str]:
    """What is still there and still without a vector."""
    found: dict[_Passage, str] = {}
    for number in dict.fromkeys(passage.note for passage in batch):
        note, content = rows.note_with(connection, number), rows.content_of(connection, number)
        if note and content:
            mine = [passage for passage in batch if passage.note == number and not note.embedded[passage.at]]
            found |= {passage: embedded_text(content, passage.at) for passage in mine}
    return found


def _batches(missing: Sequence[_Passage]) -> Iterator[Sequence[_Passage]]:
    for at in range(0, len(missing), _BATCH):
        yield missing[at : at + _BATCH]
