"""Bringing an index up to date: reading outside of transactions, writing in short ones."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from inquiro.core.errors import ReadFailed
from inquiro.core.types import ReadText
from inquiro.retrieval import index_file
from inquiro.retrieval.chunks import chunk
from inquiro.retrieval.context import context
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.index_file import Entry, IndexFile, State, Terms
from inquiro.retrieval.scan import Found
from inquiro.retrieval.words import tokens

Progress = Callable[[int, int, str], None]  # done, of how many, of what ("documents" or "passages")
Read = Callable[[bytes, str], ReadText]
T = TypeVar("T")

_BATCH = 200  # documents per commit: what an interruption can cost
_EMBEDDED = 50  # passages per commit: a second or two of work
_RETRY = -1  # a size no file has: looked at again next time


def take_in(file: IndexFile, folder: Path, read: Read, stale: Sequence[Found], progress: Progress | None) -> None:
    """Reads files that are new or changed and puts them into the index."""
    done = 0
    for batch in _batches(stale, _BATCH):
        entries = [_entry(folder, found, read) for found in batch]
        prepared = [(entry, passage_terms(entry)) for entry in entries]
        with file.write() as connection:
            for entry, terms in prepared:
                _replace(connection, entry, terms)
        done += len(batch)
        if progress:
            progress(done, len(stale), "documents")


def forget(file: IndexFile, paths: Iterable[str]) -> None:
    """Removes documents whose files are gone."""
    for batch in _batches(sorted(paths), _BATCH):
        with file.write() as connection:
            for path in batch:
                _remove(connection, path)


def embed(file: IndexFile, embedder: Embedder, progress: Progress | None, seconds: float | None) -> int:
    """Gives every new passage its vector; returns how many are left when time is up."""
    with file.read() as connection:
        fitting = index_file.embedder_name(connection) == embedder.name
    if not fitting:
        with file.write() as connection:
            index_file.use_embedder(connection, embedder.name)
    with file.read() as connection:
        missing = index_file.without_vector(connection)
    until = time.monotonic() + seconds if seconds is not None else float("inf")
    done = 0
    for batch in _batches(missing, _EMBEDDED):
        if time.monotonic() > until:
            break
        vectors = embedder.embed(_embedded_texts(file, batch))
        with file.write() as connection:
            index_file.put_vectors(connection, zip((row[0] for row in batch), vectors, strict=True))
        done += len(batch)
        if progress:
            progress(done, len(missing), "passages")
    return len(missing) - done


def passage_terms(entry: Entry) -> list[Terms]:
    """The index terms of each passage; computed again when they have to be removed."""
    content = entry.content
    if content is None:
        return []
    return [
        Terms(
            " ".join(tokens(context(content, start))),
            " ".join(tokens(content.text[start:stop])),
        )
        for start, stop in entry.chunks
    ]


def _entry(folder: Path, found: Found, read: Read) -> Entry:
    try:
        data = (folder / found.path).read_bytes()
    except OSError as error:
        return Entry(found.path, State(_RETRY, 0, "", f"cannot be read: {error.strerror}"))
    state = State(found.size, found.mtime_ns, hashlib.sha256(data).hexdigest(), "")
    try:
        content = read(data, found.path)
    except ReadFailed as error:
        return Entry(found.path, state._replace(reason=str(error)))
    if not content.text.strip():
        return Entry(found.path, state._replace(reason="holds no text"))
    return Entry(found.path, state, content, tuple(chunk(content)))


def _replace(connection: sqlite3.Connection, entry: Entry, terms: Sequence[Terms]) -> None:
    known = index_file.stored(connection, entry.path)
    if known and known.entry.content == entry.content and known.entry.state.reason == entry.state.reason:
        index_file.touch(connection, known.document, entry.state)
        return
    if known:
        _remove(connection, entry.path)
    index_file.put(connection, entry, terms)


def _remove(connection: sqlite3.Connection, path: str) -> None:
    if known := index_file.stored(connection, path):
        index_file.remove(connection, known.document, known.chunks, passage_terms(known.entry))


def _embedded_texts(file: IndexFile, batch: Sequence[tuple[int, str, int, int]]) -> list[str]:
    """Passages with their context; one that another process removed meanwhile is empty, and its vector not stored."""
    with file.read() as connection:
        known = {path: index_file.stored(connection, path) for path in {row[1] for row in batch}}
    contents = {path: found.entry.content if found else None for path, found in known.items()}
    return [_with_context(contents[path], start, stop) for _, path, start, stop in batch]


def _with_context(content: ReadText | None, start: int, stop: int) -> str:
    return f"{context(content, start)}\n{content.text[start:stop]}" if content else ""


def _batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    remaining = iter(items)
    while batch := list(islice(remaining, size)):
        yield batch
