from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.present.pdf_table import broken


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 5, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a bcdefg h", 3, ["a", "bcd", "efg", "h"]),
        ("ab", 0.5, ["a", "b"]),
    ],
)
def test_lines_are_broken_between_words_and_inside_only_where_they_must(text, room, lines):
    assert list(broken(text, room, len)) == lines


@given(st.text("ab é ", max_size=60), st.integers(1, 9))
def test_nothing_is_lost_and_every_line_fits(text, room):
    lines = list(broken(text, room, len))
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= room for line in lines)
