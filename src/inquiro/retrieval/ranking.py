"""Which passages of the documents at hand speak to a question, by words and, where vectors are at hand, by meaning.

Asked anew every round, so nothing is computed twice.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inquiro.core.types import Document, Passage, Query
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.chunks import chunk
from inquiro.retrieval.context import context
from inquiro.retrieval.fusion import fuse, raised
from inquiro.retrieval.words import content_tokens, tokens

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

CONTEXT_WEIGHT = 2  # of a word in the title or heading
QUERY_SHARE = 0.2  # of the best of the queries beside the question itself
NEIGHBOUR_SHARE = 0.2  # what stands beside a good passage explains it
FEEDBACK_SHARE = 0.3  # of the words that the best passages share
SPEAKS = 0.1  # from here on a document says something on the question
TEACHERS, LEARNED, TAUGHT_TWICE = 10, 12, 2
DOCUMENT_PASSAGES, NEXT_PASSAGE = 6, 0.7  # a document is worth its best passages, each one less than the one before
_DOCUMENTS = 2_000  # kept in memory
_INDEXED = ("local", "vault")  # sources whose passages are embedded in the background
CANDIDATES = 150  # passages whose meaning is looked at: each costs about 20 ms once
_FORESEEN = 4  # passages of a page that are embedded as it arrives
SECONDS = 1.5  # that a question waits for vectors here; searching and quoting wait, too


class Meaning(Protocol):
    """Vectors of texts, as far as they can be had in time; see `retrieval/vectors.py`."""

    def query(self, text: str, *, private: bool = True) -> Rows: ...
    def embed(
        self, texts: Sequence[str], *, seconds: float | None = None, private: bool | Sequence[bool] = True
    ) -> tuple[Rows, Mask]: ...
    def known(self, texts: Sequence[str]) -> tuple[Rows, Mask]: ...
    def later(self, texts: Sequence[str], *, private: bool = True) -> None: ...


class _Cut(NamedTuple):
    """One passage, prepared."""

    document: Document
    start: int
    end: int
    about: str
    terms: Mapping[str, int]

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]

    @property
    def embedded(self) -> str:
        return f"{self.about}\n{self.text}"


class PassageRanker:
    """Orders the passages of documents; `meaning` gives their vectors."""

    def __init__(self, meaning: Meaning | None = None) -> None:
        self._meaning = meaning
        self._cuts: OrderedDict[str, list[_Cut]] = OrderedDict()
        self._lock = threading.Lock()
        self._last: tuple[tuple[str, ...], Bm25] = ((), Bm25([]))

    def rank(self, query: str, documents: Sequence[Document], limit: int, *, private: bool = False) -> list[Passage]:
        """The best passages for one query first; ties keep the order of documents and of their text."""
        cuts = [cut for document in documents for cut in self._prepared(document)]
        if not cuts:
            return []
        scores = self._keywords(documents, cuts).scores(content_tokens(query) or tokens(query))
        hidden = private or any(document.private for document in documents)  # a query may say what they say
        near, _ = self._cosines(query, cuts, scores, max(2 * limit, 16), private=hidden)
        if not np.isnan(near).all():
            scores = fuse(scores, np.where(np.isnan(near), np.nanmean(near), near))
        order = np.argsort(-scores, kind="stable")[:limit]
        return [_passage(cuts[at], float(scores[at])) for at in order]

    def foresee(self, question: str, document: Document) -> None:
        """Gets a document ready while others are still awaited: its cuts, and the vectors of its likeliest passages."""
        cuts = self._prepared(document)
        if self._meaning is None:
            return
        asked = set(content_tokens(question))
        likely = sorted(cuts, key=lambda cut: (-len(asked & cut.terms.keys()), cut.start))[:_FORESEEN]
        self._meaning.later([cut.embedded for cut in likely], private=document.private)

    def survey(
        self,
        question: str,
        queries: Sequence[Query],
        documents: Sequence[Document],
        *,
        seconds: float = SECONDS,
        candidates: int = CANDIDATES,
    ) -> list[Passage]:
        """Every passage, in the order of the documents and their text, with its score for the question (best: about 1)
        and the worth of its document (best: 1).

        Beside the question's own words and meaning count what the queries look for, the words that the best passages
        share, and the passages next to it. The meaning of the likeliest `candidates` is looked at, as far as their vectors
        are there within `seconds`; the others are made for the next time.
        """
        cuts = [cut for document in documents for cut in self._prepared(document)]
        if not cuts:
            return []
        words = self._keywords(documents, cuts)
        owners = np.repeat(np.arange(len(documents)), [len(self._prepared(document)) for document in documents])
        asked = content_tokens(question) or tokens(question)
        scores = _scaled(words.scores(asked))
        if queries:
            scores = _scaled(
                scores + QUERY_SHARE * np.max([_scaled(words.scores(content_tokens(q.text))) for q in queries], axis=0)
            )
        likely = scores + 0.5 * _worths(scores, owners, len(documents))[owners]
        near, unknown = self._cosines(question, cuts, likely, candidates, seconds=seconds)
        scores = _scaled(raised(scores, near))
        worths = _worths(scores, owners, len(documents))[owners]
        teachers = [cuts[at].terms for at in np.argsort(-(scores + 0.5 * worths), kind="stable")[:TEACHERS]]
        if learned := _learned(teachers, words, set(asked)):
            told = np.where(
                worths > SPEAKS, words.weighted(learned), 0.0
            )  # elsewhere the same words mean something else
            scores = scores + FEEDBACK_SHARE * _scaled(told)
        scores = scores + NEIGHBOUR_SHARE * _beside(scores, owners)
        worths = _worths(scores, owners, len(documents))
        return [
            _passage(cut, float(score), standing=float(worths[owner]), by_words=at in unknown)
            for at, (cut, score, owner) in enumerate(zip(cuts, scores, owners, strict=True))
        ]

    def _keywords(self, documents: Sequence[Document], cuts: list[_Cut]) -> Bm25:
        """The same for all queries of a round; kept as one value, since runs rank in several threads."""
        ids = tuple(document.id for document in documents)
        known, index = self._last
        if known != ids:
            index = Bm25([cut.terms for cut in cuts])
            self._last = (ids, index)
        return index

    def _cosines(
        self,
        query: str,
        cuts: list[_Cut],
        likely: Floats,
        most: int,
        *,
        private: bool = False,
        seconds: float = SECONDS,
    ) -> tuple[Floats, frozenset[int]]:
        """How near each passage is to the query in meaning, as far as that is known; and the likely ones of which it is
        not. Passages of the user's own folders often have vectors, which cost nothing to look at."""
        near = np.full(len(cuts), np.nan)
        if self._meaning is None:
            return near, frozenset()
        best = np.argsort(-likely, kind="stable")[:most]
        asked = self._meaning.query(query, private=private)
        hidden = [cuts[at].document.private for at in best]
        rows, mask = self._meaning.embed([cuts[at].embedded for at in best], seconds=seconds, private=hidden)
        if not asked.any():
            return near, frozenset(best.tolist())
        near[best[mask]] = rows[mask] @ asked
        others = [at for at in np.flatnonzero(np.isnan(near)) if cuts[at].document.source_type in _INDEXED]
        if others:
            rows, there = self._meaning.known([cuts[at].embedded for at in others])
            near[np.array(others)[there]] = rows[there] @ asked
        return near, frozenset(best[~mask].tolist())

    def _prepared(self, document: Document) -> list[_Cut]:
        with self._lock:
            if document.id in self._cuts:
                self._cuts.move_to_end(document.id)
                return self._cuts[document.id]
        cuts = [_cut(document, *span) for span in chunk(document)]
        with self._lock:
            self._cuts[document.id] = cuts
            if len(self._cuts) > _DOCUMENTS:
                self._cuts.popitem(last=False)
        return cuts


