"""Whether a number in the evidence bears out a number in a sentence: by unit, by bound, and by the sentence's precision."""

from __future__ import annotations

from itertools import product
from math import isclose, log10

from inquiro.text.figures import Figure
from inquiro.text.units import NONE, PERCENT, Unit

TOLERATED = 0.2  # of a value: rounding may not move it further, however coarse the number is written
EVERYDAY = 2.0  # points by which a share in words may miss the percentage: four in ten is 38 to 42 %
LOOSELY = 5.0  # points where it says `about` or `nearly`
BEYOND = 15.0  # points above `more than half`, or below `less than half`
MANIFOLD = 0.1  # of a multiple in words: doubled is 1.8 to 2.2 times
_OVER, _UNDER = {"above", "over", "least"}, {"below", "under", "most", "nearly"}
_STRICT = {"above", "below"}  # the number itself is shut out


def same_measure(claimed: Unit, held: Unit, mentioned: frozenset[str]) -> bool:
    """Whether two units can be compared; one that the evidence names elsewhere may go with a bare number."""
    if claimed.measure == held.measure:
        return True
    if claimed.measure.startswith("°") and held.measure.startswith("°"):
        return "°" in (claimed.measure, held.measure)
    if held == NONE:
        return claimed.measure in mentioned or claimed.measure == "times"
    return claimed == NONE and held.measure not in {PERCENT.measure, "points", "times"}


def agrees(claimed: Figure, held: Figure, mentioned: frozenset[str] = frozenset()) -> bool:
    if claimed.ordinal != held.ordinal:
        return False
    ratio = claimed.everyday and claimed.unit == PERCENT and held.unit == NONE and 0 < held.value < 1
    if not ratio and not same_measure(claimed.unit, held.unit, mentioned):
        return False
    if claimed.everyday or held.everyday:
        return _everyday(claimed, held)
    if not _bounds_fit(claimed, held):
        return False
    both = NONE not in {claimed.unit, held.unit} and claimed.unit.measure == held.unit.measure
    mine, theirs = (claimed.unit.factor, held.unit.factor) if both else (1.0, 1.0)
    # `3.048` is read the same way on both sides; only where one side is plain does it settle the other.
    alike = len(claimed.readings) == len(held.readings)
    pairs = zip(claimed.readings, held.readings, strict=True) if alike else product(claimed.readings, held.readings)
    # A bare number beside `1.2 °C` may be that one, and is no rounding of it unless it says so.
    mine_step = 0.0 if claimed.unit == NONE != held.unit and not claimed.bound else mine
    if both and _systems(claimed.unit, held.unit):
        return any(_converts(claimed, value, held, other) for value, other in pairs)
    return any(
        _rounds(value * mine, claimed, _step(claimed, value) * mine_step, other * theirs, _step(held, other) * theirs)
        for value, other in pairs
    )


def _bounds_fit(claimed: Figure, held: Figure) -> bool:
    """`More than 70` and `less than 70` are not one figure, and neither of them is `70`."""
    if (claimed.bound in _OVER and held.bound in _UNDER) or (claimed.bound in _UNDER and held.bound in _OVER):
        return False
    equal = isclose(claimed.value * claimed.unit.factor, held.value * held.unit.factor, rel_tol=1e-9)
    if not equal or claimed.bound == held.bound:
        return True
    if held.bound in _STRICT | {"least"} and not claimed.bound:
        return False
    return not (claimed.bound in _STRICT and not held.bound)


def _systems(one: Unit, other: Unit) -> bool:
    """Whether it takes more than moving the point to get from one to the other: kilometres and miles."""
    if one.offset != other.offset:
        return True
    power = log10(one.factor / other.factor)
    return not isclose(power, round(power), abs_tol=1e-9) and one.measure not in {"s", "month"}


def _converts(claimed: Figure, value: float, held: Figure, other: float) -> bool:
    """The held amount in the unit of the claim, rounded as the claim is; a difference of degrees has no zero of its own."""
    mine, theirs = claimed.unit, held.unit
    apart = claimed.change or held.change
    there = (other + (0.0 if apart else theirs.offset)) * theirs.factor / mine.factor - (0.0 if apart else mine.offset)
    if (claimed.bound in _OVER and there < value) or (claimed.bound in _UNDER and there > value):
        return False
    reach = _step(claimed, value) * (1.0 if claimed.bound in _OVER | _UNDER else 0.5000001)
    return abs(there - value) <= min(reach, TOLERATED * abs(there))


def _step(figure: Figure, reading: float) -> float:
    """Of one of its readings: the last digit of `1.102` is worth one, or a thousandth; `almost 300` is a round number."""
    step = figure.step if reading == figure.value else figure.step / 1_000
    return max(step, _coarse(reading)) if figure.bound and reading else step


def _rounds(value: float, claimed: Figure, step: float, other: float, other_step: float) -> bool:
    if isclose(value, other, rel_tol=1e-9):
        return True
    if claimed.unit == NONE and len(claimed.text) == 4 and claimed.text.isdecimal():
        return False  # a year: nothing rounds it
    if (claimed.bound in _OVER and other < value) or (claimed.bound in _UNDER and other > value):
        return False
    finer = other_step < step * 0.999
    reach = step if claimed.bound in _OVER | _UNDER else step * 0.5000001
    return finer and abs(value - other) <= min(reach, TOLERATED * abs(other))


def _everyday(claimed: Figure, held: Figure) -> bool:
    """A share or multiple in words against one in figures; only the sentence may be the vaguer of the two."""
    value = claimed.value * claimed.unit.factor
    other = held.value * (held.unit.factor if held.unit != NONE else 1.0)
    if claimed.unit == PERCENT and held.unit == NONE:
        other *= 100.0  # a ratio of 0.5
    if claimed.unit.measure == "times" or held.unit.measure == "times":
        return abs(value - other) <= (MANIFOLD * abs(value) if claimed.everyday else 1e-9)
    if not claimed.everyday:
        return abs(value - other) <= 0.5 * claimed.step + 1e-9 and not held.bound
    if claimed.bound in _OVER:
        return value <= other <= value + BEYOND
    if claimed.bound in _UNDER - {"nearly"}:
        return value - BEYOND <= other <= value
    if claimed.bound == "nearly":
        return value - LOOSELY <= other <= value
    return abs(value - other) <= (LOOSELY if claimed.bound else EVERYDAY)


def _coarse(value: float) -> float:
    """The step of a round number: 1,600,000 is written to the hundred thousand."""
    step = 1.0
    while value % (step * 10) == 0 and step < abs(value):
        step *= 10
    return step
