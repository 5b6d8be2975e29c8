from __future__ import annotations

import pytest

from inquiro.text.units import NONE, by_symbol, spellings, unit_of


@pytest.mark.parametrize(
    ("one", "other"),
    [("mW", "MW"), ("Mb", "MB"), ("mHz", "MHz"), ("mV", "V"), ("Gb", "GB")],
)
def test_capitals_that_make_the_difference(one, other):
    assert unit_of(one) != unit_of(other)
    assert unit_of(other) != NONE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("km", "Kilometres"),
        ("km", "公里"),
        ("kg", "キログラム"),
        ("%", "Prozent"),
        ("t", "吨"),
        ("°C", "℃"),
        ("kwh", "kWh"),
    ],
)
def test_one_unit_in_many_spellings(one, other):
    assert unit_of(one) == unit_of(other) != NONE


def test_no_spelling_belongs_to_two_units():
    assert all(by_symbol(unit.symbol) == unit for unit in spellings().values())
    assert all(name == name.lower() for name in spellings())


def test_what_is_no_unit():
    assert unit_of("trees") == unit_of("") == unit_of(None) == NONE
