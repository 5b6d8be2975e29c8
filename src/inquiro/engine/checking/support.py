"""How well a sentence is borne out by its evidence, from 0 to 1, where other words may say the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp
from typing import Protocol

from inquiro.engine.checking.weights import PLAIN
from inquiro.retrieval.embeddings import Vectors

ENOUGH = 0.55  # from here on a sentence in its own words is called supported
DOUBT = 0.5  # the most that a sentence gets of which too much is missing, or that there are objections to
OBJECTED = 0.6  # what an objection leaves of it
TOO_MUCH = 0.3  # of its weight
SHORT = 6.0  # of weight: of less, one missing word can be all that is said, unless it is an everyday one
LOOKED_AT = 12  # sentences of the evidence that are compared by meaning


class Embeds(Protocol):
    """Texts to vectors of length one, a row each."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


def support(wanted: Mapping[str, float], held: Collection[str], objected: bool, close: float | None = None) -> float:
    """From the words that are missing, whether a rule objects, and, where it is known, how close the meaning is.

    A logistic formula with round numbers, so that nothing in it is fitted to one set of claims. What is missing counts
    by its share and, a little, by its amount: each thing more that a sentence says can be wrong.
    """
    missing = sum(weight for term, weight in wanted.items() if term not in held)
    share = missing / (sum(wanted.values()) or 1.0)
    logit = 2.0 - 4.0 * share - 0.15 * missing
    if objected:
        logit -= 2.0
    if close is not None:
        logit += 3.0 * (close - 0.6)
    found = 1.0 / (1.0 + exp(-logit))
    too_much = share > TOO_MUCH or (sum(wanted.values()) < SHORT and missing >= PLAIN)
    return min(found, DOUBT) if too_much else found


def doubted(found: float) -> float:
    """The support of a sentence that does not earn its label."""
    return min(OBJECTED * found, DOUBT)


def closeness(text: str, evidence: Sequence[str], embedder: Embeds) -> float:
    """The highest cosine of a sentence with one of its evidence."""
    if not evidence:
        return 0.0
    rows = embedder.embed([text, *evidence[:LOOKED_AT]])
    return float((rows[1:] @ rows[0]).max())
