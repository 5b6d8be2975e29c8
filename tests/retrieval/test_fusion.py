from __future__ import annotations

import numpy as np

from inquiro.retrieval.fusion import fuse


def test_agreement_wins_over_one_good_score():
    fused = fuse(np.array([9.0, 8.0, 0.0, 0.0]), np.array([0.0, 0.8, 0.9, 0.0]))
    assert fused.argmax() == 1


def test_without_a_word_in_common_meaning_decides():
    assert fuse(np.zeros(3), np.array([0.1, 0.9, 0.2])).argmax() == 1


def test_flat_scores_and_empty_ones_are_harmless():
    assert np.array_equal(fuse(np.ones(2), np.ones(2)), [1, 1])  # alike, not worthless
    assert fuse(np.zeros(0), np.zeros(0)).shape == (0,)
