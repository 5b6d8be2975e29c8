from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.index.document_fusion import OFTEN, SEVERAL, WORDS, Worths, fused, worths


def of(**known: float) -> Worths:
    """By the last digit of each name."""
    named = sorted((int(name[1:]), score) for name, score in known.items())
    return Worths(np.array([n for n, _ in named], np.int32), np.array([score for _, score in named], np.float64))


NONE = np.zeros(0, np.int32)


def test_a_document_is_worth_its_best_passage_and_a_little_of_the_next_two():
    found = worths(np.array([7, 3, 7, 7, 7], np.int32), np.array([0.5, 0.4, 0.9, 0.1, 0.3]))
    assert found.documents.tolist() == [3, 7]
    assert found.scores == pytest.approx([0.4, 0.9 + SEVERAL * (0.5 + 0.3)])


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1)), max_size=40))
def test_the_number_of_passages_adds_no_more_than_two_of_them(passages):
    found = worths(np.array([o for o, _ in passages], np.int32), np.array([s for _, s in passages], np.float64))
    assert found.documents.tolist() == sorted({owner for owner, _ in passages})
    for owner, score in zip(*found, strict=True):
        best = max(s for o, s in passages if o == owner)
        assert best <= score <= best * (1 + 2 * SEVERAL) + 1e-9


def test_meaning_decides_and_words_tell_apart_what_is_meant_alike():
    scores = fused(of(d1=9, d2=1), of(d1=0.3, d2=0.2, d3=0.3), of(d1=0.3, d2=0.7, d3=0.69), 0.1, NONE)
    assert sorted(scores, key=scores.__getitem__) == [1, 2, 3]
    assert max(scores.values()) < 1


def test_all_words_and_the_best_meaning_are_one():
    scores = fused(of(d1=9), of(d1=1.0), of(d1=0.7), 0.1, NONE)
    assert scores[1] == pytest.approx(1)


def test_repeating_a_word_decides_only_between_equals():
    alike = fused(of(d1=50, d2=5), of(d1=0.5, d2=0.5), of(d1=0.4, d2=0.4), 0.1, NONE)
    assert alike[1] > alike[2]
    nearly = fused(of(d1=50, d2=5), of(d1=0.5, d2=0.55), of(d1=0.4, d2=0.4), 0.1, NONE)
    assert nearly[1] < nearly[2]


def test_what_has_no_vector_is_taken_to_mean_what_its_words_say():
    scores = fused(of(d1=10, d2=2), of(d1=0.8, d2=0.4), of(d2=0.6), 0.1, np.array([1], np.int32))
    assert scores[1] == pytest.approx((1 + WORDS * 0.8 + OFTEN) / (1 + WORDS + OFTEN))
    assert scores[1] > scores[2]


@pytest.mark.parametrize("meant", [of(), of(d1=0.05)])
def test_where_nothing_is_meant_words_are_left(meant):
    scores = fused(of(d1=3, d2=6), of(d1=0.5, d2=1.0), meant, 0.1, NONE)
    assert scores[2] > scores[1] > 0
