"""The seven ways in which an HTML block of Markdown starts, and what ends each."""

from __future__ import annotations

import re
from typing import NamedTuple


class HtmlBlock(NamedTuple):
    """A block that starts; `end` is what its last line contains, None: it goes on to the next blank line."""

    end: re.Pattern[str] | None


_NAMES = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul"
)
_ATTRIBUTE = r"""(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)"""
_BLOCKS: tuple[tuple[re.Pattern[str], HtmlBlock], ...] = (
    (re.compile("<!--"), HtmlBlock(re.compile("-->"))),
    (
        re.compile(r"<(?:script|pre|style|textarea)(?:\s|>|$)", re.IGNORECASE),
        HtmlBlock(re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)),
    ),
    (re.compile(r"<\?"), HtmlBlock(re.compile(r"\?>"))),
    (re.compile(r"<!\[CDATA\["), HtmlBlock(re.compile(r"\]\]>"))),
    (re.compile(r"<![A-Za-z]"), HtmlBlock(re.compile(">"))),
    (re.compile(rf"</?(?:{'|'.join(_NAMES.split())})(?:\s|/?>|$)", re.IGNORECASE), HtmlBlock(None)),
)
_ANY_TAG = re.compile(rf"(?:<[A-Za-z][A-Za-z0-9-]*{_ATTRIBUTE}*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$")
_LONGEST_TAG = 2_000  # characters; a longer line is not one tag that stands alone


def html_block(rest: str, *, interrupting: bool) -> HtmlBlock | None:
    """The block that starts with this line (its indentation taken away), if one does; in a paragraph fewer do."""
    for start, block in _BLOCKS:
        if start.match(rest):
            return block
    alone = not interrupting and len(rest) <= _LONGEST_TAG and _ANY_TAG.match(rest)
    return HtmlBlock(None) if alone else None
