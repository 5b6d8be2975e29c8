"""95 % intervals: how far a figure could be from the truth by the luck of the draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inquiro.core.intervals import wilson as share_interval

RESAMPLES = 2_000
SEED = 6  # the same figures give the same interval

Numbers = npt.NDArray[np.float64]
Picks = npt.NDArray[np.int64]


class Interval(NamedTuple):
    low: float
    high: float


NOTHING_KNOWN = Interval(0.0, 1.0)


def wilson(hits: int, n: int) -> Interval:
    """Of a share of independent cases; sensible at 0 and at 1, and with few cases."""
    return Interval(*share_interval(hits, n))


def of_ratio(parts: Sequence[float], wholes: Sequence[float]) -> Interval:
    """Of sum(parts) / sum(wholes), both in 0..whole: questions are drawn again, for what one asks hangs together."""
    over, under = np.asarray(parts, float), np.asarray(wholes, float)
    if not len(under) or not under.sum():
        return NOTHING_KNOWN
    if over.sum() in {0.0, under.sum()}:  # every draw would be the same, which does not mean that nothing is unknown
        return wilson(len(over) if over.sum() else 0, len(over))
    return _between(
        len(over), lambda picks: over[picks].sum(axis=1) / np.maximum(under[picks].sum(axis=1), np.finfo(float).tiny)
    )


def of_mean(values: Sequence[float]) -> Interval:
    """Of a mean of values between 0 and 1."""
    return of_ratio(values, [1.0] * len(values))


def of_balanced_accuracy(truth: Sequence[bool], said: Sequence[bool]) -> Interval:
    """Each class is drawn again within itself: both rates, and so their mean, are always defined."""
    true, found = np.asarray(truth, bool), np.asarray(said, bool)
    right_yes, right_no = found[true].astype(float), (~found[~true]).astype(float)
    if not len(right_yes) or not len(right_no):
        return NOTHING_KNOWN
    draw = np.random.default_rng(SEED)
    means = [
        values[draw.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1) for values in (right_yes, right_no)
    ]
    if not np.ptp(means[0] + means[1]):
        low = [wilson(int(values.sum()), len(values)) for values in (right_yes, right_no)]
        return Interval((low[0].low + low[1].low) / 2, (low[0].high + low[1].high) / 2)
    return _percentiles((means[0] + means[1]) / 2)


def _between(n: int, figure: Callable[[Picks], Numbers]) -> Interval:
    picks = np.random.default_rng(SEED).integers(0, n, (RESAMPLES, n))
    return _percentiles(figure(picks))


def _percentiles(figures: Numbers) -> Interval:
    low, high = np.percentile(figures, [2.5, 97.5])
    return Interval(float(low), float(high))
