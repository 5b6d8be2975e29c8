from __future__ import annotations

import numpy as np

from inquiro.retrieval.fusion import fuse, raised


def test_agreement_wins_over_one_good_score():
    fused = fuse(np.array([9.0, 8.0, 0.0, 0.0]), np.array([0.0, 0.8, 0.9, 0.0]))
    assert fused.argmax() == 1


def test_without_a_word_in_common_meaning_decides():
    assert fuse(np.zeros(3), np.array([0.1, 0.9, 0.2])).argmax() == 1


def test_flat_scores_and_empty_ones_are_harmless():
    assert np.array_equal(fuse(np.ones(2), np.ones(2)), [1, 1])  # alike, not worthless
    assert fuse(np.zeros(0), np.zeros(0)).shape == (0,)


def test_what_is_meant_rises_and_nothing_falls_behind_another_of_its_words():
    words = np.array([1.0, 0.5, 0.5, 0.5])
    scores = raised(words, np.array([0.1, 0.9, 0.2, np.nan]))
    assert scores[1] > scores[3] > scores[2]  # unknown lies between near and far
    assert scores[0] > scores[2]


def test_without_any_meaning_words_are_left_alone():
    words = np.array([3.0, 1.0])
    assert np.array_equal(raised(words, np.full(2, np.nan)), words)
    assert raised(np.zeros(0), np.zeros(0)).shape == (0,)
