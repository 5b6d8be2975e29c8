"""Notes that list other notes: they hold a few words of everything, and answer nothing themselves."""

from __future__ import annotations

import re

LEAST = 20  # lines that begin with a link
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,4}[.)]|\|)[ \t]")
_LEADING = re.compile(r"[ \t]*(?:[-*+]|\d{1,4}[.)]|\|)[ \t]+(?:\[.\][ \t]+)?[*_=~\W]{0,6}(?:\[\[|\[[^\]\n]+\]\()")
_OF_LINES, _OF_ITEMS = 0.8, 0.3


def is_link_list(text: str) -> bool:
    """Whether nearly all of its lines are items or rows, and many of those begin with a link; others may describe it."""
    if text.count("[") < LEAST:
        return False
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    items = [line for line in lines if _ITEM.match(line)]
    leading = sum(_LEADING.match(line) is not None for line in items)
    return leading >= max(LEAST, _OF_ITEMS * len(items)) and len(items) >= _OF_LINES * len(lines)
