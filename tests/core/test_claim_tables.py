"""In which order a table has its columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.claim_tables import columns_of
from inquiro.core.types import Claim


def cells(*rows: str) -> list[Claim]:
    return [
        Claim(text="x", label="supported", row=f"row {at}", column=column)
        for at, row in enumerate(rows)
        for column in row
    ]


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (("abc", "abc"), "abc"),
        (("bc", "abc"), "abc"),  # the first row has nothing to say in the first column
        (("c", "ab", "bc"), "abc"),
        (("a", "b"), "ab"),
        (("ab", "ba"), "ab"),  # no order fits both
        ((), ""),
    ],
)
def test_columns_stand_as_the_rows_have_them(rows, columns):
    assert "".join(columns_of(cells(*rows))) == columns


@given(st.lists(st.sets(st.sampled_from("abcdef")), max_size=6))
def test_rows_that_follow_one_order_are_never_turned_round(some):
    rows = ["".join(sorted(row)) for row in some]
    ordered = columns_of(cells(*rows))
    assert sorted(ordered) == sorted(set().union(*some))
    for row in rows:
        places = [ordered.index(column) for column in row]
        assert places == sorted(places)
