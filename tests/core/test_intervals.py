from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.intervals import wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 30, 0.0, 0.1135), (30, 30, 0.8865, 1.0), (5, 10, 0.2366, 0.7634), (1, 100, 0.0018, 0.0545), (0, 0, 0.0, 1.0)],
)
def test_known_intervals(hits, n, low, high):
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-4)


@given(st.integers(1, 10_000), st.data())
def test_the_share_lies_inside(n, data):
    hits = data.draw(st.integers(0, n))
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n + 1e-12
    assert hits / n - 1e-12 <= high <= 1
