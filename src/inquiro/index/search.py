"""Asking an index: words and meaning, each over all passages, as one ranking of documents."""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from inquiro.core.types import SearchMode
from inquiro.index import documents
from inquiro.index.document_fusion import SEVERAL, fused, worths
from inquiro.index.passage_vectors import Passage
from inquiro.index.postings import WEIGHT, Segment, hashed, open_segment
from inquiro.index.store import Store
from inquiro.index.vector_files import Flags, Nearest, Numbers, Vectors, VectorView
from inquiro.retrieval.embeddings import HINT
from inquiro.retrieval.fusion import SEMANTIC_SHARE
from inquiro.retrieval.words import content_tokens, tokens

Scores = npt.NDArray[np.float64]
Names = Callable[[Sequence[int]], Mapping[int, Collection[str]]]  # of documents, the terms of what each is called
T = TypeVar("T", bound=np.generic)
_Found = list[tuple[int, float]]  # passages, each by its number and score

NO_MODEL = f"semantic search needs an embedding model: {HINT}"
MATCHES = 300  # passages by words that are looked at
_CANDIDATES = 64  # of them, best first, whose vectors are asked for where the index has none yet
_MEANT = 0.25  # below this cosine a passage without a common word has nothing to do with the query
_FRESH_SECONDS = 5.0
_NAMED = 0.2  # of the best score: what a document gains that is called all that the query says
_LESSER = 0.7
_CALLED = 1.0  # a document that is called as the query says comes first


class Match(NamedTuple):
    """A document by its passages that answer, best first: the place of each in the document, and its score."""

    document: int
    score: float
    passages: list[tuple[int, float]]

    @property
    def at(self) -> int:
        return self.passages[0][0]


class Asked(NamedTuple):
    """What a query means to a model; `more` has vectors of passages that the index has none of, and says of which."""

    model: str
    vector: Vectors
    more: Callable[[Sequence[Passage]], tuple[Vectors, Flags]] | None = None


class _View(NamedTuple):
    """The index as it was when it was loaded."""

    content: str  # which documents it had
    generation: str
    loaded: float  # when
    documents: Numbers  # ids
    firsts: Numbers
    owners: npt.NDArray[np.int32]  # for each passage the place of its document above, or -1
    passages: int  # that have a document
    embedded: Flags
    segments: list[Segment]


