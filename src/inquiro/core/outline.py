"""A reader's own headings, one a line, as notes and documents write them."""

from __future__ import annotations

import re

from inquiro.core.errors import UsageError

MOST_HEADINGS = 20
LONGEST_HEADING = 120
_LEAD = re.compile(r"^\s*(?:(?:#{1,6}|[-*+•]|\d{1,2}(?:\.\d{1,2})*[.)])(?:\s+|$))?")


def outline_of(text: str) -> tuple[str, ...]:
    """The headings without marks and numbers before them; blank lines and repeats are left out."""
    lines = (" ".join(_LEAD.sub("", line).split()) for line in text.splitlines())
    headings = tuple(dict.fromkeys(line for line in lines if line))
    if not headings:
        raise UsageError("the outline has no heading; write one a line")
    if len(headings) > MOST_HEADINGS:
        raise UsageError(f"the outline has {len(headings)} headings; {MOST_HEADINGS} are the most")
    if long := next((one for one in headings if len(one) > LONGEST_HEADING), None):
        raise UsageError(f"a heading of the outline is longer than {LONGEST_HEADING} characters: “{long[:40]}…”")
    return headings
