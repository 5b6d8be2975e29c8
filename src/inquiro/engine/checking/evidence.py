"""The texts that a sentence rests on, read once: their sentences, the terms in them, and where each term stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from inquiro.engine.checking.marking import words_alone
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import tokens

FEW = 24  # sentences: so many are looked at one by one
NEAREST = 12  # sentences of a longer text that share most with what is checked
BESIDE = 5  # of those, whose neighbours count too: names and years stand a sentence or two earlier
REACH = 2  # sentences to either side
HEAD = 5  # sentences at the top of a text, where its title and date stand
CHOSEN = 5  # sentences that together bear out one: a page as a whole would prove almost anything
_SHORT = 1_000  # characters


class Sentence(NamedTuple):
    """With what stands next to it: `Is it so? No.` says what the sentence before it is worth."""

    text: str
    terms: frozenset[str]
    before: str = ""
    after: str = ""


class Read(NamedTuple):
    """A text taken apart."""

    sentences: tuple[Sentence, ...]
    places: Mapping[str, tuple[int, ...]]  # from a term to the sentences that hold it


class Placed(NamedTuple):
    """A sentence, and which of the given texts it stands in."""

    place: int
    sentence: Sentence


class Grounds(NamedTuple):
    """What a sentence is checked against."""

    wording: list[Placed]  # its words have to stand here
    proving: list[Placed]  # its numbers, dates and identifiers here
    context: tuple[str, ...] = ()  # titles, headings and the like: words, names and dates in them count as held
    headings: tuple[str, ...] = ()  # of each text


def read(text: str, bare: bool = False) -> Read:
    """`bare`: a whole document, whose marks of Markdown say nothing."""
    return _short(text, bare) if len(text) <= _SHORT else _long(text, bare)


@lru_cache(maxsize=8_192)
def _short(text: str, bare: bool) -> Read:
    return _taken_apart(text, bare)


@lru_cache(maxsize=64)
def _long(text: str, bare: bool) -> Read:
    return _taken_apart(text, bare)


def _taken_apart(text: str, bare: bool) -> Read:
    spans = [text[start:end] for start, end in sentences(text)]
    written = [_on_one_line(words_alone(span) if bare else span) for span in spans]
    found = tuple(
        Sentence(one, frozenset(tokens(one)), before, after)
        for before, one, after in zip(["", *written], written, [*written[1:], ""], strict=False)
    )
    index: dict[str, list[int]] = defaultdict(list)
    for at, sentence in enumerate(found):
        for term in sentence.terms:
            index[term].append(at)
    return Read(found, {term: tuple(found_at) for term, found_at in index.items()})


def _on_one_line(text: str) -> str:
    """A wrapped sentence without its line ends; those of a table part its rows."""
    return text if "|" in text else " ".join(text.split())


def near(wanted: Mapping[str, float], texts: Sequence[Read]) -> list[Placed]:
    """The sentences that can say something about what is wanted, in order: all of a few, and of many the nearest."""
    every = [Placed(place, sentence) for place, text in enumerate(texts) for sentence in text.sentences]
    if len(every) <= FEW:
        return every
    shares: dict[int, float] = defaultdict(float)
    tops: dict[int, int] = {}
    offset = 0
    for place, text in enumerate(texts):
        tops[place] = offset
        for term, weight in wanted.items():
            for at in text.places.get(term, ()):
                shares[offset + at] += weight
        offset += len(text.sentences)
    nearest = sorted(shares, key=lambda at: (-shares[at], at))[:NEAREST]
    beside = {at + step for at in nearest[:BESIDE] for step in range(-REACH, REACH + 1)}
    held = {every[at].place for at in nearest}
    heads = {tops[at] + line for at in held for line in range(min(HEAD, len(texts[at].sentences)))}
    return [every[at] for at in sorted({*nearest, *beside, *heads}) if 0 <= at < len(every)]


def grounds(wanted: Mapping[str, float], texts: Sequence[Read]) -> Grounds:
    """Of whole texts, the few sentences that bear out most of the words, and those about the same for the numbers."""
    around = near(wanted, texts)
    chosen = _chosen(wanted, around)
    return Grounds([around[at] for at in sorted(chosen)], around)


def _chosen(wanted: Mapping[str, float], some: Sequence[Placed]) -> set[int]:
    """Greedily, what adds most to the words that are borne out."""
    shared = [one.sentence.terms & wanted.keys() for one in some]
    chosen: set[int] = set()
    covered: set[str] = set()
    while len(chosen) < CHOSEN:
        gains = [sum(wanted[term] for term in terms - covered) for terms in shared]
        best = max(range(len(some)), key=gains.__getitem__, default=-1)
        if best < 0 or not gains[best]:
            break
        chosen.add(best)
        covered |= shared[best]
    return chosen