class Searcher:
    """Keeps what the newest generation needs in memory between searches: some 60 bytes a passage."""

    def __init__(self, store: Store, *, whole: bool = False) -> None:
        """`whole`: words and meaning are weighed for a document as a whole, not passage by passage."""
        self._store = store
        self._whole = whole
        self._view: _View | None = None
        self._vectors: tuple[_View, VectorView | None] | None = None

    def search(
        self,
        connection: sqlite3.Connection,
        query: str,
        mode: SearchMode,
        asked: Asked | None,
        *,
        allowed: set[int] | None = None,
        called: Sequence[int] = (),
        names: Names | None = None,
        lesser: Collection[int] = (),
        most: int = MATCHES,
    ) -> list[Match]:
        """Every document among the allowed ones that answers, best first; those `called` as the query come before.

        `names` has the terms of what documents are called: those of the query among them count for the whole document.
        `lesser` documents hold words of everything, and come after others that answer nearly as well.
        """
        view = self._current(connection)
        mask = None if allowed is None else _mask(view, allowed)
        words = _Words(np.zeros(len(view.owners), np.float32), np.zeros(0, np.int64), {})
        if mode != "semantic":
            words = _by_words(view, query_terms(query), mask, most)
        numbers, scores = words.matched, words.scores[words.matched].astype(np.float64)
        near = self._near(connection, view, asked, mask, words) if asked and mode != "keyword" else None
        if near:
            mean = float(words.scores.sum()) / max(view.passages, 1)
            numbers, scores = _fused(words, mean, near, mode, most)
        found = _by_document(view, numbers, scores)
        totals = {place: _total(passages) for place, passages in found.items()}
        if near and mode == "hybrid" and self._whole:
            totals = _of_documents(view, words, near)
        best = float(scores.max(initial=0.0))
        bonus: dict[int, float] = defaultdict(float)
        for place in np.searchsorted(
            view.documents, [one for one in called if allowed is None or one in allowed]
        ).tolist():
            found.setdefault(place, [(int(view.firsts[place]), 0.0)])
            bonus[place] += _CALLED * max(1.0, best)
        for place, share in (_named(view, list(found), words.rarity, names) if names else {}).items():
            bonus[place] += _NAMED * best * share
        for place in np.flatnonzero(np.isin(view.documents, list(lesser))).tolist() if lesser else ():
            totals[place] = _LESSER * totals.get(place, 0.0)
        return _ranked(view, found, {place: totals.get(place, 0.0) + bonus[place] for place in found})

    def forget(self) -> None:
        """The next search sees all that is there by then."""
        self._view = None

    def _current(self, connection: sqlite3.Connection) -> _View:
        """While only vectors come in, which takes hours, an older view will do for a moment."""
        content, generation = documents.meta(connection, "content"), documents.meta(connection, "generation")
        view = self._view
        recent = view is not None and time.monotonic() - view.loaded < _FRESH_SECONDS
        if view and view.content == content and (view.generation == generation or recent):
            return view
        self._view = self._load(connection, content, generation)
        return self._view

    def _near(
        self, connection: sqlite3.Connection, view: _View, asked: Asked, mask: Flags | None, words: _Words
    ) -> Nearest | None:
        """By the index's own vectors, and by those that can be had for the likeliest passages without one."""
        vectors = self._fitting(connection, view, asked.model)
        near = vectors.nearest(asked.vector, mask, words.matched) if vectors else None
        unknown = words.matched if near is None else words.matched[~np.isin(words.matched, near.numbers)]
        if asked.more is None or not len(unknown):
            return near
        likely = unknown[np.argsort(-words.scores[unknown], kind="stable")][:_CANDIDATES]
        places = view.owners[likely]
        wanted = zip(view.documents[places].tolist(), (likely - view.firsts[places]).tolist(), strict=True)
        rows, there = asked.more([Passage(*one) for one in wanted])
        return _joined(near, likely[there], rows[there] @ asked.vector) if there.any() else near

    def _fitting(self, connection: sqlite3.Connection, view: _View, model: str) -> VectorView | None:
        """The vectors, if there are any and this model made them."""
        if documents.meta(connection, "embedder") != model:
            return None
        known = self._vectors
        if known is None or known[0] is not view:
            files = self._store.vectors(connection)
            known = self._vectors = (view, VectorView(files, view.embedded) if files else None)
        return known[1]

    def _load(self, connection: sqlite3.Connection, content: str, generation: str) -> _View:
        known = connection.execute(
            "SELECT id, first, count, embedded FROM documents WHERE count > 0 ORDER BY id"
        ).fetchall()
        ids = np.array([row[0] for row in known], dtype=np.int64)
        firsts = np.array([row[1] for row in known], dtype=np.int64)
        counts = np.array([row[2] for row in known], dtype=np.int64)
        numbers = np.repeat(firsts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        owners = np.full(int(documents.meta(connection, "passages")), -1, dtype=np.int32)
        owners[numbers] = np.repeat(np.arange(len(known), dtype=np.int32), counts)
        embedded = np.zeros(len(owners), dtype=np.bool_)
        embedded[numbers] = np.frombuffer(b"".join(row[3] for row in known), dtype=np.bool_)
        segments = [open_segment(self._store.segment_path(n)) for n in self._store.segments(connection)]
        return _View(content, generation, time.monotonic(), ids, firsts, owners, len(numbers), embedded, segments)


def _joined(near: Nearest | None, numbers: Numbers, cosines: npt.NDArray[np.float32]) -> Nearest:
    exact = cosines.astype(np.float64)
    if near is None or not len(near.numbers):
        order = np.argsort(numbers)
        return Nearest(numbers[order], exact[order], float(exact.mean()))
    both = np.concatenate((near.numbers, numbers))
    order = np.argsort(both)
    return Nearest(both[order], np.concatenate((near.cosines, exact))[order], near.mean)


def query_terms(query: str) -> list[str]:
    """The terms of a query that carry meaning; all of them if none does."""
    return list(dict.fromkeys(content_tokens(query) or tokens(query)))


class _Words(NamedTuple):
    """How well the words of a query fit each passage, and the passages that they fit best."""

    scores: npt.NDArray[np.float32]
    matched: Numbers
    rarity: dict[str, float]  # of each term


def _mask(view: _View, allowed: set[int]) -> Flags:
    fitting = np.append(np.isin(view.documents, np.fromiter(allowed, np.int64, len(allowed))), False)
    mask: Flags = fitting[view.owners]  # a passage without a document takes the last place
    return mask


def _by_words(view: _View, terms: list[str], mask: Flags | None, most: int) -> _Words:
    scores = np.zeros(len(view.owners), dtype=np.float32)
    matched = [np.zeros(0, dtype=np.uint32)]
    rarities: dict[str, float] = {}
    for term in terms:
        found = [postings for segment in view.segments if len(postings := segment.of(hashed(term)))]
        often = min(sum(map(len, found)), view.passages)
        rarity = np.float32(WEIGHT * np.log1p((view.passages - often + 0.5) / (often + 0.5)))
        rarities[term] = float(rarity)
        for postings in found:
            numbers = postings >> np.uint32(8)
            scores[numbers] += rarity * (postings & np.uint32(255)).astype(np.float32)
            matched.append(numbers)
    numbers = np.concatenate(matched)
    numbers = numbers[view.owners[numbers] >= 0 if mask is None else mask[numbers]]
    # A passage is there once for each of its terms.
    numbers = np.unique(_best(numbers, scores, most * max(len(terms), 1)))
    return _Words(scores, _best(numbers, scores, most).astype(np.int64), rarities)


def _best(numbers: npt.NDArray[T], scores: npt.NDArray[np.floating[Any]], limit: int) -> npt.NDArray[T]:
    if len(numbers) <= limit:
        return numbers
    return numbers[np.argpartition(-scores[numbers], limit)[:limit]]


def _fused(words: _Words, mean: float, near: Nearest, mode: SearchMode, most: int) -> tuple[Numbers, Scores]:
    """As `fuse` over all passages; what has no vector yet is taken to mean as much as its words say."""
    unknown = words.matched[~np.isin(words.matched, near.numbers)]
    numbers = np.sort(np.concatenate((near.numbers, unknown)))
    placed = np.searchsorted(numbers, near.numbers)
    meaning = np.full(len(numbers), -1.0)
    meaning[placed] = near.cosines
    named = words.scores[numbers].astype(np.float64)
    kept = (named > 0) | (meaning >= _MEANT)
    scores = meaning
    if mode != "semantic":
        named = _scaled(named, mean)
        meant = named.copy()
        meant[placed] = _scaled(near.cosines, near.mean)
        scores = (1 - SEMANTIC_SHARE) * named + SEMANTIC_SHARE * meant
    best = _best(np.flatnonzero(kept), scores, most)
    return numbers[best], scores[best]


def _scaled(scores: Scores, mean: float) -> Scores:
    best = float(scores.max(initial=0.0))
    return (scores - mean) / (best - mean) if best > mean else np.zeros_like(scores)


def _by_document(view: _View, numbers: Numbers, scores: Scores) -> dict[int, _Found]:
    """For the place of each document its passages, best first."""
    order = np.lexsort((numbers, -scores))
    found: dict[int, _Found] = defaultdict(list)
    for number, score in zip(numbers[order].tolist(), scores[order].tolist(), strict=True):
        found[int(view.owners[number])].append((number, score))
    return found


def _named(view: _View, places: list[int], rarity: dict[str, float], names: Names) -> dict[int, float]:
    """Which share of what the query says each document is called."""
    known = names(view.documents[places].tolist())
    asked = sum(rarity.values()) or 1.0
    terms = (known.get(document, frozenset()) for document in view.documents[places].tolist())
    return {
        place: sum(rarity[term] for term in rarity if term in mine) / asked
        for place, mine in zip(places, terms, strict=True)
    }


def _total(passages: _Found) -> float:
    best, *others = passages
    return best[1] + SEVERAL * sum(max(score, 0.0) for _, score in others[:2])


def _of_documents(view: _View, words: _Words, near: Nearest) -> dict[int, float]:
    unknown = words.matched[~np.isin(words.matched, near.numbers)]
    numbers = np.concatenate((near.numbers, unknown))
    numbers = numbers[words.scores[numbers] > 0]
    meant = near.cosines >= _MEANT
    return fused(
        worths(view.owners[numbers], words.scores[numbers].astype(np.float64)),
        worths(view.owners[numbers], _present(view, words.rarity, len(words.scores))[numbers], several=0.0),
        worths(view.owners[near.numbers[meant]], near.cosines[meant]),
        near.mean,
        view.owners[unknown],
    )


def _present(view: _View, rarity: Mapping[str, float], passages: int) -> Scores:
    """For each passage the share of the query that stands in it, a rare word being more of it than a common one."""
    share = np.zeros(passages)
    for term, worth in rarity.items():
        for segment in view.segments:
            share[segment.of(hashed(term)) >> np.uint32(8)] += worth / (sum(rarity.values()) or 1.0)
    return share


def _ranked(view: _View, found: dict[int, _Found], totals: Mapping[int, float]) -> list[Match]:
    ranked = sorted(found, key=lambda place: (-totals[place], found[place][0][0]))
    return [_match(view, place, totals[place], found[place]) for place in ranked]


def _match(view: _View, place: int, score: float, found: _Found) -> Match:
    first = int(view.firsts[place])
    return Match(int(view.documents[place]), score, [(number - first, each) for number, each in found])
