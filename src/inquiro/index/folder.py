"""An index of a folder that follows what happens to its files, and finds passages in them."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from inquiro.core.errors import InquiroError, ReadFailed, StoreCorrupt, UsageError
from inquiro.core.types import IndexState, ReadText, SearchMode, Value
from inquiro.index import documents, text
from inquiro.index.background import Background
from inquiro.index.documents import Entry, Kind, State
from inquiro.index.passage_vectors import embed_missing, follow
from inquiro.index.query_vector import QueryVector
from inquiro.index.search import NO_MODEL, Match, Searcher, query_terms
from inquiro.index.store import Store
from inquiro.index.text import IndexedText, called_in, entry_of, indexed_text, said
from inquiro.index.update import RETRY, Progress, forget, stale, take_in
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.scan import Found, scan
from inquiro.retrieval.vectors import VectorStore, Waiting
from inquiro.retrieval.words import tokens

Read = Callable[[bytes, str], ReadText]

_SCHEMA = """
CREATE TABLE names (document INTEGER PRIMARY KEY, terms TEXT NOT NULL);
CREATE TABLE called (document INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (name, document)) WITHOUT ROWID;
CREATE INDEX called_of_document ON called (document)"""
_PASSAGES = 20  # of a document that a hit names
_LOG = logging.getLogger("inquiro.index")
_NAMESAKES = 2  # documents that one name can mean
_SECONDS = 1.5  # that a search waits for vectors: a run asks more than once


class Refresh(Value, frozen=True, kw_only=True):
    """What a refresh found; `skipped` holds a path and a reason each."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    not_embedded: int = 0  # passages that are found by their words only

    @property
    def documents(self) -> int:
        return self.added + self.changed + self.unchanged


class FoundPassage(Value, frozen=True, kw_only=True):
    """A piece of a document that answers, by its place in the text."""

    start: int
    end: int
    score: float


class IndexHit(Value, frozen=True, kw_only=True):
    """A document by its best passage; `text` is the passage, `about` the title and the heading that it stands under."""

    path: str
    document: int
    start: int
    end: int
    score: float
    title: str
    text: str
    about: str = ""
    published: str | None = None
    passages: tuple[FoundPassage, ...] = ()  # best first, itself included


class IndexedDocument(NamedTuple):
    """A document as the index holds it; `sha256` is that of the file."""

    content: ReadText
    sha256: str
    modified: datetime


class FolderIndex:
    """Finds passages in a folder's documents; `start` or `refresh` bring it up to date, and searching never waits."""

    def __init__(
        self,
        folder: Path,
        state_folder: Path,
        read: Read,
        suffixes: frozenset[str],
        vectors: VectorStore | None = None,
        *,
        version: str = "",
        private: bool = True,
    ) -> None:
        """`version` is the reader's: a new one makes everything be read again. What is `private` stays here."""
        self.folder = folder.resolve()
        self.vectors = vectors
        self._read = read
        self._suffixes = suffixes
        self._private = private
        kind = Kind("documents", f"folder {text.VERSION} {version}".strip(), _SCHEMA, ("names", "called"))
        self._store = Store(state_folder, kind)
        self._searcher = Searcher(self._store)
        self._refreshing = _lock_of(self._store.folder)
        self._background: Background[Refresh] | None = None
        self._unread = 0

    def refresh(self, progress: Progress | None = None, embed_seconds: float | None = None) -> Refresh:
        """Takes in what was added, changed and removed; several processes may do so, and an interrupted one goes on."""
        found = self._refreshed(progress)
        if self.vectors is None:
            return found
        left = embed_missing(self._store, said, Waiting(self.vectors), embed_seconds, progress)
        self._searcher.forget()
        return msgspec.structs.replace(found, not_embedded=left)

    def start(self, progress: Progress | None = None) -> None:
        """The same beside other work: words first, and then meaning, as fast as vectors are made."""
        if self._background and self._background.running:
            return

        def told(done: int, total: int, what: str) -> None:
            work.go_on()
            if progress:
                progress(done, total, what)

        work = self._background = Background(lambda: self._refreshed(told), lambda: self._follow(work.pause))
        work.start()

    def wait(self, seconds: float) -> Refresh | None:
        """What the refresh under way found, or None when it takes longer than that."""
        return self._background.result(seconds) if self._background else None

    def wait_for_meaning(self, seconds: float) -> None:
        if self._background:
            self._background.join(seconds)

    def close(self) -> None:
        """Ends what goes on in the background; the next one goes on from there."""
        if self._background:
            self._background.close()

    def state(self) -> IndexState:
        with self._store.read() as connection:
            return documents.state_of(connection, self.vectors.name if self.vectors else None, self._unread)

    def search(self, query: str, limit: int = 10, mode: SearchMode = "hybrid") -> list[IndexHit]:
        """Documents by their best passage, best first."""
        if mode == "semantic" and self.vectors is None:
            raise UsageError(NO_MODEL)
        wanted = query.encode("utf-8", "replace").decode()
        try:
            return self._search(wanted, limit, mode)
        except StoreCorrupt:
            self._refreshed(None)
            return self._search(wanted, limit, mode)

    def document(self, path: str) -> IndexedDocument:
        """What the index holds for a path inside the folder."""
        with self._store.read() as connection:
            found = documents.read_at(connection, path)
        if found is None:
            raise UsageError(f"'{path}' is not in the index of {self.folder}")
        kept, content, mtime_ns = found
        return IndexedDocument(indexed_text(content).content, kept.sha256, datetime.fromtimestamp(mtime_ns / 1e9, UTC))

    def _refreshed(self, progress: Progress | None) -> Refresh:
        with self._refreshing:
            try:
                return self._refresh(progress)
            except StoreCorrupt:
                self._store.discard()
                return self._refresh(progress)
            finally:
                self._unread = 0

    def _refresh(self, progress: Progress | None) -> Refresh:
        files = scan(self.folder, self._suffixes)
        with self._store.read() as connection:
            self._store.check(connection)
            before = documents.states(connection)
        readable = {file.path: file for file in files if not file.reason}
        wanted = stale(readable, {path: (state.size, state.mtime_ns) for path, state in before.items()})
        gone = frozenset(before.keys() - readable.keys())
        self._unread = len(wanted)

        def told(done: int, total: int, what: str) -> None:
            self._unread = total - done
            if progress:
                progress(done, total, what)

        taken = take_in(self._store, map(self._entry, wanted), len(wanted), gone, told)
        forget(self._store, gone - taken.moved)
        if wanted or gone:
            self._store.tidy()
        with self._store.read() as connection:
            after = documents.states(connection)
            missing = documents.passages_without_vector(connection) if self.vectors else 0
        return _summary(before, after, {file.path: file.reason for file in files if file.reason}, missing)

    def _entry(self, found: Found) -> Entry:
        try:
            data = (self.folder / found.path).read_bytes()
        except OSError as error:
            return Entry(found.path, State(RETRY, 0, "", f"cannot be read: {error.strerror}"))
        state = State(found.size, found.mtime_ns, hashlib.sha256(data).hexdigest(), "")
        try:
            content = self._read(data, found.path)
        except ReadFailed as error:
            return Entry(found.path, state._replace(reason=str(error)))
        return entry_of(found.path, state, content)

    def _follow(self, pause: Callable[[float], bool]) -> None:
        if self.vectors is None:
            return
        try:
            follow(self._store, said, self.vectors, pause, private=self._private)
        except InquiroError as error:  # words are there; `state` says what is not covered by meaning
            _LOG.warning("passages of %s get no vectors for now: %s", self.folder.name, error)
        self._searcher.forget()

    def _search(self, query: str, limit: int, mode: SearchMode) -> list[IndexHit]:
        meaning = QueryVector(self.vectors, query, said, _SECONDS, private=self._private) if self.vectors else None
        with self._store.read() as connection:
            asked = meaning.asked(connection) if meaning else None
            called = _called(connection, query) if mode != "semantic" else ()
            names = partial(_names, connection)
            found = self._searcher.search(connection, query, mode, asked, called=called, names=names)
            hits = (_hit(connection, match) for match in found)
            return list(islice(filter(None, hits), limit))


