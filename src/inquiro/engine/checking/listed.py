"""A small count with the things that it counts: `two modes, primary and secondary` proves itself by what it lists."""

from __future__ import annotations

from collections.abc import Collection

import regex

from inquiro.engine.checking.statement import Statement
from inquiro.retrieval.words import content_tokens
from inquiro.text.figures import Figure

MOST = 6  # things that anybody lists in a sentence
LONGEST, LONGEST_BESIDE = 30, 10  # words of one of them, where a colon announces them and where a comma does
_FLAGS = regex.IGNORECASE | regex.VERSION1
_BEGINS = regex.compile(r":\s+|\s[–—]\s|\s?\(|,\s+(?:namely|i\.e\.,?|nämlich|à savoir|a saber)\s+", _FLAGS)
_BESIDE = regex.compile(r",\s+", _FLAGS)
_AND = r"(?:and|or|und|oder|sowie|et|ou|y|e|o|u)"
# From the coarsest way to part a list to the finest: an `and` may stand inside a thing.
_PARTED = (
    regex.compile(rf"\s*;\s*(?:{_AND}\s+)?", _FLAGS),
    regex.compile(rf"\s*,\s*{_AND}\s+|\s*;\s*", _FLAGS),
    regex.compile(rf"\s+{_AND}\s+", _FLAGS),
    regex.compile(rf"\s*,\s*(?:{_AND}\s+)?|\s+{_AND}\s+", _FLAGS),
)
# After a mere comma these begin a circumstance or one case of many, no name of a thing.
_NO_NAME = regex.compile(
    r"(?:one|another|each|both|which|who|that|in|on|at|of|from|for|with|to|by|after|before|during|as|but|while|when|where"
    r"|eine?[nrms]?|in|im|am|bei|von|mit|nach|der|die|das|dans|en|à|de|par|pour|avec|uno|una|con|por)\b",
    _FLAGS,
)


def lists_as_many(figure: Figure, said: Statement, held: Collection[str]) -> bool:
    """Whether a count in letters is followed by just as many things, each of which the evidence speaks of."""
    count = figure.value
    if figure.ordinal or figure.unit.measure or not figure.text.isalpha() or not 2 <= count <= MOST:
        return False
    rest = said.text[figure.end :]
    for begins, bare in ((_BEGINS, False), (_BESIDE, True)):
        found = begins.search(rest)
        if found is None:
            continue
        listed = rest[found.end() :].split(")")[0] if "(" in found[0] else rest[found.end() :]
        for parted in _PARTED:
            things = [one.strip(" .!?)") for one in parted.split(listed)]
            if len(things) == count and all(_is_told(one, said.language, held, bare=bare) for one in things):
                return True
    return False


def _is_told(thing: str, language: str, held: Collection[str], *, bare: bool) -> bool:
    terms = content_tokens(thing, language)
    if not bare:
        return len(thing.split()) <= LONGEST and any(term in held for term in terms)
    if len(thing.split()) > LONGEST_BESIDE or _NO_NAME.match(thing):
        return False
    return bool(terms) and all(term in held for term in terms)
