"""Which model makes the vectors of a data directory, and the one store of them in this process."""

from __future__ import annotations

import threading
from pathlib import Path

from inquiro.core.settings import Settings
from inquiro.core.types import Availability
from inquiro.retrieval.embeddings import Embedder, availability, model_files
from inquiro.retrieval.vectors import FILE, VectorStore, Waiting

_stores: dict[tuple[Path, str], VectorStore] = {}
_lock = threading.Lock()


def vectors_of(settings: Settings) -> VectorStore | None:
    """The vectors for work under these settings, shared with everybody else who asks; None: rank by words alone."""
    files = model_files(settings.embedding_model, settings.home)
    if files is None:
        return None
    with _lock:
        key = (settings.home, files.name)
        if key not in _stores:
            _stores[key] = VectorStore(settings.home / FILE, files.name, files.load)
        return _stores[key].under(settings.privacy)


def embedder_of(settings: Settings) -> Embedder | None:
    """The same for whoever waits for every vector."""
    vectors = vectors_of(settings)
    return Waiting(vectors) if vectors else None


def embeddings_available(settings: Settings) -> Availability:
    """Whether texts can be embedded, and if not, what to do about it."""
    return availability(settings.embedding_model, settings.home)


def close_vectors(home: Path) -> None:
    """Ends the background work for a data directory, and keeps what is made."""
    with _lock:
        mine = [store for (place, _), store in _stores.items() if place == home]
    for store in mine:
        store.close()
