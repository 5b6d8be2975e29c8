"""Dates as people and metadata write them, to ISO, in every language whose months we know."""

from __future__ import annotations

import re
from datetime import date

from inquiro.core.months import MONTHS, MONTHS_OF_DAYS, month_number

_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_MONTH_OF_DAY = "(?P<month>" + "|".join(sorted(MONTHS_OF_DAYS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?P<year>1[4-9]\d\d|20\d\d)(?!\d)"
_DAY = r"(?<!\d)(?P<day>[0-3]?\d)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>[01]?\d)[-/.](?P<day>[0-3]?\d)(?!\d)",
        rf"{_DAY}(?:st|nd|rd|th|er|\.|º|°)?\s+(?:of\s+|de\s+)?{_MONTH_OF_DAY},?\s+(?:de\s+|del\s+)?{_YEAR}",
        rf"{_DAY}-{_MONTH_OF_DAY}-{_YEAR}",
        rf"(?<!\d){_YEAR}\s?年\s?(?P<month>[01]?\d)\s?月(?:\s?(?P<day>[0-3]?\d)\s?日)?",
        rf"\b{_MONTH}\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)?,?\s+{_YEAR}",
        rf"{_DAY}\.\s?(?P<month>[01]?\d)\.\s?{_YEAR}",
        rf"{_DAY}(?P<slash>/)(?P<month>[01]?\d)/{_YEAR}",
        rf"\b{_MONTH},?\s+(?:de\s+|del\s+)?{_YEAR}",
        rf"(?<!\d){_YEAR}-(?P<month>[01]\d)(?![-\d])",
    )
)
_COMPACT = re.compile(r"(?:D:)?(?P<year>1[4-9]\d\d|20\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d)(?:\d{6}.*|T.*)?")
_YEAR_ALONE = re.compile(_YEAR)


def find_date(text: str) -> tuple[str, int, int] | None:
    """The first date in the text as "YYYY-MM-DD" or "YYYY-MM" (or "YYYY" where day and month are ambiguous)."""
    if not _YEAR_ALONE.search(text, 0, 500):
        return None
    found = [(m.start(), -m.end(), iso) for p in _PATTERNS for m in p.finditer(text[:500]) if (iso := _iso(m))]
    if not found:
        return None
    start, end, iso = min(found)
    return iso, start, -end


def parse_date(text: str) -> str | None:
    """A metadata value that should be a date; a bare year and the PDF form are fine here."""
    text = text.strip()
    if whole := _COMPACT.fullmatch(text):
        return _iso(whole)
    if year := _YEAR_ALONE.fullmatch(text):
        return year["year"]
    found = find_date(text)
    return found[0] if found else None


def _iso(match: re.Match[str]) -> str | None:
    parts = match.groupdict()
    year, day = int(parts["year"]), int(parts.get("day") or 0)
    month = month_number(parts["month"]) or int(parts["month"])
    if parts.get("slash") and day != month and day <= 12:
        return str(year)  # 3/4/2021 is March in one country and April in another
    if not day and parts.get("day") is None:
        return f"{year:04}-{month:02}" if 1 <= month <= 12 else None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
