from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.text_lines import columns, lines_of


def test_lines_without_the_space_around_them():
    lines = lines_of("one\n  two \n\n\tthree", 0, 20)
    assert [(line.text, line.indent, line.apart) for line in lines] == [
        ("one", 0, True),
        ("two", 2, False),
        ("three", 4, True),
    ]
    assert columns(" \tx") == 4


@given(st.text())
def test_every_line_stands_where_it_says(text):
    assert all(text[line.start : line.end] == line.text for line in lines_of(text, 0, len(text)))
