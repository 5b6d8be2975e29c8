from __future__ import annotations

from math import log

import numpy as np
import pytest

from inquiro.retrieval.bm25 import Bm25


def test_the_score_is_the_formula():
    texts = [["tree", "tree", "cool"], ["train"], ["cool", "night", "train", "sleep"]]
    score = Bm25(texts, k1=1.2, b=0.75).scores(["tree"])
    rarity = log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    norm = 1.2 * (1 - 0.75 + 0.75 * 3 / (8 / 3))
    assert score == pytest.approx([rarity * 2 * 2.2 / (2 + norm), 0, 0])


def test_rare_words_count_more_than_common_ones():
    scores = Bm25([["a", "rare"], ["a", "b"], ["a", "b"]]).scores(["a", "rare"])
    assert scores.argmax() == 0
    assert scores[1] == scores[2] > 0


def test_nothing_matches_nothing():
    assert Bm25([]).scores(["x"]).shape == (0,)
    assert np.array_equal(Bm25([[], []]).scores(["x"]), [0, 0])
