"""Intervals hold their figure, shrink with n, and do not pretend at the ends."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.runtime.evaluating.intervals import NOTHING_KNOWN, of_balanced_accuracy, of_mean, of_ratio, wilson
from inquiro.runtime.evaluating.scores import tabled


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_gives_the_published_figures(hits, n, low, high):
    assert wilson(hits, n) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_mirrors(case):
    hits, n = case
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n <= high <= 1
    mirrored = wilson(n - hits, n)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((low, high))


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_shrinks_with_more_cases(case):
    hits, n = case
    few, many = wilson(hits, n), wilson(hits * 10, n * 10)
    assert many.high - many.low < few.high - few.low


def test_nothing_looked_at_is_nothing_known():
    assert wilson(0, 0) == of_ratio([], []) == of_mean([]) == of_balanced_accuracy([], []) == NOTHING_KNOWN


@given(st.lists(st.integers(1, 4).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))), min_size=1))
def test_the_interval_of_a_ratio_stays_within_bounds_and_is_the_same_twice(cases):
    parts, wholes = zip(*cases, strict=True)
    low, high = of_ratio(parts, wholes)
    assert 0 <= low <= high <= 1
    assert of_ratio(parts, wholes) == (low, high)


def test_the_interval_of_a_ratio_holds_it():
    drawn = random.Random(1)
    parts = [drawn.randint(0, 2) for _ in range(100)]
    low, high = of_ratio(parts, [2] * 100)
    assert low < sum(parts) / 200 < high
    assert 0.1 < high - low < 0.2


def test_all_right_is_not_certainty():
    assert of_ratio([2] * 10, [2] * 10) == wilson(10, 10)
    assert of_mean([0.0] * 10) == wilson(0, 10)


def test_what_hangs_together_counts_as_one():
    """Ten questions whose two documents are found or missed together know less than twenty questions do."""
    together, apart = of_ratio([2, 0] * 5, [2] * 10), of_ratio([1, 0] * 10, [1] * 20)
    assert together.high - together.low > apart.high - apart.low


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60))
def test_balanced_accuracy_has_an_interval_within_bounds(cases):
    truth, said = zip(*cases, strict=True)
    low, high = of_balanced_accuracy(truth, said)
    assert 0 <= low <= high <= 1
    if len(set(truth)) == 1:
        assert (low, high) == NOTHING_KNOWN


def test_balanced_accuracy_lies_in_its_interval():
    truth, said = [True] * 40 + [False] * 60, [True] * 30 + [False] * 60 + [True] * 10
    low, high = of_balanced_accuracy(truth, said)
    assert low < tabled(truth, said).balanced_accuracy < high


def test_a_perfect_balanced_accuracy_of_few_is_not_certainty():
    low, high = of_balanced_accuracy([True, True, False], [True, True, False])
    assert low < 0.5
    assert high == 1
