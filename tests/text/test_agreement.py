from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.text.agreement import agrees
from inquiro.text.figures import figures


def same(claimed: str, held: str, language: str = "en") -> bool:
    return agrees(figures(claimed, language)[0], figures(held, language)[0])


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("half of them", "50 %"),
        ("half of the trees", "49 %"),
        ("one in three adults", "33 %"),
        ("four in ten readers", "39 %"),
        ("4 out of 10 readers", "39%"),
        ("two thirds of the votes", "66 %"),
        ("a quarter of it", "24.6 %"),
        ("three quarters", "75 %"),
        ("nearly half of them", "47 %"),
        ("more than half of them", "58 %"),
        ("50 %", "half of them"),
        ("about a third of it", "36 %"),
        ("doubled", "2 times"),
        ("doubled", "2.1-fold"),
    ],
)
def test_everyday_shares_and_multiples(claimed, held):
    assert same(claimed, held)


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("half of them", "45 %"),
        ("four in ten readers", "34 %"),
        ("one in three adults", "38 %"),
        ("39 %", "four in ten readers"),
        ("more than half of them", "48 %"),
        ("nearly half of them", "52 %"),
        ("doubled", "3 times"),
        ("half of them", "50 km"),
    ],
)
def test_everyday_words_are_not_for_everything(claimed, held):
    assert not same(claimed, held)


@pytest.mark.parametrize(
    ("claimed", "held", "language"),
    [
        ("die Hälfte der Bäume", "50 Prozent", "de"),
        ("jeder dritte Befragte", "33 Prozent", "de"),
        ("zwei Drittel", "67 %", "de"),
        ("la mitad de los árboles", "50 %", "es"),
        ("uno de cada tres", "33 %", "es"),
        ("la moitié des arbres", "50 %", "fr"),
        ("deux tiers", "66 %", "fr"),
        ("3分の1", "33 %", "ja"),
        ("半数", "50 %", "ja"),
        ("三分之二", "67 %", "zh"),
        ("4割", "40 %", "ja"),
    ],
)
def test_everyday_shares_in_other_languages(claimed, held, language):
    assert same(claimed, held, language)


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("6.2 miles", "10 km"),
        ("10 km", "6.2 miles"),
        ("154 lbs", "70 kg"),
        ("77 °F", "25 °C"),
        ("25 °C", "77 °F"),
        ("a rise of 2.7 °F", "a rise of 1.5 °C"),
        ("62 mph", "100 km/h"),
        ("2.5 acres", "1 ha"),
        ("1.5 km", "1,500 m"),
        ("3.5 million people", "350万"),
        ("350 million", "3億5000万"),
        ("1 billion people", "10億"),
        ("1.2 million", "12 lakh"),
        ("20 million", "2 crore"),
        ("3.3 kg", "3·3 kg"),
        ("−5 °C", "–5 °C"),
        ("-5 °C", "−5 °C"),
        ("more than 70", "more than 70"),
        ("over 70", "72"),
        ("a gain over 500 mg", "500 mg"),
        ("half the odds", "a ratio of 0.50"),
        ("about 70", "more than 70"),
    ],
)
def test_one_amount_in_two_systems_scripts_and_signs(claimed, held):
    assert same(claimed, held)


@pytest.mark.parametrize(
    ("claimed", "held"),
    [
        ("6.8 miles", "10 km"),
        ("10 miles", "10 km"),
        ("25 °F", "25 °C"),
        ("5 mW", "5 MW"),
        ("5 Mb", "5 MB"),
        ("5 mHz", "5 MHz"),
        ("70", "more than 70"),
        ("more than 70", "70"),
        ("more than 70", "less than 70"),
        ("5 °C", "–5 °C"),
        ("3.3 kg", "33 kg"),
        ("2 million", "2 Mrd."),
    ],
)
def test_what_only_looks_the_same(claimed, held):
    assert not same(claimed, held)


def test_a_german_billion_is_a_thousand_times_ours():
    assert figures("2 Billionen Euro", "de")[0].value == 2e12
    assert figures("2 Billion Euro", "de")[0].value == 2e12
    assert figures("2 billion euros", "en")[0].value == 2e9


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2 to 3 million", [2e6, 3e6]),
        ("between 40 and 50 percent", [40, 50]),
        ("from 500 to 3 million", [500, 3e6]),
        ("8-12 °C", [8, 12]),
        ("the first half of 2020", [2020]),
        ("the fifth of May", []),
        ("the third quarter", []),
        ("300 K", [300]),
        ("a 300K salary", [300_000]),
        ("Rs 5 crore", [5e7]),
    ],
)
def test_ranges_and_words_that_are_no_shares(text, values):
    assert [one.value for one in figures(text)] == values


@given(st.integers(1, 10**7), st.sampled_from(["km", "kg", "%", "€", "°C", "miles", "", "MB", "hours"]))
def test_every_figure_agrees_with_itself(number, unit):
    for form in (f"{number} {unit}", f"{number:,} {unit}"):
        assert same(form, f"{number} {unit}")


@given(st.integers(1, 999), st.integers(0, 9))
def test_a_middle_dot_is_a_point(whole, tenth):
    (found,) = figures(f"{whole}·{tenth} kg")
    assert found.value == pytest.approx(whole + tenth / 10)


@given(
    st.text(
        alphabet=st.one_of(st.characters(), st.sampled_from("0123456789.,·'-–−+ €%°万億割分の半halfthirdsin")),
        max_size=50,
    )
)
def test_no_text_breaks_the_reading_of_numbers(text):
    for language in ("en", "de", "fr", "es", "ja", "zh"):
        for one in figures(text, language):
            assert one.text.strip() in text
            assert 0 <= one.start < one.end <= len(text)
