from __future__ import annotations

import pytest

from inquiro.text.months import MONTHS, MONTHS_OF_DAYS, month_number

OF_THE_YEAR = {
    "en": "january february march april may june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}


@pytest.mark.parametrize("language", OF_THE_YEAR)
def test_every_month_of_every_language(language):
    assert [MONTHS[name] for name in OF_THE_YEAR[language].split()] == list(range(1, 13))


def test_words_that_are_months_only_beside_a_day():
    assert "out" not in MONTHS
    assert MONTHS_OF_DAYS["out"] == 10


@pytest.mark.parametrize(("name", "number"), [("MÄRZ", 3), ("Aprİl", 4), ("ſeptember", 9), ("13", 0), ("", 0)])
def test_the_number_of_a_name_in_any_case(name, number):
    assert month_number(name) == number
