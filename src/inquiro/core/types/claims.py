"""Sentences of a report, each with the exact words it rests on."""

from __future__ import annotations

from inquiro.core.types.base import ClaimLabel, Value


class Citation(Value, frozen=True, kw_only=True):
    """Evidence as a report carries it: enough to show the quote in its context, offline."""

    source_id: str
    quote: str
    start: int
    end: int
    document_id: str = ""
    before: str = ""
    after: str = ""
    page: int | None = None
    heading: str | None = None


class Claim(Value, frozen=True, kw_only=True):
    text: str
    label: ClaimLabel
    evidence: tuple[Citation, ...] = ()
    facts: tuple[str, ...] = ()
    confidence: float = 0.0
    section: str = ""
    basis: str = ""  # what the confidence is made of, in words
    origins: int = 0  # independent ones that say so
