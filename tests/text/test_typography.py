from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.typography import flattened


def test_quotes_dashes_and_blanks_are_written_one_way():
    assert flattened("“a”  – ‘b’\n−5") == "\"a\" - 'b' -5"


@given(st.text())
def test_nothing_is_flattened_twice(text):
    assert flattened(flattened(text)) == flattened(text)
