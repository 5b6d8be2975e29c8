"""Text from outside in a page: always text."""

from __future__ import annotations

from html import escape

from inquiro.exports._display import one_line


def esc(text: str) -> str:
    """Text from outside, on one line, as text."""
    return escape(one_line(text), quote=True)
