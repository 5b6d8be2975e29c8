"""Which words of a sentence its evidence holds: as they stand, in another form, by a synonym, an abbreviation, a compound."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.engine.checking.synonyms import general, meanings, retold
from inquiro.retrieval.words import tokens

FAMILY = 5  # letters that two words of one family share at least
KIN = 0.62  # of the longer one
PART = 4  # letters of a part of a compound, at least
BY_SYNONYM, BY_FAMILY, BY_HALF = 0.1, 0.1, 0.5  # what is still missing of a word that is held in such a way
GENERAL = 0.6  # what counts of a missing word that reports on anything use
_ACRONYM = regex.compile(r"(?<![\p{L}\p{N}])\p{Lu}{2,6}(?=s?(?![\p{L}\p{N}]))")
_INITIALS = regex.compile(r"[\p{L}\p{N}]+")
_JOINTS = ("", "s", "es", "n", "en", "er")


class Held(NamedTuple):
    """The words of some evidence, ready to be asked for."""

    terms: frozenset[str]
    meanings: frozenset[int]
    short: frozenset[str] = frozenset()  # terms that an abbreviation of the evidence stands for, or the other way round


def held(terms: Iterable[Collection[str]], short: frozenset[str] = frozenset()) -> Held:
    every = frozenset(term for some in terms for term in some)
    return Held(every, meanings(every), short)


def missing(wanted: Mapping[str, float], there: Held) -> dict[str, float]:
    """Each term that does not simply stand in the evidence, with the weight of what is missing."""
    found: dict[str, float] = {}
    for term, weight in wanted.items():
        if term in there.terms or term in there.short:
            continue
        if retold(term, there.meanings):
            lack = BY_SYNONYM
        elif any(related(term, other) for other in there.terms):
            lack = BY_FAMILY
        elif half := _compound(term, there.terms):
            lack = half
        else:
            lack = GENERAL if general(term) else 1.0
        found[term] = weight * lack
    return found


@lru_cache(maxsize=100_000)
def related(one: str, other: str) -> bool:
    """Whether two words are of one family: option and optional, operate and operation."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    longest = max(len(one), len(other))
    return shared >= FAMILY and shared >= KIN * longest and one.isalpha() and other.isalpha()


def _compound(term: str, there: frozenset[str]) -> float:
    """What is missing of a compound whose parts are held, or that is held as a part: 1.0 and more is nothing."""
    best = 0.0
    for part in there:
        if len(part) < PART or part == term:
            continue
        if len(term) >= 2 * PART and (term.startswith(part) or term.endswith(part)):
            rest = term[len(part) :] if term.startswith(part) else term[: -len(part)]
            if any(
                len(core) >= PART - 1
                and any(other.startswith(core) or related(core, other) for other in there if len(other) >= PART - 1)
                for joint in _JOINTS
                for core in {rest.removeprefix(joint), rest.removesuffix(joint)}
            ):
                return BY_FAMILY
            best = BY_HALF
        elif len(part) >= 2 * PART and len(term) > PART and (part.startswith(term) or part.endswith(term)):
            best = best or BY_HALF
    return best


def spelled_out(said: str, texts: Iterable[str]) -> frozenset[str]:
    """Terms of a sentence that stand in full where the evidence abbreviates, and abbreviations that it spells out."""
    whole = "\n".join(texts)
    found: set[str] = set()
    for short in set(_ACRONYM.findall(whole)):
        found.update(_initialled(short, said))
    for short in set(_ACRONYM.findall(said)):
        if _initialled(short, whole):
            found.update(tokens(short))
    return frozenset(found)


def _initialled(short: str, text: str) -> list[str]:
    """The terms of the words in a row whose first letters make up an abbreviation."""
    words = _words(text)
    letters = short.casefold()
    for at in range(len(words) - len(letters) + 1):
        run = words[at : at + len(letters)]
        if all(word[0] == letter for word, letter in zip(run, letters, strict=True)):
            return [term for word in run for term in tokens(word)]
    return []


@lru_cache(maxsize=256)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _INITIALS.findall(text))
