"""Giving passages their vectors: the slow part, done a little at a time and never twice."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inquiro.core.crash_points import reach
from inquiro.index import documents
from inquiro.index.store import Store
from inquiro.index.update import Progress
from inquiro.retrieval.vectors import VectorStore

Said = Callable[[bytes, Sequence[int]], list[str]]  # some passages of a content, with what they are about

_BATCH = 32  # passages per commit: a second of work
_WINDOW = 512  # passages whose vectors are waited for at a time
_POLL_SECONDS = 0.5
_PATIENCE = 3  # times without a new vector while nobody makes any


class Embeds(Protocol):
    """A model of meaning; a text that it could not embed gets zeros."""

    name: str

    @property
    def dimensions(self) -> int: ...
    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...


class Passage(NamedTuple):
    document: int
    at: int


def embed_missing(store: Store, said: Said, embedder: Embeds, seconds: float | None, progress: Progress | None) -> int:
    """Vectors for passages without one, the latest documents first; returns how many are left when time is up."""
    missing, all_passages = _missing(store, embedder)
    until = time.monotonic() + seconds if seconds is not None else float("inf")
    left = len(missing)
    for batch in _batches(missing, _BATCH):
        if time.monotonic() >= until:
            break
        with store.read() as connection:
            texts = texts_of(connection, said, batch)
        kept = _keep(store, embedder.name, list(texts), embedder.embed(list(texts.values()))) if texts else 0
        if kept < len(texts):
            break  # the model fails: another time
        left -= len(batch)
        if progress:
            progress(all_passages - left, all_passages, "passages")
    return left


def follow(
    store: Store, said: Said, vectors: VectorStore, pause: Callable[[float], bool], *, private: bool = True
) -> None:
    """Takes over vectors as they are made in the background, until `pause` says that it shall end or all are there."""
    missing, _ = _missing(store, vectors)
    waiting: dict[Passage, str] = {}
    ahead = _batches(missing, _WINDOW // 2)
    idle = 0
    while idle < _PATIENCE:
        while len(waiting) < _WINDOW // 2 and (batch := next(ahead, None)):
            with store.read() as connection:
                new = texts_of(connection, said, batch)
            vectors.later(new.values(), private=private)
            waiting |= new
        if not waiting:
            return
        rows, mask = vectors.known(list(waiting.values()))
        made = [passage for passage, there in zip(waiting, mask, strict=True) if there]
        if made:
            _keep(store, vectors.name, made, rows[mask])
            waiting = {passage: text for passage, text in waiting.items() if passage not in set(made)}
        idle = 0 if made or vectors.pending() else idle + 1
        if len(waiting) >= _WINDOW // 2 or not made:
            if pause(_POLL_SECONDS):
                return
        elif pause(0.0):
            return


def _missing(store: Store, model: Embeds | VectorStore) -> tuple[list[Passage], int]:
    """Passages without a vector of this model, and how many there are in all."""
    dimensions = model.dimensions
    with store.read() as connection:
        fitting = documents.meta(connection, "embedder") == model.name
    if not fitting:
        with store.write() as connection:
            store.use_embedder(connection, model.name, dimensions)
    with store.read() as connection:
        missing = [
            Passage(document.id, at)
            for document in documents.not_embedded(connection)
            for at, there in enumerate(document.embedded)
            if not there
        ]
        return missing, documents.count_passages(connection)


def _keep(store: Store, model: str, passages: Sequence[Passage], vectors: npt.NDArray[np.float32]) -> int:
    """Returns how many of the vectors say something."""
    telling = vectors.any(axis=1)
    with store.write() as connection:
        files = store.vectors(connection)
        if files is None or documents.meta(connection, "embedder") != model:
            return len(passages)  # another process has gone over to another model
        numbers, kept = [], []
        for position in np.flatnonzero(telling).tolist():
            passage = passages[position]
            document = documents.document_with(connection, passage.document)
            if document is None:  # changed meanwhile
                continue
            numbers.append(document.first + passage.at)
            kept.append(position)
            flags = document.embedded[: passage.at] + b"\1" + document.embedded[passage.at + 1 :]
            documents.mark_embedded(connection, document.id, flags)
        files.put(numbers, vectors[kept])
        reach("index.before_vectors")
    reach("index.after_vectors")
    return int(telling.sum())


def texts_of(connection: sqlite3.Connection, said: Said, batch: Sequence[Passage]) -> dict[Passage, str]:
    """Passages that are still there and still without a vector."""
    found: dict[Passage, str] = {}
    for number in dict.fromkeys(passage.document for passage in batch):
        document, content = documents.document_with(connection, number), documents.content_of(connection, number)
        if document and content:
            mine = [passage for passage in batch if passage.document == number and not document.embedded[passage.at]]
            found |= dict(zip(mine, said(content, [passage.at for passage in mine]), strict=True))
    return found


def _batches(missing: Sequence[Passage], size: int) -> Iterator[Sequence[Passage]]:
    for at in range(0, len(missing), size):
        yield missing[at : at + size]
