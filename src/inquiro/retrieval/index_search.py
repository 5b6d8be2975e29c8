"""Asking an index: words through FTS5, meaning through a matrix in memory, one ranking of documents."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from typing import Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from inquiro.core.decoders import from_json
from inquiro.core.types import ReadText, Value
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.index_file import IndexFile
from inquiro.retrieval.words import content_tokens, tokens

Mode = Literal["hybrid", "keyword", "semantic"]
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

_MATCHES = 300  # passages a keyword query looks at
_MEANT = 0.25  # below this cosine a passage without a common word has nothing to do with the query
_SEVERAL = 0.05  # what further passages add to a document's score


class IndexHit(Value, frozen=True, kw_only=True):
    """A document by its best passage; `text` is the passage."""

    path: str
    document: int
    start: int
    end: int
    score: float
    title: str
    text: str
    published: str | None = None


class _Vectors(NamedTuple):
    """Every passage with a vector, by ascending chunk id."""

    generation: int
    chunks: Numbers
    matrix: npt.NDArray[np.float32]


class Searcher:
    """Keeps the vectors of the newest generation in memory between searches."""

    def __init__(self, file: IndexFile, embedder: Embedder | None) -> None:
        self._file = file
        self._embedder = embedder
        self._cached: _Vectors | None = None

    def search(self, query: str, limit: int, mode: Mode) -> list[IndexHit]:
        terms = query_terms(query)
        with self._file.read() as connection:
            keyword = {} if mode == "semantic" else _keyword(connection, terms)
            if self._embedder is None or mode == "keyword":
                scores = keyword
            else:
                scores = _fused(keyword, *self._semantic(connection, self._embedder, query), mode)
            return _documents(connection, scores, limit)

    def _semantic(self, connection: sqlite3.Connection, embedder: Embedder, query: str) -> tuple[Numbers, Floats]:
        """Passages with a vector, and how near each is to the query."""
        vectors = self._vectors(connection, embedder)
        if not len(vectors.chunks):
            return vectors.chunks, np.zeros(0)
        return vectors.chunks, (vectors.matrix @ embedder.embed([query])[0]).astype(np.float64)

    def _vectors(self, connection: sqlite3.Connection, embedder: Embedder) -> _Vectors:
        meta = dict(connection.execute("SELECT name, value FROM meta"))
        generation = int(meta["generation"])
        if self._cached is None or self._cached.generation != generation:
            fitting = meta["embedder"] == embedder.name
            self._cached = _load(connection, generation, embedder.dimensions if fitting else 0)
        return self._cached


def query_terms(query: str) -> list[str]:
    """The terms of a query that carry meaning; all of them if none does."""
    return list(dict.fromkeys(content_tokens(query) or tokens(query)))


def _load(connection: sqlite3.Connection, generation: int, dimensions: int) -> _Vectors:
    rows = connection.execute("SELECT chunk, vector FROM vectors ORDER BY chunk").fetchall() if dimensions else []
    matrix = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.float16).reshape(len(rows), dimensions or 1)
    return _Vectors(generation, np.array([row[0] for row in rows], dtype=np.int64), matrix.astype(np.float32))


def _keyword(connection: sqlite3.Connection, terms: list[str]) -> dict[int, float]:
    if not terms:
        return {}
    quoted = " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
    rows = connection.execute(
        "SELECT rowid, -rank FROM terms WHERE terms MATCH ? ORDER BY rank LIMIT ?", (quoted, _MATCHES)
    )
    return dict(rows.fetchall())


def _fused(keyword: dict[int, float], chunks: Numbers, cosines: Floats, mode: Mode) -> dict[int, float]:
    """The best passages by both scores over all of them; one without a vector counts as average in meaning."""
    matched = np.fromiter(keyword.keys(), dtype=np.int64, count=len(keyword))
    numbers = chunks if np.isin(matched, chunks).all() else np.union1d(chunks, matched)
    meaning = np.full(len(numbers), cosines.mean() if len(cosines) else 0.0)
    meaning[np.searchsorted(numbers, chunks)] = cosines
    words = np.zeros(len(numbers))
    words[np.searchsorted(numbers, matched)] = np.fromiter(keyword.values(), dtype=np.float64, count=len(keyword))
    scores = meaning if mode == "semantic" else fuse(words, meaning)
    scores = np.where((words > 0) | (meaning >= _MEANT), scores, -np.inf)
    best = np.argpartition(-scores, _MATCHES)[:_MATCHES] if len(scores) > _MATCHES else np.arange(len(scores))
    return {int(numbers[at]): float(scores[at]) for at in best if np.isfinite(scores[at])}


def _documents(connection: sqlite3.Connection, scores: dict[int, float], limit: int) -> list[IndexHit]:
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    owners = _owners(connection, [number for number, _ in best])
    passages: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for number, score in best:
        if number in owners:
            passages[owners[number]].append((number, score))

    def total(found: list[tuple[int, float]]) -> float:
        return found[0][1] + _SEVERAL * sum(max(score, 0.0) for _, score in found[1:3])

    ranked = sorted(((total(found), found[0][0]) for found in passages.values()), key=lambda item: (-item[0], item[1]))
    return [_hit(connection, number, score) for score, number in ranked[:limit]]


def _owners(connection: sqlite3.Connection, chunks: list[int]) -> dict[int, int]:
    numbers = msgspec.json.encode(chunks).decode()
    rows = connection.execute(
        "SELECT id, document FROM chunks WHERE id IN (SELECT value FROM json_each(?))", (numbers,)
    )
    return dict(rows.fetchall())


def _hit(connection: sqlite3.Connection, number: int, score: float) -> IndexHit:
    path, document, start, stop, content = connection.execute(
        "SELECT path, documents.id, start, stop, content FROM chunks JOIN documents ON documents.id = document"
        " WHERE chunks.id = ?",
        (number,),
    ).fetchone()
    read = from_json(content, ReadText)
    return IndexHit(
        path=path,
        document=document,
        start=start,
        end=stop,
        score=round(score, 6),
        title=read.title,
        text=read.text[start:stop],
        published=read.published,
    )
