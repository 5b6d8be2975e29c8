"""One score for a document out of its words and its meaning, each by the passage that has most of it.

Of the words it counts which share of the query stands there, not how often: a paraphrase shares common words with many
passages, and the one that repeats them most is seldom the one that is meant. Meaning decides, and words tell apart what
is meant alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Owners = npt.NDArray[np.int32]

# Chosen on 88 questions about one vault and 100 of HotpotQA (docs/evaluation.md, `notes`); flat between 0.6 and 1.
WORDS = 0.8  # what all words of the query add to the best meaning
OFTEN = 0.02  # what their number adds: it tells apart what is alike otherwise
SEVERAL = 0.05  # what further passages add to a document's score


class Worths(NamedTuple):
    """Documents, each once and ascending, and what their passages are worth."""

    documents: Owners
    scores: Scores


def worths(owners: Owners, scores: Scores, several: float = SEVERAL) -> Worths:
    """A document is worth its best passage, and a little of the next two: their number is no merit."""
    order = np.lexsort((-scores, owners))
    owners, scores = owners[order], np.maximum(scores[order], 0.0)
    firsts = np.flatnonzero(np.concatenate(([True], owners[1:] != owners[:-1]))) if len(owners) else np.zeros(0, int)
    total = scores[firsts].copy()
    for further in (1, 2):
        at = np.minimum(firsts + further, max(len(owners) - 1, 0))
        same = (firsts + further < len(owners)) & (owners[at] == owners[firsts])
        total[same] += several * scores[at[same]]
    return Worths(owners[firsts], total)


def fused(named: Worths, present: Worths, meant: Worths, mean: float, unknown: Owners) -> dict[int, float]:
    """A score up to 1 for every document.

    `present` has the share of the query's words, `meant` cosines, of which `mean` is the average; documents in `unknown`
    are taken to mean as much as their words say (`named`).
    """
    documents = np.union1d(present.documents, meant.documents)
    best = float(meant.scores.max(initial=0.0))
    meaning = _spread(documents, meant)
    meaning = np.maximum(meaning - mean, 0.0) / (best - mean) if best > mean else np.zeros(len(documents))
    words = _spread(documents, named) / max(float(named.scores.max(initial=0.0)), 1e-9)
    meaning = np.where(np.isin(documents, unknown), np.maximum(meaning, words), meaning)
    scores = (meaning + WORDS * _spread(documents, present) + OFTEN * words) / (1 + WORDS + OFTEN)
    return dict(zip(documents.tolist(), scores.tolist(), strict=True))


def _spread(documents: Owners, known: Worths) -> Scores:
    spread = np.zeros(len(documents))
    spread[np.searchsorted(documents, known.documents)] = known.scores
    return spread
