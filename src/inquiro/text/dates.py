"""Dates in many notations; each says only as much as is written."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import regex

from inquiro.text.months import MONTHS, MONTHS_OF_DAYS, month_number

_YEAR = r"(?:1\d|20)\d\d"
_ALSO_WORDS = frozenset("may march mar mars ago mei".split())  # without a capital or a year they are words
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"


class Date(NamedTuple):
    text: str
    start: int
    end: int
    year: int = 0  # 0: not said
    month: int = 0
    day: int = 0
    decade: bool = False
    swapped: bool = False  # 05/06/2020 may be either


def months() -> dict[str, int]:
    return MONTHS


@cache
def _pattern() -> regex.Pattern[str]:
    month = "|".join(sorted(months(), key=len, reverse=True))
    of = r"(?:\s+(?:de|of|del)\s+|\.?,?\s+)"
    nth = r"(?:st|nd|rd|th|er|º|\.)?"
    days = rf"(?:(?P<day0>{_DAY}){nth}\s?(?:-|–|to|bis|a|à|au|and|und|y|et)\s?)?(?P<day>{_DAY}){nth}"
    short = rf"(?P<day4>{_DAY}){nth}{of}"
    of_days = "|".join(sorted(MONTHS_OF_DAYS.keys() - MONTHS.keys()))  # words as well: months only between day and year
    days2 = rf"(?P<day2>{_DAY}){nth}(?:\s?(?:-|–|to|and)\s?(?P<day3>{_DAY}){nth})?(?!\d)"
    return regex.compile(
        rf"""(?<![\p{{L}}\p{{N}}])(?:(?P<stamp>{_YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?=T\d\d:)|(?:
        (?P<iso>{_YEAR}-(?:0?[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]|[1-9])|{_YEAR}(?P<mark>[/.])(?:0?[1-9]|1[0-2])(?P=mark)(?:0[1-9]|[12]\d|3[01]|[1-9])) | (?P<isomonth>{_YEAR}-(?:0[1-9]|1[0-2]))(?!-?\d)
        | (?P<slashed>\d{{1,2}}/\d{{1,2}}/(?:{_YEAR})) | (?P<dotted>\d{{1,2}}\.\s?\d{{1,2}}\.\s?{_YEAR})
        | {days}(?:(?:\s+(?:de|of|del)\s+|\.?\s*)|-)(?P<month>{month})\b\.?(?:(?:{of}|\s+|-)(?P<year>{_YEAR}))?
        | {short}(?P<month4>{of_days})\b\.?{of}(?P<year4>{_YEAR})
        | (?P<month2>{month})\b\.?\s+{days2}(?:,?\s+(?P<year2>{_YEAR}))?
        | (?P<month3>{month})\b\.?,?(?:\s+(?:de|of|del))?\s+(?P<year3>{_YEAR})
        | (?P<japanese>{_YEAR}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?日)?)
        | (?P<decade>{_YEAR[:-4]}\d0)['’]?(?:s|er)\b
        | (?P<span>{_YEAR})[-–/](?P<until>{_YEAR}|\d\d)
        | (?<=\b(?:in|of|since|until|by|early|late|mid|last|im|seit|en|desde|depuis)\s)(?P<alone>{month})\b
        )(?:(?<=\d)(?!\p{{Nd}}|(?-i:\p{{Ll}}))|(?<!\d)(?![\p{{L}}\p{{Nd}}]))(?<!-\p{{L}}+))""",
        regex.VERBOSE | regex.IGNORECASE,
    )


def dates(text: str) -> list[Date]:
    """Every date of a text in order. Bare years are numbers here: they are right or wrong to the digit anyway."""
    return [date for match in _pattern().finditer(text) for date in _read(match)]


def _read(match: regex.Match[str]) -> list[Date]:
    base = Date(match[0], match.start(), match.end())
    numbers = [int(run) for run in regex.findall(r"\d+", match[0])]
    if match["iso"] or match["stamp"] or match["isomonth"] or match["japanese"]:
        return [base._replace(year=numbers[0], month=numbers[1], day=numbers[2] if len(numbers) > 2 else 0)]
    if match["slashed"] or match["dotted"]:
        first, second, year = numbers
        either = bool(match["slashed"]) and max(first, second) <= 12
        day, month = (first, second) if second <= 12 else (second, first)
        return [base._replace(year=year, month=month, day=day, swapped=either)]
    if match["decade"]:
        return [base._replace(year=int(match["decade"]), decade=True)]
    if match["span"]:
        until = match["until"] if len(match["until"]) == 4 else match["span"][:2] + match["until"]
        return [base._replace(year=int(year)) for year in (match["span"], until)]
    name = match["month"] or match["month2"] or match["month3"] or match["month4"] or match["alone"]
    year = int(match["year"] or match["year2"] or match["year3"] or match["year4"] or 0)
    if not year and name in _ALSO_WORDS:
        return []
    said = [part for part in (match["day0"], match["day"], match["day2"], match["day3"], match["day4"]) if part] or [
        "0"
    ]
    return [base._replace(year=year, month=month_number(name), day=int(day)) for day in said]


def borne_out(date: Date, evidence: list[Date], years: frozenset[int]) -> bool:
    """Whether the evidence says the date: it may be more exact, and the year may stand elsewhere in it."""
    return (
        any(_says(other, date, years) for other in evidence)
        or (not date.month and not date.decade and date.year in years)
        or (date.decade and any(year // 10 == date.year // 10 for year in years))
    )


def _says(other: Date, date: Date, years: frozenset[int]) -> bool:
    if date.decade:
        return other.year // 10 == date.year // 10
    if date.year and other.year != date.year and not (not other.year and date.year in years):
        return False
    if other.decade:
        return False
    readings = {(other.month, other.day), (other.day, other.month)} if other.swapped else {(other.month, other.day)}
    wanted = {(date.month, date.day), (date.day, date.month)} if date.swapped else {(date.month, date.day)}
    return any((not month or month == m) and (not day or day == d) for month, day in wanted for m, d in readings)
