"""Paths as people write them, and whose name a field stands under."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.filling.leaves import leaves

json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


def test_paths_and_names():
    data = {"apex": {"name": "A SE", "lei": "X"}, "subsidiaries": [{"name": "B", "share": 50}, {"owner_name": "C"}]}
    found = {leaf.path: (leaf.value, leaf.name) for leaf in leaves(data)}
    assert found == {
        "apex.name": ("A SE", "A SE"),
        "apex.lei": ("X", "A SE"),
        "subsidiaries[0].name": ("B", "B"),
        "subsidiaries[0].share": (50, "B"),
        "subsidiaries[1].owner_name": ("C", "C"),
    }


def test_the_nearest_name_around_counts():
    assert [leaf.name for leaf in leaves({"name": "Outer", "details": {"city": "Berlin"}})] == ["Outer", "Outer"]


@given(json)
def test_every_value_has_one_path_of_its_own(data):
    def count(value):
        if isinstance(value, dict):
            return sum(map(count, value.values()))
        return sum(map(count, value)) if isinstance(value, list) else 1

    found = list(leaves(data))
    assert len(found) == count(data) == len({leaf.path for leaf in found})  # keys without dots or brackets
