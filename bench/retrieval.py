"""How many of HotpotQA's supporting documents stand among the first 5 and 10 hits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from _table import Row, show
from inquiro.retrieval.bm25 import Bm25
from inquiro.retrieval.embeddings import load_embedder
from inquiro.retrieval.fusion import fuse
from inquiro.retrieval.words import content_tokens, tokens

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "qa_hotpotqa"
REFERENCE = {"BM25": (0.775, 0.890), "embeddings": (0.785, 0.845), "hybrid": (0.825, 0.900)}  # first 5, first 10
Scores = npt.NDArray[np.float64]


class Hotpot(NamedTuple):
    """Questions, the titles that support each answer, and every document of the corpus."""

    questions: list[str]
    gold: list[frozenset[str]]
    titles: list[str]
    texts: list[str]


def load(folder: Path = DATA) -> Hotpot | None:
    """The data, or None where it is not there."""
    if not folder.is_dir():
        return None
    asked = json.loads((folder / "hotpotqa_train.json").read_text("utf-8"))
    corpus = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    gold = [frozenset(title for title, _ in question["supporting_facts"]) for question in asked]
    texts = [f"{title}\n{''.join(sentences)}" for title, sentences in corpus.items()]
    return Hotpot([question["question"] for question in asked], gold, list(corpus), texts)


def share_found(data: Hotpot, scores: Sequence[Scores], first: int) -> float:
    """The share of gold documents among the first so many, over all questions."""
    found = 0
    for gold, row in zip(data.gold, scores, strict=True):
        found += len(gold & {data.titles[at] for at in np.argsort(-row, kind="stable")[:first]})
    return found / sum(map(len, data.gold))


def keyword_scores(data: Hotpot) -> list[Scores]:
    index = Bm25([tokens(text) for text in data.texts])
    return [index.scores(content_tokens(question)) for question in data.questions]


def semantic_scores(data: Hotpot) -> list[Scores]:
    """Empty without the extra `semantic`."""
    embedder = load_embedder()
    if embedder is None:
        return []
    documents, questions = embedder.embed(data.texts), embedder.embed(data.questions)
    return [row.astype(np.float64) for row in questions @ documents.T]


def main() -> None:
    data = load()
    if data is None:
        print("skipped: the folder ../shared/data/qa_hotpotqa is missing\n")
        return
    keyword, semantic = keyword_scores(data), semantic_scores(data)
    found = {"BM25": keyword}
    if semantic:
        found["embeddings"] = semantic
        found["hybrid"] = [fuse(words, meaning) for words, meaning in zip(keyword, semantic, strict=True)]
    rows = [
        Row(f"{name}, first {first}", share_found(data, scores, first), "", aim, "higher")
        for name, scores in found.items()
        for first, aim in zip((5, 10), REFERENCE[name], strict=True)
    ]
    show("HotpotQA, share of gold documents found", rows)
    if not semantic:
        print("  skipped embeddings and hybrid: the extra `semantic` is not installed\n")


if __name__ == "__main__":
    main()
