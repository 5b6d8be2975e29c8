from __future__ import annotations

import pytest

from inquiro.engine.notes.search_phrases import naming_words, phrase, subject_of, telling_words


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("The heat pump may make at most 35 dB at night.", "en", "heat pump dB night"),
        ("Python 3.12 removed distutils in October 2023.", "en", "Python 3.12 removed distutils October"),
        ("The neighbour's window is 3 m away.", "en", "neighbour window away"),
        ("Die Anmeldung erfolgt nur noch im Marktstammdatenregister.", "de", "Anmeldung Marktstammdatenregister"),
        ("L'autonomie baisse de 30 % en hiver.", "fr", "autonomie baisse hiver"),
        ("¿Cuánta agua necesita un olivo?", "es", "agua necesita olivo"),
        ("経口補水液は食塩3グラムで作れる。", "ja", "経口補水液 食塩 グラム"),
    ],
)
def test_the_words_that_carry_a_subject(text, language, words):
    assert " ".join(telling_words(text, language)) == words


@pytest.mark.parametrize(
    "title", ["2026-02-11", "Meeting Northwind", "Untitled", "Notes", "Daily log", "Offene Fragen", "概要", ""]
)
def test_titles_that_name_nothing(title):
    assert subject_of(title, [], "en").words == ()


def test_the_title_is_the_subject_else_the_first_heading():
    assert subject_of("Heat pumps in old houses", [], "en").words == ("Heat", "pumps", "houses")
    assert subject_of("2026-02-11", ["Sourdough bread"], "en").words == ("Sourdough", "bread")
    assert naming_words("References", "en") == ()


def test_a_subject_that_is_left_unsaid_goes_first_and_a_heading_helps_a_short_sentence():
    subject = subject_of("Heat pumps", [], "en")
    assert phrase("It must stand 3 m from the window.", subject, "Distance", "en", {}) == (
        "Heat",
        "pumps",
        "window",
        "Distance",
    )
    assert phrase("The heat pump is quiet.", subject, "", "en", {}) == ("heat", "pump", "quiet")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Compacted soil kills more trees than drought.", "Compacted soil kills trees drought"),
        (
            "To see how the parser interpreted your regular expression, add an explain line.",
            "parser regular expression",
        ),
        ("Unfortunately the current version does not show any diffs on the console.", "version diffs console"),
        ("The urgency score is usually calculated from the due date.", "urgency score due date"),
        ("Does the income bonus apply to rented flats?", "income bonus rented flats"),
    ],
)
def test_what_is_done_and_what_only_describes_goes_where_enough_is_named(sentence, told):
    assert " ".join(phrase(sentence, subject_of("", [], "en"), "", "en", {})) == told
