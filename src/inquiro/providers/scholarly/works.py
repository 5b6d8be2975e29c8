"""Fields of scholarly records, whoever wrote them: a value of the wrong kind is a field that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape
from typing import Any
from urllib.parse import quote

from inquiro.providers.http import fields

SNIPPET = 1_000  # characters: enough to judge a work by, short enough for a list of sources

_MONTHS = {name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_ISO = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?![\d-])")
_JATS_INLINE = re.compile(r"</?(?:jats:)?(?:sub|sup|italic|bold|sc|monospace|underline|roman)\b[^<>]*>", re.IGNORECASE)
# Some records escape their markup twice; only names of real tags go then, since `P &lt; 0.05` is text.
_ESCAPED = re.compile(r"</?(?:jats:\w+|p|em|i|b|strong|sub|sup|br|div|span|a|ul|ol|li|h\d)\b[^<>]*>", re.IGNORECASE)
_HEADING = re.compile(
    r"\s*<(?:jats:)?(title|h\d|b|strong|p)>\s*(?i:abstract|summary)\s*:?\s*</(?:jats:)?\1>"
    r"|\s*(?:(?i:abstract)\s*:|ABSTRACT\.?)\s*(?=[A-Z(][a-z ])"
)
# A study *about* retracted articles has the word in its title too, so it takes capitals or a colon.
_RETRACTED = re.compile(
    r"\W*(?:RETRACTED|WITHDRAWN)\b|\W*(?i:retracted|withdrawn)(?i:\s+(?:article|paper|chapter))?\s*[:\])]"
)
_NOTICES = {
    **dict.fromkeys(("retraction", "withdrawal", "removal", "retractionin"), "retraction"),
    **dict.fromkeys(("expression of concern", "expressionofconcernin"), "expression of concern"),
    **dict.fromkeys(("correction", "erratum", "corrigendum", "erratumin", "correctedandrepublishedin"), "correction"),
}
_PREPRINT_VENUES = re.compile(r"arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|ssrn|preprint|research square", re.IGNORECASE)
_PREPRINT_DOIS = ("10.48550/", "10.2139/ssrn", "10.1101/20", "10.21203/rs", "10.26434/chemrxiv", "10.31234/osf")


def text(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def texts(value: Any) -> list[str]:
    return [found for one in value if (found := text(one))] if isinstance(value, list) else []


def plain(value: Any) -> str:
    """Text without its JATS or HTML markup, and without the heading that only says what it is."""
    if not isinstance(value, str):
        return ""
    heading = _HEADING.match(value)
    bare = fields.plain(_JATS_INLINE.sub("", value[heading.end() :] if heading else value))
    return " ".join(unescape(_ESCAPED.sub(" ", bare)).split())


def count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def year(value: Any) -> int | None:
    """A plausible year, from a number or the start of a date."""
    found = re.match(r"\s*(\d{4})(?!\d)", str(value)) if isinstance(value, int | str) else None
    return int(found[1]) if found and int(found[1]) >= 1000 else None


def iso_date(value: Any) -> str | None:
    """The date at the start of a text, as far as it is known: 2024, 2024-05 or 2024-05-31."""
    found = _ISO.match(value.strip()) if isinstance(value, str) else None
    return date_of(*found.groups()) if found else None


def date_of(year_: Any, month: Any = None, day: Any = None) -> str | None:
    """A date of parts, which may be numbers, digits or names of months; a wrong part ends it."""
    first = year(year_)
    if first is None:
        return None
    second = _month(month)
    if second is None:
        return f"{first:04}"
    third = int(day) if str(day).isascii() and str(day).isdigit() and 1 <= int(day) <= 31 else None
    return f"{first:04}-{second:02}" + (f"-{third:02}" if third else "")


def landing(*, doi: str | None = None, arxiv_id: str | None = None, other: Any = None) -> str | None:
    """Where a reader should be sent: the address that outlives a move of the publisher, else the given one."""
    if arxiv_id and (not doi or doi.startswith("10.48550/")):
        return f"https://arxiv.org/abs/{arxiv_id}"
    return f"https://doi.org/{quote(doi, safe='/:;()')}" if doi else fields.address(other) or None


def snippet(abstract: str, authors: Sequence[str], venue: str | None, published: str | None) -> str:
    """The abstract, cut at a word; without one, who wrote it, where and when."""
    if not abstract:
        people = ", ".join(authors[:3]) + (" et al." if len(authors) > 3 else "")
        return ". ".join(part.rstrip(".") for part in (people, venue, (published or "")[:4]) if part)
    if len(abstract) <= SNIPPET:
        return abstract
    cut = abstract[:SNIPPET].rpartition(" ")[0] or abstract[:SNIPPET]
    return cut + " …"


def says_retracted(title: str) -> bool:
    """Publishers write it before the title; a retraction *notice* is not itself retracted."""
    return _RETRACTED.match(title) is not None


def notices(kinds: Iterable[str]) -> tuple[str, ...]:
    """What was published about a work since, in one spelling for all services; each once."""
    spelled = (re.sub(r"[\W_]+", " ", kind).strip().lower() for kind in kinds)
    return tuple(dict.fromkeys(_NOTICES[kind] for kind in spelled if kind in _NOTICES))


def is_preprint(venue: str | None, doi: str | None) -> bool:
    """Whether the place of publication is one that publishes before review."""
    return bool(venue and _PREPRINT_VENUES.search(venue)) or bool(doi and doi.startswith(_PREPRINT_DOIS))


def first(candidates: Iterable[str | None]) -> str | None:
    return next((one for one in candidates if one), None)


def _month(value: Any) -> int | None:
    name = str(value).strip().lower()
    number = int(name) if name.isascii() and name.isdigit() else _MONTHS.get(name[:3], 0)
    return number if 1 <= number <= 12 else None
