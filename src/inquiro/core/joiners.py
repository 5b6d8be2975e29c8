"""Joiners: two characters that nobody sees and that some scripts and pictures cannot do without."""

from __future__ import annotations

import re

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
