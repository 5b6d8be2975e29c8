"""Text from outside on its way to a reader: shown as data, with nothing in it that hides, reorders or smuggles words.

`visible` and `visible_line` take such characters out, joiners aside where they join (Persian, Indic scripts, emoji).
`bare` takes every one out, for models and terminals. `spelled` and `escaped` write them as numbers, for those who have to
see each character; `escaped` is the form of strings in the verb language, with newlines and tabs as `\\n` and `\\t`.
"""

from __future__ import annotations

import re
import unicodedata

import regex

from inquiro.text.unseen import HIDDEN, UNSEEN, is_needed, numbered, without

_SMUGGLED = rf"\p{{Cc}}\p{{Cf}}\p{{Cs}}\p{{Co}}\p{{Cn}}\ufe00-\ufe0e{HIDDEN}"
IN_A_LINE = regex.compile(rf"[{_SMUGGLED}]")
_IN_LINES = regex.compile(rf"(?![\n\t])[{_SMUGGLED}]")
_BREAKS = re.compile("\r\n?|\x85")
_BARE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# For a character class; newlines and tabs are none of them.
HIDING = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\ufffe\uffff\ud800-\udfff" + HIDDEN
_SPELLED = re.compile(f"[{HIDING}]")
_ESCAPED = re.compile(f"[{UNSEEN}]")
_WRITTEN = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def visible(text: str) -> str:
    """The text in its lines, without characters that hide, reorder or smuggle text."""
    if text.isascii() and text.isprintable():
        return text
    return without(_IN_LINES, _BREAKS.sub("\n", text))


def visible_line(text: str) -> str:
    """The same on one line."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join(without(IN_A_LINE, " ".join(text.split())).split())


def bare(text: str) -> str:
    """In its lines, without any such character, joiners too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in _BARE)


def spelled(text: str) -> str:
    """What hides or reorders written out by number: where each character counts, none is dropped."""

    def seen(found: re.Match[str]) -> str:
        return found[0] if is_needed(text, found.start()) else numbered(found[0])

    return _SPELLED.sub(seen, text)


def escaped(text: str) -> str:
    """On one line, for people: what cannot be seen, or would move what can, as it is written in a string."""
    return _ESCAPED.sub(lambda char: _WRITTEN.get(char[0]) or numbered(char[0]), text)
