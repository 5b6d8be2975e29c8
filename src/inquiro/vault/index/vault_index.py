"""The index of one vault: kept up to date, asked by words and meaning, and for links."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

from inquiro.core.errors import ReadFailed, StoreCorrupt, UsageError
from inquiro.core.types import FoundNote, NoteFilter, ReadText, SearchMode, Value
from inquiro.core.types.notes import NearNote
from inquiro.index import documents
from inquiro.index.documents import Entry, State
from inquiro.index.passage_vectors import Embeds, embed_missing
from inquiro.index.search import NO_MODEL, Asked, Match, Searcher, query_terms
from inquiro.index.store import Store
from inquiro.index.update import RETRY, Progress, Taken, forget, stale, take_in
from inquiro.readers.markdown import MarkdownReader
from inquiro.retrieval.scan import Found, scan
from inquiro.vault.files import NOTE_SUFFIXES
from inquiro.vault.index import graph, rows
from inquiro.vault.index.excerpts import excerpt
from inquiro.vault.index.filtering import allowed_notes
from inquiro.vault.index.prepared import LONGEST_BYTES, embedded_texts, heading_above, prepared
from inquiro.vault.index.related_notes import like
from inquiro.vault.index.rows import NoteContent
from inquiro.vault.names import VaultNames, folded
from inquiro.vault.opening import read_inside
from inquiro.vault.places import resolve_note
from inquiro.vault.privacy_rules import Rules, rules_of

_SUFFIXES = frozenset(NOTE_SUFFIXES)
_SHORTEST, _RARELY = 2.0, 50  # seconds, and times what looking takes


class Refreshed(Value, frozen=True, kw_only=True):
    """What a refresh found; `skipped` holds a path and a reason each."""

    notes: int = 0
    added: int = 0
    changed: int = 0
    renamed: int = 0
    removed: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    passages: int = 0
    not_embedded: int = 0  # passages that are found by their words only

    def with_embeddings(self, left: int) -> Refreshed:
        return msgspec.structs.replace(self, not_embedded=left)


class IndexedNote(Value, frozen=True, kw_only=True):
    """A note as the index holds it; `sha256` is that of the file."""

    content: ReadText
    sha256: str
    modified: datetime


class VaultIndex:
    """Finds notes of a vault; `refresh` brings it up to date."""

    def __init__(self, vault: Path, state_folder: Path, embedder: Embeds | None = None) -> None:
        self.vault = vault.resolve()
        self.embedder = embedder
        self._store = Store(state_folder, rows.KIND)
        self._searcher = Searcher(self._store, whole=True)
        self._refreshing = threading.RLock()
        self._due = 0.0
        self._looking = 0.0  # seconds that it took to see which files have changed

    def refresh_if_due(self, progress: Progress | None = None) -> Refreshed | None:
        """A refresh, unless there was one lately, or one is under way: then what is there by now can be searched."""
        if self.due_in() > 0 or not self._refreshing.acquire(blocking=False):
            return None
        try:
            return self.refresh(progress)
        finally:
            self._refreshing.release()

    def due_in(self) -> float:
        """Seconds until looking at every file again takes no more than a fiftieth of one core."""
        return self._due - time.monotonic()

    def refresh(self, progress: Progress | None = None, *, embed: bool = False) -> Refreshed:
        """Takes in what was added, changed, renamed and removed; several processes may, and an interrupted one goes on."""
        with self._refreshing:
            try:
                found = self._refresh(progress)
            except StoreCorrupt:
                self._store.discard()
                found = self._refresh(progress)
        self._due = time.monotonic() + max(_SHORTEST, _RARELY * self._looking)
        if embed and self.embedder:
            return found.with_embeddings(self.embed_some(None, progress))
        return found

    def embed_some(self, seconds: float | None = None, progress: Progress | None = None) -> int:
        """Vectors for passages that have none, the latest notes first; returns how many are left when time is up."""
        if self.embedder is None:
            raise UsageError(NO_MODEL)
        left = embed_missing(self._store, embedded_texts, self.embedder, seconds, progress)
        if not left:
            self._searcher.forget()
        return left

    def search(
        self, query: str, mode: SearchMode = "hybrid", limit: int = 10, narrowed: NoteFilter | None = None
    ) -> list[FoundNote]:
        """Notes by their best passage, best first; hybrid uses the vectors that are there."""
        if not query.strip():
            raise UsageError("the query is empty; say what to look for")
        if mode == "semantic" and self.embedder is None:
            raise UsageError(NO_MODEL)
        wanted = query.encode("utf-8", "replace").decode()
        try:
            return self._search(wanted, mode, limit, narrowed or NoteFilter())
        except StoreCorrupt:
            self.refresh()  # notices the damage too, and builds it anew
            return self._search(wanted, mode, limit, narrowed or NoteFilter())

    def related(self, path: str, limit: int = 10) -> list[NearNote]:
        """Notes that are like this one, best first; notes that are private or kept out are none of them."""
        with self._store.read() as connection:
            note = documents.document_at(connection, path)
            content = rows.content_of(connection, note.id) if note else None
            if note is None or content is None:
                return []
            found = like(connection, self._searcher, self.embedder, note, content)
            rules = rules_of(self.vault)
            usable = (one for one in found if _may_show(connection, one, rules, NoteFilter(shared=True)))
            shown = [_shown(connection, match, []) for match in islice(usable, limit)]
            known = {*graph.links_of(connection, path), *graph.backlinks_of(connection, path)}
        return [
            NearNote(path=one.path, title=one.title, link=one.link, score=one.score, linked=one.path in known)
            for one in shown
        ]

    def holds(self, path: str) -> bool:
        """Whether there is a note at this path, as far as the index knows."""
        with self._store.read() as connection:
            return documents.document_at(connection, path) is not None

    def names(self) -> VaultNames:
        """Every file of the vault by its name, notes also by their aliases."""
        with self._store.read() as connection:
            return _names(connection)

    def paths(self, narrowed: NoteFilter) -> list[str]:
        """Every note that fits, by its path; not those that are as if not there."""
        rules = rules_of(self.vault)
        with self._store.read() as connection:
            allowed = allowed_notes(connection, narrowed, partial(self._meant, connection))
            known = connection.execute("SELECT id, path FROM documents WHERE count > 0 ORDER BY path").fetchall()
            fitting = [(number, path) for number, path in known if allowed is None or number in allowed]
            return [path for number, path in fitting if _is_there(connection, number, path, rules, narrowed)]

    def visible_names(self) -> VaultNames:
        """The same without the notes that stay to themselves."""
        rules = rules_of(self.vault)
        with self._store.read() as connection:
            hidden = rows.secret(connection).union(*(rows.with_tag(connection, tag) for tag in rules.tags))
            gone = set(documents.paths_of(connection, sorted(hidden)).values())
            return _names(connection, lambda path: path in gone or rules.ignore(path))

    def link_to(self, path: str, source: str = "") -> str:
        """A wikilink in `source` that leads to exactly this file; looks at few names, where `names` loads all."""
        with self._store.read() as connection:
            return graph.names_about(connection, [path]).link_to(path, source)

    def links(self, path: str) -> list[str]:
        """Files that a note links to."""
        with self._store.read() as connection:
            return graph.links_of(connection, path)

    def backlinks(self, path: str) -> list[str]:
        """Notes that link to a file."""
        with self._store.read() as connection:
            return graph.backlinks_of(connection, path)

    def broken_links(self) -> tuple[int, list[tuple[str, str]]]:
        """How many links there are, and those that lead nowhere: a note and the target it names."""
        with self._store.read() as connection:
            return graph.broken_links(connection)

    def link_lists(self) -> frozenset[str]:
        """Notes that do little but list others."""
        with self._store.read() as connection:
            return frozenset(documents.paths_of(connection, sorted(rows.link_lists(connection))).values())

    def note(self, path: str) -> IndexedNote:
        """A note as a document: what the index was built from, not what the file says by now."""
        with self._store.read() as connection:
            found = documents.read_at(connection, path)
        if found is None:
            raise UsageError(f"'{path}' is not in the index of {self.vault}")
        kept, encoded, mtime_ns = found
        content = _document(rows.note_content(encoded), path)
        return IndexedNote(content=content, sha256=kept.sha256, modified=_moment(mtime_ns))

    def text(self, path: str) -> ReadText:
        return self.note(path).content

    def _refresh(self, progress: Progress | None) -> Refreshed:
        started = time.monotonic()
        files = scan(self.vault, _SUFFIXES)
        with self._store.read() as connection:
            self._store.check(connection)
            before, known_others = documents.stamps(connection), rows.attachments(connection)
        self._looking = time.monotonic() - started
        notes = {file.path: file for file in files if not file.reason}
        others = {file.path for file in files if file.reason.startswith("unsupported")}
        gone = frozenset(before.keys() - notes.keys())
        self._name_files(notes.keys() - before.keys(), others - known_others)
        wanted = stale(notes, before)
        taken = take_in(self._store, map(self._read, wanted), len(wanted), gone, progress)
        forget(self._store, gone - taken.moved)
        self._unname_files(gone | (known_others - others))
        refused = {file.path: file.reason for file in files if file.reason and file.path not in others}
        return self._summary(taken, len(gone), refused)

    def _read(self, found: Found) -> Entry:
        try:
            start = read_inside(self.vault, found.path, LONGEST_BYTES)
        except (OSError, ReadFailed, UsageError) as error:
            return Entry(found.path, State(RETRY, 0, "", f"cannot be read: {error}"))
        return prepared(start.data, found.path, State(found.size, found.mtime_ns, start.sha256, ""))

    def _name_files(self, notes: set[str], others: set[str]) -> None:
        """Before the notes are read, and unnamed after they are forgotten: every note of the index has its name."""
        if notes or others:
            with self._store.write() as connection:
                new = ((path, folded(path.rpartition("/")[2]), path in notes) for path in notes | others)
                rows.name_files(connection, new)

    def _unname_files(self, gone: set[str] | frozenset[str]) -> None:
        if gone:
            with self._store.write() as connection:
                rows.unname_files(connection, gone)

    def _summary(self, taken: Taken, gone: int, refused: dict[str, str]) -> Refreshed:
        if taken.added or taken.changed or taken.moved or gone:
            self._store.tidy()
        with self._store.read() as connection:
            notes, passages = connection.execute("SELECT count(*), coalesce(sum(count), 0) FROM documents").fetchone()
            missing = documents.passages_without_vector(connection)
            failed = connection.execute("SELECT path, reason FROM documents WHERE reason != ''").fetchall()
        return Refreshed(
            notes=notes,
            added=len(taken.added),
            changed=len(taken.changed),
            renamed=len(taken.moved),
            removed=gone - len(taken.moved),
            skipped=tuple(sorted((refused | dict(failed)).items())),
            passages=passages,
            not_embedded=missing,
        )

    def _search(self, query: str, mode: SearchMode, limit: int, narrowed: NoteFilter) -> list[FoundNote]:
        terms = query_terms(query)
        asked = (
            Asked(self.embedder.name, self.embedder.embed([query])[0]) if self.embedder and mode != "keyword" else None
        )
        with self._store.read() as connection:
            allowed = allowed_notes(connection, narrowed, partial(self._meant, connection))
            called = rows.notes_called(connection, folded(query.strip()))
            found = self._searcher.search(
                connection, query, mode, asked, allowed=allowed, called=called, lesser=rows.link_lists(connection)
            )
            if mode == "semantic" and not found and not documents.is_embedded(connection):
                raise UsageError("no note has an embedding yet: `inquiro vault index` makes them")
            rules = rules_of(self.vault)
            usable = (one for one in found if _may_show(connection, one, rules, narrowed))
            return [_shown(connection, match, terms) for match in islice(usable, limit)]

    def _meant(self, connection: sqlite3.Connection, said: str) -> str:
        if documents.document_at(connection, said):
            return said
        return resolve_note(self.vault, said, names=_names(connection))


def _names(connection: sqlite3.Connection, hidden: Callable[[str], bool] = lambda _: False) -> VaultNames:
    aliases: dict[str, list[str]] = {}
    for path, alias in rows.aliases(connection):
        aliases.setdefault(path, []).append(alias)
    return VaultNames((path, aliases.get(path, ())) for path in rows.files(connection) if not hidden(path))


def _may_show(connection: sqlite3.Connection, match: Match, rules: Rules, narrowed: NoteFilter) -> bool:
    [path] = connection.execute("SELECT path FROM documents WHERE id = ?", (match.document,)).fetchone()
    return _is_there(connection, match.document, path, rules, narrowed)


def _is_there(connection: sqlite3.Connection, note: int, path: str, rules: Rules, narrowed: NoteFilter) -> bool:
    """Unless it is as if not there; where others read what is found, private notes are so, too."""
    content = rows.content_of(connection, note)
    if content is None:
        return False
    hidden = content.secrecy == "never" or (narrowed.shared and content.secrecy)
    return not hidden and not rules.ignore(path, content.tags)


def _shown(connection: sqlite3.Connection, match: Match, terms: list[str]) -> FoundNote:
    path, mtime_ns = connection.execute(
        "SELECT path, mtime_ns FROM documents WHERE id = ?", (match.document,)
    ).fetchone()
    content = rows.content_of(connection, match.document)
    assert content is not None
    start, end = content.passages[match.at]
    shown = excerpt(content.text[start:end], terms)
    return FoundNote(
        path=path,
        title=content.title,
        score=round(match.score, 6),
        snippet=shown.text,
        heading=heading_above(content, start + shown.start),
        tags=content.tags,
        modified=_moment(mtime_ns).date().isoformat(),
        link=graph.names_about(connection, [path]).link_to(path),
        dated=content.published or "",
    )


def _document(content: NoteContent, path: str) -> ReadText:
    read = MarkdownReader().read(content.text.encode("utf-8", "replace"), path)
    return ReadText(
        text=read.text,
        media_type="text/markdown",
        title=content.title,
        headings=read.headings,
        published=content.published,
        code=read.code,
        flags=read.flags,
    )


def _moment(mtime_ns: int) -> datetime:
    return datetime.fromtimestamp(mtime_ns / 1e9, UTC).astimezone()
