from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.quantities import counted, quantities, years
from inquiro.text.numerals import value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs 1,100 € a tree.", [(1100, "€")]),
        ("Ein Baum kostet 1.100 €.", [(1100, "€")]),
        ("1'100 € or 1\u202f100 €", [(1100, "€"), (1100, "€")]),
        ("1100 EUR", [(1100, "€")]),
        ("a grant of €1.2 million", [(1_200_000, "€")]),
        ("250 Millionen Euro", [(250_000_000, "€")]),
        ("$5 billion", [(5_000_000_000, "$")]),
        ("1.234.567,5 kg", [(1_234_567.5, "kg")]),
        ("1,234,567.5 kg", [(1_234_567.5, "kg")]),
        ("8 to 12 °C", [(8, "°C"), (12, "°C")]),
        ("8–12 °C", [(8, "°C"), (12, "°C")]),
        ("8-12°C", [(8, "°C"), (12, "°C")]),
        ("3 bis 5 Grad", [(3, "°"), (5, "°")]),
        ("de 3 a 5 grados", [(3, "°"), (5, "°")]),
        ("−5 °C", [(-5, "°C")]),
        ("35 dB(A) at the window", [(35, "dB(A)")]),
        ("3 dB are added", [(3, "dB")]),
        ("40 per cent", [(40, "%")]),
        ("12,5 Prozent", [(12.5, "%")]),
        ("el 30 por ciento", [(30, "%")]),
        ("2,5 kg", [(2.5, "kg")]),
        ("0,125 kg", [(0.125, "kg")]),
        ("12 m³ of soil", [(12, "m³")]),
        ("30 years", [(30, "years")]),
        ("約1,200円かかる", [(1200, "¥")]),
        ("費用は1100ユーロである", [(1100, "€")]),
        ("気温が8度から12度", [(8, "°"), (12, "°")]),
        ("5 miles or 8 km/h", [(5, "mi"), (8, "km/h")]),
        ("77 °F", [(77, "°F")]),
        ("25 degrees Celsius", [(25, "°C")]),
        ("2.4 k€ or 3 Mio. €", [(2.4, "k€"), (3_000_000, "€")]),
        ("1.5 Mrd. Euro", [(1_500_000_000, "€")]),
        ("154 lbs", [(154, "lb")]),
        ("500 trees", [(500, "")]),
        ("between 2019 and 2023", []),
        ("2019年の調査", []),
        ("in 2019–2021", []),
        ("version v2 of B12", []),
        ("nothing at all", []),
    ],
)
def test_numbers_and_units_in_many_notations(text, expected):
    assert [(q.value, q.unit) for q in quantities(text)] == expected


def test_a_year_with_a_unit_is_an_amount():
    assert [(q.value, q.unit) for q in quantities("2019 €")] == [(2019, "€")]


def test_the_text_of_a_quantity_stands_in_the_sentence():
    sentence = "Trees lower it by 8 to 12 °C for 1,100 €."
    assert [q.text for q in quantities(sentence)] == ["8 to 12 °C", "8 to 12 °C", "1,100 €"]


@pytest.mark.parametrize(("text", "number"), [("1,100", 1100), ("1.100", 1100), ("2,5", 2.5), ("2.5", 2.5), ("7", 7)])
def test_one_value_over_notations(text, number):
    assert value(text) == number


def test_years_are_told_once_in_order():
    assert years("2023 after 2019, then 2023; 12019 and 1750 are none") == ("2023", "2019")


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("0123456789.,'’-–−  €%°年度")), max_size=60))
def test_no_text_breaks_it(text):
    for found in quantities(text):
        assert found.text in text


@given(st.integers(0, 10**9))
def test_thousands_marks_change_nothing(number):
    forms = (f"{number:,} €", f"{number:,} €".replace(",", "."), f"{number:,} €".replace(",", "'"))
    assert {q.value for form in forms for q in quantities(form)} == {float(number)}


@pytest.mark.parametrize("text", ["2018-03-23T20:02:56Z", "令和7年の人口", "平成 30年"])
def test_times_of_day_and_years_of_an_era_are_no_amounts(text):
    assert not [q for q in quantities(text) if q.unit]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The city planted 1,200 trees.", [(1200, "trees")]),
        ("It has 2.5 million inhabitants.", [(2_500_000, "inhabitants")]),
        ("Es pflanzte 1.200 Bäume.", [(1200, "Bäume")]),
        ("La ciudad tiene 34 parques y 12 lagos.", [(34, "parques"), (12, "lagos")]),
        ("The 2015 season", []),
        ("2018-2019 academic year", []),
        ("Boeing 747 jets", []),
        ("No. 5 perfume", []),
        ("the 3.13 series", []),
        ("It weighs 30 kg there.", []),
        ("5 May", []),
        ("(2-IV)25 DOI", []),
    ],
)
def test_things_are_counted_and_labels_are_not(text, expected):
    assert [(number.value, thing) for number, thing in counted(text)] == expected
