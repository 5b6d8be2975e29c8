"""The index of one organisation's knowledge: derived from the store, follows its changes, and safe to delete."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from inquiro.core.errors import InquiroError, StoreCorrupt
from inquiro.core.knowledge_store import KnownThing
from inquiro.core.types import IndexState
from inquiro.index import documents
from inquiro.index.background import Background, EndedError
from inquiro.index.documents import Entry, Kind
from inquiro.index.passage_vectors import follow
from inquiro.index.query_vector import QueryVector
from inquiro.index.search import MATCHES, Match, Searcher
from inquiro.index.store import Store
from inquiro.index.update import Progress, forget, take_in
from inquiro.knowledge import index_entries
from inquiro.knowledge.index_entries import entry_of, said
from inquiro.retrieval.vectors import VectorStore

# A row of `followed` is the state of the store that the index has all of: whoever changes a document removes it.
_SCHEMA = """
CREATE TABLE followed (token TEXT NOT NULL);
CREATE TRIGGER unfollowed_by_more AFTER INSERT ON documents BEGIN DELETE FROM followed; END;
CREATE TRIGGER unfollowed_by_less AFTER DELETE ON documents BEGIN DELETE FROM followed; END"""
_KIND = Kind("known things", f"knowledge {index_entries.VERSION}", _SCHEMA)
_AT_ONCE = 500  # things that are loaded at a time
_ATTEMPTS = 5  # to have all of a store that others keep changing
_SECONDS = 1.5  # that a search waits for vectors: a run asks more than once
_LOG = logging.getLogger("inquiro.index")


class Followed(Protocol):
    """What is known, as the thread that follows it reads it."""

    def token(self) -> str:
        """Of the newest change."""

    def tokens(self) -> Mapping[str, str]:
        """For every thing that of the change that wrote it."""

    def things(self, ids: Sequence[str]) -> list[tuple[KnownThing, str]]:
        """Those that are still there, as private as they are by now, each with its token."""


class KnowledgeIndex:
    """Finds known things; `start` brings it up to date beside other work, and searching never waits for that.

    Everything in it counts as private: a model of meaning outside this machine gets none of it unless the mode allows.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder it lasts as long as this object."""
        if folder is None:
            folder = Path(tempfile.mkdtemp(prefix="inquiro-knowledge-"))
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.folder = folder
        self._store = Store(folder, _KIND)
        self._searcher = Searcher(self._store)
        self._starting = threading.Lock()
        self._background: Background[None] | None = None

    def follows(self) -> str:
        """The token of the change up to which it has everything; empty while something is missing."""
        try:
            return self._followed()
        except StoreCorrupt:
            self._discard()
            return self._followed()

    def start(self, known: Followed, vectors: VectorStore | None, progress: Progress | None = None) -> None:
        """Words first, then meaning, as fast as vectors are made; a change ends the waiting for vectors of earlier ones."""
        with self._starting:
            if self._background and self._background.running:
                if not self._background.is_ready or self.follows() == known.token():
                    return
                self._background.close()

            def told(done: int, total: int, what: str) -> None:
                work.go_on()
                if progress:
                    progress(done, total, what)

            embed = partial(self._embed, vectors)
            work = Background(lambda: self.update(known, told), lambda: embed(work))
            self._background = work
            work.start()

    def wait(self, seconds: float) -> None:
        """For the words that are being taken in, so long."""
        if self._background:
            try:
                self._background.result(seconds)
            except EndedError:
                return

    def wait_for_meaning(self, seconds: float) -> None:
        if self._background:
            self._background.join(seconds)

    def close(self) -> None:
        """Ends what goes on in the background; the next one goes on from there."""
        if self._background:
            self._background.close()

    def update(self, known: Followed, progress: Progress | None = None) -> None:
        """Takes in what was added, changed and removed; several processes may, and an interrupted one goes on."""
        try:
            self._update(known, progress)
        except StoreCorrupt:
            self._discard()
            self._update(known, progress)

    def search(self, query: str, most: int, vectors: VectorStore | None = None) -> list[tuple[str, float]]:
        """Ids of things that answer, best first; the store may know some of them no more."""
        wanted = query.encode("utf-8", "replace").decode()
        meaning = QueryVector(vectors, wanted, said, _SECONDS, private=True) if vectors else None
        try:
            return self._search(wanted, most, meaning)
        except StoreCorrupt:
            self._discard()  # nothing is found until everything was taken in again
            return []

    def state(self, vectors: VectorStore | None = None) -> IndexState:
        with self._store.read() as connection:
            return documents.state_of(connection, vectors.name if vectors else None, 0)

    def _followed(self) -> str:
        with self._store.read() as connection:
            row = connection.execute("SELECT token FROM followed").fetchone()
        return str(row[0]) if row else ""

    def _discard(self) -> None:
        self._store.discard()
        self._searcher.forget()

    def _update(self, known: Followed, progress: Progress | None) -> None:
        for _ in range(_ATTEMPTS):
            token = known.token()
            if self.follows() == token:
                return
            self._take_in(known, token, progress)

    def _take_in(self, known: Followed, token: str, progress: Progress | None) -> None:
        """It follows only once it has everything: what changed meanwhile, or a slower process put back, is missing."""
        tokens = known.tokens()
        with self._store.read() as connection:
            self._store.check(connection)
            before = _tokens(connection)
        forget(self._store, before.keys() - tokens.keys())  # first: what is gone shall not be found
        wanted = [name for name, written in tokens.items() if before.get(name) != written]
        take_in(self._store, _entries(known, wanted), len(wanted), frozenset(), progress)
        if wanted or before.keys() - tokens.keys():
            self._store.tidy()
            self._searcher.forget()
        with self._store.write() as connection:
            if _tokens(connection) == tokens:
                connection.execute("DELETE FROM followed")
                connection.execute("INSERT INTO followed VALUES (?)", (token,))

    def _search(self, query: str, most: int, meaning: QueryVector | None) -> list[tuple[str, float]]:
        with self._store.read() as connection:
            asked = meaning.asked(connection) if meaning else None
            found = self._searcher.search(connection, query, "hybrid", asked, most=max(most, MATCHES))
            best = _best(found, most)
            names = documents.paths_of(connection, [match.document for match in best])
        scores = {names[match.document]: round(match.score, 6) for match in best if match.document in names}
        return sorted(scores.items(), key=lambda one: (-one[1], one[0]))

    def _embed(self, vectors: VectorStore | None, work: Background[None]) -> None:
        if vectors is None:
            return
        try:
            follow(self._store, said, vectors, work.pause, private=True)
        except InquiroError as error:  # words are there; `state` says what is not covered by meaning
            _LOG.warning("known things get no vectors for now: %s", error)
        self._searcher.forget()


def _best(found: Sequence[Match], most: int) -> Sequence[Match]:
    """More than are asked for, as the store may know some no more; and all that are as good as the last of them."""
    end = 2 * most
    while 0 < end < len(found) and round(found[end].score, 6) == round(found[end - 1].score, 6):
        end += 1
    return found[:end]


def _tokens(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT path, sha256 FROM documents").fetchall())


def _entries(known: Followed, wanted: Sequence[str]) -> Iterator[Entry]:
    for at in range(0, len(wanted), _AT_ONCE):
        yield from (entry_of(thing, token) for thing, token in known.things(wanted[at : at + _AT_ONCE]))
