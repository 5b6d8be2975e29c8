"""The loose fields of services' answers as plain values: what has the wrong shape is as good as missing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from email.utils import parsedate_to_datetime
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from inquiro.core.identity import clean_doi
from inquiro.core.malformed_hits import pass_over
from inquiro.core.types import Json, SourceResult

_INLINE = re.compile(r"</?(?:a|abbr|b|code|em|i|mark|small|span|strong|sub|sup|u)(?:\s[^<>]*)?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z!][^<>]*>", re.IGNORECASE)
_ISO_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?![\d-])", re.ASCII)
_DOI_ADDRESS = re.compile(r"(?:doi\.org/|/doi/(?:(?:abs|full|pdf|epdf)/)?)(10\.\d.*)", re.IGNORECASE)


def at(value: object, *path: str) -> Any:
    """What stands at the end of a path of names, or None."""
    for name in path:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def objects(value: object) -> Iterator[Json]:
    """The objects of a list; anything else in it, or no list at all, is passed over."""
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))


def hits_of(value: object, make: Callable[[Json], SourceResult | None]) -> list[SourceResult]:
    """The entries of a list as hits; one that is no object, or lacks what a hit needs, is passed over and counted."""
    entries = value if isinstance(value, list) else []
    return sound(make(one) if isinstance(one, dict) else None for one in entries)


def sound(hits: Iterable[SourceResult | None]) -> list[SourceResult]:
    found = list(hits)
    kept = [hit for hit in found if hit is not None]
    pass_over(len(found) - len(kept))
    return kept


def plain(value: object) -> str:
    """Text without markup and entities, on one line."""
    if not isinstance(value, str):
        return ""
    return " ".join(unescape(_TAG.sub(" ", _INLINE.sub("", value))).split())


def address(value: object) -> str:
    """An http(s) address, or nothing."""
    if not isinstance(value, str):
        return ""
    text = value.strip()
    try:
        parts = urlsplit(text)
        known = parts.scheme.lower() in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return ""
    return text if known and not any(char.isspace() for char in text) else ""


def day(value: object) -> str | None:
    """The ISO date, as far as it is told, at the start of a time stamp; the form of e-mail headers will do too."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    if found := _ISO_DAY.match(text):
        year, month, of_month = found.groups()
        return found[0] if _exists(int(year), int(month or 1), int(of_month or 1)) else None
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, IndexError):
        return None


def year_of(published: str | None) -> int | None:
    return int(published[:4]) if published else None


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        return float(value) if math.isfinite(value) else 0.0
    except OverflowError:
        return 0.0


def doi_in(url: str) -> str | None:
    """The DOI that an address is made of; one that merely occurs in an address may have lost or gained an end."""
    found = _DOI_ADDRESS.search(url)
    return clean_doi(found[1]) if found else None


def _exists(year: int, month: int, of_month: int) -> bool:
    try:
        date(year, month, of_month)
    except ValueError:
        return False
    return True
