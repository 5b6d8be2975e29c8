"""Words that mix alphabets: they look like other words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import regex

_LATIN = regex.compile(r"\p{Latin}")
_OTHER = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_UNITS_OF_SCIENCE = frozenset("µμαβγδΔΩπ")


def mixed(text: str, evidence: Iterable[str]) -> tuple[str, ...]:
    """The words of two alphabets that the evidence does not hold as they stand."""
    if text.isascii():
        return ()
    found = [
        word
        for word in _WORDS.findall(unicodedata.normalize("NFC", text))
        if _LATIN.search(word) and set(_OTHER.findall(word)) - _UNITS_OF_SCIENCE
    ]
    held = {word for quote in evidence for word in _WORDS.findall(quote)} if found else set()
    return tuple(dict.fromkeys(word for word in found if word not in held))
