from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.numerals import han_sum, numeric, scale_of, value


@pytest.mark.parametrize(
    ("digits", "language", "values"),
    [
        ("1,100", "en", [1100]),
        ("1.100", "en", [1100, 1.1]),
        ("1,100", "de", [1100, 1.1]),
        ("0.125", "en", [0.125]),
        ("3·3", "en", [3.3]),
        ("1·234", "en", [1.234]),
        ("12,34,567", "en", [1_234_567]),
        ("1.234.567,5", "de", [1_234_567.5]),
        ("١٢", "en", [12]),
    ],
)
def test_what_digits_and_marks_mean(digits, language, values):
    assert numeric(digits, language)[0] == values


@pytest.mark.parametrize(
    ("written", "number"),
    [("3億5000万", 3.5e8), ("1兆2000億", 1.2e12), ("2万5000", 25_000), ("1億2000万300", 120_000_300)],
)
def test_sums_in_han_characters(written, number):
    assert han_sum(written)[0] == number


@pytest.mark.parametrize(
    ("word", "language", "scale"),
    [
        ("Mio", "de", 1e6), ("Mrd", "de", 1e9), ("Billion", "de", 1e12), ("billion", "en", 1e9), ("billones", "es", 1e12),
        ("milliards", "fr", 1e9), ("lakh", "en", 1e5), ("crore", "en", 1e7), ("百万", "ja", 1e6), ("億", "ja", 1e8), ("亿", "zh", 1e8),
    ],
)  # fmt: skip
def test_words_that_scale(word, language, scale):
    assert scale_of(word, language) == scale


@given(st.integers(0, 10**12))
def test_marks_of_thousands_change_nothing(number):
    grouped = f"{number:,}"
    for mark in (",", "'", "\u202f", "\u00a0"):
        assert numeric(grouped.replace(",", mark))[0][0] == number


@given(st.integers(-(10**6), 10**6))
def test_every_dash_is_a_minus(number):
    assert {value(f"{dash}{abs(number)}") for dash in "-−–"} == {float(-abs(number))}
