from __future__ import annotations

import pytest

from inquiro.text.dates import dates, months
from inquiro.text.figures import figures
from inquiro.text.letter_case import folded
from inquiro.text.number_words import SPOKEN, number_words

SPELLINGS = [
    str.upper,
    str.title,
    lambda word: word.replace("s", "ſ"),
    lambda word: word.replace("i", "İ"),
    lambda word: word.replace("i", "ı"),
    lambda word: word.replace("ß", "ẞ"),
]


@pytest.mark.parametrize("spell", SPELLINGS)
def test_what_a_pattern_finds_in_any_case_is_known(spell):
    for language in SPOKEN:
        for word, value in list(number_words(language).items())[::9]:
            found = [one.value for one in figures(f"{spell(word)} trees", language)]
            assert found[:1] == [value] or spell not in SPELLINGS[:2]
    for name, number in months().items():
        assert [one.month for one in dates(f"12 {spell(name)} 2020")] in ([], [number])


def test_capitals_of_a_sharp_s():
    assert folded("DREISSIG") == folded("dreißig")
    assert figures("DREISSIG Jahre", "de")[0].value == 30
