"""How much of one text stands in another: word runs as stable numbers, MinHash to find the pairs worth comparing.

Comparing every two texts of a run costs the square of their number. Two texts that share most of their word runs
share whole bands of their MinHash signature; a short text that stands in a long one shares sampled runs with it.
Only pairs found in one of these ways are compared, and those exactly, so that the figure shown is no estimate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SHINGLE = 8  # words in a run
BANDS, ROWS = 32, 4  # texts that share two thirds of their runs share a band
SAMPLED = 8  # one run out of so many stands for a text where a part of it is looked for
SHORT = 64  # runs: of a shorter text none is left out
CROWDED = 32  # a run that more texts share is a phrase of the trade
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")
_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
_HALF = np.uint64(32)

Runs = npt.NDArray[np.uint64]
_NONE: Runs = np.empty(0, dtype=np.uint64)


class Likeness(NamedTuple):
    """What two texts share: of the runs of both, and of the runs of the shorter one."""

    shared: float
    contained: float


def likeness(one: str, other: str) -> Likeness:
    """Exact, from the word runs themselves; scripts without spaces are taken by the character."""
    return _likeness(*sorted((one, other)))


def shingles(text: str) -> int:
    """How many different runs a text has: with a few, likeness is chance."""
    return len(_runs(text))


def alike_pairs(texts: Sequence[str]) -> set[tuple[int, int]]:
    """The places of texts that may be copies or parts of one another, smaller place first; all others are not."""
    each = [_runs(text) for text in texts]
    if not sum(map(len, each)):
        return set()
    runs = np.concatenate(each)
    places = np.repeat(np.arange(len(each)), [len(one) for one in each])
    brief = np.concatenate([_NONE, *(one for one in each if len(one) < SHORT)])
    sampled, whole = runs % np.uint64(SAMPLED) == 0, np.isin(runs, brief)
    signed = [place for place, one in enumerate(each) if len(one)]
    bands = np.array([_bands(texts[place]) for place in signed], dtype=np.uint64)
    bands = (bands + np.arange(BANDS, dtype=np.uint64) * _MIX).ravel()  # the same in another band is another sign
    by_band = _pairs(bands, np.repeat(signed, BANDS))
    return by_band | _pairs(runs[sampled], places[sampled]) | _pairs(runs[whole], places[whole])


def _pairs(signs: Runs, owners: npt.NDArray[np.int64]) -> set[tuple[int, int]]:
    """The owners of equal signs, two by two; of a crowd only neighbours. A text has a sign once, places ascend."""
    order = np.argsort(signs, kind="stable")
    signs, owners = signs[order], owners[order]
    first = np.flatnonzero(np.r_[True, signs[1:] != signs[:-1]]) if len(signs) else np.empty(0, dtype=np.int64)
    sizes = np.diff(np.r_[first, len(signs)])
    found: set[tuple[int, int]] = set()
    for size in np.unique(sizes[sizes > 1]):
        alike = np.unique(owners[first[sizes == size][:, None] + np.arange(size)], axis=0)  # many signs, same owners
        one, other = np.triu_indices(size, 1) if size <= CROWDED else (np.arange(size - 1), np.arange(1, size))
        found.update(zip(alike[:, one].ravel().tolist(), alike[:, other].ravel().tolist(), strict=True))
    return found


@lru_cache(maxsize=8_192)  # every two documents that look alike, in every round
def _likeness(one: str, other: str) -> Likeness:
    a, b = _runs(one), _runs(other)
    if not len(a) or not len(b):
        return Likeness(0.0, 0.0)
    common = len(np.intersect1d(a, b, assume_unique=True))
    return Likeness(common / (len(a) + len(b) - common), common / min(len(a), len(b)))


@lru_cache(maxsize=1_024)  # twenty runs at once read so many pages
def _runs(text: str) -> Runs:
    """Every run of eight words as a number, each once, in order; the same in every process."""
    numbers = np.fromiter(map(_number, _WORD.findall(text.casefold())), dtype=np.uint64)
    if len(numbers) < SHINGLE:
        return _NONE
    count = len(numbers) - SHINGLE + 1
    runs = np.zeros(count, dtype=np.uint64)
    for at in range(SHINGLE):
        runs = runs * _MIX + numbers[at : at + count]
    return np.unique(_mixed(runs))


@lru_cache(maxsize=65_536)
def _number(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _mixed(numbers: Runs) -> Runs:
    """High bits that depend on every bit, so that the order of the numbers says nothing."""
    numbers = (numbers ^ (numbers >> _HALF)) * _MIX
    return (numbers ^ (numbers >> _HALF)) * _MIX


@lru_cache(maxsize=1_024)
def _bands(text: str) -> tuple[int, ...]:
    """One permutation, cut into as many bins as the signature has places: the lowest run of each, band by band."""
    runs, places = _runs(text), BANDS * ROWS
    bins = (runs >> np.uint64(64 - places.bit_length() + 1)).astype(np.int64)
    filled, first = np.unique(bins, return_index=True)  # the runs are in order: the first of a bin is its lowest
    nearest = np.searchsorted(filled, np.arange(places)) % len(filled)  # an empty bin borrows from the next one
    banded = runs[first[nearest]].reshape(BANDS, ROWS)
    return tuple(int.from_bytes(blake2b(band.tobytes(), digest_size=8).digest(), "little") for band in banded)
