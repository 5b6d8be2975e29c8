"""Numbers as sources state them, with their units in one spelling: what a fact keeps of its figures."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.core.types import Quantity
from inquiro.retrieval.words import detect_language
from inquiro.text.figures import Figure, figures
from inquiro.text.months import MONTHS
from inquiro.text.numerals import DIGITS, scale_of, value
from inquiro.text.units import NONE

_COUNT = regex.compile(  # 1,200 trees; not No. 5, not Boeing 747 jets, not a page or an age
    rf"(?<![-–/+:)]|\p{{Lu}}[\p{{L}}.]*\s)(?<!\b(?:no|nr|number|page|chapter|figure|table|aged?|day|week|phase|type|grade|version|step|age of)\.?\s)"
    rf"(?P<number>(?<![[\p{{L}}--[\p{{Han}}\p{{Hiragana}}\p{{Katakana}}ー]]\p{{N}}.,])[-−]?(?:{DIGITS}))"
    rf"(?:\s(?P<scale>thousand|million|billion|Millionen|Milliarden|millones))?(?:\sof\sthe)?\s"
    rf"(?:(?:new|other|different|young|small|large|public|private|active|full-time|additional)\s)?(?P<thing>\p{{L}}{{4,}})",
    regex.VERSION1,
)
_NOT_COUNTED = frozenset(
    "million billion percent degrees times from that with when after before until against other more were have which point points "
    "year grad century jahrhundert siglo".split()
) | frozenset(MONTHS)
_ERAS = ("令和", "平成", "昭和", "大正", "明治")  # 令和7年 is a year, not seven of them
_YEAR = regex.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_RANGE = regex.compile(r"\s?(?:-|–|to|bis|a|à|から|～|〜)\s?")
_GLUED = regex.compile(r"[[\p{L}\p{Nd}]--[\p{Han}\p{Hiragana}\p{Katakana}]]", regex.VERSION1)
_CODE = regex.compile(r"\d\p{L}{1,2}$")
_OF_A_CODE = regex.compile(r"\p{L}-$")
_DECADE = regex.compile(r"\d0s$")
_DIGIT = regex.compile(r"\p{Nd}")


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number in a text that is written in digits; a range gives both of its ends. Bare years are not quantities."""
    if not _DIGIT.search(text):
        return ()
    read = [one for one in figures(text, _language(text), words=False) if not _of_a_name(one, text)]
    found: list[Quantity] = []
    at = 0
    while at < len(read):
        ends = read[at : at + 2] if at + 1 < len(read) and _one_range(read[at], read[at + 1], text) else [read[at]]
        at += len(ends)
        if not _is_year(ends[0], text):
            said = text[ends[0].start : ends[-1].end].strip()
            found.extend(Quantity(value=one.value, unit=one.unit.symbol, text=said) for one in ends)
    return tuple(found)


def _language(text: str) -> str:
    """What 1.5 Billionen are depends on it."""
    return detect_language(text) if "illi" in text else "en"


def _of_a_name(figure: Figure, text: str) -> bool:
    """`F-86F`, `F-15J`, `19th`, `the 90s`: letters belong to the number that are no unit of it."""
    if figure.ordinal or _GLUED.match(text, figure.end) or _DECADE.search(figure.text):
        return True
    return _CODE.search(figure.text) is not None and _OF_A_CODE.search(text[: figure.start]) is not None


def _is_year(figure: Figure, text: str) -> bool:
    bare = figure.unit == NONE or figure.text.endswith("年")
    digits = figure.text.removesuffix("年").strip()
    if bare and _YEAR.fullmatch(digits):
        return True
    return figure.text.endswith("年") and text[: figure.start].rstrip().endswith(_ERAS)


def _one_range(low: Figure, high: Figure, text: str) -> bool:
    between = text[low.end : high.start]
    signed = not between and high.text.startswith(("-", "–"))  # `8-12`
    bare = low.text[-1:].isdecimal()  # `from 11.8% to 10.3%` is a change
    return bare and (signed or _RANGE.fullmatch(between) is not None)


def years(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_YEAR.findall(text)))


@lru_cache(maxsize=8_192)
def counted(text: str) -> tuple[tuple[Quantity, str], ...]:
    """Numbers of things, each with the thing: 1,200 trees. What has a unit is measured, not counted."""
    measured = {q.text for q in quantities(text) if q.unit}
    found = []
    for match in _COUNT.finditer(text):
        number, thing = match["number"], match["thing"]
        amount = value(number) * (scale_of(match["scale"]) if match["scale"] else 1.0)
        named = thing.isupper() or thing.lower() in _NOT_COUNTED or _YEAR.fullmatch(number)
        if named or not amount.is_integer() or any(number in said for said in measured):
            continue  # 3.12 series: a version
        said = f"{number} {match['scale']}" if match["scale"] else number
        found.append((Quantity(value=amount, text=said), thing))
    return tuple(found)
