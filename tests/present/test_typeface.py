"""Letters of a PDF: joined and in their order, from the machine where the shipped ones do not reach."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from fpdf import FPDF

from inquiro.present import typeface
from inquiro.present.typeface import NOT_SHOWN, Typeface, add_system_fonts, close_fonts, joined, visual


@pytest.fixture
def pdf() -> Iterator[FPDF]:
    made = FPDF()
    for style, name in (("", "DejaVuSans.ttf"), ("B", "DejaVuSans-Bold.ttf")):
        with as_file(files("inquiro.present").joinpath("assets", "fonts", name)) as path:
            made.add_font("Own", style, path)
    made.add_page()
    yield made
    close_fonts(made)


def test_what_no_font_has_is_marked_once_for_each_stretch(pdf):
    face = Typeface(pdf, "Own")
    assert face.shown("Is 東京 の so?") == f"Is {NOT_SHOWN} so?"
    assert face.lacks("東")
    assert not face.lacks("Žluťoučký \u200d")


def test_arabic_letters_take_the_forms_their_neighbours_ask_for():
    beh, alef = "\u0628", "\u0627"
    forms = [unicodedata.name(letter).rsplit(" ", 2)[-2] for letter in joined(beh + beh + alef)]
    assert forms == ["INITIAL", "MEDIAL", "FINAL"]
    assert unicodedata.name(joined(beh)).endswith("ISOLATED FORM")
    assert joined("plain") == "plain"


def test_words_from_right_to_left_stand_the_other_way_round():
    assert visual("\u05d0\u05d1\u05d2") == "\u05d2\u05d1\u05d0"
    assert visual("abc") == "abc"


def test_a_font_of_the_machine_stands_in_for_a_script_and_only_then(pdf, monkeypatch):
    with as_file(files("inquiro.present").joinpath("assets", "fonts", "DejaVuSansMono.ttf")) as path:
        monkeypatch.setattr(typeface, "system_fonts", lambda named: (Path("nowhere.ttf"), path))
        assert add_system_fonts(pdf, "Own", "only Latin, Ελληνικά") == []
        [family] = add_system_fonts(pdf, "Own", "\u0627\u0644\u0634")
    face = Typeface(pdf, "Own", [family])
    assert not face.lacks("\u0627\u0644\u0634")
    assert face.width("\u0627", bold=True) > 0
    face.draw(10, 10, "a \u0627\u0644 b", bold=False, size=10)
    assert bytes(pdf.output()).count(b"/FontFile2") >= 2
