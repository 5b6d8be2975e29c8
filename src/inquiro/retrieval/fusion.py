"""One ranking out of two: words say what is named, embeddings say what is meant."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]

# Chosen on HotpotQA (bench/retrieval.py); flat around this value.
SEMANTIC_SHARE = 0.4


def fuse(keyword: Scores, semantic: Scores, share: float = SEMANTIC_SHARE) -> Scores:
    """A weighted sum of both scores, each on a scale from its mean to its best."""
    fused: Scores = (1 - share) * _scaled(keyword) + share * _scaled(semantic)
    return fused


def raised(keyword: Scores, semantic: Scores, share: float = SEMANTIC_SHARE) -> Scores:
    """For choosing much of what there is: what is meant rises, and nothing falls below what its words give it.

    `semantic` is NaN where it is not known: such a text gains what the known ones gain on average.
    """
    known = ~np.isnan(semantic)
    if not known.any():
        return keyword
    best = float(keyword.max())
    words = keyword / best if best > 0 else keyword
    gained = np.zeros_like(words)
    gained[known] = np.maximum(_scaled(semantic[known]), 0.0)
    gained[~known] = gained[known].mean()
    return (1 - share) * words + share * gained


def _scaled(scores: Scores) -> Scores:
    if not len(scores):
        return scores
    low, high = float(scores.mean()), float(scores.max())
    if high > low:
        return (scores - low) / (high - low)
    return np.ones_like(scores) if high > 0 else np.zeros_like(scores)  # all alike, not all worthless
