from __future__ import annotations

import pytest

from inquiro.text.agreement import agrees
from inquiro.text.figures import figures


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("1,100 €", "en", [(1100, "€")]),
        ("€1.2 million", "en", [(1.2e6, "€")]),
        ("€5m", "en", [(5e6, "€")]),
        ("$3bn", "en", [(3e9, "$")]),
        ("12,5 Prozent", "de", [(12.5, "%")]),
        ("250 Millionen Euro", "de", [(2.5e8, "€")]),
        ("1.234.567,5 kg", "de", [(1_234_567.5, "g")]),
        ("1,00,000 people", "en", [(100_000, "")]),
        ("twenty-five trees", "en", [(25, "")]),
        ("two million people", "en", [(2e6, "")]),
        ("fünfundzwanzig Bäume", "de", [(25, "")]),
        ("treinta y cinco árboles", "es", [(35, "")]),
        ("quatre-vingt-dix-sept arbres", "fr", [(97, "")]),
        ("once upon a time", "en", []),
        ("8 to 12 °C", "en", [(8, "°C"), (12, "°C")]),
        ("8-12 °C", "en", [(8, "°C"), (12, "°C")]),
        ("−5 °C", "en", [(-5, "°C")]),
        ("a 12-year study", "en", [(12, "month")]),
        ("the 19th century", "en", [(19, "")]),
        ("3 percentage points", "en", [(3, "points")]),
        ("no number", "en", []),
    ],
)
def test_numbers_with_units_in_many_notations(text, language, expected):
    assert [(figure.value, figure.unit.measure) for figure in figures(text, language)] == expected


def test_three_decimals_can_be_read_both_ways():
    assert figures("1.100 kg")[0].readings == (1100, 1.1)
    assert figures("1,100 kg")[0].readings == (1100,)
    assert figures("0.125 kg")[0].readings == (0.125,)


def test_each_reading_has_a_precision_of_its_own():
    """Three decimals are no rounding of one, whichever way they are read."""
    assert not agrees(*figures("1,102 °C 1,2 °C", "de"))
    assert not agrees(*figures("1.402 kg 1.2 kg", "en"))
    assert agrees(*figures("1,200 °C 1,2 °C", "de"))
    assert agrees(*figures("1,2 °C 1,204 °C", "de"))


def test_a_bare_number_is_no_rounding_of_an_amount():
    bare, about, amount = figures("1 tree, about 1 and 1.2 °C")
    assert not agrees(bare, amount)
    assert agrees(about, amount)
    assert agrees(figures("12 of them")[0], figures("12 °C")[0])


@pytest.mark.parametrize(
    ("claimed", "held", "expected"),
    [
        ("almost 310 km", "305 km", True),
        ("almost 310 km", "almost 300 km", False),
        ("about 300 km", "about 297 km", True),
        ("about 310 km", "about 300 km", False),
        ("about 300 km", "about 300 km", True),
    ],
)
def test_a_number_that_is_rounded_already_is_not_rounded_again(claimed, held, expected):
    assert agrees(figures(claimed)[0], figures(held)[0]) == expected


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("patients with a delay>24 hours", "above"),
        ("age≥55 years", "least"),
        ("55 years or more", "least"),
        ("aged 55 and older", "least"),
        ("55 Jahre oder älter", "least"),
        ("10 beds or fewer", ""),  # of the beds, which is no unit
        ("10 or fewer", "most"),
        ("24 hours orally", ""),
        ("Python 3.15 or later", ""),
    ],
)
def test_a_sign_glued_to_a_word_and_words_behind_a_number_bound_it(text, bound):
    assert figures(text)[-1].bound == bound
