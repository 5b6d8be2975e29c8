"""What a passage is about without saying so itself."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from inquiro.core.types import Anchor


def context(title: str, headings: Sequence[Anchor], start: int) -> str:
    """The title, and the heading above a position."""
    at = bisect_right(headings, start, key=lambda anchor: anchor.offset) - 1
    heading = headings[at].label if at >= 0 else ""
    return title if heading in ("", title) else f"{title}\n{heading}"
