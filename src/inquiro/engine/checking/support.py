"""How well a sentence is borne out by its evidence, from 0 to 1, where other words may say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Protocol

from inquiro.retrieval.embeddings import Vectors

ENOUGH = 0.55  # from here on a sentence in its own words is called supported
DOUBT = 0.5  # what is left of it, and the most that it gets, where rules cannot tell
OBJECTED = 0.6  # what an objection leaves of it
OWN = 2.0  # of weight: the words of its own that a sentence may have
OWN_SHARE = 0.2  # of its weight
APART = 0.4  # of a clause: so much may stand in other sentences than the rest of it, or nowhere
A_WORD = 0.5  # of weight: a word of any meaning of its own
SHORT = 4.5  # of weight: of less, one missing word can be all that is said, unless it is an everyday one
CLOSE = 0.75  # cosine from which two languages say the same, to an embedder that knows both
LOOKED_AT = 12  # sentences of the evidence that are compared by meaning


class Embeds(Protocol):
    """Texts to vectors of length one, a row each."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


def support(
    wanted: Mapping[str, float], own: Mapping[str, float], apart: float, objected: bool, close: float | None = None
) -> float:
    """From its own words, how far the others stand apart, whether a rule objects, and how close the meaning is.

    A logistic formula with round numbers, so that nothing in it is fitted to one set of claims. In sentences that models
    write, false ones share as many words with their source as true ones do: only what keeps to its source clause by
    clause gets enough.
    """
    missing = sum(own.values())
    total = sum(wanted.values())
    share = missing / (total or 1.0)
    logit = 2.0 - 4.0 * share - 0.05 * missing - apart
    if objected:
        logit -= 2.0
    if close is not None:
        logit += 2.0 * (close - 0.6)
    found = 1.0 / (1.0 + exp(-logit))
    free = missing > OWN or share > OWN_SHARE or (total < SHORT and missing >= A_WORD)
    return DOUBT * found if free or apart > APART else found


def doubted(found: float) -> float:
    """The support of a sentence that does not earn its label."""
    return min(OBJECTED * found, DOUBT)


def closeness(text: str, evidence: Sequence[str], embedder: Embeds) -> float:
    """The highest cosine of a sentence with one of its evidence."""
    if not evidence:
        return 0.0
    rows = embedder.embed([text, *evidence[:LOOKED_AT]])
    return float((rows[1:] @ rows[0]).max())
