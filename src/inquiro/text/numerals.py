"""What digits and their marks, and the words that scale them, are worth."""

from __future__ import annotations

from functools import cache

import regex

from inquiro.text.letter_case import folded

MARKS = r"[.,'’·‧\u00a0\u202f\u2009]"
DIGITS = (
    rf"\p{{Nd}}{{1,3}}(?:[ ]\p{{Nd}}{{3}})+(?![\p{{Nd}}-])|"
    rf"\p{{Nd}}+(?:{MARKS}(?!10(?:\^|[⁰¹²³⁴-⁹]))\p{{Nd}}+)*"
)
_POINTS = "·‧"  # always before decimals
_SCALES = {
    1e3: "thousand tausend k tsd mil mille 千",
    1e4: "万 萬",
    1e5: "lakh lakhs",
    1e6: "million millions millionen millón millones mio mn 百万 百萬",
    1e7: "crore crores 千万 千萬",
    1e8: "億 亿",
    1e9: "billion billions bn milliarde milliarden mrd milliard milliards mil\u00a0millones 十億 十亿",
    1e12: "trillion trillions tn billionen billón billones 兆",
}
_LONG = {"billion": 1e12, "billions": 1e12, "trillion": 1e18, "trillions": 1e18}  # outside English
MONEY_SCALES = {"m": 1e6, "b": 1e9}  # `€5m`: only after the sign of a currency
_HAN = "千万萬億亿兆"


@cache
def scales() -> dict[str, float]:
    return {folded(name.replace("\u00a0", " ")): scale for scale, names in _SCALES.items() for name in names.split(" ")}


@cache
def scale_pattern() -> str:
    return "|".join(regex.escape(name) for name in sorted(scales(), key=lambda name: (-len(name), name)))


def scale_of(written: str, language: str = "en") -> float:
    """A German Billion is an English trillion."""
    name = folded(written)
    return _LONG.get(name, scales()[name]) if language in {"de", "fr", "es"} else scales()[name]


def numeric(digits: str, language: str = "en") -> tuple[list[float], float]:
    """The values that digits with their marks can mean, likeliest first, and the step of the last digit."""
    if digits.isdecimal():
        return [float(int(digits))], 1.0
    plain = "".join(str(int(c)) if c.isdecimal() else c for c in digits)
    parts = regex.split(r"\D", plain)
    marks = regex.findall(r"\D", plain)
    fraction = float("".join(parts[:-1]) + "." + parts[-1])
    step = 10.0 ** -len(parts[-1])
    if marks[-1] in _POINTS:
        return [fraction], step
    whole = float("".join(parts))
    grouped = all(len(part) == 3 for part in parts[1:]) or (
        len(parts) > 2 and len(parts[-1]) == 3 and all(len(part) in {2, 3} for part in parts[1:])
    )
    if len(set(marks)) == 1 and grouped and parts[0] != "0" and len(parts[0]) <= 3:
        doubtful = len(marks) == 1 and marks[0] == ("." if language == "en" else ",")
        return ([whole, fraction] if doubtful else [whole]), 1.0
    if marks[-1] in ".," and len(parts[-1]) <= 12 and (len(marks) == 1 or marks[-1] not in marks[:-1]):
        return [fraction], step
    return [whole], 1.0


def value(digits: str) -> float:
    """`1,100` and `1.100` are eleven hundred; `2,5` and `2.5` are two and a half."""
    sign = -1.0 if digits[:1] in "-−–" else 1.0
    return sign * numeric(digits.lstrip("-−–+"))[0][0]


HAN_SUM = regex.compile(
    rf"(?:\p{{Nd}}+(?:[.,]\p{{Nd}}+)*[{_HAN}]+){{2,}}(?:\p{{Nd}}+(?![\p{{Nd}}.,]))?|(?:\p{{Nd}}+[{_HAN}]+)+\p{{Nd}}+(?![\p{{Nd}}.,])"
)
_HAN_PART = regex.compile(rf"(?P<digits>\p{{Nd}}+(?:[.,]\p{{Nd}}+)*)(?P<scale>[{_HAN}]*)")


def han_sum(written: str) -> tuple[float, float]:
    """`3億5000万` is 350 million; with the step of its last part."""
    total, step = 0.0, 1.0
    for part in _HAN_PART.finditer(written):
        scale = 1.0
        for sign in part["scale"]:
            scale *= scales()[sign]
        total += numeric(part["digits"], "ja")[0][0] * scale
        step = scale
    return total, step
