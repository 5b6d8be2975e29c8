"""Dates as a statement gives them, in ISO as far as they can be told."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.core.types import StatedDate
from inquiro.text.dates import Date, dates

_YEAR = regex.compile(  # not 1,996, not 1996 kg, not the 1990s
    r"(?<![\p{L}\p{N}.,€$£¥#-])(?:1[5-9]|20)\d\d(?!\s?(?:%|€|\$|kg|km|m|people|trees|seats|pages|copies|°))(?![\p{L}\p{N}-]|[.,]\d)"
)


@lru_cache(maxsize=8_192)
def stated_dates(text: str) -> tuple[StatedDate, ...]:
    """In the order of the text; a bare year is a date here, as it is to a reader."""
    exact = dates(text)
    told = [(date.start, _stated(date)) for date in exact]
    told += [
        (year.start(), StatedDate(text=year[0], iso=year[0]))
        for year in _YEAR.finditer(text)
        if not any(date.start <= year.start() < date.end for date in exact)
    ]
    return tuple(dict.fromkeys(date for _, date in sorted(told, key=lambda one: one[0])))


def _stated(date: Date) -> StatedDate:
    """05/06/2020 may be two days and is told as its year; a day without a year is no ISO date."""
    text = date.text.rstrip(".,")
    if not date.year or date.decade:
        return StatedDate(text=text)
    if date.swapped and date.month != date.day:
        return StatedDate(text=text, iso=f"{date.year:04}")
    month = f"-{date.month:02}" if date.month else ""
    day = f"-{date.day:02}" if month and date.day else ""
    return StatedDate(text=text, iso=f"{date.year:04}{month}{day}")
