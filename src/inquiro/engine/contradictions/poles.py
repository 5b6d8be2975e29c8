"""Which way a clause points: words that only turn it round are taken out, so that what is left can be compared."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import regex

from inquiro.retrieval.words import content_tokens, detect_language, fold, words
from inquiro.text.opposites import axes
from inquiro.text.polarity import HALVED, NO_LONGER, denying_words

_NE = regex.compile(r"\bne\s|\bn['’](?=\p{L})", regex.IGNORECASE)
_PAS = regex.compile(r"\b(?:pas|jamais|aucun\w*)\b", regex.IGNORECASE)
_NOT = regex.compile(r"n['’]t\b")


class Clause(NamedTuple):
    """What a clause says in order, and whether it says yes (1) or no (-1) to it."""

    terms: tuple[str, ...]
    sign: int
    text: str


@cache
def poles() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for number, axis in enumerate(axes()):
        for sign, side in ((1, axis.one), (-1, axis.other)) if axis.turns else ():
            for word in side:
                found.setdefault(fold(word), (f"±{number}", sign))
    return found


@cache
def _no() -> frozenset[str]:
    return frozenset(map(fold, denying_words()))


@lru_cache(maxsize=8_192)
def pointed(clause: str) -> Clause | None:
    """None where a denial is halved or doubled, so that it cannot be told from the opposite."""
    if HALVED.search(clause):
        return None
    language, sign, terms, denials = detect_language(clause), 1, [], 0
    plain = _NE.sub(" ", clause) if _PAS.search(clause) else clause  # `ne … pas` is one denial
    for word in words(_NOT.sub(" not", NO_LONGER.sub(" not", plain))):
        folded = fold(word.text)
        pole = poles().get(folded)
        if folded in _no():
            sign, denials = -sign, denials + 1
        elif pole:
            terms.append(pole[0])
            sign *= pole[1]
        else:
            terms.extend(content_tokens(word.text, language))
    return Clause(tuple(terms), sign, clause) if denials <= 1 else None
