"""The tables of a vault's index, and what is read from and written to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from inquiro.core.decoders import from_msgpack
from inquiro.core.types import Anchor, Value

SCHEMA = """
CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    sha256 TEXT NOT NULL, reason TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, embedded BLOB NOT NULL
);
CREATE INDEX notes_of_content ON notes (sha256);
CREATE TABLE contents (note INTEGER PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE files (path TEXT PRIMARY KEY, name TEXT NOT NULL, note INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX files_of_name ON files (name);
CREATE TABLE called (
    name TEXT NOT NULL, note INTEGER NOT NULL, alias TEXT NOT NULL, PRIMARY KEY (name, note)
) WITHOUT ROWID;
CREATE INDEX called_of_note ON called (note);
CREATE TABLE tags (tag TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (tag, note)) WITHOUT ROWID;
CREATE INDEX tags_of_note ON tags (note);
CREATE TABLE links (name TEXT NOT NULL, note INTEGER NOT NULL, target TEXT NOT NULL);
CREATE INDEX links_of_name ON links (name);
CREATE INDEX links_of_note ON links (note);
CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, postings INTEGER NOT NULL)
"""
META = {"content": "0", "embedder": "", "dimensions": "0", "epoch": "0", "passages": "0"}


class State(NamedTuple):
    """What the index knows of a file without reading it again."""

    size: int
    mtime_ns: int
    sha256: str
    reason: str


class NoteContent(Value, frozen=True, kw_only=True):
    """A note as the index holds it: without its front matter, and without what research once added."""

    text: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    published: str | None = None
    headings: tuple[Anchor, ...] = ()
    passages: tuple[tuple[int, int], ...] = ()
    digests: tuple[int, ...] = ()  # of what each passage says


class Kept(NamedTuple):
    """The row of a note."""

    id: int
    path: str
    sha256: str
    first: int  # its passages are numbered from here on
    passages: int
    embedded: bytes  # one byte a passage


class NoteRow(NamedTuple):
    """A note with what is to be found of it by other tables."""

    path: str
    state: State
    content: NoteContent | None = None
    called: dict[str, str] = {}  # noqa: RUF012 - never changed; folded: its title, its file's name, its aliases as written
    tags: frozenset[str] = frozenset()  # folded
    links: tuple[tuple[str, str], ...] = ()  # the folded last name of a target, and the target as it is written


_REMOVE = (
    "DELETE FROM contents WHERE note = ?",
    "DELETE FROM called WHERE note = ?",
    "DELETE FROM tags WHERE note = ?",
    "DELETE FROM links WHERE note = ?",
    "DELETE FROM notes WHERE id = ?",
)
_KEPT = "SELECT id, path, sha256, first, count, embedded FROM notes"


def stamps(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """The size and the time of every note when it was read."""
    rows = connection.execute("SELECT path, size, mtime_ns FROM notes")
    return {path: (size, mtime_ns) for path, size, mtime_ns in rows}


def note_at(connection: sqlite3.Connection, path: str) -> Kept | None:
    row = connection.execute(f"{_KEPT} WHERE path = ?", (path,)).fetchone()
    return Kept(*row) if row else None


def with_bytes(connection: sqlite3.Connection, sha256: str) -> list[Kept]:
    """Some notes whose files have the same bytes."""
    found = connection.execute(f"{_KEPT} WHERE sha256 = ? AND count > 0 LIMIT 20", (sha256,))
    return [Kept(*row) for row in found]


def note_with(connection: sqlite3.Connection, number: int) -> Kept | None:
    row = connection.execute(f"{_KEPT} WHERE id = ?", (number,)).fetchone()
    return Kept(*row) if row else None


def content_of(connection: sqlite3.Connection, note: int) -> NoteContent | None:
    row = connection.execute("SELECT content FROM contents WHERE note = ?", (note,)).fetchone()
    return from_msgpack(row[0], NoteContent) if row else None


def put(connection: sqlite3.Connection, row: NoteRow, first: int, embedded: bytes) -> None:
    cursor = connection.execute(
        "INSERT INTO notes (path, size, mtime_ns, sha256, reason, first, count, embedded)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row.path, *row.state, first, len(embedded), embedded),
    )
    note = cursor.lastrowid
    if row.content is None:
        return
    connection.execute("INSERT INTO contents VALUES (?, ?)", (note, msgspec.msgpack.encode(row.content)))
    connection.executemany("INSERT INTO called VALUES (?, ?, ?)", ((n, note, alias) for n, alias in row.called.items()))
    connection.executemany("INSERT INTO tags VALUES (?, ?)", ((tag, note) for tag in row.tags))
    connection.executemany("INSERT INTO links VALUES (?, ?, ?)", ((name, note, target) for name, target in row.links))


def touch(connection: sqlite3.Connection, note: int, state: State) -> None:
    """The same bytes at another time."""
    connection.execute("UPDATE notes SET size = ?, mtime_ns = ?, sha256 = ?, reason = ? WHERE id = ?", (*state, note))


def remove(connection: sqlite3.Connection, note: int) -> None:
    for statement in _REMOVE:
        connection.execute(statement, (note,))


def not_embedded(connection: sqlite3.Connection) -> list[Kept]:
    """Notes with passages that have no vector yet, the latest first."""
    return [
        Kept(*row) for row in connection.execute(f"{_KEPT} WHERE instr(embedded, x'00') ORDER BY mtime_ns DESC, id")
    ]


def passages_without_vector(connection: sqlite3.Connection) -> int:
    return sum(row[0].count(0) for row in connection.execute("SELECT embedded FROM notes WHERE instr(embedded, x'00')"))


def is_embedded(connection: sqlite3.Connection) -> bool:
    """Whether any passage has a vector."""
    return connection.execute("SELECT 1 FROM notes WHERE instr(embedded, x'01') LIMIT 1").fetchone() is not None


def last_embedded(connection: sqlite3.Connection) -> int:
    """One more than the highest number of a passage that has a vector; ids and numbers grow together."""
    row = connection.execute(
        "SELECT first, embedded FROM notes WHERE instr(embedded, x'01') ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return int(row[0]) + row[1].rindex(1) + 1 if row else 0


def mark_embedded(connection: sqlite3.Connection, note: int, embedded: bytes) -> None:
    connection.execute("UPDATE notes SET embedded = ? WHERE id = ?", (embedded, note))


def files(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT path FROM files")}


def attachments(connection: sqlite3.Connection) -> set[str]:
    """Files that are no notes; they are known by name only."""
    return {row[0] for row in connection.execute("SELECT path FROM files WHERE NOT note")}


def name_files(connection: sqlite3.Connection, named: Iterable[tuple[str, str, bool]]) -> None:
    connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", named)


def unname_files(connection: sqlite3.Connection, gone: Iterable[str]) -> None:
    connection.executemany("DELETE FROM files WHERE path = ?", ((path,) for path in gone))


def named(connection: sqlite3.Connection, names: Iterable[str]) -> list[str]:
    """Files with one of these last names, folded."""
    encoded = msgspec.json.encode(list(names)).decode()
    rows = connection.execute("SELECT path FROM files WHERE name IN (SELECT value FROM json_each(?))", (encoded,))
    return [row[0] for row in rows]


def notes_called(connection: sqlite3.Connection, name: str) -> list[int]:
    return [row[0] for row in connection.execute("SELECT note FROM called WHERE name = ?", (name,))]


def aliases(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Paths of notes, each with an alias of it."""
    rows = connection.execute("SELECT path, alias FROM called JOIN notes ON notes.id = note WHERE alias != ''")
    return rows.fetchall()


def links_from(connection: sqlite3.Connection, note: int) -> list[str]:
    return [row[0] for row in connection.execute("SELECT DISTINCT target FROM links WHERE note = ?", (note,))]


def links_named(connection: sqlite3.Connection, names: Sequence[str]) -> list[tuple[str, str]]:
    """Links whose target ends in one of these names: the note that has it, and the target."""
    rows = connection.execute(
        "SELECT DISTINCT path, target FROM links JOIN notes ON notes.id = note"
        " WHERE name IN (SELECT value FROM json_each(?))",
        (msgspec.json.encode(names).decode(),),
    )
    return rows.fetchall()


def count_links(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM links").fetchone()[0])


def doubtful_links(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Links that lead nowhere for sure, as no file has such a name, or perhaps, as they name folders too."""
    rows = connection.execute(
        "SELECT path, target FROM links JOIN notes ON notes.id = note WHERE instr(target, '/') OR NOT EXISTS"
        " (SELECT 1 FROM files WHERE files.name IN (links.name, links.name || '.md')) ORDER BY path, target"
    )
    return rows.fetchall()


def below(connection: sqlite3.Connection, folder: str) -> set[int]:
    """Notes in a folder or below it."""
    rows = connection.execute("SELECT id FROM notes WHERE path > ? AND path < ?", (f"{folder}/", f"{folder}0"))
    return {row[0] for row in rows}


def ids_of(connection: sqlite3.Connection, paths: Iterable[str]) -> set[int]:
    encoded = msgspec.json.encode(list(paths)).decode()
    rows = connection.execute("SELECT id FROM notes WHERE path IN (SELECT value FROM json_each(?))", (encoded,))
    return {row[0] for row in rows}


def with_tag(connection: sqlite3.Connection, tag: str) -> set[int]:
    """Notes with a tag or one below it."""
    rows = connection.execute(
        "SELECT note FROM tags WHERE tag = ? OR (tag > ? AND tag < ?)", (tag, f"{tag}/", f"{tag}0")
    )
    return {row[0] for row in rows}  # `0` follows `/`


def meta(connection: sqlite3.Connection, name: str) -> str:
    return str(connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()[0])


def set_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))


def content_changed(connection: sqlite3.Connection) -> None:
    """Whoever has read the index before has to read it again."""
    connection.execute("UPDATE meta SET value = value + 1 WHERE name = 'content'")
