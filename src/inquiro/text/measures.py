"""Amounts in one unit per measure, each as wide as its rounding, so that 10 km and 6.2 miles can be told to be the same.

Both amounts may be rounded here: whoever compares two sources cannot tell which of them was more exact.
"""

from __future__ import annotations

from typing import NamedTuple

from inquiro.text.units import NONE, PERCENT, Unit, by_symbol

ROUNDED = 0.5  # of the last digit that was written
ROUND_NUMBER = 0.025  # of a number that ends in zeros: 100 km may be 98
HAIR = 1e-9
DIFFERENCE = "°C of difference"
_EXACT = frozenset({"dB", "dB(A)", "°", "points", "times"})  # comparable only as they are written


class Measure(NamedTuple):
    """What a stated amount can mean: a span in the base unit of what it measures."""

    dimension: str
    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


def measure(value: float, symbol: str, *, difference: bool = False) -> Measure | None:
    """What an amount in a unit says in the base unit; None where nothing converts to it.

    A temperature that something rose or fell `by` is a difference: its zero is nobody's freezing point. A bare number up
    to one is a share: 0.4 is 40 %.
    """
    unit = _unit(symbol)
    if unit is None or (not symbol and not 0 <= value <= 1):
        return None
    apart = difference and unit.measure == "°C"
    offset = 0.0 if apart else unit.offset
    step = _step(value)
    low, high = ((value + off + offset) * unit.factor for off in (-step, step))
    return Measure(DIFFERENCE if apart else unit.measure, low, high)


def _unit(symbol: str) -> Unit | None:
    if not symbol:
        return PERCENT._replace(factor=100.0)
    if symbol in _EXACT:
        return None
    found = by_symbol(symbol)
    return None if found == NONE else found


def comparable(a: Measure | None, b: Measure | None) -> bool:
    return a is not None and b is not None and a.dimension == b.dimension


def agree(a: Measure, b: Measure) -> bool:
    """Whether both can be the same amount, each rounded as it was written."""
    slack = HAIR * max(abs(a.low), abs(b.low), 1e-12)
    return a.dimension == b.dimension and a.low <= b.high + slack and b.low <= a.high + slack


def converted(value: float, symbol: str, to: str, *, difference: bool = False) -> float | None:
    """The amount in another unit of the same measure."""
    here, there = measure(value, symbol, difference=difference), _unit(to)
    mine = _unit(symbol)
    if here is None or there is None or mine is None or there.measure != mine.measure:
        return None
    return here.middle / there.factor - (0.0 if difference else there.offset)


def spread(value: float) -> tuple[float, float]:
    """What a number can mean in the unit it is written in, as wide as its rounding."""
    step = _step(value)
    return value - step, value + step


def _step(value: float) -> float:
    """How far the amount may be from what was written: half of its last digit, a little more for round numbers."""
    digits = f"{abs(value):.12f}".rstrip("0")
    whole, _, decimals = digits.partition(".")
    if decimals:
        return ROUNDED * 10.0 ** -len(decimals)
    zeros = len(whole) - len(whole.rstrip("0")) if whole.strip("0") else 0
    return max(ROUNDED, min(ROUNDED * 10.0**zeros, ROUND_NUMBER * abs(value)))
