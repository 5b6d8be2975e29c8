from __future__ import annotations

import pytest

from inquiro.retrieval.blocks import blocks


def cut(text):
    return [text[start:end] for start, end in blocks(text, 0, len(text))]


def test_lines_of_code_stand_alone():
    assert cut("```\na = 1\nb = 2\n```\nText") == ["```", "a = 1", "b = 2", "```", "Text"]


@pytest.mark.parametrize("gap", ["\n\n", "\r\n\r\n", "\n \t\n", "\f", "\u2029"])
def test_paragraphs_end_at_blank_lines_of_every_kind(gap):
    assert cut(f"one{gap}two") == ["one", "two"]


def test_short_lines_are_not_wrapped_lines():
    assert cut("Town Hall\nRoom 2\nVarnholt") == ["Town Hall", "Room 2", "Varnholt"]


def test_a_line_that_had_room_for_the_next_word_ended_on_purpose():
    wide = "This line fills the whole width of the page, as wrapped lines do"
    assert cut(f"{wide}\nShort end\nAnother beginning") == [f"{wide}\nShort end", "Another beginning"]


def test_quotations_begin_anew():
    assert cut("He wrote this long line about the trees:\n> Quoted words of some length stand here") == [
        "He wrote this long line about the trees:",
        "> Quoted words of some length stand here",
    ]
