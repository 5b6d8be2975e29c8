"""Lists of bare words, as recovery phrases are written down: every word of one is a secret, however common it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import regex

from inquiro.engine.notes.disguises import squeezed
from inquiro.retrieval.words import stop_words

FEWEST = 8  # words in a row without a word that joins them
_ITEM = regex.compile(r"^[\s>*+•-]*(?:\[.\]\s*)?(?:\p{Nd}{1,2}[.):]?\s*)?(?P<word>[\p{L}\p{M}]{2,12})[.,;]?\s*$")
_NUMBERED = regex.compile(r"\b\p{Nd}{1,2}[.):]?[ ]*")
_BARE = regex.compile(r"(?:[\p{L}\p{M}]{2,12}[,;]?[ ]+)+[\p{L}\p{M}]{2,12}")
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_COUNTED = regex.compile(r"(?<![\p{L}\p{Nd}])(\p{Nd}{1,2})[.):]?[ \t]*([\p{Ll}\p{M}]{3,12})\b")
_SINGLE = regex.compile(r"(?:\p{Han}[ 、,]+){7,}\p{Han}")


def listed_words(text: str, language: str) -> frozenset[str]:
    """Squeezed, of all such lists of a note: in one line, or one below the other."""
    return frozenset(squeezed(word) for word in _all(text, stop_words(language) | stop_words("en")))


def _all(text: str, joining: frozenset[str]) -> Iterator[str]:
    lines = text.splitlines()
    items = [(_ITEM.match(line), line) for line in lines if line.strip()]
    for is_item, group in groupby(items, key=lambda pair: pair[0] is not None):
        found = [match["word"] for match, _ in group if match]
        if is_item and len(found) >= FEWEST:
            yield from found
    counted = [(int(match[1]), match[2]) for match in _COUNTED.finditer(text)]
    if len(counted) >= FEWEST and [number for number, _ in counted[:FEWEST]] == list(range(1, FEWEST + 1)):
        yield from (word for _, word in counted)  # 1 apple 2 winter, over as many lines as it takes
    for line in lines:
        yield from (word for match in _SINGLE.finditer(line) for word in match[0].split())
        for match in _BARE.finditer(_NUMBERED.sub("", line)):
            yield from _unjoined(_WORD.findall(match[0]), joining)


def _unjoined(words: list[str], joining: frozenset[str]) -> Iterator[str]:
    """Runs in which no word joins the others, all in small letters."""
    for is_bare, group in groupby(words, key=lambda word: word.islower() and word not in joining):
        found = list(group)
        if is_bare and len(found) >= FEWEST:
            yield from found
