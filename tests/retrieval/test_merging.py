from __future__ import annotations

import numpy as np

from inquiro.retrieval.index import IndexHit
from inquiro.retrieval.merging import merged_scores


class Opposites:
    """Everything but cold things points the other way."""

    name = "opposites"
    dimensions = 2

    def embed(self, texts):
        return np.array([[1.0, 0.0] if "cold" in t or "chilly" in t else [0.0, 1.0] for t in texts], dtype=np.float32)


def hit(text, score):
    return IndexHit(path="a.md", document=1, start=0, end=len(text), score=score, title="", text=text)


def test_scores_of_other_folders_do_not_count():
    scores = merged_scores("cold nights", [hit("Trains are late.", 9.0), hit("The nights were cold.", 0.1)], None)
    assert scores[1] > scores[0] == 0


def test_meaning_counts_where_there_is_a_model():
    scores = merged_scores("cold", [hit("A warm day.", 1.0), hit("A chilly day.", 1.0)], Opposites())
    assert scores[1] > scores[0]


def test_no_hits_have_no_scores():
    assert merged_scores("cold", [], None) == []
