from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Quantity
from inquiro.engine.quantities import quantities
from inquiro.text.measures import Measure, agree, comparable, spread
from inquiro.text.measures import converted as converted_value
from inquiro.text.measures import measure as measured

UNITS = ["km", "mi", "m", "ft", "kg", "lb", "°C", "°F", "€", "k€", "%", "", "l", "gal", "h", "min", "dB", "km/h", "mph"]


def measure(quantity: Quantity, *, difference: bool = False) -> Measure | None:
    return measured(quantity.value, quantity.unit, difference=difference)


def converted(quantity: Quantity, unit: str) -> float | None:
    return converted_value(quantity.value, quantity.unit, unit)


def amount(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


def same(one: str, other: str, *, difference: bool = False) -> bool:
    a, b = (measure(amount(text), difference=difference) for text in (one, other))
    assert a is not None
    assert b is not None
    return agree(a, b)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10 km", "6.2 miles"),
        ("100 km", "62 miles"),
        ("1 mile", "1.6 km"),
        ("25 °C", "77 °F"),
        ("-40 °C", "-40 degrees Fahrenheit"),
        ("2,400 €", "2.4 k€"),
        ("€1.2 million", "1,200 k€"),
        ("3 Mrd. €", "3000 Millionen Euro"),
        ("70 kg", "154 lbs"),
        ("40 %", "0.4"),
        ("0.405", "40.5 per cent"),
        ("5 ‰", "0.5 %"),
        ("120 minutes", "2 hours"),
        ("2 years", "24 months"),
        ("100 km/h", "62 mph"),
        ("1 ha", "2.5 acres"),
        ("1,500 m", "1.5 km"),
        ("5 MWh", "5000 kWh"),
    ],
)
def test_one_amount_in_two_units(one, other):
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10 km", "10 miles"),
        ("25 °C", "25 °F"),
        ("2,400 €", "24 k€"),
        ("70 kg", "70 lb"),
        ("40 %", "0.04"),
        ("100 km", "70 miles"),
        ("3 million €", "3 billion €"),
    ],
)
def test_two_amounts_in_two_units(one, other):
    assert not same(one, other)


def test_a_difference_of_temperature_has_no_freezing_point():
    assert same("10 °C", "18 °F", difference=True)
    assert not same("10 °C", "50 °F", difference=True)
    assert same("10 °C", "50 °F")


@pytest.mark.parametrize(("one", "other"), [("5 km", "5 kg"), ("5 €", "5 $"), ("5 km", "5 km/h"), ("3 dB", "3 dB(A)")])
def test_what_does_not_convert_is_not_compared(one, other):
    assert not comparable(measure(amount(one)), measure(amount(other)))


def test_a_bare_number_above_one_is_no_share():
    assert measure(Quantity(value=40.0)) is None


@pytest.mark.parametrize(
    ("text", "unit", "value"), [("10 km", "mi", 6.2137), ("25 °C", "°F", 77), ("2 k€", "€", 2000), ("40 %", "", 0.4)]
)
def test_an_amount_in_another_unit(text, unit, value):
    assert converted(amount(text), unit) == pytest.approx(value, rel=1e-4)


def test_nothing_converts_to_another_dimension():
    assert converted(amount("10 km"), "kg") is None
    assert converted(amount("3 dB"), "dB(A)") is None


values = st.floats(-1e6, 1e6, allow_nan=False).map(lambda value: round(value, 3))
amounts = st.builds(Quantity, value=values, unit=st.sampled_from(UNITS))


@given(amounts, amounts, st.booleans())
def test_agreement_is_symmetric(one, other, difference):
    a, b = measure(one, difference=difference), measure(other, difference=difference)
    assert comparable(a, b) == comparable(b, a)
    if a and b:
        assert agree(a, b) == agree(b, a)


@given(amounts, st.booleans())
def test_every_amount_agrees_with_itself(one, difference):
    if found := measure(one, difference=difference):
        assert agree(found, found)


@given(values, st.sampled_from(UNITS), st.sampled_from(UNITS))
def test_there_and_back_again(value, unit, other):
    there = converted(Quantity(value=value, unit=unit), other)
    if there is None or (not other and not 0 <= there <= 1):
        return
    back = converted(Quantity(value=there, unit=other), unit)
    assert back == pytest.approx(value, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "low", "high"), [("5.3 kg", 5.25, 5.35), ("40 dB", 39, 41), ("35 dB", 34.5, 35.5), ("1,200 €", 1170, 1230)]
)
def test_a_number_means_as_much_as_its_rounding(text, low, high):
    assert spread(amount(text).value) == pytest.approx((low, high))
