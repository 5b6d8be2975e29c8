from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.contradictions.alike import alike_pairs, share

SETS = st.lists(st.frozensets(st.sampled_from("abcdefgh"), max_size=6), max_size=12)


@given(SETS, st.sampled_from([0.5, 0.6, 0.75, 1.0]))
def test_every_pair_that_is_alike_is_found_and_no_other(sets, least):
    expected = {(a, b) for a, b in combinations(range(len(sets)), 2) if share(sets[a], sets[b]) >= least}
    assert set(alike_pairs(sets, least)) == expected


def test_strangers_are_not_compared():
    sets = [frozenset({f"own{n}", f"other{n}", "street", "tree"}) for n in range(200)]
    assert list(alike_pairs(sets, 0.75)) == []


@given(st.frozensets(st.text(max_size=3)), st.frozensets(st.text(max_size=3)))
def test_a_share_is_symmetric_and_between_nothing_and_all(one, other):
    assert share(one, other) == share(other, one)
    assert 0 <= share(one, other) <= 1