def _cut(document: Document, start: int, end: int) -> _Cut:
    about = context(document, start)
    terms = Counter(tokens(document.text[start:end]))
    for term in tokens(about):
        terms[term] += CONTEXT_WEIGHT
    return _Cut(document, start, end, about, terms)


def _scaled(scores: Floats) -> Floats:
    best = float(scores.max()) if len(scores) else 0.0
    return scores / best if best > 0 else scores


def _worths(scores: Floats, owners: npt.NDArray[np.int64], documents: int) -> Floats:
    """What each document is worth beside the best one."""
    worths = np.zeros(documents)
    taken: Counter[int] = Counter()
    for at in np.argsort(-scores, kind="stable"):
        owner = int(owners[at])
        if scores[at] > 0 and taken[owner] < DOCUMENT_PASSAGES:
            worths[owner] += scores[at] * NEXT_PASSAGE ** taken[owner]
            taken[owner] += 1
    return _scaled(worths)


def _beside(scores: Floats, owners: npt.NDArray[np.int64]) -> Floats:
    """The scores of the two neighbours in the same document."""
    same = owners[1:] == owners[:-1]
    beside = np.zeros_like(scores)
    beside[1:] += np.where(same, scores[:-1], 0.0)
    beside[:-1] += np.where(same, scores[1:], 0.0)
    return beside


def _learned(teachers: Sequence[Mapping[str, int]], words: Bm25, asked: set[str]) -> dict[str, float]:
    """The telling words that several of the best passages share and the question does not have, with weights up to 1."""
    counts: Counter[str] = Counter(term for terms in teachers for term in terms)
    worth = {
        term: count * words.rarity(term)
        for term, count in counts.items()
        if count >= TAUGHT_TWICE and term not in asked and len(term) > 2
    }
    best = sorted(worth, key=lambda term: (-worth[term], term))[:LEARNED]
    return {term: worth[term] / worth[best[0]] for term in best}


def _passage(cut: _Cut, score: float, standing: float = 0.0, *, by_words: bool = False) -> Passage:
    return Passage(
        document_id=cut.document.id,
        start=cut.start,
        end=cut.end,
        text=cut.text,
        score=round(score, 6),
        context=cut.about,
        standing=round(standing, 4),
        private=cut.document.private,
        by_words=by_words,
    )
