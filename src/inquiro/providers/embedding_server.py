"""Embeddings of a server or a vendor: `ollama:NAME`, `openai:NAME`, or whatever speaks like them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import msgspec
import numpy as np

from inquiro.core.errors import BadAnswer
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Availability
from inquiro.providers.llm import client_for
from inquiro.providers.llm._client import Client
from inquiro.retrieval.embeddings import Vectors

SECONDS = 30.0
_LONGEST_TEXT = 6_000  # characters; what follows would be cut off there, or refused


class EmbeddingServer:
    """A model behind HTTP; asked with our transport, from threads that have no event loop.

    Who may see what is decided before (`VectorStore.under`). A server on this machine is asked by a transport that
    cannot leave it.
    """

    batch = 32
    at_once = 2

    def __init__(self, settings: Settings, model_id: str) -> None:
        self.name = model_id
        client = self._client(settings)
        self.outside = not client.capabilities.local
        mode = "hybrid" if self.outside else "local_only"
        self._settings = msgspec.structs.replace(settings, privacy=mode)
        self._dimensions = 0
        self._lock = threading.Lock()

    @property
    def dimensions(self) -> int:
        """Only the server knows: 0 until the first vector tells."""
        return self._dimensions

    def availability(self) -> Availability:
        client = self._client(self._settings)
        if not client.embeddings:
            return Availability(available=False, reason=f"{client.provider} makes no embeddings")
        return client.availability()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row per text, of length one."""
        rows = np.array(asyncio.run(self._asked([text[:_LONGEST_TEXT] for text in texts])), dtype=np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        with self._lock:
            if self._dimensions not in {0, rows.shape[1]}:
                raise BadAnswer(f"{self.name} changed the length of its vectors")
            self._dimensions = rows.shape[1]
        unit: Vectors = rows / np.maximum(lengths, 1e-12)
        return unit

    async def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        from inquiro.providers.http.transport import Transport  # what speaks HTTP is slow to load

        async with Transport(self._settings) as web:
            client = self._client(self._settings, ProviderContext(settings=self._settings, web=web))
            return await client.embed(texts, SECONDS)

    def _client(self, settings: Settings, context: ProviderContext | None = None) -> Client:
        client = client_for(self.name, context or ProviderContext(settings=settings))
        assert isinstance(client, Client)
        return client
