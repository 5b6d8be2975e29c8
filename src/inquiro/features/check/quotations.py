"""Words in quotation marks: they have to stand in the source, letter by letter."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.features.check.reference_fields import folded

FEWEST_WORDS, FEWEST_CHARACTERS = 4, 8  # a shorter one is a name, a term, or a word kept at a distance
NEAR = 0.8
_QUOTED = regex.compile(
    r"“([^“”]{3,2000})”|„([^„“”]{3,2000})[“”]|\"([^\"]{3,2000})\"|«\s?([^«»]{3,2000}?)\s?»|»([^«»]{3,2000})«|「([^「」]{2,2000})」|『([^『』]{2,2000})』|‘([^‘’]{12,2000})’(?!\p{L})"
)
_GAP = regex.compile(r"\s*(?:\[\s?(?:…|\.{3})\s?\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\[[^\[\]]{0,60}\])\s*")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


class Misquote(NamedTuple):
    """Words that no source holds, and the nearest that one does."""

    quote: str
    nearest: str = ""


def quotations(text: str) -> list[str]:
    """The passages of a sentence that it presents as somebody's own words."""
    found = [next(group for group in one.groups() if group) for one in _QUOTED.finditer(text)]
    return [quote.strip(" ,.;") for quote in found if _is_long(quote)]


def holds(quote: str, text: str) -> bool:
    """Whether a quotation stands in a text; where it leaves something out, its parts in their order."""
    whole, at = flat(text), 0
    for part in _parts(quote):
        place = whole.find(part, at)
        if place < 0:
            return False
        at = place + len(part)
    return True


def nearest(quote: str, texts: Iterable[str]) -> str:
    """The sentence that comes nearest to a quotation, if one comes near."""
    wanted = flat(quote)
    best, score = "", NEAR
    for text in texts:
        for sentence in _sentences(text):
            there = flat(sentence)
            if not there or not set(wanted.split()) & set(there.split()):
                continue
            match = SequenceMatcher(None, wanted, there, autojunk=False)
            if match.real_quick_ratio() < 0.4:
                continue
            covered = sum(block.size for block in match.get_matching_blocks() if block.size > 3) / max(len(wanted), 1)
            if covered > score:
                best, score = sentence, covered
    return best


@lru_cache(maxsize=256)
def flat(text: str) -> str:
    """Letters and figures alone; between characters that no blanks part, no blanks count."""
    return regex.sub(
        r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}])\s+(?=[\p{Han}\p{Hiragana}\p{Katakana}])", "", folded(text)
    )


@lru_cache(maxsize=64)
def _sentences(text: str) -> tuple[str, ...]:
    from inquiro.retrieval.sentences import sentences

    return tuple(text[start:end] for start, end in sentences(text))


def _parts(quote: str) -> list[str]:
    return [part for piece in _GAP.split(quote) if (part := flat(piece))]


def _is_long(quote: str) -> bool:
    return len(_UNSPACED.findall(quote)) >= FEWEST_CHARACTERS or len(quote.split()) >= FEWEST_WORDS
