"""Which words the shipped fonts can set: what they cannot is marked, never drawn as empty boxes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from inquiro.exports._paper_text import Part, Table

NOT_SHOWN = "[…]"
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f")  # they shape their neighbours and show nothing themselves


class Letters:
    """A font's letters. Scripts that run from right to left or join their letters need more than letters."""

    def __init__(self, known: frozenset[int]) -> None:
        self._known = known

    def shown(self, text: str) -> str:
        """The text as it can be set."""
        composed = unicodedata.normalize("NFC", text)
        marked = "".join(self._or_mark(character) for character in composed if character not in _JOINERS)
        return re.sub(r"\x00(?:\s*\x00)*", NOT_SHOWN, marked)

    def lacks(self, parts: Iterable[Part]) -> bool:
        return any("\x00" in map(self._or_mark, text) for part in parts for text in _texts(part))

    def _or_mark(self, character: str) -> str:
        if character.isspace():
            return " "
        backwards = unicodedata.bidirectional(character) in {"R", "AL", "AN"}
        if character in _JOINERS or (ord(character) in self._known and not backwards):
            return character
        return "\x00"


def _texts(part: Part) -> Iterable[str]:
    if not isinstance(part, Table):
        return [unicodedata.normalize("NFC", part.text)]
    return [unicodedata.normalize("NFC", run.text) for row in part.rows for cell in row for run in cell]
