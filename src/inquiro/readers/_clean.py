"""What may stand in a stored text: no controls, nothing invisible, one kind of newline."""

from __future__ import annotations

import re

from inquiro.core.joiners import is_needed

INVISIBLE_REMOVED = "invisible characters removed"
MOJIBAKE = "looks like mojibake"

_NEWLINES = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
# Zero-width, bidirectional, filler, annotation, tag and supplementary variation characters: text nobody sees.
# Joiners stay where they join.
_INVISIBLE = re.compile(
    "[\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_GARBLED = re.compile("Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]|â€[™œ˜¦“”\u009d\u0099\u009c]")


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as it may be stored, and the flags that say what was found."""
    garbled = (MOJIBAKE,) if _is_garbled(text) else ()
    text = _CONTROLS.sub("", _NEWLINES.sub("\n", text))
    visible = _INVISIBLE.sub(lambda found: found[0] if is_needed(text, found.start()) else "", text)
    return visible, ((INVISIBLE_REMOVED,) if len(visible) < len(text) else ()) + garbled


def _is_garbled(text: str) -> bool:
    """Two hits, because one may be a quotation or a name."""
    first = _GARBLED.search(text)
    return first is not None and _GARBLED.search(text, first.end()) is not None
