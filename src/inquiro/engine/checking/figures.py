"""Numbers in text with unit and precision, in digits or in words."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import isclose
from typing import NamedTuple

import regex

from inquiro.engine.checking import units
from inquiro.engine.checking.folding import folded
from inquiro.engine.checking.number_words import number_words
from inquiro.engine.checking.units import NONE, PERCENT, Unit

_SCALES = {
    1e3: "thousand tausend k tsd mil mille 千",
    1e4: "万",
    1e5: "lakh",
    1e6: "million millions millionen millón millones mio mn",
    1e7: "crore",
    1e8: "億",
    1e9: "billion billions bn milliarde milliarden mrd milliard milliards mil\u00a0millones",
    1e12: "trillion trillions tn",
}
_MONEY_SCALES = {"m": 1e6, "b": 1e9}  # `€5m`: only after the sign of a currency
_MARKS = r"[.,'’\u00a0\u202f\u2009]"
_DIGITS = rf"\p{{Nd}}{{1,3}}(?:[ ]\p{{Nd}}{{3}})+(?![\p{{Nd}}-])|\p{{Nd}}+(?:{_MARKS}\p{{Nd}}+)*"
_APPROXIMATE = (
    "about around roughly approximately approx circa ca some etwa rund ungefähr unos unas alrededor environ ~ ≈ 約"
)
_ABOVE = (
    "more than|over|above|at least|exceeding|exceeded|mehr als|über|mindestens|más de|al menos|plus de|au moins|>|≥"
)
_BELOW = "less than|under|below|nearly|almost|up to|fewer than|weniger als|fast|knapp|bis zu|menos de|casi|hasta|moins de|presque|<|≤"
_JOINED = r"\s?(?:-|–|—|to|bis|a|à|bzw\.|から|～|〜|/)\s?"
_BEFORE = 32  # characters in which a bound stands
_TOLERATED = 0.2  # of a value: rounding may not move it further, however coarse the number is written


class Figure(NamedTuple):
    text: str
    start: int
    end: int
    readings: tuple[float, ...]  # `1.100` can be eleven hundred, or one and a tenth
    step: float  # what one more in the last written digit would add
    unit: Unit = NONE
    bound: str = ""  # "about", "above", "below" or nothing
    ordinal: bool = False

    @property
    def value(self) -> float:
        return self.readings[0]


@cache
def _scales() -> dict[str, float]:
    return {folded(name.replace("\u00a0", " ")): scale for scale, names in _SCALES.items() for name in names.split(" ")}


@cache
def _spoken(language: str) -> dict[str, int]:
    return {folded(word): value for word, value in (number_words("en") | number_words(language)).items()}


@cache
def _worded(language: str) -> regex.Pattern[str]:
    words = sorted(number_words("en") | number_words(language), key=len, reverse=True)
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}-])(?:{'|'.join(map(regex.escape, words))})", regex.IGNORECASE)


@cache
def _pattern(language: str, in_words: bool) -> regex.Pattern[str]:
    words = number_words("en") | number_words(language) if in_words else {}
    # A pattern that can never match stands for no words: hundreds of them make every step slow.
    worded = "|".join(regex.escape(word) for word in sorted(words, key=len, reverse=True)) or "(?!)"
    scale = "|".join(regex.escape(name) for name in sorted(_scales(), key=len, reverse=True))
    not_letter = r"(?![\p{L}--[\p{Han}\p{Hiragana}\p{Katakana}]])"
    return regex.compile(
        rf"""(?P<number>
          (?P<money>(?:US|A|C)?\$|[€£¥]|\b(?:EUR|USD|GBP|CHF)\s)?\s?
          (?P<sign>(?<![\p{{L}}\p{{N}}\)])[-−+])?
          (?:(?<![\p{{L}}\p{{Nd}}]{_MARKS}?)(?P<digits>{_DIGITS})|(?<![\p{{L}}\p{{N}}-])(?P<worded>{worded}){not_letter})
          (?:(?P<nth>st|nd|rd|th){not_letter})?
          (?:[\s-]?(?P<scale>{scale})\.?{not_letter})?(?(money)(?:(?<=\p{{Nd}})(?P<money_scale>[mb]){not_letter})?)
          (?:[\s\u00a0\u202f-]?(?P<unit>{units.pattern()}){not_letter})?
        )""",
        regex.VERBOSE | regex.IGNORECASE | regex.VERSION1,
    )


@cache
def _bounds() -> regex.Pattern[str]:
    """What stands before a number and loosens it. Looked for behind each number: before it, every letter is a try."""
    approximate = "|".join(_APPROXIMATE.split())
    above, below = (bound.replace(" ", r"\s") for bound in (_ABOVE, _BELOW))
    return regex.compile(
        rf"(?<![\p{{L}}])(?:(?P<about>{approximate})|(?P<above>{above})|(?P<below>{below}))\s*(?:the\s|of\s|an?\s)?\Z",
        regex.IGNORECASE | regex.VERSION1,
    )


def _bound(match: regex.Match[str]) -> str:
    before = _bounds().search(match.string[max(0, match.start() - _BEFORE) : match.start()])
    return before.lastgroup or "" if before else ""


def figures(text: str, language: str = "en") -> list[Figure]:
    """Every number of a text in order. In `8 to 12 °C` both ends have the unit of the last."""
    pattern = _pattern(language, _worded(language).search(text) is not None)
    return _shared(text, [_read(match, language) for match in pattern.finditer(text)])


def _read(match: regex.Match[str], language: str) -> Figure:
    if match["scale"]:
        scale = _scales()[folded(match["scale"])]
    else:
        scale = _MONEY_SCALES[match["money_scale"].lower()] if match["money"] and match["money_scale"] else 1.0
    if match["digits"]:
        values, step = _numeric(match["digits"], language)
    else:
        values, step = [float(_spoken(language)[folded(match["worded"])])], 1.0
    sign = -1 if match["sign"] in {"-", "−"} else 1
    unit = units.unit_of(match["unit"] or (match["money"] or "").strip().removeprefix("US") or None)
    if match["money"] and match["unit"]:  # `$5 m`: the sign says what it is
        unit = units.unit_of(match["money"].strip())
    return Figure(
        text=match["number"].strip(),
        start=match.start("number"),
        end=match.end("number"),
        readings=tuple(sign * value * scale for value in values),
        step=step * scale,
        unit=unit,
        bound=_bound(match),
        ordinal=bool(match["nth"]),
    )


def _numeric(digits: str, language: str) -> tuple[list[float], float]:
    """The values that digits with their marks can mean, likeliest first, and the step of the last digit."""
    plain = "".join(str(int(c)) if c.isdecimal() else c for c in digits)
    parts = regex.split(r"\D", plain)
    marks = regex.findall(r"\D", plain)
    whole = float("".join(parts))
    if not marks:
        return [whole], 1.0
    grouped = all(len(part) == 3 for part in parts[1:]) or (
        len(parts) > 2 and len(parts[-1]) == 3 and all(len(part) in {2, 3} for part in parts[1:])
    )
    fraction = float("".join(parts[:-1]) + "." + parts[-1])
    step = 10.0 ** -len(parts[-1])
    if len(set(marks)) == 1 and grouped and parts[0] != "0" and len(parts[0]) <= 3:
        doubtful = len(marks) == 1 and marks[0] == ("." if language == "en" else ",")
        return ([whole, fraction] if doubtful else [whole]), 1.0
    if marks[-1] in ".," and len(parts[-1]) <= 12 and (len(marks) == 1 or marks[-1] not in marks[:-1]):
        return [fraction], step
    return [whole], 1.0


def _shared(text: str, found: list[Figure]) -> list[Figure]:
    for at in range(len(found) - 2, -1, -1):
        here, after = found[at], found[at + 1]
        between = text[here.end : after.start]
        if here.unit == NONE and after.unit != NONE and regex.fullmatch(_JOINED, between):
            found[at] = here._replace(unit=after.unit)
        if after.value < 0 and not between.strip() and between == "" and not after.text.startswith("−"):
            found[at + 1] = after._replace(readings=tuple(-value for value in after.readings))  # `8-12`
    return found


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
    """Whether a number in the evidence bears out a number in a sentence, by unit and by the sentence's precision."""
    if claimed.ordinal != held.ordinal or not same_measure(claimed.unit, held.unit, mentioned):
        return False
    both = NONE not in {claimed.unit, held.unit}
    mine, theirs = (claimed.unit.factor, held.unit.factor) if both else (1.0, 1.0)
    # `3.048` is read the same way on both sides; only where one side is plain does it settle the other.
    alike = len(claimed.readings) == len(held.readings)
    pairs = zip(claimed.readings, held.readings, strict=True) if alike else product(claimed.readings, held.readings)
    # A bare number beside `1.2 °C` may be that one, and is no rounding of it unless it says so.
    mine_step = 0.0 if claimed.unit == NONE != held.unit and not claimed.bound else mine
    return any(
        _rounds(value * mine, claimed, _step(claimed, value) * mine_step, other * theirs, _step(held, other) * theirs)
        for value, other in pairs
    )


def _step(figure: Figure, reading: float) -> float:
    """Of one of its readings: the last digit of `1.102` is worth one, or a thousandth; `almost 300` is a round number."""
    step = figure.step if reading == figure.value else figure.step / 1_000
    return max(step, _coarse(reading)) if figure.bound and reading else step


def _rounds(value: float, claimed: Figure, step: float, other: float, other_step: float) -> bool:
    if isclose(value, other, rel_tol=1e-9):
        return True
    if claimed.unit == NONE and len(claimed.text) == 4 and claimed.text.isdecimal():
        return False  # a year: nothing rounds it
    if (claimed.bound == "above" and other < value) or (claimed.bound == "below" and other > value):
        return False
    finer = other_step < step * 0.999
    reach = step if claimed.bound in {"above", "below"} else step * 0.5000001
    return finer and abs(value - other) <= min(reach, _TOLERATED * abs(other))


def _coarse(value: float) -> float:
    """The step of a round number: 1,600,000 is written to the hundred thousand."""
    step = 1.0
    while value % (step * 10) == 0 and step < abs(value):
        step *= 10
    return step
