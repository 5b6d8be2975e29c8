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
    ItemStatus,
    Report,
    ReportSource,
    SourceType,
    Usage,
)
from inquiro.core.unseen import HIDDEN, is_needed, numbered
from inquiro.exports._checker import checker_fact
from inquiro.exports._estimates import estimate_facts

# Controls, bidi overrides, zero-width characters, tag characters and lone surrogates: they show one thing and
# mean another. The joiners stay between non-ASCII letters, where Persian, Indic scripts and emoji need them.
INVISIBLE = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f"
)
_HIDDEN = re.compile(f"[{INVISIBLE}]" + r"|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")
_UNSEEN = re.compile(f"[{INVISIBLE}{HIDDEN}]")
_KEPT_IN_URL = "%/:=&?~#+!$,;'@()*"
_FILE = re.compile(r"(?<!\w)file:/[^\s\"'<>“”]+")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")

LABELS: dict[ClaimLabel, str] = {
    "quoted": "quoted",
    "supported": "supported",
    "inferred": "inferred",
    "uncited": "no source",
}
GLYPHS: dict[ItemStatus, str] = {"satisfied": "✓", "partial": "◐", "unsatisfied": "○"}
STATUSES: dict[ItemStatus, str] = {"satisfied": "answered", "partial": "partly answered", "unsatisfied": "open"}
OWN: dict[SourceType, str] = {"vault": "your note", "local": "your document", "knowledge": "earlier research"}
PRIVACY = {"local_only": "local only", "hybrid": "hybrid", "cloud_allowed": "cloud allowed"}


def visible(text: str) -> str:
    """The text without characters that hide or reorder it."""
    return _HIDDEN.sub("", text)


def spelled(text: str) -> str:
    """The text with what hides or reorders it written out: where each character counts, none is dropped."""

    def seen(found: re.Match[str]) -> str:
        return found[0] if is_needed(text, found.start()) else numbered(found[0])

    return _UNSEEN.sub(seen, text)


def spelled_line(text: str) -> str:
    """The same on one line."""
    return " ".join(spelled(text).split())


def counted(number: int, noun: str) -> str:
    """`1 source`, `2 sources`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


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


def facts_about(source: ReportSource) -> list[str]:
    """Where a source comes from, when, by whom and how good it is."""
    doi = f"doi {source.doi}" if source.doi else ""
    known = [source.type, source.published, source.author, doi, f"quality {source.quality:.2f}"]
    marks = [mark for mark, on in (("retracted", source.retracted), ("private", source.private)) if on]
    return [one_line(part) for part in (*known, *source.flags) if part] + marks


def place_of(citation: Citation) -> str:
    """Page and heading of a quote."""
    page = f"page {citation.page}" if citation.page is not None else ""
    heading = one_line(citation.heading or "")
    return ", ".join(part for part in (page, f"under “{heading}”" if heading else "") if part)


def run_facts(report: Report) -> list[tuple[str, str]]:
    """The volatile facts; the only place where exports for people word them."""
    told = checker_fact(report.checker)
    return [
        ("Run", one_line(report.trace_id)),
        ("Created", _moment(report.created_at)),
        ("Duration", f"{report.usage.seconds:.1f} s"),
        *([("Sentence checker", told)] if told else []),  # pooled over runs: the next run has more of them
    ]


def method_facts(report: Report) -> list[tuple[str, str]]:
    """How the answer came about."""
    usage = report.usage
    saturation = report.saturation
    dropped = ", ".join(f"{count} {reason}" for reason, count in sorted(report.dropped.items()))
    known = [
        ("Status", report.status.replace("_", " ") + (" (partial report)" if report.partial else "")),
        ("Stopped because", report.stop_reason),
        ("Rounds", str(report.iterations_used)),
        *estimate_facts(report),
        ("Engine", report.engine),
        ("Privacy", PRIVACY[report.privacy]),
        ("Cost", _cost(usage)),
        ("Read", f"{usage.pages} pages from {usage.searches} searches"),
        ("New facts in the last round", f"{saturation.new_facts_ratio:.0%}" if saturation else ""),
        ("Source coverage", f"{saturation.source_coverage:.0%}" if saturation else ""),
        ("Could not be read", _unread(report)),
        ("Sentences left out", dropped),
    ]
    return [(name, one_line(value)) for name, value in known if value]


def _cost(usage: Usage) -> str:
    if not usage.calls and not usage.cost:
        return "nothing: no model was asked"
    return f"{usage.cost:.4f} USD, {usage.calls} model calls, {usage.tokens} tokens"


def _unread(report: Report) -> str:
    """Counted even where the list stayed behind, as in a pack of private research."""
    failures = sum(turn.failures for turn in report.rounds)
    if report.lost:
        return f"{len(report.lost)}, listed under “Not read”"
    return f"{failures}, not listed here" if failures else "nothing: every page that was opened could be read"


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
