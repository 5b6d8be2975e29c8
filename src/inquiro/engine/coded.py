"""Which parts of a page are code: they are shown as such, and state nothing."""

from __future__ import annotations

from inquiro.core.types import Document

MOSTLY = 0.6  # of a page: then it is a text that somebody set like code


def in_code(document: Document, start: int, end: int) -> bool:
    """Whether a span touches code; a page that is all set like code is a text."""
    if not document.code or sum(one.end - one.start for one in document.code) > MOSTLY * len(document.text):
        return False
    return any(one.start < end and start < one.end for one in document.code)
