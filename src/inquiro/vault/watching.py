"""Follows a vault while a server runs: what changes is searchable soon, and gets its vectors in the background."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from inquiro.core.errors import InquiroError
from inquiro.vault.index import VaultIndex

_SLICE = 1.0  # seconds of embedding at a time
_AFTER_ERROR = 30.0
_LOG = logging.getLogger("inquiro.vault")


class VaultWatcher:
    """A thread that looks at the vault again and again: at most a fiftieth of one core, however large it is.

    Vectors are made half of the time, so that those who are served come first.
    """

    def __init__(self, open_index: Callable[[], VaultIndex]) -> None:
        """`open_index` may take its time, for loading a model: it is called in the thread."""
        self._open = open_index
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="vault", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends between two short steps; everything done so far is kept."""
        self._ended.set()
        if self._thread:
            self._thread.join()

    def _watch(self) -> None:
        index: VaultIndex | None = None
        while not self._ended.is_set():
            try:
                index = index or self._open()
                wait = self._step(index)
            except _EndedError:
                return
            except InquiroError as error:
                _LOG.warning("the vault cannot be followed: %s", error)
                wait = _AFTER_ERROR
            self._ended.wait(wait)

    def _step(self, index: VaultIndex) -> float:
        """One thing that is to be done; returns how long to wait before the next."""
        if index.due_in() <= 0:
            found = index.refresh(self._heard)
            self._left = found.not_embedded
        if not self._left or index.embedder is None:
            return max(0.0, index.due_in())
        started = time.monotonic()
        self._left = index.embed_some(_SLICE, self._heard)
        return time.monotonic() - started

    _left = 0

    def _heard(self, _done: int, _total: int, _what: str) -> None:
        if self._ended.is_set():
            raise _EndedError


class _EndedError(Exception):
    """The watcher was closed in the middle of a longer piece of work."""
