"""How right an answer or a label is."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation + "“”‘’«»„–—…")


def normalised(text: str) -> str:
    """As question answering compares answers: no case, no articles, no punctuation, single blanks."""
    return " ".join(_ARTICLES.sub(" ", text.casefold().translate(_PUNCTUATION)).split())


def exact_match(said: str, gold: str) -> bool:
    return normalised(said) == normalised(gold)


def holds(said: str, gold: str) -> bool:
    """Whether the gold answer stands somewhere in what was said, word for word."""
    return bool(normalised(gold)) and f" {normalised(gold)} " in f" {normalised(said)} "


def token_f1(said: str, gold: str) -> float:
    """The harmonic mean of how much of what was said is gold, and how much of the gold was said."""
    ours, theirs = Counter(normalised(said).split()), Counter(normalised(gold).split())
    if not ours or not theirs:
        return float(ours == theirs)
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total())


class Table(NamedTuple):
    """How often a yes or no was right."""

    true_yes: int
    false_yes: int
    false_no: int
    true_no: int

    @property
    def n(self) -> int:
        return sum(self)

    @property
    def accuracy(self) -> float:
        return _part(self.true_yes + self.true_no, self.n)

    @property
    def precision(self) -> float:
        return _part(self.true_yes, self.true_yes + self.false_yes)

    @property
    def recall(self) -> float:
        return _part(self.true_yes, self.true_yes + self.false_no)

    @property
    def specificity(self) -> float:
        return _part(self.true_no, self.true_no + self.false_yes)

    @property
    def balanced_accuracy(self) -> float:
        """The mean of both classes' rates: saying always the same is worth a half."""
        return (self.recall + self.specificity) / 2


def tabled(truth: Sequence[bool], said: Sequence[bool]) -> Table:
    found = Counter(zip(truth, said, strict=True))
    return Table(found[True, True], found[False, True], found[True, False], found[False, False])


def best_cut(truth: Sequence[bool], scores: Sequence[float]) -> float:
    """The score from which on yes is said with the best balanced accuracy."""
    cuts = sorted({*scores, float("inf")})
    return max(cuts, key=lambda cut: tabled(truth, [score >= cut for score in scores]).balanced_accuracy)


def _part(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
