"""Words of a source as Markdown that does nothing: no links, images, code, tags or citation marks of its own."""

from __future__ import annotations

import re

_ACTIVE = re.compile(r"[\\`<>\[\]]")
_IN_LINK = {"(": "%28", ")": "%29", "|": "%7C", " ": "%20", "<": "%3C", ">": "%3E"}
_ESCAPED = re.compile(r"\\([\\`<>\[\]])")


def inert(text: str) -> str:
    return _ACTIVE.sub(lambda found: "\\" + found[0], " ".join(text.split()))


def link_target(url: str) -> str:
    """`(https://…)` as it may stand behind a mark, even in a table; nothing for what is no address on the web."""
    if not url.startswith(("https://", "http://")):
        return ""
    return f"({''.join(_IN_LINK.get(one, one) for one in url)})"


def plain(text: str) -> str:
    """The words again, as they were before `inert`."""
    return _ESCAPED.sub(r"\1", text)
