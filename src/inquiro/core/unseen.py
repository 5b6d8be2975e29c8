"""Characters that nobody sees: which they are, and the two joiners that some scripts and pictures cannot do without."""

from __future__ import annotations

import re
from typing import Any

# Zero-width, bidirectional, filler, annotation, tag and supplementary variation characters; for a character class.
HIDDEN = (
    "\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_JOINERS = "\u200c\u200d"
# They shape words of these scripts and pictures of several people; anywhere else they only split words for machines.
_JOINING = re.compile("[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1780-\u17ff\u1800-\u18af]")
_PICTURE = re.compile("[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")


def is_needed(text: str, at: int) -> bool:
    """Whether the character there is a joiner that joins."""
    if text[at] not in _JOINERS or not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    if _JOINING.match(before):
        return bool(_JOINING.match(after)) or not after.isalnum()
    return text[at] == "\u200d" and bool(_PICTURE.match(before) and _PICTURE.match(after))


def without(hidden: Any, text: str) -> str:
    """The text without what a compiled pattern finds in it; joiners stay where they join."""
    removed: str = hidden.sub(lambda found: found[0] if is_needed(text, found.start()) else "", text)
    return removed
