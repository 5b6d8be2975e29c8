"""Common lines in order, at any size."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.line_matches import line_matches

LINES = st.lists(st.sampled_from("abcdef"), max_size=30)


@given(LINES, LINES)
def test_matches_are_equal_lines_in_order(old, new):
    matched = line_matches(old, new)
    assert all(old[i] == new[j] for i, j in matched.items())
    assert list(matched) == sorted(matched)
    assert list(matched.values()) == sorted(set(matched.values()))


@given(LINES)
def test_a_text_matches_itself(lines):
    assert line_matches(lines, lines) == {number: number for number in range(len(lines))}


def test_what_was_put_in_is_the_only_difference():
    assert line_matches(list("abcabc"), list("abcxabc")) == {0: 0, 1: 1, 2: 2, 3: 4, 4: 5, 5: 6}
    assert line_matches(list("xbay"), list("xaby")) in ({0: 0, 1: 2, 3: 3}, {0: 0, 2: 1, 3: 3})


@pytest.mark.timeout(20)
@pytest.mark.parametrize("words", [1, 2, 40, 5_000])
def test_ten_thousand_hostile_lines(words):
    chance = Random(words)
    old, new = ([str(chance.randrange(words)) for _ in range(10_000 + extra)] for extra in (0, 7))
    assert all(old[i] == new[j] for i, j in line_matches(old, new).items())
