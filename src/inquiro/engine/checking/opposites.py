"""Words that turn a sentence round, or stretch it: one that its evidence does not share is never a way to retell it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import regex

from inquiro.retrieval.words import tokens
from inquiro.text.opposites import axes

_EDGES = ".,;:!?()\"'’“”„«»"
# Words that claim more than their neighbours, by what they claim: evidence has to hold one of the same
# line. What stands behind the bar claims less, and bears out the others.
_STRETCHING = """
all every each always entire entirely whole alle allen aller jeder jede jedes jedem immer sämtliche tous toutes chaque toujours todos todas cada siempre | both any throughout completely fully complete unanimously unanimous
only exclusively solely nur ausschließlich seulement uniquement solamente sólo | sole alone just unique single allein seul seule seuls solo único única
most meisten plupart mayoría | mostly majority largely mainly primarily predominantly usually mehrheit meist überwiegend majorité
best |
worst |
largest biggest greatest |
highest | peak maximum
lowest | minimum
oldest | earliest first
youngest | newest
smallest |
undoubtedly clearly certainly | clear obvious evident
proves proved | proven proof prove confirm
"""
_COUNTED = regex.compile(
    r"\b(?:only|just|nur|seulement|solo|sólo)\s+(?:about\s+|some\s+|a\s+)?(?:\d|a\b|one|two|three|half|few)",
    regex.IGNORECASE,
)


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for axis in axes():
        one, other = ({term for word in side for term in tokens(word)} for side in (axis.one, axis.other))
        for mine, theirs in ((one, other), (other, one)):
            for term in mine:
                found.setdefault(term, set()).update(theirs - mine)
    return {term: frozenset(others) for term, others in found.items()}


@cache
def _sided() -> frozenset[str]:
    return frozenset(
        term for axis in axes() if axis.sided for word in (*axis.one, *axis.other) for term in tokens(word)
    )


def sided(term: str) -> bool:
    """Whether the opposite of a word says the same once its two sides are exchanged."""
    return term in _sided()


def opposed_terms(term: str) -> frozenset[str]:
    """The terms that say the opposite of one."""
    return _opposites().get(term, frozenset())


@cache
def _classes() -> dict[str, frozenset[str]]:
    return {
        word: frozenset(tokens(line))
        for line in _STRETCHING.strip().splitlines()
        for word in line.partition("|")[0].split()
    }


def stretched(text: str, held: Collection[str]) -> tuple[str, ...]:
    """Words that claim more than their neighbours, such as `all` or `only`, and that nothing in the evidence matches."""
    plain = _COUNTED.sub(" ", text)  # `only 40 %` says what its writer thinks of it
    words = dict.fromkeys(word.strip(_EDGES) for word in plain.casefold().split())
    known = _classes()
    return tuple(word for word in words if word in known and known[word].isdisjoint(held))
