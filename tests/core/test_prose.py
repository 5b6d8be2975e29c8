"""Markdown as the pieces a reader sees."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.prose import Piece, lines, pieces


def test_headings_paragraphs_items_and_code_in_order():
    text = "# One\nTwo\nlines\n\n- an item\n  goes on\n2. another\n\n```py\ncode  here\n\n# no heading\n```\nEnd."
    assert list(pieces(text)) == [
        Piece("heading", "One", 1),
        Piece("paragraph", "Two lines"),
        Piece("item", "an item goes on"),
        Piece("item", "another"),
        Piece("code", "code  here\n\n# no heading", language="py"),
        Piece("paragraph", "End."),
    ]


def test_an_empty_fence_is_no_code():
    assert list(pieces("a\n\n```\n\n```\n\nb")) == [Piece("paragraph", "a"), Piece("paragraph", "b")]


def test_lines_know_no_code():
    assert [piece.kind for piece in lines("~~~\nx\n~~~")] == ["paragraph"]


@given(st.text(alphabet="ab #-1.`~>\n\t", max_size=80))
def test_no_word_is_lost(text):
    said = "".join(piece.text for piece in pieces(text))
    assert said.count("a") + said.count("b") >= sum(text.count(letter) for letter in "ab") - _in_fence_lines(text)


def _in_fence_lines(text: str) -> int:
    """Letters that may stand behind a fence as the name of its language."""
    return sum(line.count("a") + line.count("b") for line in text.splitlines() if "```" in line or "~~~" in line)


def test_a_table_is_its_cells_and_a_bar_alone_is_none():
    table = "| | Cost |\n|---|:--:|\n| One | 3 \\| 4 [1] |\n| Two | |"
    assert list(pieces(f"Before.\n{table}\n\nAfter | this.")) == [
        Piece("paragraph", "Before."),
        Piece("table", "", rows=(("", "Cost"), ("One", "3 | 4 [1]"), ("Two", ""))),
        Piece("paragraph", "After | this."),
    ]
    assert [piece.kind for piece in pieces("| no rule\n| below it")] == ["paragraph"]
