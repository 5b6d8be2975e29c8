from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.reviewing.aligning import twins

LEAF = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b", "", "1"])
DATA = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "lei", "id", "x"]), inner, max_size=3)
    ),
)


def at(value, steps):
    for step in steps:
        value = value[step]
    return value


def leaf_paths(value, steps=()):
    if isinstance(value, (dict, list)) and value:
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaf_paths(inner, (*steps, step))
    else:
        yield steps


@given(DATA, DATA)
def test_every_leaf_has_its_place_and_at_most_one_origin(before, after):
    found = list(twins(before, after))
    assert [one.new for one in found] == list(leaf_paths(after))
    origins = [one.old for one in found if one.old is not None]
    assert len(set(origins)) == len(origins)
    for one in found:
        assert at(after, one.new) == one.value
        if one.old is not None:
            assert at(before, one.old) == one.before
        assert not one.same or (one.before == one.value and type(one.before) is type(one.value))


@given(DATA)
def test_what_did_not_change_is_the_same(data):
    assert all(one.same and one.old == one.new for one in twins(data, data))


@given(st.lists(st.fixed_dictionaries({"lei": st.uuids().map(str), "x": LEAF}), max_size=6, unique_by=lambda it: it["lei"]), st.randoms())  # fmt: skip
def test_members_are_found_again_in_any_order(members, chance):
    shuffled = [dict(one) for one in members]
    chance.shuffle(shuffled)
    assert all(one.same for one in twins(members, shuffled))


def test_members_are_known_by_their_lei_then_by_their_name():
    before = [{"lei": "A", "name": "one", "x": 1}, {"lei": "B", "name": "two", "x": 2}]
    after = [{"lei": "C", "name": "Two ", "x": 2}, {"lei": "A", "name": "other", "x": 1}, {"lei": "D", "name": "new"}]
    told = {one.new: (one.old, one.same) for one in twins(before, after)}
    assert told == {
        (0, "lei"): ((1, "lei"), False),
        (0, "name"): ((1, "name"), False),
        (0, "x"): ((1, "x"), True),
        (1, "lei"): ((0, "lei"), True),
        (1, "name"): ((0, "name"), False),
        (1, "x"): ((0, "x"), True),
        (2, "lei"): (None, False),
        (2, "name"): (None, False),
    }


def test_a_name_that_two_have_names_nobody():
    before = [{"name": "same", "x": 1}, {"name": "same", "x": 2}]
    after = [{"name": "same", "x": 3}]
    assert [one.old for one in twins(before, after)] == [None, None]
