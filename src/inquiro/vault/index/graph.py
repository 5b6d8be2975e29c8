"""How the notes of an index hang together: what each links to, and what links to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from inquiro.index import documents
from inquiro.vault.files import NOTE_SUFFIXES, is_note, stem_of
from inquiro.vault.index import rows
from inquiro.vault.index.prepared import last_name
from inquiro.vault.names import VaultNames, folded

MOST_DISTANCE = 6


def names_about(connection: sqlite3.Connection, written: Iterable[str]) -> VaultNames:
    """As many names of the vault as resolving these targets can depend on: all that end in the same name."""
    lasts = {last_name(one) for one in written}
    wanted = lasts | {name + NOTE_SUFFIXES[0] for name in lasts}
    return VaultNames((path, ()) for path in rows.named(connection, sorted(wanted)))


def links_of(connection: sqlite3.Connection, path: str) -> list[str]:
    """Files of the vault that a note links to."""
    note = documents.document_at(connection, path)
    targets = rows.links_from(connection, note.id) if note else []
    names = names_about(connection, targets)
    found = (names.resolve(target, path) for target in targets)
    return sorted({one for one in found if one and one != path})


def backlinks_of(connection: sqlite3.Connection, path: str) -> list[str]:
    """Notes that link to a file."""
    written = {folded(path.rpartition("/")[2]), folded(stem_of(path))}
    candidates = rows.links_named(connection, sorted(written))
    names = names_about(connection, {target for _, target in candidates})
    return sorted({source for source, target in candidates if source != path and names.resolve(target, source) == path})


def within(connection: sqlite3.Connection, start: str, distance: int) -> set[str]:
    """Notes that so many links lead to, in either direction; the start itself included."""
    seen, border = {start}, {start}
    for _ in range(distance):
        reached = {
            other
            for path in border
            for other in (*links_of(connection, path), *backlinks_of(connection, path))
            if is_note(other)
        }
        border = reached - seen
        seen |= border
        if not border:
            break
    return seen


def broken_links(connection: sqlite3.Connection) -> tuple[int, list[tuple[str, str]]]:
    """How many links there are, and those that lead nowhere: a note and the target it names."""
    doubtful = rows.doubtful_links(connection)
    names = names_about(connection, {target for _, target in doubtful})
    broken = [(path, target) for path, target in doubtful if names.resolve(target, path) is None]
    return rows.count_links(connection), broken
