"""Hits of several indexes in one order: their own scores are relative to their own folder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.index import IndexHit
from inquiro.retrieval.words import content_tokens, tokens


def merged_scores(query: str, hits: Sequence[IndexHit], embedder: Embedder | None) -> list[float]:
    """One score per hit, comparable among them."""
    if not hits:
        return []
    texts = [f"{hit.title}\n{hit.text}" for hit in hits]
    scores = Bm25([tokens(text) for text in texts]).scores(content_tokens(query) or tokens(query))
    if embedder:
        meaning = embedder.embed(texts) @ embedder.embed([query])[0]
        scores = fuse(scores, meaning.astype(np.float64))
    return [round(float(score), 6) for score in scores]
