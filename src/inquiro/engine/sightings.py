"""Which facts say one thing in different words, and in which independent origins it stands: what is counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from inquiro.core.types import Fact
from inquiro.engine.meaning import meaning
from inquiro.text.polarity import denies

# How much of the shorter statement's words stand in the other one. A shared figure makes a coincidence unlikely.
SAME_WORDS = 0.65
SAME_WORDS_AND_FIGURE = 0.4
FEWEST_WORDS = 5
UNTRACED = "?"  # stands for all origins that nobody named: as one, they claim no agreement

Figure = tuple[float, str]


class Sighting(NamedTuple):
    """One thing that is said, whatever the words: who says it, and which checklist items it serves."""

    origins: frozenset[str]
    items: frozenset[str]


class _Said(NamedTuple):
    words: frozenset[str]
    numbers: frozenset[str]  # among the words: years and counts too
    figures: frozenset[Figure]
    denied: bool


def sightings(facts: Iterable[Fact]) -> list[Sighting]:
    """The different things that the facts say; what only retracted works say was not seen."""
    sound = [fact for fact in facts if fact.origin_ids or fact.origins > 0]
    said = [_said(fact) for fact in sound]
    groups: dict[int, list[Fact]] = {}
    for fact, first in zip(sound, _firsts(said), strict=True):
        groups.setdefault(first, []).append(fact)
    return [
        Sighting(
            origins=frozenset(name for fact in group for name in fact.origin_ids or (UNTRACED,)),
            items=frozenset(item for fact in group for item in fact.scores),
        )
        for group in groups.values()
    ]


def _said(fact: Fact) -> _Said:
    figures = frozenset((number.value, number.unit) for number in fact.quantities if number.unit)
    words = meaning(fact.statement)
    return _Said(words, frozenset(word for word in words if word[0].isdigit()), figures, _denies(fact.statement))


_denies = lru_cache(maxsize=8_192)(denies)  # every round asks for all statements again


def _firsts(said: Sequence[_Said]) -> list[int]:
    """For each statement the place of the first one that says the same; its own where it is the first.

    Only the first ones are compared with, so that a later round never joins what an earlier one told apart.
    """
    common = Counter(word for one in said for word in one.words)
    known = _Known(common)
    firsts: list[int] = []
    for place, one in enumerate(said):
        first = next((other for other in known.near(one) if _same(said[other], one)), place)
        firsts.append(first)
        if first == place:
            known.add(place, one)
    return firsts


class _Known:
    """Finds what may say the same without comparing everything with everything.

    Two statements share a figure, or so many words that one of the shorter one's rarest words is among them.
    """

    def __init__(self, common: Counter[str]) -> None:
        self._common = common
        self._by_figure: dict[Figure, list[int]] = defaultdict(list)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._by_rare_word: dict[str, list[int]] = defaultdict(list)

    def add(self, place: int, one: _Said) -> None:
        for figure in one.figures:
            self._by_figure[figure].append(place)
        for word in one.words:
            self._by_word[word].append(place)
        for word in self._rarest(one.words):
            self._by_rare_word[word].append(place)

    def near(self, one: _Said) -> list[int]:
        """The places of those, in order."""
        found: set[int] = set()
        found.update(*(self._by_figure[figure] for figure in one.figures))
        found.update(*(self._by_word[word] for word in self._rarest(one.words)))
        found.update(*(self._by_rare_word[word] for word in one.words))
        return sorted(found)

    def _rarest(self, words: frozenset[str]) -> list[str]:
        needed = ceil(SAME_WORDS * len(words))
        return sorted(words, key=lambda word: (self._common[word], word))[: len(words) - needed + 1]


def _same(one: _Said, other: _Said) -> bool:
    if one.denied != other.denied or (one.numbers and other.numbers and not one.numbers & other.numbers):
        return False
    shared, shorter = len(one.words & other.words), min(len(one.words), len(other.words))
    if one.figures and other.figures:
        return bool(one.figures & other.figures) and shared >= max(2, SAME_WORDS_AND_FIGURE * shorter)
    return shared >= max(FEWEST_WORDS, SAME_WORDS * shorter)
