"""What a query means to the shared store of vectors, for no longer than a search can wait."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from functools import partial

from inquiro.index.passage_vectors import Passage, Said, texts_of
from inquiro.index.search import Asked
from inquiro.index.vector_files import Flags, Vectors
from inquiro.retrieval.vectors import VectorStore


class QueryVector:
    """Made before the index is opened, so that nobody who writes waits for it."""

    def __init__(self, vectors: VectorStore, query: str, said: Said, seconds: float, *, private: bool) -> None:
        """`seconds` are for all of it: the query, and passages that the index has no vectors of yet."""
        self._until = time.monotonic() + seconds
        self._vectors = vectors
        self._said = said
        self._private = private
        self._query = vectors.query(query, seconds=seconds, private=private)

    def asked(self, connection: sqlite3.Connection) -> Asked | None:
        """None where the query has no vector."""
        if not self._query.any():
            return None
        return Asked(self._vectors.name, self._query, partial(self._more, connection))

    def _more(self, connection: sqlite3.Connection, passages: Sequence[Passage]) -> tuple[Vectors, Flags]:
        """As many as can be had in time; nobody who writes waits for us meanwhile."""
        texts = texts_of(connection, self._said, passages)
        connection.execute("ROLLBACK")
        wanted = [texts.get(passage, "") for passage in passages]
        left = max(0.0, self._until - time.monotonic())
        rows, mask = self._vectors.embed(wanted, seconds=left, private=self._private)
        connection.execute("BEGIN")
        return rows, mask & [passage in texts for passage in passages]
