"""Words whose letters come from scripts that look alike: `Аllianz` with a Cyrillic А."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_WORD = re.compile(r"[^\W\d_]+")
_LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


class MixedWord(NamedTuple):
    word: str
    scripts: tuple[str, ...]

    def __str__(self) -> str:
        return f"the word {self.word} mixes letters: {' and '.join(map(str.title, self.scripts))}"


def mixed_words(text: str) -> list[MixedWord]:
    if text.isascii():
        return []
    found = (MixedWord(word, _scripts(word)) for word in _WORD.findall(text))
    return [one for one in found if len(one.scripts) > 1]


def _scripts(word: str) -> tuple[str, ...]:
    if word.isascii():
        return ()
    found = dict.fromkeys(unicodedata.name(char, "").split(" ", 1)[0] for char in word)
    return tuple(name for name in found if name in _LOOK_ALIKE)
