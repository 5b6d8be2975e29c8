"""Which words of a note may leave by themselves, and why the others stay."""

from __future__ import annotations

import pytest

from inquiro.core.types import NoteText
from inquiro.engine.notes import known_words
from inquiro.engine.notes.known_words import gate_of, language_of


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


def held(text: str, path: str, word: str) -> str:
    title = path.rpartition("/")[2].removesuffix(".md")
    gate = gate_of(NoteText(path=path, title=title, text=text, sha256=""))
    assert gate is not None
    return gate.held(word)


@pytest.mark.parametrize(
    "path", ["Projects/Lighthouse.md", "Meetings/lighthouse terms.md", "Clients/The lighthouse.md"]
)
def test_a_title_is_a_name_where_notes_are_called_by_names(path):
    asks = "What does a lighthouse cost? How long does a battery last?"
    assert held(asks, path, "lighthouse") == known_words.TITLE
    assert held(asks, path, "battery") == ""
    assert held(asks, "Projects/Lighthouse batteries.md", "lighthouse") == ""


DIARY = "slept badly. baker called about the loan, pedal to the metal. nobody knows.\n\nwhat does a fixed loan cost?\n"


def test_of_a_note_in_small_letters_only_what_it_asks_may_leave():
    assert held(DIARY, "Daily.md", "pedal") == known_words.TOLD
    assert held(DIARY, "Daily.md", "cost") == ""
    capitals = "Slept badly. The loan is dear, pedal to the metal. Nobody knows.\n"
    assert held(capitals, "Daily.md", "pedal") == ""


def test_beside_a_recovery_phrase_only_questions_may_leave():
    phrase = "1 apple 2 winter 3 blanket 4 donkey\n5 copper 6 frozen 7 garden 8 ladder\n"
    text = f"From the old paper:\n\n{phrase}\nSeven may be garlic.\n\nCan a checksum be tried offline?\n"
    assert held(text, "Wallet.md", "donkey") == known_words.LISTED
    assert held(text, "Wallet.md", "garlic") == known_words.TOLD
    assert held(text, "Wallet.md", "offline") == ""


def test_who_begins_with_do_not_share_means_all_of_it():
    assert held("**Do not share** before the talk.\n\nA pedal with a leaf.", "Idea.md", "pedal") == known_words.STAYS
    assert held("A pedal with a leaf.", "Hinge (not filed).md", "pedal") == known_words.STAYS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Un compost trop humide sent mauvais car l'air manque. Peut-on composter les agrumes ?", "fr"),
        ("Street trees lower the surface temperature of the pavement in summer.", "en"),
        ("Warum gärt Roggenmehl schneller als Weizenmehl?", "de"),
        ("空气源热泵在夜间噪音较大。", "zh"),
    ],
)
def test_the_language_is_the_one_whose_words_it_knows(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("path", "text", "word", "held"),
    [
        (
            "Diary/2025-01-19.md",
            "Went to the clearing with my sister. Does lamotrigine help with sleep?",
            "clearing",
            True,
        ),
        (
            "Diary/2025-01-19.md",
            "Went to the clearing with my sister. Does a clearing help with sleep?",
            "clearing",
            False,
        ),
        ("House.md", "Anna left me a letter in the orchard.\n\nFind out:\n- Frost harms which orchard", "letter", True),
        (
            "House.md",
            "Anna left me a letter in the orchard.\n\nFind out:\n- Frost harms which orchard",
            "orchard",
            False,
        ),
        ("Garden.md", "I prune my orchard in the frost. Frost harms an orchard.", "orchard", False),
    ],
)
def test_of_a_note_about_people_only_what_it_asks_may_leave(path, text, word, held):
    gate = gate_of(NoteText(path=path, title="x", text=text, sha256=""))
    assert bool(gate.held(word)) is held


def test_a_list_of_people_is_about_people_without_a_writer():
    text = "Met with Anna Berg. Lunch with Peter Stern about the orchard.\n\nFind out:\n- Frost harms which fruit"
    gate = gate_of(NoteText(path="House.md", title="x", text=text, sha256=""))
    assert gate.held("orchard")
    assert not gate.held("fruit")
