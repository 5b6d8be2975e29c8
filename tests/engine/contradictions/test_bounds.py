from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.contradictions.bounds import bounded


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("It costs ", (100, 120)),
        ("It costs more than ", (100, inf)),
        ("Es kostet mindestens ", (100, inf)),
        ("Cuesta más de ", (100, inf)),
        ("It costs up to ", (-inf, 120)),
        ("Es kostet weniger als ", (-inf, 120)),
        ("Cuesta hasta ", (-inf, 120)),
        ("It costs about ", (88, 132)),
        ("Es kostet rund ", (88, 132)),
        ("It is about trees and costs ", (100, 120)),
    ],
)
def test_what_stands_before_a_number_says_what_it_leaves_open(before, expected):
    assert bounded(100, 120, before) == expected


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9), st.text(max_size=40))
def test_the_amount_itself_is_always_meant(low, width, before):
    found = bounded(low, low + width, before)
    assert found[0] <= low
    assert found[1] >= low + width
