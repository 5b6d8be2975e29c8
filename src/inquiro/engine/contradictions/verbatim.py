"""One sentence in two documents, word for word but for a number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction
from inquiro.engine.contradictions.bounds import bounded, same_limit
from inquiro.engine.contradictions.reasons import definition_or_scope, period, replacement
from inquiro.engine.contradictions.said import Said, contradiction, hanging_together, in_words
from inquiro.engine.contradictions.subjects import comparable, same_thing_meant
from inquiro.retrieval.words import content_tokens, detect_language, fold
from inquiro.text.dates import months
from inquiro.text.numerals import value
from inquiro.text.typography import flattened

FEWEST = 6  # terms besides the numbers: shorter sentences are said of many things

_NUMBER = regex.compile(r"(?<![\p{L}\p{N}.,/:-])\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{L}\p{N}/:-])")
_OF_A_NAME = regex.compile(r"\p{Lu}[\p{L}\p{N}.-]*\s$")  # Boeing 747, May 5
_YEAR = regex.compile(r"1[5-9]\d\d|20\d\d")
_THING = regex.compile(r"\s?[%°\p{Sc}]?\p{L}{0,20}")  # what it is a number of


class _Pattern(NamedTuple):
    """A statement with its numbers taken out."""

    words: str
    numbers: tuple[tuple[str, str], ...]  # each with what stands before it


class _Told(NamedTuple):
    said: Said
    pattern: _Pattern


def numbers_that_differ(said: Sequence[Said]) -> list[Contradiction]:
    alike: defaultdict[str, list[_Told]] = defaultdict(list)
    for one in said:
        if pattern := _pattern(one.fact.statement):
            alike[pattern.words].append(_Told(one, pattern))
    return [_explained(sides) for told in alike.values() for sides in hanging_together(told, _clashes(told))]


@lru_cache(maxsize=8_192)
def _pattern(statement: str) -> _Pattern | None:
    found = list(_NUMBER.finditer(statement))
    words = fold(flattened(_NUMBER.sub("#", statement))).rstrip(".")
    if not found or len(set(content_tokens(words, detect_language(statement)))) < FEWEST:
        return None
    return _Pattern(words, tuple((match[0], statement[: match.start()]) for match in found))


def _clashes(told: Sequence[_Told]) -> Iterator[tuple[int, int]]:
    for later, one in enumerate(told):
        for earlier in range(later):
            other = told[earlier]
            if one.said.document.id != other.said.document.id and _differs(one, other) is not None:
                yield earlier, later


def _differs(one: _Told, other: _Told) -> int | None:
    """The one place at which their numbers exclude each other; years belong to events, and two places to a series."""
    places = [
        at
        for at, (mine, theirs) in enumerate(zip(one.pattern.numbers, other.pattern.numbers, strict=True))
        if value(mine[0]) != value(theirs[0])
    ]
    if len(places) != 1 or not same_thing_meant(one.said, other.said) or not comparable(one.said, other.said):
        return None
    mine, theirs = (each.pattern.numbers[places[0]] for each in (one, other))
    if any(not lead or _YEAR.fullmatch(number) or _OF_A_NAME.search(lead) for number, lead in (mine, theirs)):
        return None  # what opens a statement may be its number in a list
    if _thing(one, places[0]).strip().lower() in months():
        return None
    if same_limit((one.said.fact.statement, mine[1]), (other.said.fact.statement, theirs[1])):
        return places[0]
    (low, high), (other_low, other_high) = (
        bounded(value(number), value(number), lead) for number, lead in (mine, theirs)
    )
    return None if low <= other_high and other_low <= high else places[0]


def _explained(sides: Sequence[_Told]) -> Contradiction:
    older, newer = sides[0], sides[-1]
    kind, why = (
        period(older.said, newer.said)
        or replacement(newer.said)
        or definition_or_scope(older.said, newer.said)
        or ("disagreement", "")
    )
    statement = newer.said.fact.statement
    about = in_words(statement, content_tokens(newer.pattern.words, detect_language(statement))) or statement
    return contradiction([(one.said, _value(one, sides)) for one in sides], about=about, kind=kind, explanation=why)


def _value(one: _Told, sides: Sequence[_Told]) -> str:
    """The number with what it is of, where the sides first part."""
    at = next(
        at
        for at, (number, _) in enumerate(one.pattern.numbers)
        if any(side.pattern.numbers[at][0] != number for side in sides)
    )
    return (one.pattern.numbers[at][0] + _thing(one, at)).rstrip()


def _thing(one: _Told, at: int) -> str:
    number, lead = one.pattern.numbers[at]
    found = _THING.match(one.said.fact.statement, len(lead) + len(number))
    return found[0] if found else ""
