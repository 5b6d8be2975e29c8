"""Bringing an index up to date: reading outside of transactions, writing in short ones."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import ReadFailed, StoreFull, UsageError
from inquiro.retrieval.scan import Found
from inquiro.vault.index import rows
from inquiro.vault.index.postings import MOST_PASSAGES, segment_of
from inquiro.vault.index.prepared import LONGEST_BYTES, Prepared, prepared
from inquiro.vault.index.rows import Kept, NoteContent, NoteRow, State
from inquiro.vault.index.store import Store
from inquiro.vault.opening import read_inside

Progress = Callable[[int, int, str], None]  # done, of how many, of what ("notes" or "passages")

_NOTES = 500  # per commit: what an interruption can cost
_BYTES = 8_000_000
_RETRY = -1  # a size no file has: looked at again next time


class Taken(NamedTuple):
    """What became of the files that were read."""

    added: frozenset[str]
    changed: frozenset[str]
    moved: frozenset[str]  # the paths that they had before


def take_in(
    store: Store, vault: Path, stale: Sequence[Found], gone: frozenset[str], progress: Progress | None
) -> Taken:
    """Reads files that are new or changed and puts them into the index; `gone` are paths that have no file any more."""
    outcome: dict[str, str] = {}
    done = 0
    for batch in _batches(stale):
        ready = [_read(vault, found) for found in batch]
        with store.write() as connection:
            outcome |= _put_all(store, connection, ready, gone)
            store.merge_segments(connection)
        done += len(batch)
        if progress:
            progress(done, len(stale), "notes")
    return Taken(
        frozenset(path for path, what in outcome.items() if what == "added"),
        frozenset(path for path, what in outcome.items() if what == "changed"),
        frozenset(what for what in outcome.values() if what not in {"added", "changed"}),
    )


def forget(store: Store, paths: Iterable[str]) -> None:
    """Removes notes whose files are gone."""
    gone = sorted(paths)
    for at in range(0, len(gone), _NOTES):
        with store.write() as connection:
            for path in gone[at : at + _NOTES]:
                if known := rows.note_at(connection, path):
                    rows.remove(connection, known.id)
            rows.content_changed(connection)


def _batches(stale: Iterable[Found]) -> Iterator[list[Found]]:
    batch: list[Found] = []
    size = 0
    for found in stale:
        batch.append(found)
        size += found.size
        if len(batch) == _NOTES or size > _BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read(vault: Path, found: Found) -> Prepared:
    try:
        start = read_inside(vault, found.path, LONGEST_BYTES)
    except (OSError, ReadFailed, UsageError) as error:
        return Prepared(NoteRow(found.path, State(_RETRY, 0, "", f"cannot be read: {error}")), [])
    return prepared(start.data, found.path, State(found.size, found.mtime_ns, start.sha256, ""))


def _put_all(
    store: Store, connection: sqlite3.Connection, ready: Sequence[Prepared], gone: frozenset[str]
) -> dict[str, str]:
    """What became of each: "added", "changed", or the path that it had before; nothing for one that is as it was."""
    outcome: dict[str, str] = {}
    terms: list[Counter[str]] = []
    copies: list[tuple[int, int]] = []
    first = int(rows.meta(connection, "passages"))
    if first + sum(len(one.terms) for one in ready) > MOST_PASSAGES:
        raise StoreFull(f"the vault has more than {MOST_PASSAGES:,} passages; index a part of it")
    for one in ready:
        known = rows.note_at(connection, one.row.path)
        if known and one.row.state.sha256 and known.sha256 == one.row.state.sha256:
            rows.touch(connection, known.id, one.row.state)
            continue
        like = known or _twin(connection, one.row.state.sha256, gone)
        moved = like is not None and like.path in gone
        inherited = _inherited(connection, like, one.row.content)
        if like and (known or moved):
            rows.remove(connection, like.id)
        rows.put(connection, one.row, first + len(terms), bytes(number >= 0 for number in inherited))
        copies += [(old, first + len(terms) + at) for at, old in enumerate(inherited) if old >= 0]
        terms += one.terms
        outcome[one.row.path] = "changed" if known else like.path if like and moved else "added"
    if terms:
        store.add_segment(connection, segment_of(terms, first))
        rows.set_meta(connection, "passages", str(first + len(terms)))
    rows.content_changed(connection)
    if copies and (vectors := store.vectors(connection)):
        vectors.copy(copies)
    return outcome


def _twin(connection: sqlite3.Connection, sha256: str, gone: frozenset[str]) -> Kept | None:
    """A note with the same bytes, best one whose file is gone: that was renamed."""
    return min(rows.with_bytes(connection, sha256), key=lambda kept: kept.path not in gone, default=None)


def _inherited(connection: sqlite3.Connection, like: Kept | None, content: NoteContent | None) -> list[int]:
    """For each passage the number of one that said the same and has a vector, or -1."""
    if content is None:
        return []
    before = rows.content_of(connection, like.id) if like else None
    if like is None or before is None:
        return [-1] * len(content.digests)
    vectors = zip(before.digests, like.embedded, strict=True)
    known = {digest: like.first + at for at, (digest, there) in enumerate(vectors) if there}
    return [known.get(digest, -1) for digest in content.digests]