def merged_scores(query: str, hits: Sequence[IndexHit], vectors: VectorStore | None) -> list[float]:
    """One score per hit of several folders, whose own are relative to their folder; no vector is average in meaning."""
    if not hits:
        return []
    texts = [f"{hit.about}\n{hit.text}" for hit in hits]
    scores = Bm25([tokens(text) for text in texts]).scores(query_terms(query))
    if vectors:
        rows, there = vectors.known(texts)
        meaning = (rows @ vectors.query(query)).astype(np.float64)
        if there.any():
            scores = fuse(scores, np.where(there, meaning, meaning[there].mean()))
    return [round(float(score), 6) for score in scores]


@lru_cache(maxsize=1_000)
def _lock_of(_folder: Path) -> threading.RLock:
    """Runs at the same time read a new file once; the others wait for the one that does."""
    return threading.RLock()


def _summary(before: dict[str, State], after: dict[str, State], refused: dict[str, str], left: int) -> Refresh:
    old = {path: state.sha256 for path, state in before.items() if not state.reason}
    new = {path: state.sha256 for path, state in after.items() if not state.reason}
    failed = {path: state.reason for path, state in after.items() if state.reason}
    unchanged = sum(old.get(path) == digest for path, digest in new.items())
    return Refresh(
        added=len(new.keys() - old.keys()),
        changed=len(new.keys() & old.keys()) - unchanged,
        removed=len(old.keys() - after.keys()),
        unchanged=unchanged,
        skipped=tuple(sorted((refused | failed).items())),
        not_embedded=left,
    )


def _called(connection: sqlite3.Connection, query: str) -> list[int]:
    """Documents that a query names; a name that many have names none."""
    encoded = msgspec.json.encode(called_in(query)).decode()
    rows = connection.execute(
        "SELECT min(document), max(document) FROM called WHERE name IN (SELECT value FROM json_each(?))"
        " GROUP BY name HAVING count(*) <= ?",
        (encoded, _NAMESAKES),
    )
    return sorted({document for row in rows for document in row})


def _names(connection: sqlite3.Connection, wanted: Sequence[int]) -> dict[int, frozenset[str]]:
    encoded = msgspec.json.encode(wanted).decode()
    rows = connection.execute(
        "SELECT document, terms FROM names WHERE document IN (SELECT value FROM json_each(?))", (encoded,)
    )
    return {document: frozenset(terms.split(" ")) for document, terms in rows}


def _hit(connection: sqlite3.Connection, match: Match) -> IndexHit | None:
    """None where the document has been changed or removed since it was found."""
    kept, encoded = (
        documents.document_with(connection, match.document),
        documents.content_of(connection, match.document),
    )
    if kept is None or encoded is None:
        return None
    found = indexed_text(encoded)
    start, end = found.passages[match.at]
    return IndexHit(
        path=kept.path,
        document=match.document,
        start=start,
        end=end,
        score=round(match.score, 6),
        title=found.content.title,
        text=found.passage(match.at),
        about=found.about(match.at),
        published=found.content.published,
        passages=_places(found, match),
    )


def _places(found: IndexedText, match: Match) -> tuple[FoundPassage, ...]:
    return tuple(
        FoundPassage(start=found.passages[at][0], end=found.passages[at][1], score=round(score, 6))
        for at, score in match.passages[:_PASSAGES]
    )
