from __future__ import annotations

import numpy as np

from inquiro.index.folder import IndexHit
from inquiro.index.merging import merged_scores
from inquiro.retrieval.vectors import VectorStore


class Opposites:
    """Everything but cold things points the other way."""

    name = "opposites"
    dimensions = 2
    batch = 1
    at_once = 1

    def embed(self, texts):
        return np.array([[1.0, 0.0] if "cold" in t or "chilly" in t else [0.0, 1.0] for t in texts], dtype=np.float32)


def hit(text, score):
    return IndexHit(path="a.md", document=1, start=0, end=len(text), score=score, title="", text=text)


def test_scores_of_other_folders_do_not_count():
    scores = merged_scores("cold nights", [hit("Trains are late.", 9.0), hit("The nights were cold.", 0.1)], None)
    assert scores[1] > scores[0] == 0


def test_meaning_counts_where_it_is_known(tmp_path):
    store = VectorStore(tmp_path / "vectors.db", "opposites", Opposites)
    hits = [hit("A warm day.", 1.0), hit("A chilly day.", 1.0)]
    assert merged_scores("cold", hits, store) == [0.0, 0.0]
    store.embed([f"{one.about}\n{one.text}" for one in hits])
    scores = merged_scores("cold", hits, store)
    assert scores[1] > scores[0]
    store.close()


def test_no_hits_have_no_scores():
    assert merged_scores("cold", [], None) == []
