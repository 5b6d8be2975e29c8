"""Characters that nobody sees: which they are, and the two joiners that some scripts and pictures cannot do without."""

from __future__ import annotations

import re
from typing import Any

# Zero-width, bidirectional, filler, annotation, tag and supplementary variation characters; for a character class.
HIDDEN = (
    "\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff"
)
# All that cannot be seen, or turns the text around it. A fixed list: what is written by it has the same text, and the
# same hash, under every version of Python.
UNSEEN = (
    r"\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u1680\u17b4\u17b5"
    r"\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufe00-\ufe0f\ufeff\uffa0"
    r"\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U0010ffff"
)
_ODD = re.compile(rf"(?![\n\t\r\xa0\u3000])[{UNSEEN}]")
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


def numbered(char: str) -> str:
    """A character by its number, for people: `\\u202e`."""
    point = ord(char)
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\u{{{point:x}}}"


def odd_characters(text: str) -> list[str]:
    """Those of its characters that no eye can see, by their numbers."""
    return [numbered(char[0]) for char in _ODD.finditer(text)]
