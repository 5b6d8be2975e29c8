"""What a passage is about without saying so itself."""

from __future__ import annotations

from bisect import bisect_left

from inquiro.core.types import Document, ReadText
from inquiro.retrieval.document_blocks import heading_path

BETWEEN = " › "


def context(document: Document | ReadText, start: int) -> str:
    """The title, and on a line of its own the path of headings above a position, or that stand right there."""
    path = BETWEEN.join(heading_path(document, _below_headings(document, start)))
    return "\n".join(part for part in (document.title, path) if part)


def _below_headings(document: Document | ReadText, start: int) -> int:
    """Where the text begins that the headings at a position announce."""
    first = bisect_left(document.headings, start, key=lambda anchor: anchor.offset)
    for anchor in document.headings[first:]:
        if document.text[start : anchor.offset].strip():
            break
        start = anchor.offset + len(anchor.label)
    return start
