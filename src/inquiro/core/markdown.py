"""Words of a source as Markdown that does nothing: no links, images, code, tags or citation marks of its own."""

from __future__ import annotations

import re

_ACTIVE = re.compile(r"[\\`<>\[\]]")
_ESCAPED = re.compile(r"\\([\\`<>\[\]])")


def inert(text: str) -> str:
    return _ACTIVE.sub(lambda found: "\\" + found[0], " ".join(text.split()))


def plain(text: str) -> str:
    """The words again, as they were before `inert`."""
    return _ESCAPED.sub(r"\1", text)
