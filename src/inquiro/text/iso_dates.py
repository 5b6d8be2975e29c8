"""The date of a document, as people and metadata write it, to ISO."""

from __future__ import annotations

import re
from datetime import date

from inquiro.text.dates import Date, dates

LOOKED_AT = 500  # characters: a date further down is that of something else
_YEARS = range(1400, 2100)
_YEAR = re.compile(r"1[4-9]\d\d|20\d\d")
_COMPACT = re.compile(r"(?:D:)?(?P<year>1[4-9]\d\d|20\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d)(?:\d{6}.*|T.*)?")


def find_date(text: str) -> tuple[str, int, int] | None:
    """The first date in the text as "YYYY-MM-DD" or "YYYY-MM" (or "YYYY" where day and month are ambiguous)."""
    if not _YEAR.search(text, 0, LOOKED_AT):
        return None
    for found in dates(text[:LOOKED_AT]):
        if found.year in _YEARS and found.month and (iso := _iso(found)):
            return iso, found.start, found.end
    return None


def parse_date(text: str) -> str | None:
    """A metadata value that should be a date; a bare year and the PDF form are fine here."""
    text = text.strip()
    if whole := _COMPACT.fullmatch(text):
        year, month, day = (int(whole[name]) for name in ("year", "month", "day"))
        return _day(year, month, day)
    if _YEAR.fullmatch(text):
        return text
    found = find_date(text)
    return found[0] if found else None


def _iso(found: Date) -> str | None:
    if found.swapped and found.month != found.day:
        return f"{found.year:04}"  # 3/4/2021 is March in one country and April in another
    month = f"{found.year:04}-{found.month:02}" if 1 <= found.month <= 12 else None
    return (_day(found.year, found.month, found.day) or month) if found.day else month


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
