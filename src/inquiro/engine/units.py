"""Quantities in one unit per dimension, so that 10 km and 6.2 miles can be told to be the same."""

from __future__ import annotations

from typing import NamedTuple

from inquiro.core.types import Quantity

ROUNDED = 0.5  # of the last digit that was written
ROUND_NUMBER = 0.025  # of a number that ends in zeros: 100 km may be 98
HAIR = 1e-9


class _Unit(NamedTuple):
    dimension: str
    factor: float
    offset: float = 0.0  # added before the factor


class Measure(NamedTuple):
    """What a stated quantity can mean: a span in the base unit of its dimension, as wide as its rounding."""

    dimension: str
    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


_UNITS: dict[str, _Unit] = {
    **{name: _Unit("length", factor) for name, factor in {
        "mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1_000.0, "in": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1_609.344,
    }.items()},
    **{name: _Unit("mass", factor) for name, factor in {
        "mg": 1e-6, "g": 0.001, "kg": 1.0, "t": 1_000.0, "lb": 0.45359237, "oz": 0.028349523125,
    }.items()},
    **{name: _Unit("volume", factor) for name, factor in {"ml": 0.001, "l": 1.0, "m³": 1_000.0, "gal": 3.785411784}.items()},
    **{name: _Unit("area", factor) for name, factor in {
        "m²": 1.0, "ha": 10_000.0, "km²": 1e6, "acres": 4_046.8564224, "ft²": 0.09290304,
    }.items()},
    **{name: _Unit("energy", factor) for name, factor in {"Wh": 1e-3, "kWh": 1.0, "MWh": 1e3, "GWh": 1e6, "TWh": 1e9}.items()},
    **{name: _Unit("power", factor) for name, factor in {"W": 1e-3, "kW": 1.0, "MW": 1e3, "GW": 1e6}.items()},
    **{name: _Unit("speed", factor) for name, factor in {"km/h": 1.0, "mph": 1.609344, "m/s": 3.6, "kn": 1.852}.items()},
    **{name: _Unit("time", factor) for name, factor in {"s": 1.0, "min": 60.0, "h": 3_600.0, "days": 86_400.0, "weeks": 604_800.0}.items()},
    **{name: _Unit("span of months", factor) for name, factor in {"months": 1.0, "years": 12.0}.items()},
    "°C": _Unit("temperature", 1.0),
    "°F": _Unit("temperature", 5 / 9, -32.0),
    "K": _Unit("temperature", 1.0, -273.15),
    "%": _Unit("share", 0.01),
    "‰": _Unit("share", 0.001),
    "": _Unit("share", 1.0),  # a bare number up to one: 0.4 is 40 %
}  # fmt: skip
_THOUSANDS = {"k€": "€", "k$": "$", "k£": "£"}
_MONEY = frozenset("€$£¥")
DIFFERENCE = "temperature difference"


def measure(quantity: Quantity, *, difference: bool = False) -> Measure | None:
    """What it says in its dimension's base unit; None where nothing converts to it.

    A temperature that something rose or fell `by` is a difference: its zero is nobody's freezing point.
    """
    unit, value, step = quantity.unit, quantity.value, _step(quantity)
    if unit in _THOUSANDS:
        unit, value, step = _THOUSANDS[unit], value * 1_000, step * 1_000
    if unit in _MONEY:
        return Measure(unit, value - step, value + step)
    known = _UNITS.get(unit)
    if known is None or (not unit and not 0 <= value <= 1):
        return None
    if difference and known.dimension == "temperature":
        known = _Unit(DIFFERENCE, known.factor)
    low, high = ((value + off + known.offset) * known.factor for off in (-step, step))
    return Measure(known.dimension, low, high)


def comparable(a: Measure | None, b: Measure | None) -> bool:
    return a is not None and b is not None and a.dimension == b.dimension


def agree(a: Measure, b: Measure) -> bool:
    """Whether both can be the same amount, each rounded as it was written."""
    slack = HAIR * max(abs(a.low), abs(b.low), 1e-12)
    return a.dimension == b.dimension and a.low <= b.high + slack and b.low <= a.high + slack


def converted(quantity: Quantity, unit: str, *, difference: bool = False) -> float | None:
    """The amount in another unit of the same dimension."""
    there = measure(Quantity(value=0.0, unit=unit), difference=difference)
    here = measure(quantity, difference=difference)
    if there is None or here is None or there.dimension != here.dimension:
        return None
    scale = _THOUSANDS.get(unit)
    known = _Unit(here.dimension, 1_000.0 if scale else 1.0) if here.dimension in _MONEY else _UNITS[unit]
    return here.middle / known.factor - (0.0 if difference else known.offset)


def spread(quantity: Quantity) -> tuple[float, float]:
    """What the number can mean in the unit it is written in, as wide as its rounding."""
    step = _step(quantity)
    return quantity.value - step, quantity.value + step


def _step(quantity: Quantity) -> float:
    """How far the amount may be from what was written: half of its last digit, a little more for round numbers."""
    digits = f"{abs(quantity.value):.12f}".rstrip("0")
    whole, _, decimals = digits.partition(".")
    if decimals:
        return ROUNDED * 10.0 ** -len(decimals)
    zeros = len(whole) - len(whole.rstrip("0")) if whole.strip("0") else 0
    return max(ROUNDED, min(ROUNDED * 10.0**zeros, ROUND_NUMBER * abs(quantity.value)))
