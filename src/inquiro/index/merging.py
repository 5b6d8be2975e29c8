"""Hits of several indexes in one order: their own scores are relative to their own folder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inquiro.index.folder import IndexHit
from inquiro.index.search import query_terms
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.vectors import VectorStore
from inquiro.retrieval.words import tokens


def merged_scores(query: str, hits: Sequence[IndexHit], vectors: VectorStore | None) -> list[float]:
    """One score per hit, comparable among them; what has no vector yet counts as average in meaning."""
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
