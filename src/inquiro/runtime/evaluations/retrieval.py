"""Gold documents among the first 5 and 10 hits: one search, no run."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
import numpy.typing as npt

from inquiro.providers.embeddings import embedder_of, embeddings_available
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.embeddings import Embedder
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.words import content_tokens, tokens
from inquiro.runtime.evaluating.figures import Evaluated, Figure, Task, share
from inquiro.runtime.evaluating.intervals import of_ratio
from inquiro.runtime.evaluating.sets import Paper, QuestionSet, hotpotqa

FIRST = (5, 10)
BM25, EMBEDDINGS, HYBRID = "BM25", "embeddings", "hybrid"
Scores = npt.NDArray[np.float64]


def all_scores(given: QuestionSet, embedder: Embedder | None) -> dict[str, list[Scores]]:
    """For every question a score of every document, by each way of searching that is possible here."""
    texts = [_indexed(paper) for paper in given.papers]
    asked = [question.text for question in given.questions]
    index = Bm25([tokens(text) for text in texts])
    keyword = [index.scores(content_tokens(question)) for question in asked]
    if embedder is None:
        return {BM25: keyword}
    semantic = [row.astype(np.float64) for row in embedder.embed(asked) @ embedder.embed(texts).T]
    fused = [fuse(words, meaning) for words, meaning in zip(keyword, semantic, strict=True)]
    return {BM25: keyword, EMBEDDINGS: semantic, HYBRID: fused}


def found_in_first(given: QuestionSet, scores: Sequence[Scores], first: int) -> Figure:
    """The share of gold documents among the first so many, over all questions."""
    found = [
        len(question.gold & {given.papers[at].title for at in np.argsort(-row, kind="stable")[:first]})
        for question, row in zip(given.questions, scores, strict=True)
    ]
    gold = [len(question.gold) for question in given.questions]
    return share(f"first {first}", sum(gold), sum(found) / max(sum(gold), 1), of_ratio(found, gold))


class Retrieval:
    """Gold documents among the first 5 and 10 hits of one search."""

    name = "retrieval"
    takes_model = False
    takes_file = False

    async def evaluate(self, task: Task) -> Evaluated:
        given = hotpotqa(task.data).first(task.limit)
        possible = embeddings_available(task.settings)
        task.tell(f"searching {len(given.papers)} documents for {len(given.questions)} questions")
        began = perf_counter()
        scores = all_scores(given, embedder_of(task.settings))
        seconds = perf_counter() - began
        figures = [
            Figure(name=f"{way}, {figure.name}", n=figure.n, value=figure.value, low=figure.low, high=figure.high)
            for way, rows in scores.items()
            for figure in (found_in_first(given, rows, first) for first in FIRST)
        ]
        return Evaluated(
            name=self.name,
            title=f"{given.name}: share of gold documents found",
            n=len(given.questions),
            figures=tuple(figures),
            engine=" and ".join([BM25, *([EMBEDDINGS] if possible.available else [])]),
            seconds=seconds,
            notes=() if possible.available else (f"without embeddings: {possible.reason}",),
        )


def _indexed(paper: Paper) -> str:
    return f"{paper.title}\n{paper.text}"


plugin = Retrieval
