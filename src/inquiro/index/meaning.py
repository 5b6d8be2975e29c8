"""Giving passages their vectors: the slow part, done a little at a time and never twice."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inquiro.index import documents
from inquiro.index.store import Store
from inquiro.index.update import Progress

Said = Callable[[bytes, Sequence[int]], list[str]]  # some passages of a content, with what they are about

_BATCH = 32  # passages per commit: a second of work


class Embeds(Protocol):
    """A model of meaning; `retrieval.embeddings.Embedder` is one."""

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]: ...


class _Passage(NamedTuple):
    document: int
    at: int


def embed_missing(store: Store, said: Said, embedder: Embeds, seconds: float | None, progress: Progress | None) -> int:
    """Vectors for passages without one, the latest documents first; returns how many are left when time is up."""
    with store.read() as connection:
        fitting = documents.meta(connection, "embedder") == embedder.name
    if not fitting:
        with store.write() as connection:
            store.use_embedder(connection, embedder.name, embedder.dimensions)
    with store.read() as connection:
        missing = [
            _Passage(document.id, at)
            for document in documents.not_embedded(connection)
            for at, there in enumerate(document.embedded)
            if not there
        ]
        all_passages = documents.count_passages(connection)
    until = time.monotonic() + seconds if seconds is not None else float("inf")
    left = len(missing)
    for batch in _batches(missing):
        if time.monotonic() >= until:
            break
        _embed(store, said, embedder, batch)
        left -= len(batch)
        if progress:
            progress(all_passages - left, all_passages, "passages")
    return left


def _embed(store: Store, said: Said, embedder: Embeds, batch: Sequence[_Passage]) -> None:
    with store.read() as connection:
        texts = _texts(connection, said, batch)
    wanted = list(texts)
    if not wanted:
        return
    vectors = embedder.embed([texts[passage] for passage in wanted])
    with store.write() as connection:
        files = store.vectors(connection)
        if files is None or documents.meta(connection, "embedder") != embedder.name:
            return  # another process has gone over to another model
        numbers, kept = [], []
        for position, passage in enumerate(wanted):
            document = documents.document_with(connection, passage.document)
            if document is None:  # changed meanwhile
                continue
            numbers.append(document.first + passage.at)
            kept.append(position)
            flags = document.embedded[: passage.at] + b"\1" + document.embedded[passage.at + 1 :]
            documents.mark_embedded(connection, document.id, flags)
        files.put(numbers, vectors[kept])


def _texts(connection: sqlite3.Connection, said: Said, batch: Sequence[_Passage]) -> dict[_Passage, str]:
    """What is still there and still without a vector."""
    found: dict[_Passage, str] = {}
    for number in dict.fromkeys(passage.document for passage in batch):
        document, content = documents.document_with(connection, number), documents.content_of(connection, number)
        if document and content:
            mine = [passage for passage in batch if passage.document == number and not document.embedded[passage.at]]
            found |= dict(zip(mine, said(content, [passage.at for passage in mine]), strict=True))
    return found


def _batches(missing: Sequence[_Passage]) -> Iterator[Sequence[_Passage]]:
    for at in range(0, len(missing), _BATCH):
        yield missing[at : at + _BATCH]
