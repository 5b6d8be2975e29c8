"""Untrusted text: nothing in it acts on a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from inquiro.cli.text import count, money, packed, plain, shortened


@pytest.mark.fault(70)
@given(st.text())
def test_plain_text_is_one_harmless_line(text):
    shown = plain(text)
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs"} for c in shown)
    assert "\n" not in shown


@pytest.mark.fault(70)
def test_escape_sequences_lose_their_power():
    assert plain("a\x1b[31mred\x1b]0;title\x07 \u202eevil\u200b\r\nb") == "a[31mred]0;title evil b"


@given(st.text(), st.integers(1, 40))
def test_shortened_fits(text, cells):
    assert cell_len(shortened(text, cells)) <= cells


@pytest.mark.parametrize(("dollars", "shown"), [(0, "$0.00"), (0.0041, "$0.0041"), (0.0312, "$0.03"), (12.5, "$12.50")])
def test_less_than_a_cent_is_not_called_nothing(dollars, shown):
    assert money(dollars) == shown


def test_shortened_says_that_it_cut():
    assert shortened("tree cooling effect", 8) == "tree co…"
    assert shortened("tree", 4) == "tree"


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=8), max_size=8), st.integers(8, 40))
def test_packing_keeps_every_piece_and_the_width(words, width):
    lines = packed((Text(word) for word in words), width)
    assert all(line.cell_len <= width for line in lines)
    assert " ".join(line.plain for line in lines).split() == words


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(1, "query", "1 query"), (2, "query", "2 queries"), (0, "call", "0 calls"), (1200, "fact", "1,200 facts")],
)
def test_count(number, noun, said):
    assert count(number, noun) == said
