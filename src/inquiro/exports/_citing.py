"""What reference managers want to know of a source: names, dates and an address they can open."""

from __future__ import annotations

import re
from datetime import UTC, date

from inquiro.core.types import Report, ReportSource
from inquiro.present.wording import one_line, safe_url, without_folders

ARTICLES = frozenset({"academic", "pubmed"})
_DATE = re.compile(r"(?<!\d)((?:1[5-9]|20)\d{2})(?:[-/](0[1-9]|1[0-2])(?:[-/](0[1-9]|[12]\d|3[01]))?)?(?!\d)")
_INITIAL = re.compile(r"\w\.?$|\w\.-?\w\.")
_ORGANISATION = re.compile(
    r"(?i)\b(?:agency|association|authority|bank|board|bureau|centre|center|city|college|commission|committee|company"
    r"|consortium|council|department|federation|foundation|government|group|hospital|inc|institut|institute|laborator(?:y|ies)"
    r"|ltd|llc|gmbh|ministry|municipality|network|office|organi[sz]ation|press|school|service|services|society|team|treasury"
    r"|trust|union|universit\w+)\b"
)
_NOT_IN_URL = re.compile(r"[^!-~]|[{}\\\"<>^`|]")


def author_names(author: str | None) -> list[str]:
    """Several names; one comma is `Last, First` unless whole names stand on both sides, more commas are a list.

    An organisation stays whole, with its department or its town.
    """
    line = one_line(author or "")
    listed = ";" in line or line.count(",") > 1 or _two_people(line)
    names: list[str] = []
    for part in line.split(";" if ";" in line else ",") if listed else [line]:
        name = part.strip().removeprefix("and ").strip()
        if names and " " not in name and is_organisation(names[-1]):
            names[-1] += f", {name}"
        else:
            names += [name] if is_organisation(name) else filter(None, map(str.strip, name.split(" and ")))
    return names


def is_organisation(name: str) -> bool:
    return _ORGANISATION.search(name) is not None


def _two_people(line: str) -> bool:
    """`Alyssa Coghlan, Nathaniel J. Smith`; not `van Rossum, Guido`, `Lopez Garcia, J. M.` or `de la Cruz, Juan Luis`."""
    before, comma, after = line.partition(",")
    first, second = before.split(), after.split()
    if not comma or min(len(first), len(second)) < 2 or is_organisation(before):
        return False
    return is_organisation(after) or (first[0][:1].isupper() and not _INITIAL.match(second[-1]))


def date_parts(published: str | None) -> list[int]:
    """Year, month and day, as far as they are known."""
    found = _DATE.search(one_line(published or ""))
    if found is None:
        return []
    parts = [int(part) for part in found.groups() if part]
    return parts if len(parts) < 3 or _exists(*parts) else parts[:2]


def _exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def accessed(report: Report) -> list[int]:
    """The day the sources were read: that of the run. It is volatile, like every time of a run."""
    at = report.created_at
    if at is None:
        return []
    day = at if at.tzinfo is None else at.astimezone(UTC)
    return [day.year, day.month, day.day]


def address(source: ReportSource) -> str:
    """The source's own address in plain ASCII, where following it only opens a document."""
    return _NOT_IN_URL.sub("", safe_url(source.url) or "")


def remarks(source: ReportSource) -> str:
    """Which source of the report it is, and what a reader should know before citing it."""
    mention = "" if safe_url(source.url) else without_folders(source.url)
    via = f"found with {source.source_name}" if source.source_name else ""
    snapshot = f"snapshot sha256 {source.sha256[:16]}" if source.sha256 else ""
    retracted = "RETRACTED" if source.retracted else ""
    private = "private document" if source.private else ""
    known = (source.id, retracted, private, *source.flags, via, snapshot, mention)
    return one_line("; ".join(part for part in known if part))
