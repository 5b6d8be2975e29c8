"""What may stand in a stored text: no controls, nothing invisible, one kind of newline."""

from __future__ import annotations

import re
from itertools import islice

from inquiro.text.unseen import HIDDEN, without

INVISIBLE_REMOVED = "invisible characters removed"
MOJIBAKE = "looks like mojibake"

_NEWLINES = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")
_INVISIBLE = re.compile(f"[{HIDDEN}]")
_GARBLED = re.compile("Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]|â€[™œ˜¦“”\u009d\u0099\u009c]")

_WORD = 20
_WORD_BEFORE, _WORD_AFTER = re.compile(r"[A-Za-z0-9]+\Z"), re.compile(r"[A-Za-z0-9]+")
_MOST_HITS = 20  # of which two have to be real


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """The text as it may be stored, and the flags that say what was found."""
    garbled = (MOJIBAKE,) if _is_garbled(text) else ()
    text = _CONTROLS.sub("", _NEWLINES.sub("\n", text))
    visible = without(_INVISIBLE, text)
    return visible, ((INVISIBLE_REMOVED,) if len(visible) < len(text) else ()) + garbled


def _is_garbled(text: str) -> bool:
    """Two hits, because one may be a quotation or a name; whoever shows what garbled text looks like writes it right, too."""
    hits = islice(_GARBLED.finditer(text), _MOST_HITS)
    return len([*islice((hit for hit in hits if not _is_shown(hit, text)), 2)]) == 2


def _is_shown(hit: re.Match[str], text: str) -> bool:
    """Whether the same word stands elsewhere as it was meant."""
    before = _WORD_BEFORE.search(text[max(0, hit.start() - _WORD) : hit.start()])
    after = _WORD_AFTER.match(text, hit.end(), hit.end() + _WORD)
    try:
        meant = hit[0].encode("windows-1252").decode("utf-8")
    except UnicodeError:
        return False
    return (before[0] if before else "") + meant + (after[0] if after else "") in text
