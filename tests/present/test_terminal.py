"""Lines for a screen: what they are, not what they look like."""

from __future__ import annotations

from inquiro.present.blocks import (
    Box,
    Chip,
    Code,
    Folded,
    Items,
    Marks,
    Quotation,
    Statement,
    Table,
    Text,
    paragraph,
    words,
)
from inquiro.present.blocks import heading as head
from inquiro.present.terminal import BLANK, ScreenCode, ScreenLine, screen


def lines(*blocks) -> list[str]:
    told = []
    for part in screen(blocks):
        if isinstance(part, ScreenCode):
            told.append(f"code {part.code}")
        else:
            told.append(" " * part.indent + "".join(piece.text for piece in part.pieces))
    return told


def test_a_blank_line_stands_before_headings_and_between_paragraphs():
    assert lines(paragraph("a"), paragraph("b"), head("H"), head("I", 3), paragraph("c"), paragraph("d", "quiet")) == [
        "a", "", "b", "", "H", "I", "c", "d",
    ]  # fmt: skip


def test_marks_stick_to_what_stands_before_them():
    statement = Statement(claim=0, spans=(Text(text="It rains."),), label="quoted")
    [line] = screen([paragraph("x").__class__(spans=(statement, Marks(numbers=(1, 2), retracted=(2,))))])
    assert isinstance(line, ScreenLine)
    assert [(piece.text, piece.sticky) for piece in line.pieces] == [("It rains.", False), ("[1][2, retracted]", True)]


def test_a_table_of_sentences_is_told_by_row_and_column_and_one_of_words_line_by_line():
    cell = (Statement(claim=0, spans=(Text(text="$25"),), label="quoted"),)
    compared = Table(head=("", "Price", "Gives"), rows=((words("Insider"), cell, ()),))
    assert lines(compared) == ["Insider", "  Price: $25"]
    short = Table(head=("No.", "State"), rows=((words("1"), (Chip(text="exists", tone="good"),)),))
    assert lines(short) == ["1  exists"]


def test_items_sides_code_and_what_is_folded():
    items = Items(items=((paragraph("one"), paragraph("more", "quiet")), (paragraph("two"),)))
    assert lines(items) == ["• one", "  more", "• two"]
    numbered = Items(items=((paragraph("one"), Code(code="x")), (paragraph("two"), Code(code="y"))), numbered=True)
    assert lines(numbered) == ["1. one", "code x", "", "2. two", "code y"]
    side = Quotation(title="5 €", words=words("it costs"), foot=words("2020"))
    assert lines(Box(blocks=(side,), kind="sides")) == ["• 5 €: it costs — 2020"]
    assert lines(Folded(title="All", blocks=(paragraph("x"),))) == ["All: in the HTML and JSON exports"]
    assert ScreenLine() == BLANK
