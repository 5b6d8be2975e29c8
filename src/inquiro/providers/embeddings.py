"""Which model makes the vectors of a data directory, and the one store of them in this process."""

from __future__ import annotations

import threading
from pathlib import Path

from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import Availability
from inquiro.retrieval.embeddings import Embedder, availability, model_files
from inquiro.retrieval.vectors import FILE, VectorStore, Waiting

_stores: dict[tuple[Path, str], VectorStore] = {}
_lock = threading.Lock()


def vectors_of(settings: Settings) -> VectorStore | None:
    """The vectors for work under these settings, shared with everybody else who asks; None: rank by words alone."""
    built = _of_server(settings) if isinstance(settings.embedding_model, str) else _of_files(settings)
    if built is None:
        return None
    with _lock:
        return _stores.setdefault((settings.home, built.name), built).under(settings.privacy)


def embedder_of(settings: Settings) -> Embedder | None:
    """The same for whoever waits for every vector."""
    vectors = vectors_of(settings)
    return Waiting(vectors) if vectors else None


def embeddings_available(settings: Settings) -> Availability:
    """Whether texts can be embedded, and if not, what to do about it; a server is not asked."""
    if not isinstance(settings.embedding_model, str):
        return availability(settings.embedding_model, settings.home)
    from inquiro.providers.embedding_server import EmbeddingServer

    return EmbeddingServer(settings, settings.embedding_model).availability()


def close_vectors(home: Path) -> None:
    """Ends the background work for a data directory, and keeps what is made."""
    with _lock:
        mine = [store for (place, _), store in _stores.items() if place == home]
    for store in mine:
        store.close()


def _of_files(settings: Settings) -> VectorStore | None:
    assert not isinstance(settings.embedding_model, str)
    files = model_files(settings.embedding_model, settings.home)
    return VectorStore(settings.home / FILE, files.name, files.load) if files else None


def _of_server(settings: Settings) -> VectorStore:
    """One that was named and cannot be used is an error: nobody would notice that words alone count."""
    from inquiro.providers.embedding_server import EmbeddingServer

    server = EmbeddingServer(settings, str(settings.embedding_model))
    if not (found := server.availability()).available:
        raise NotConfigured(f"INQUIRO_EMBEDDING_MODEL={server.name} cannot be used: {found.reason}")
    return VectorStore(settings.home / FILE, server.name, lambda: server, outside=server.outside)
