"""The tables that only an index of a vault has, and what is read from them: names, tags, links."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.decoders import from_msgpack
from inquiro.core.types import Anchor, Value
from inquiro.index import documents
from inquiro.index.documents import Kind
from inquiro.vault.index import passages
from inquiro.vault.privacy_rules import Secrecy

SCHEMA = """
CREATE TABLE files (path TEXT PRIMARY KEY, name TEXT NOT NULL, note INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX files_of_name ON files (name);
CREATE TABLE called (
    document INTEGER NOT NULL, name TEXT NOT NULL, alias TEXT NOT NULL, PRIMARY KEY (name, document)
) WITHOUT ROWID;
CREATE INDEX called_of_document ON called (document);
CREATE TABLE tags (document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (tag, document)) WITHOUT ROWID;
CREATE INDEX tags_of_document ON tags (document);
CREATE TABLE links (document INTEGER NOT NULL, name TEXT NOT NULL, target TEXT NOT NULL);
CREATE INDEX links_of_name ON links (name);
CREATE INDEX links_of_document ON links (document);
CREATE TABLE dates (document INTEGER NOT NULL, day TEXT NOT NULL);
CREATE INDEX dates_of_document ON dates (document);
CREATE TABLE secrets (document INTEGER NOT NULL);
CREATE TABLE lists (document INTEGER NOT NULL)
"""
KIND = Kind(
    noun="notes",
    version=f"vault {passages.VERSION} secrecy dates lists",
    schema=SCHEMA,
    tables=("called", "tags", "links", "dates", "secrets", "lists"),
)


class NoteContent(Value, frozen=True, kw_only=True):
    """A note as the index holds it: without its front matter, and without what research once added."""

    text: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    published: str | None = None
    headings: tuple[Anchor, ...] = ()
    passages: tuple[tuple[int, int], ...] = ()
    secrecy: Secrecy = ""


def note_content(encoded: bytes) -> NoteContent:
    return from_msgpack(encoded, NoteContent)


def content_of(connection: sqlite3.Connection, note: int) -> NoteContent | None:
    encoded = documents.content_of(connection, note)
    return note_content(encoded) if encoded is not None else None


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
    return [row[0] for row in connection.execute("SELECT document FROM called WHERE name = ?", (name,))]


def aliases(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Paths of notes, each with an alias of it."""
    rows = connection.execute(
        "SELECT path, alias FROM called JOIN documents ON documents.id = document WHERE alias != ''"
    )
    return rows.fetchall()


def links_from(connection: sqlite3.Connection, note: int) -> list[str]:
    return [row[0] for row in connection.execute("SELECT DISTINCT target FROM links WHERE document = ?", (note,))]


def links_named(connection: sqlite3.Connection, names: Sequence[str]) -> list[tuple[str, str]]:
    """Links whose target ends in one of these names: the note that has it, and the target."""
    rows = connection.execute(
        "SELECT DISTINCT path, target FROM links JOIN documents ON documents.id = document"
        " WHERE name IN (SELECT value FROM json_each(?))",
        (msgspec.json.encode(names).decode(),),
    )
    return rows.fetchall()


def count_links(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM links").fetchone()[0])


def doubtful_links(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Links that lead nowhere for sure, as no file has such a name, or perhaps, as they name folders too."""
    rows = connection.execute(
        "SELECT path, target FROM links JOIN documents ON documents.id = document WHERE instr(target, '/') OR NOT EXISTS"
        " (SELECT 1 FROM files WHERE files.name IN (links.name, links.name || '.md')) ORDER BY path, target"
    )
    return rows.fetchall()


def below(connection: sqlite3.Connection, folder: str) -> set[int]:
    """Notes in a folder or below it."""
    rows = connection.execute("SELECT id FROM documents WHERE path > ? AND path < ?", (f"{folder}/", f"{folder}0"))
    return {row[0] for row in rows}


def with_tag(connection: sqlite3.Connection, tag: str) -> set[int]:
    """Notes with a tag or one below it."""
    rows = connection.execute(
        "SELECT document FROM tags WHERE tag = ? OR (tag > ? AND tag < ?)", (tag, f"{tag}/", f"{tag}0")
    )
    return {row[0] for row in rows}  # `0` follows `/`


def dated(connection: sqlite3.Connection, since: str, until: str) -> set[int]:
    """Notes whose front matter gives a day between the two, each as exact as it is written."""
    rows = connection.execute(
        "SELECT document FROM dates WHERE day >= ? AND (? = '' OR substr(day, 1, length(?)) <= ?)",
        (since, until, until, until),
    )
    return {row[0] for row in rows}


def secret(connection: sqlite3.Connection) -> set[int]:
    """Notes that say of themselves that they stay to themselves."""
    return {row[0] for row in connection.execute("SELECT document FROM secrets")}


def link_lists(connection: sqlite3.Connection) -> set[int]:
    """Notes that do little but list others."""
    return {row[0] for row in connection.execute("SELECT document FROM lists")}
