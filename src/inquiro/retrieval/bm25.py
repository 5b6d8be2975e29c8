"""BM25 in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]

# Chosen on HotpotQA (bench/retrieval.py); flat around these values.
K1 = 1.2
B = 0.75


class Bm25:
    """Scores every text for a query; a text is its index terms, or how often it has each.

    A term is weighed when it is first asked for: queries are short, and a round's texts have thousands of terms.
    """

    def __init__(self, texts: Sequence[Sequence[str] | Mapping[str, int]], k1: float = K1, b: float = B) -> None:
        self.size = len(texts)
        self._k1 = k1
        self._counts = [text if isinstance(text, Mapping) else Counter(text) for text in texts]
        lengths = np.array([sum(counts.values()) for counts in self._counts], dtype=np.float64)
        mean = lengths.mean() if self.size and lengths.any() else 1.0
        self._norms = k1 * (1 - b + b * lengths / mean)
        self._weighed: dict[str, Scores] = {}

    def scores(self, query: Iterable[str]) -> Scores:
        """One score per text; 0 where no term of the query occurs."""
        total = np.zeros(self.size)
        for term in query:
            total += self._weights(term)
        return total

    def weighted(self, query: Mapping[str, float]) -> Scores:
        """One score per text for terms of different weight."""
        total = np.zeros(self.size)
        for term, weight in query.items():
            total += weight * self._weights(term)
        return total

    def rarity(self, term: str) -> float:
        return self._rarity(self._holders[term])

    @cached_property
    def _holders(self) -> Counter[str]:
        """How many texts have each term."""
        return Counter(chain.from_iterable(self._counts))

    def _rarity(self, found: int) -> float:
        return float(np.log1p((self.size - found + 0.5) / (found + 0.5)))

    def _weights(self, term: str) -> Scores:
        if term not in self._weighed:
            counts = np.array([counts.get(term, 0) for counts in self._counts], dtype=np.float64)
            rarity = self._rarity(int(np.count_nonzero(counts)))
            self._weighed[term] = rarity * counts * (self._k1 + 1) / (counts + self._norms + (counts == 0))
        return self._weighed[term]
