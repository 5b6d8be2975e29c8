"""The vectors of texts: made once, kept on disk, and shared by runs, indexes and ranking.

A text is known by its hash, so it does not matter who asked for it first. Whoever needs vectors now says how long it
can wait; what is left over is made in the background, and the mask says what there is.
"""

from __future__ import annotations

import copy
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import monotonic

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import InquiroError, StoreError
from inquiro.core.types import PrivacyMode
from inquiro.retrieval.embeddings import Vectors
from inquiro.retrieval.vector_file import Half, Key, VectorFile, key_of
from inquiro.retrieval.vector_queue import Embeds, VectorQueue

__all__ = ["Embeds", "Mask", "Vector", "VectorStore", "Vectors", "Waiting", "key_of"]

Vector = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

FILE = "vectors.db"
SECONDS = 3.0  # a question never waits longer for vectors
_IN_MEMORY = 20_000  # rows
_NOTHING = np.zeros(0, dtype=np.float16)


class VectorStore:
    """Vectors of one model; any number of threads may ask, and other processes may use the same file."""

    def __init__(self, path: Path, name: str, load: Callable[[], Embeds], *, outside: bool = False) -> None:
        """`load` gives the model when something has to be embedded; what is on disk needs none.

        A model that is `outside` this machine gets only what the mode allows, which is nothing until `under` says so.
        """
        self.name = name
        self.outside = outside
        self.mode: PrivacyMode = "local_only"
        self._file = VectorFile(path)
        self._queue = VectorQueue(load, self._keep, self._recalled)
        self._recent: OrderedDict[Key, Half] = OrderedDict()
        self._lock = threading.Lock()
        self._dimensions = 0

    @property
    def dimensions(self) -> int:
        """How long a vector is; 1 while nobody knows, because the model is elsewhere and made none yet."""
        if not self._dimensions:
            self._dimensions = self._file.dimensions(self.name) or self._loaded_dimensions()
        return self._dimensions or 1

    @property
    def problem(self) -> str:
        """Why the model did not work last time; empty while it does."""
        return self._queue.problem

    @property
    def embedded(self) -> int:
        """Texts that this process has embedded."""
        return self._queue.embedded

    def under(self, mode: PrivacyMode) -> VectorStore:
        """The same store for work under a privacy mode."""
        same = copy.copy(self)
        same.mode = mode
        return same

    def query(self, text: str, *, seconds: float = SECONDS, private: bool = True) -> Vector:
        """The vector of a question, before everything that waits; zeros, near to nothing, where it cannot be had."""
        key = key_of(text)
        found = self._found([key])
        if not found and self._may_see(private):
            found = self._queue.wait({key: text}, monotonic() + seconds, first=True)
        return found[key].astype(np.float32) if key in found else np.zeros(self.dimensions, dtype=np.float32)

    def known(self, texts: Sequence[str]) -> tuple[Vectors, Mask]:
        """The rows that are there already, in the order of the texts; the mask says which, the others are zeros."""
        return self.rows([key_of(text) for text in texts])

    def rows(self, keys: Sequence[Key]) -> tuple[Vectors, Mask]:
        """As `known`, for whoever keeps the keys of its texts (`key_of`)."""
        return self._filled(keys, self._found(keys))

    def embed(
        self, texts: Sequence[str], *, seconds: float | None = None, private: bool | Sequence[bool] = True
    ) -> tuple[Vectors, Mask]:
        """Known rows, and as many of the missing, first ones first, as the time allows; the rest is made later."""
        until = monotonic() + seconds if seconds is not None else float("inf")
        keys = [key_of(text) for text in texts]
        found = self._found(keys)
        kept_here = [private] * len(texts) if isinstance(private, bool) else private
        asked = zip(keys, texts, kept_here, strict=True)
        missing = {key: text for key, text, hidden in asked if key not in found and self._may_see(hidden)}
        if missing:
            found |= self._queue.wait(missing, until)
        return self._filled(keys, found)

    def later(self, texts: Iterable[str], *, private: bool = True) -> None:
        """In the background; what is known is not made again."""
        if not self._may_see(private):
            return
        wanted = {key_of(text): text for text in texts}
        found = self._found(list(wanted))
        self._queue.later({key: text for key, text in wanted.items() if key not in found})

    def pending(self) -> int:
        """Texts that wait for their vectors in this process."""
        return self._queue.pending()

    def close(self) -> None:
        """Ends the background work and keeps what is made; the store can be used again afterwards."""
        self._queue.close()

    def _may_see(self, private: bool) -> bool:
        """As for any model: `hybrid` sends no private text, `local_only` none at all."""
        return not self.outside or self.mode == "cloud_allowed" or (self.mode == "hybrid" and not private)

    def _found(self, keys: Sequence[Key]) -> dict[Key, Half]:
        found = self._recalled(keys)
        if missing := [key for key in keys if key not in found]:
            found |= self._queue.unkept(missing)
            read = self._file.get(self.name, (key for key in missing if key not in found))
            self._remember(read)
            found |= read
        return found

    def _recalled(self, keys: Iterable[Key]) -> dict[Key, Half]:
        with self._lock:
            return {key: self._recent[key] for key in keys if key in self._recent}

    def _filled(self, keys: Sequence[Key], found: Mapping[Key, Half]) -> tuple[Vectors, Mask]:
        dimensions = max(map(len, found.values())) if found else self.dimensions
        mask = np.zeros(len(keys), dtype=np.bool_)
        rows = np.zeros((len(keys), dimensions), dtype=np.float32)
        for number, key in enumerate(keys):
            if len(row := found.get(key, _NOTHING)) == dimensions:
                rows[number], mask[number] = row, True
        return rows, mask

    def _keep(self, rows: Mapping[Key, Half]) -> None:
        """A disk that is full costs the work of the next run, not this one."""
        self._remember(rows)
        try:
            self._file.put(self.name, rows)
        except StoreError as error:
            self._queue.problem = str(error)

    def _remember(self, rows: Mapping[Key, Half]) -> None:
        if len(rows) > _IN_MEMORY:
            return
        with self._lock:
            self._recent |= rows
            while len(self._recent) > _IN_MEMORY:
                self._recent.popitem(last=False)

    def _loaded_dimensions(self) -> int:
        try:
            return self._queue.model().dimensions
        except InquiroError as error:
            self._queue.problem = str(error)
            return 0


class Waiting:
    """A store for whoever needs the vector of every text, however long it takes; what cannot be had is zeros."""

    def __init__(self, store: VectorStore) -> None:
        self._store = store
        self.name = store.name

    @property
    def dimensions(self) -> int:
        return self._store.dimensions

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._store.embed(texts)[0]
