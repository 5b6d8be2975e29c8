"""Sentences of a report, each with the exact words it rests on."""

from __future__ import annotations

from typing import Literal

from inquiro.core.types.base import ClaimLabel, Value

JudgedBy = Literal["rule", "model"]
# What a sentence is for in its report; the first is what a reader takes away who reads nothing else.
Part = Literal["bottom_line", "findings", "comparison", "timeline", "analysis", "recommendations", "caveats"]


def stated(text: str, row: str, column: str) -> str:
    """What a sentence says by itself; a cell of a table says it of its row, under its column."""
    return ": ".join(filter(None, (row, column, text)))


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
    part: Part = "findings"
    paragraph: int = 0  # within its section
    row: str = ""  # of a cell: what it speaks of
    column: str = ""  # of a cell: in what respect
    item: str = ""  # the point of the checklist that it answers, where it was chosen for one
    basis: str = ""  # what the confidence is made of, in words
    origins: int = 0  # independent ones that say so
    by: JudgedBy = "rule"  # who gave the label: rules, or a model where they left it open
    computed: tuple[str, ...] = ()  # what in it was worked out, and how
    relied: tuple[
        str, ...
    ] = ()  # words of the evidence that a model relied on: looked up, and looked up again to verify

    @property
    def statement(self) -> str:
        return stated(self.text, self.row, self.column)
