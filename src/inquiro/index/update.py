"""Bringing an index up to date: reading outside of transactions, writing in short ones."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from inquiro.core.crash_points import reach
from inquiro.core.errors import StoreFull
from inquiro.index import documents
from inquiro.index.documents import Entry, Kept, Terms
from inquiro.index.postings import MOST_PASSAGES, segment_of
from inquiro.index.store import Store
from inquiro.retrieval.scan import Found

Progress = Callable[[int, int, str], None]  # done, of how many, of what ("documents", "notes" or "passages")

RETRY = -1  # a size no file has: looked at again next time
_MOST = 500  # documents per commit: what an interruption can cost
_BYTES = 8_000_000
_SECONDS = 2.0  # of reading per commit: so soon can what was read be found


class Taken(NamedTuple):
    """What became of the files that were read."""

    added: frozenset[str]
    changed: frozenset[str]
    moved: frozenset[str]  # the paths that they had before


def stale(files: Mapping[str, Found], known: Mapping[str, tuple[int, int]]) -> list[Found]:
    """Files that are new, or have another size or time than when they were read."""
    return [file for file in files.values() if known.get(file.path) != (file.size, file.mtime_ns)]


def take_in(
    store: Store, entries: Iterable[Entry], wanted: int, gone: frozenset[str], progress: Progress | None
) -> Taken:
    """Puts what is new or changed into the index as it is read; `gone` are paths that have no document any more."""
    outcome: dict[str, str] = {}
    done = 0
    for ready in _batches(entries):
        with store.write() as connection:
            outcome |= _put_all(store, connection, ready, gone)
            store.merge_segments(connection)
            reach("index.before_commit")
        reach("index.after_commit")
        done += len(ready)
        if progress:
            progress(done, wanted, store.kind.noun)
    return Taken(
        frozenset(path for path, what in outcome.items() if what == "added"),
        frozenset(path for path, what in outcome.items() if what == "changed"),
        frozenset(what for what in outcome.values() if what not in {"added", "changed"}),
    )


def forget(store: Store, paths: Iterable[str]) -> None:
    """Removes documents that are gone."""
    gone = sorted(paths)
    for at in range(0, len(gone), _MOST):
        with store.write() as connection:
            for path in gone[at : at + _MOST]:
                if known := documents.document_at(connection, path):
                    documents.remove(connection, known.id, store.kind)
            documents.content_changed(connection)


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    ready: list[Entry] = []
    size = 0
    started = time.monotonic()
    for entry in entries:
        ready.append(entry)
        reach("index.after_read", entry.path)
        size += max(0, entry.state.size)
        if len(ready) >= _MOST or size > _BYTES or time.monotonic() - started > _SECONDS:
            yield ready
            ready, size, started = [], 0, time.monotonic()
    if ready:
        yield ready


def _put_all(
    store: Store, connection: sqlite3.Connection, ready: Sequence[Entry], gone: frozenset[str]
) -> dict[str, str]:
    """What became of each: "added", "changed", or the path that it had before; nothing for one that is as it was."""
    outcome: dict[str, str] = {}
    terms: list[Terms] = []
    copies: list[tuple[int, int]] = []
    first = int(documents.meta(connection, "passages"))
    if first + sum(len(one.terms) for one in ready) > MOST_PASSAGES:
        raise StoreFull(f"there are more than {MOST_PASSAGES:,} passages; index a part of the folder")
    for one in ready:
        known = documents.document_at(connection, one.path)
        if known and _same(known, one):
            documents.touch(connection, known.id, one.state)
            continue
        like = known or _twin(connection, one.state.sha256, gone)
        moved = like is not None and like.path in gone
        inherited = _inherited(connection, like, one)
        if like and (known or moved):
            documents.remove(connection, like.id, store.kind)
        documents.put(connection, one, first + len(terms), bytes(number >= 0 for number in inherited))
        copies += [(old, first + len(terms) + at) for at, old in enumerate(inherited) if old >= 0]
        terms += one.terms
        outcome[one.path] = "changed" if known else like.path if like and moved else "added"
    if terms:
        store.add_segment(connection, segment_of(terms, first))
        documents.set_meta(connection, "passages", str(first + len(terms)))
    documents.content_changed(connection)
    if copies and (vectors := store.vectors(connection)):
        vectors.copy(copies)
    return outcome


def _same(known: Kept, new: Entry) -> bool:
    return bool(new.state.sha256) and known.sha256 == new.state.sha256 and known.passages == len(new.digests)


def _twin(connection: sqlite3.Connection, sha256: str, gone: frozenset[str]) -> Kept | None:
    """A document with the same bytes, best one whose file is gone: that was renamed."""
    return min(documents.with_bytes(connection, sha256), key=lambda kept: kept.path not in gone, default=None)


def _inherited(connection: sqlite3.Connection, like: Kept | None, new: Entry) -> list[int]:
    """For each passage the number of one that said the same and has a vector, or -1."""
    before = documents.digests_of(connection, like.id) if like and 1 in like.embedded else []
    if like is None or not before:
        return [-1] * len(new.digests)
    vectors = zip(before, like.embedded, strict=True)
    known = {digest: like.first + at for at, (digest, there) in enumerate(vectors) if there}
    return [known.get(digest, -1) for digest in new.digests]
