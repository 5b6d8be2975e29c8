"""What may stand in a stored text: no controls, nothing invisible, one kind of newline."""

from __future__ import annotations

import re

from inquiro.text.unseen import HIDDEN, without

INVISIBLE_REMOVED = "invisible characters removed"
MOJIBAKE = "looks like mojibake"

_NEWLINES = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_INVISIBLE = re.compile(f"[{HIDDEN}]")
_GARBLED = re.compile("Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]|â€[™œ˜¦“”\u009d\u0099\u009c]")


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as it may be stored, and the flags that say what was found."""
    garbled = (MOJIBAKE,) if _is_garbled(text) else ()
    text = _CONTROLS.sub("", _NEWLINES.sub("\n", text))
    visible = without(_INVISIBLE, text)
    return visible, ((INVISIBLE_REMOVED,) if len(visible) < len(text) else ()) + garbled


def _is_garbled(text: str) -> bool:
    """Two hits, because one may be a quotation or a name."""
    first = _GARBLED.search(text)
    return first is not None and _GARBLED.search(text, first.end()) is not None
