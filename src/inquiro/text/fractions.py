"""Shares and multiples in everyday words: half, one in three, two thirds, doubled."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex

from inquiro.text.letter_case import folded
from inquiro.text.number_words import number_words

_NAMED = {  # the lower number of a fraction, from its name
    2: "half halves hälfte hälften mitad moitié",
    3: "third thirds drittel tercio tercios tiers",
    4: "quarter quarters viertel cuarto cuartos quart quarts",
    5: "fifth fifths fünftel quinto quintos cinquième cinquièmes",
    6: "sixth sixths sechstel",
    8: "eighth eighths achtel",
    10: "tenth tenths zehntel décimo décimos dixième dixièmes",
}
_ONE = "a an one ein eine einem einen einer un una une uno".split()
_TIMES = {
    2.0: r"doubl(?:ed|ing)|twice\s(?:as|the)|verdoppel\w+|(?:se\s)?duplic(?:ó|ado|ada|aron)|doublé\w{0,2}|倍増\w?|翻了?一番|翻倍",
    3.0: r"(?:tripl|trebl)(?:ed|ing)|verdreifach\w+|triplic(?:ó|ado|ada|aron)|triplé\w{0,2}",
    4.0: r"quadrupl(?:ed|ing)|vervierfach\w+|cuadruplic(?:ó|ado|ada)|quadruplé\w{0,2}",
    0.5: r"halv(?:ed|ing)|halbier\w+|divid\w+\spor\sdos",
}
_PART = r"first|second|latter|former|other|last|later|early|earlier|northern|southern|eastern|western|upper|lower|back|front|final|next|previous"
_NAMES = (
    r"hal[fvb]|third|quarter|fift|sixth|eighth|tenth|hälft|drittel|viertel|fünftel|zehntel|mitad|tercio|cuarto|quint|décimo|"
    r"moiti|tiers|quart|cada|jede|doubl|twice|tripl|trebl|quadru|cuadru|verdo|verdrei|vervier|duplic|半|倍|翻|割|分の|分之"
)
_NAME = regex.compile(_NAMES, regex.IGNORECASE)
_HINT = regex.compile(rf"{_NAMES}|\bin\s|\bout\sof\b|\bsur\b|\bvon\s|\bof\severy\b", regex.IGNORECASE)
_HAN = {digit: number for number, digit in enumerate("一二三四五六七八九十", 1)}


class Fraction(NamedTuple):
    text: str
    start: int
    end: int
    value: float  # in per cent, or how many times
    times: bool = False


@cache
def _numbers(language: str) -> dict[str, int]:
    known = number_words("en") | number_words(language)
    return {folded(word): number for word, number in known.items() if 0 < number <= 100} | dict.fromkeys(_ONE, 1)


@cache
def _named() -> dict[str, int]:
    return {folded(name): lower for lower, names in _NAMED.items() for name in names.split()}


@cache
def _pattern(language: str) -> regex.Pattern[str]:
    words = sorted((word for word in _numbers(language) if len(word) > 1 or word == "a"), key=len, reverse=True)
    number = rf"(?:\p{{Nd}}{{1,2}}|{'|'.join(map(regex.escape, words))})"
    names = "|".join(sorted((name for name in _named() if _named()[name] > 2), key=len, reverse=True))
    times = "|".join(f"(?P<t{at}>{forms})" for at, forms in enumerate(_TIMES.values()))
    return regex.compile(
        rf"""(?<![\p{{L}}\p{{N}}.,-])(?:
          (?P<up>{number})\s(?:in|out\sof|of\severy|von|de\scada|sur)\s(?:every\s|je\s)?(?P<down>{number})(?![\p{{L}}\p{{N}}%]|[.,:/-]\p{{N}}|\s(?:million|thousand|Prozent|percent|per\scent|years?|days?|months?|hours?|minutes?|weeks?)\b)
          | jede[rns]?\s(?P<each>dritte|vierte|fünfte|zehnte|zweite)n?\b
          | (?P<count>{number})[\s-](?P<name>{names})(?=\s(?:of|der|des|von|aller|de|del|des|du)\b|(?<=thirds|quarters|fifths|tenths|drittel|tercios|tiers|cuartos)(?![\p{{L}}-]))
          | (?:(?:one|a|the|die|der|la|une?|ein)[\s-])?(?<!\b(?:{_PART})[\s-])(?P<half>half|hälfte|mitad|moitié)(?=\s(?:of|the|all|its|their|our|his|her|these|those|der|des|aller|de|del|des)\b)
          | {times}
        )|(?P<han_low>[\p{{Nd}}一二三四五六七八九十]+)分[の之](?P<han_up>[\p{{Nd}}一二三四五六七八九十]+)|(?P<han_half>半数|半分|一半)|(?P<wari>\p{{Nd}}|[一二三四五六七八九])割(?![合引])""",
        regex.VERBOSE | regex.IGNORECASE,
    )


def may_be_share(text: str) -> bool:
    """Whether a text without any number may hold a share or multiple all the same."""
    return _NAME.search(text) is not None


def fractions(text: str, language: str = "en") -> list[Fraction]:
    """Every share and multiple in words; what has one upper number and no lower one, such as a third place, is none."""
    if not _HINT.search(text):
        return []
    return [found for match in _pattern(language).finditer(text) if (found := _read(match, language))]


def _read(match: regex.Match[str], language: str) -> Fraction | None:
    groups = match.groupdict()
    times = next((factor for at, factor in enumerate(_TIMES) if groups[f"t{at}"]), 0.0)
    if times:
        return _fraction(match, times, times=True)
    if groups["half"] or groups["han_half"]:
        return _fraction(match, 50.0)
    if groups["wari"]:
        return _fraction(match, 10.0 * (_han(groups["wari"]) or 0))
    if groups["each"]:
        lower = {"zweite": 2, "dritte": 3, "vierte": 4, "fünfte": 5, "zehnte": 10}[groups["each"].lower()]
        return _fraction(match, 100.0 / lower)
    if groups["han_low"]:
        upper, below = _han(groups["han_up"]), _han(groups["han_low"])
    elif groups["name"]:
        upper, below = _number(groups["count"], language), _named()[folded(groups["name"])]
    else:
        upper, below = _number(groups["up"], language), _number(groups["down"], language)
    if not upper or not below or upper > below or below == 1:
        return None
    return _fraction(match, 100.0 * upper / below)


def _fraction(match: regex.Match[str], value: float, *, times: bool = False) -> Fraction:
    return Fraction(match[0], match.start(), match.end(), value, times)


def _number(word: str, language: str) -> int:
    return int(word) if word.isdecimal() else _numbers(language).get(folded(word), 0)


def _han(word: str) -> int:
    return int(word) if word.isdecimal() else _HAN.get(word, 0)
