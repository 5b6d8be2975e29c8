from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.text_lines import columns, ends_sentence, lines_of


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


@pytest.mark.parametrize("text", ["It rains.", "Does it? [1][2]", "“It rains.” [3]", "雨が降る。", "*It rains.*"])
def test_a_sentence_is_ended(text):
    assert ends_sentence(text)


@pytest.mark.parametrize("text", ["", "Total · 1,100 €", "Total: 1,100 € [1]", "and so on,", "no. 5"])
def test_a_row_is_not(text):
    assert not ends_sentence(text)
