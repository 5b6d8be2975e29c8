"""Which words of a note may leave by themselves, and why the others stay."""

from __future__ import annotations

import pytest

from inquiro.core.types import NoteText
from inquiro.engine.notes import known_words
from inquiro.engine.notes.known_words import gate_of


def note(text: str, title: str = "Note", **more) -> NoteText:
    return NoteText(path=f"{title}.md", title=title, text=text, sha256="", **more)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("interaction", ""), ("tamoxifen", ""), ("marienhof", known_words.UNKNOWN), ("Baker", known_words.NAME),
        ("4471", known_words.DIGITS), ("stage", known_words.TITLE), ("house", known_words.TITLE),
    ],
)  # fmt: skip
def test_why_a_word_stays(word, why):
    text = "---\ntags: [house]\n---\nBaker of the marienhof said the interaction with tamoxifen is known, room 4471.\n"
    gate = gate_of(note(text, "Stage three", tags=("house",)))
    assert gate is not None
    assert gate.held(word) == why


def test_what_a_person_typed_may_leave():
    gate = gate_of(note("Baker said it.", accepted=("Baker noise rules",)))
    assert gate is not None
    assert gate.held("Baker") == ""


def test_a_private_note_keeps_every_word_but_those_a_person_typed():
    for private in (note("Heat pumps are loud.", withheld="it is marked private"), note("Unfiled invention: heat.")):
        gate = gate_of(private)
        assert gate is not None
        assert gate.held("heat") == known_words.STAYS


def test_all_needs_no_gate_unless_the_note_is_private():
    assert gate_of(note("Heat.", send="all")) is None
    assert gate_of(note("Heat.", send="all", withheld="private")) is not None


def test_runs_without_blanks_are_taken_apart():
    gate = gate_of(note("超声波传感器多少钱？晓琳问的。"))
    assert gate is not None
    assert gate.open_words(["超声波传感器多少钱", "晓琳问的"]) == ("超声波", "传感器")
