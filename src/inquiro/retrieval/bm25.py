"""BM25 in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]

# Chosen on HotpotQA (bench/retrieval.py); flat around these values.
K1 = 1.2
B = 0.75


class Bm25:
    """Scores every text for a query; a text is its list of index terms."""

    def __init__(self, texts: Sequence[Sequence[str]], k1: float = K1, b: float = B) -> None:
        self.size = len(texts)
        lengths = np.array([len(text) for text in texts], dtype=np.float64)
        mean = lengths.mean() if self.size and lengths.any() else 1.0
        norms = k1 * (1 - b + b * lengths / mean)
        postings: dict[str, tuple[list[int], list[int]]] = {}
        for number, text in enumerate(texts):
            for term, count in Counter(text).items():
                ids, counts = postings.setdefault(term, ([], []))
                ids.append(number)
                counts.append(count)
        self._postings = {
            term: (np.array(ids), self._weights(np.array(counts, dtype=np.float64), norms[ids], k1))
            for term, (ids, counts) in postings.items()
        }

    def _weights(self, counts: Scores, norms: Scores, k1: float) -> Scores:
        rarity = np.log1p((self.size - len(counts) + 0.5) / (len(counts) + 0.5))
        weights: Scores = rarity * counts * (k1 + 1) / (counts + norms)
        return weights

    def scores(self, query: Iterable[str]) -> Scores:
        """One score per text; 0 where no term of the query occurs."""
        total = np.zeros(self.size)
        for term in query:
            if posting := self._postings.get(term):
                total[posting[0]] += posting[1]
        return total
