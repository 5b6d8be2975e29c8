"""Words whose letters come from scripts that look alike: `Аllianz` with a Cyrillic А."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import regex

SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_OF_SCIENCE = frozenset("µμαβγδεθλσφχψωΔΣΦΨΩπ")  # 5 μg, β-carotene, Δt
# Cyrillic and Greek letters that are drawn like a Latin one.
_SKELETON = str.maketrans("аеорсухіјѕһԁӏԛԝьвкмнтαεικνορτυχωϲϳ", "aeopcyxijshdlqwbbkmhtaeikvoptuxwcj")
_SHORT = 4  # letters: what stands beside a sign of science is no longer


class MixedWord(NamedTuple):
    word: str
    scripts: tuple[str, ...]

    def __str__(self) -> str:
        return f"the word {self.word} mixes letters: {' and '.join(map(str.title, self.scripts))}"


def mixed_words(text: str) -> list[MixedWord]:
    if text.isascii():
        return []
    words = _WORD.findall(unicodedata.normalize("NFC", text))
    found = (MixedWord(word, scripts_of(word)) for word in words if not word.isascii())
    return [one for one in found if len(one.scripts) > 1]


def mixed_beside(text: str, evidence: Iterable[str]) -> tuple[str, ...]:
    """The words of two alphabets that the evidence does not hold as they stand."""
    found = [one.word for one in mixed_words(text)]
    held = {word for quote in evidence for word in _WORD.findall(quote)} if found else set()
    return tuple(dict.fromkeys(word for word in found if word not in held))


def scripts_of(word: str) -> tuple[str, ...]:
    """The scripts of its letters in order, as far as they can be mistaken for each other; signs of science aside."""
    strange = [char for char in word if not char.isascii()]
    plain = len(word) <= _SHORT and set(strange) <= _OF_SCIENCE
    letters = (char for char in word if not (plain and char in _OF_SCIENCE))
    return tuple(dict.fromkeys(name for char in letters if (name := script(char))))


@lru_cache(maxsize=4_096)
def script(char: str) -> str:
    """The script of a letter that has look-alikes; empty for anything else."""
    name = unicodedata.name(char, "").split(" ", 1)[0] if char.isalpha() else ""
    return name if name in SCRIPTS else ""


def drawn_like_latin(word: str) -> bool:
    """Whether every letter of another script in it could be taken for a Latin one."""
    return word.translate(_SKELETON).isascii()
