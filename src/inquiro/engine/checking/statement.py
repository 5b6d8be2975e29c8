"""A sentence taken apart: identifiers first, then dates, then the numbers that are left, and its words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import regex

from inquiro.retrieval.words import Word, detect_language, words
from inquiro.text.dates import Date, dates, months
from inquiro.text.figures import Figure, figures
from inquiro.text.fractions import may_be_share
from inquiro.text.identifiers import Identifier, identifiers
from inquiro.text.number_words import SPOKEN, number_words
from inquiro.text.units import NONE, spellings

_DIGIT = regex.compile(r"\p{N}")
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_LONG = 4_000  # characters: what is longer is not kept


class Statement(NamedTuple):
    text: str
    language: str
    identifiers: tuple[Identifier, ...]
    dates: tuple[Date, ...]
    figures: tuple[Figure, ...]
    words: tuple[Word, ...]

    @property
    def years(self) -> frozenset[int]:
        """Whole numbers that can be years, in dates or bare."""
        bare = {int(f.value) for f in self.figures if f.unit == NONE and 1000 <= f.value < 2100 and f.value % 1 == 0}
        return frozenset(bare | {date.year for date in self.dates if date.year})


def statement(text: str) -> Statement:
    return _kept(text) if len(text) <= _LONG else _read(text)


@lru_cache(maxsize=8_192)
def _kept(text: str) -> Statement:
    return _read(text)


def _read(text: str) -> Statement:
    language = detect_language(text)
    if not counts(text):
        return Statement(text, language, (), (), (), tuple(words(text)))
    codes = identifiers(text)
    rest = _blank(text, codes)
    days = dates(rest)
    rest = _blank(rest, days)
    numbers = figures(rest, language)
    rest = _blank(rest, numbers)
    return Statement(text, language, tuple(codes), tuple(days), tuple(numbers), tuple(words(rest)))


def counts(text: str) -> bool:
    """Whether a text can hold a number, a date or an identifier at all: most do not, and reading them takes long."""
    if _DIGIT.search(text) or "://" in text or may_be_share(text):
        return True
    return not _counting().isdisjoint(_LETTERS.findall(text.casefold()))


@cache
def _counting() -> frozenset[str]:
    named = (word for language in SPOKEN for word in number_words(language))
    return frozenset(part for word in (*named, *months()) for part in _LETTERS.findall(word.casefold()))


def _blank(text: str, taken: list[Identifier] | list[Date] | list[Figure]) -> str:
    """The same text with what was read put out of sight, so that nothing is read twice."""
    for one in taken:
        text = text[: one.start] + "\ue000" * (one.end - one.start) + text[one.end :]
    return text


@lru_cache(maxsize=8_192)
def measures(text: str) -> frozenset[str]:
    """What a text measures in, wherever the unit stands."""
    known = spellings()
    return frozenset(
        known[w].measure for word in words(text) if len(w := word.text.lower()) > 1 and w in known
    ) | frozenset(known[c].measure for c in "€$£¥%°" if c in text)
