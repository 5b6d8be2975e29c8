"""How values of a report are worded for people; every text from outside passes `visible` first."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import PurePosixPath
from urllib.parse import SplitResult, quote, unquote, urlsplit

from inquiro.core.types import (
    Citation,
    ClaimLabel,
    Contradiction,
    ContradictionSide,
    Report,
    ReportSource,
    SourceType,
)
from inquiro.text.display import spelled, visible

_KEPT_IN_URL = "%/:=&?~#+!$,;'@()*"
_FILE = re.compile(r"(?<!\w)file:/[^\s\"'<>“”]+")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")

LABELS: dict[ClaimLabel, str] = {
    "quoted": "quoted",
    "supported": "supported",
    "inferred": "inferred",
    "uncited": "no source",
}
BY_MODEL = "by the model"  # beside a label that rules did not give
OWN: dict[SourceType, str] = {"vault": "your note", "local": "your document", "knowledge": "earlier research"}
RUN_OPEN, RUN_CLOSE = "<!-- run -->", "<!-- /run -->"  # around what differs between two runs that found the same


def spelled_line(text: str) -> str:
    """The same on one line."""
    return " ".join(spelled(text).split())


def counted(number: int, noun: str, many: str = "") -> str:
    """`1 source`, `2 sources`."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def one_line(text: str) -> str:
    return " ".join(visible(text).split())


def shortened(text: str, limit: int) -> str:
    line = one_line(text)
    return line if len(line) <= limit else line[: limit - 1].rsplit(" ", 1)[0] + "…"


def safe_url(url: str) -> str | None:
    """The address as a link target, or None where following it could do more than open a document."""
    try:
        parts = urlsplit(visible(url).strip())
    except ValueError:
        return None
    if not _opens_document(parts):
        return None
    query, fragment = (f"{sign}{part}" if part else "" for sign, part in (("?", parts.query), ("#", parts.fragment)))
    rest = _STRAY_PERCENT.sub("%25", parts.path + query + fragment)
    return f"{parts.scheme}://{quote(parts.netloc, safe='[]:@')}{quote(rest, safe=_KEPT_IN_URL)}"


def _opens_document(parts: SplitResult) -> bool:
    """Pages and files of this machine; a file on another host would send the reader's credentials there."""
    if parts.scheme == "file":
        return parts.netloc in {"", "localhost"} and parts.path.startswith("/")
    return parts.scheme in {"http", "https"} and bool(parts.netloc)


def without_folders(text: str) -> str:
    """Files by their names alone: where they lay on this machine is nobody's business, and leads nowhere on another."""
    return _named(text) if text.startswith("file:") else _FILE.sub(lambda found: _named(found[0]), text)


def _named(url: str) -> str:
    return unquote(PurePosixPath(url).name)


def source_numbers(report: Report) -> dict[str, int]:
    """The number behind `[n]` for every source id."""
    return {source.id: _number(source.id, place) for place, source in enumerate(report.sources, start=1)}


def _number(source_id: str, place: int) -> int:
    digits = source_id.removeprefix("src_")
    return int(digits) if digits.isascii() and digits.isdigit() else place


def retracted_numbers(report: Report) -> frozenset[int]:
    numbers = source_numbers(report)
    return frozenset(numbers[source.id] for source in report.sources if source.retracted)


def source_of(side: ContradictionSide, report: Report) -> ReportSource | None:
    """The listed source that one side of a contradiction stands in."""
    by_id = {source.id: source for source in report.sources}
    by_document = {source.document_id: source for source in report.sources if source.document_id}
    return by_id.get(side.source_id) or by_document.get(side.document_id)


def whose_sides(found: Contradiction, report: Report) -> list[str]:
    """`your note`, `earlier research`, … for each side, where the sides are of different kinds; else nothing."""
    listed = [source_of(side, report) for side in found.sides]
    kinds = [side.source_type or (s.type if s else "web") for side, s in zip(found.sides, listed, strict=True)]
    several = len(set(kinds)) > 1
    return [OWN.get(kind, "") if several else "" for kind in kinds]


def when(side: ContradictionSide) -> str:
    """The date of one side of a contradiction, and which earlier run it comes from, if any."""
    return one_line(", ".join(part for part in (side.published, side.earlier) if part))


def title_of(source: ReportSource) -> str:
    return one_line(source.title) or one_line(source.url) or source.id


def place_of(citation: Citation) -> str:
    """Page and heading of a quote."""
    page = f"page {citation.page}" if citation.page is not None else ""
    heading = one_line(citation.heading or "")
    return ", ".join(part for part in (page, f"under “{heading}”" if heading else "") if part)


def run_facts(report: Report) -> list[tuple[str, str]]:
    """The volatile facts; the only place where exports for people word them."""
    return [
        ("Run", one_line(report.trace_id)),
        ("Created", _moment(report.created_at)),
        ("Duration", f"{report.usage.seconds:.1f} s"),
    ]


def day_of(report: Report) -> str:
    """The day on which the report was made, or nothing; in digits, since months have names in every language."""
    at = report.created_at
    if at is None:
        return ""
    day = at if at.tzinfo is None else at.astimezone(UTC)
    return f"{day:%Y-%m-%d}"


def _moment(at: datetime | None) -> str:
    if at is None:
        return "unknown"
    return at.strftime("%Y-%m-%d %H:%M:%S") if at.tzinfo is None else f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"
