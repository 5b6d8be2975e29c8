"""Which passages of the documents at hand speak to a query: asked anew every round, so nothing is computed twice."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inquiro.core.types import Document, Passage
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.chunks import chunk
from inquiro.retrieval.context import context
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.vectors import SECONDS, VectorStore
from inquiro.retrieval.words import content_tokens, tokens

Floats = npt.NDArray[np.float64]

_DOCUMENTS = 2_000  # kept in memory
_CANDIDATES = 16  # passages that are embedded for a query at least: each costs about 20 ms


class _Cut(NamedTuple):
    """One passage, prepared."""

    document: Document
    start: int
    end: int
    terms: Counter[str]

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]


class PassageRanker:
    """Orders the passages of documents by words and, with vectors, by meaning."""

    def __init__(self, vectors: VectorStore | None = None) -> None:
        self._vectors = vectors
        self._cuts: OrderedDict[str, list[_Cut]] = OrderedDict()
        self._lock = threading.Lock()
        self._last: tuple[tuple[str, ...], Bm25] = ((), Bm25([]))

    def rank(self, query: str, documents: Sequence[Document], limit: int) -> list[Passage]:
        """The best passages first; ties keep the order of documents and of their text."""
        cuts = [cut for document in documents for cut in self._prepared(document)]
        if not cuts:
            return []
        scores = self._keywords(documents, cuts).scores(content_tokens(query) or tokens(query))
        meaning = self._meaning(self._vectors, query, cuts, scores, 2 * limit) if self._vectors else None
        if meaning is not None:
            scores = fuse(scores, meaning)
        order = np.argsort(-scores, kind="stable")[:limit]
        return [_passage(cuts[at], float(scores[at])) for at in order]

    def _keywords(self, documents: Sequence[Document], cuts: list[_Cut]) -> Bm25:
        """The same for all queries of a round; kept as one value, since runs rank in several threads."""
        ids = tuple(document.id for document in documents)
        known, index = self._last
        if known != ids:
            index = Bm25([cut.terms for cut in cuts])
            self._last = (ids, index)
        return index

    def _meaning(
        self, vectors: VectorStore, query: str, cuts: list[_Cut], keyword: Floats, wanted: int
    ) -> Floats | None:
        """Cosines of the likeliest passages that have a vector in time; the rest counts as their average."""
        likely = np.argsort(-keyword, kind="stable")[: max(wanted, _CANDIDATES)]
        private = [cuts[at].document.private for at in likely]
        asked = vectors.query(query, private=any(private))
        rows, there = vectors.embed([_embedded(cuts[at]) for at in likely], seconds=SECONDS, private=private)
        if not there.any() or not asked.any():
            return None
        cosines = (rows[there] @ asked).astype(np.float64)
        meaning = np.full(len(cuts), cosines.mean())
        meaning[likely[there]] = cosines
        return meaning

    def _prepared(self, document: Document) -> list[_Cut]:
        with self._lock:
            if document.id in self._cuts:
                self._cuts.move_to_end(document.id)
                return self._cuts[document.id]
        cuts = [_cut(document, *span) for span in chunk(document.text, document.headings)]
        with self._lock:
            self._cuts[document.id] = cuts
            if len(self._cuts) > _DOCUMENTS:
                self._cuts.popitem(last=False)
        return cuts


def _cut(document: Document, start: int, end: int) -> _Cut:
    about = context(document.title, document.headings, start)
    return _Cut(document, start, end, Counter(tokens(f"{about}\n{document.text[start:end]}")))


def _embedded(cut: _Cut) -> str:
    return f"{context(cut.document.title, cut.document.headings, cut.start)}\n{cut.text}"


def _passage(cut: _Cut, score: float) -> Passage:
    return Passage(
        document_id=cut.document.id,
        start=cut.start,
        end=cut.end,
        text=cut.text,
        score=round(score, 6),
        context=context(cut.document.title, cut.document.headings, cut.start),
        private=cut.document.private,
    )
