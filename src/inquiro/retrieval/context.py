"""What a passage is about without saying so itself."""

from __future__ import annotations

from bisect import bisect_left

from inquiro.core.types import Anchor, Document, ReadText
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


def sections_within(document: Document | ReadText, start: int, end: int) -> tuple[Anchor, ...]:
    """The path of headings at `start`, and at each heading up to `end`; offsets count from `start`."""
    here = bisect_left(document.headings, start, key=lambda anchor: anchor.offset)
    inside = [one.offset for one in document.headings[here:] if one.offset < end]
    return tuple(
        Anchor(offset=at - start, label=BETWEEN.join(heading_path(document, _below_headings(document, at))))
        for at in dict.fromkeys([start, *inside])
    )
