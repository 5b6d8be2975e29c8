from __future__ import annotations

import pytest

from inquiro.text.number_words import SPOKEN, digit_words, number_words, ordinal_words, says_place


@pytest.mark.parametrize("language", SPOKEN)
def test_every_number_up_to_a_hundred_has_a_word(language):
    known = set(number_words(language).values())
    assert set(range(2, 101)) <= known


@pytest.mark.parametrize(
    ("text", "place", "language", "told"),
    [
        ("the third album", 3, "en", True),
        ("ninth-graders", 9, "en", True),
        ("das vierte Kapitel", 4, "de", True),
        ("le dix-septième siècle", 17, "fr", True),
        ("el tercer puesto", 3, "es", True),
        ("the third album", 4, "en", False),
        ("the album", 1, "en", False),
    ],
)
def test_places_in_words(text, place, language, told):
    assert says_place(text, place, language) == told


def test_places_reach_the_twentieth():
    assert all(ordinal_words(language)[word] == 20 for language, word in (("en", "twentieth"), ("fr", "vingtième")))


def test_numbers_spelled_out_digit_by_digit():
    assert {"zero", "one", "nueve", "eins", "zéro", "six"} <= digit_words()
    assert not {"ten", "zehn", "once"} & digit_words()
