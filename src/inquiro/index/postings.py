"""Which passages have a term, and how much it says of them: sorted arrays in a file that is never changed.

A full-text table of SQLite ranks by visiting row after row: 65 ms at 100,000 notes. Here a term is a slice of one
array, and a query a few additions over it. A posting is one number: the passage above, the weight in the last byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import StoreCorrupt
from inquiro.retrieval.bm25 import K1, B

Terms = npt.NDArray[np.uint64]
Postings = npt.NDArray[np.uint32]

MOST_PASSAGES = 1 << 24  # what a posting can name
GONE = 0xFFFFFFFF
_TYPICAL = 130  # terms of a passage; a constant, so that a weight never has to be worked out again
WEIGHT = (K1 + 1) / 255  # what one step of a posting's last byte stands for
_MAGIC = 0x31505351  # of the format: another one is another kind of file
_CHUNK = 500_000  # postings that a merge holds at a time


class Segment(NamedTuple):
    """The postings of some passages, by the hash of their term; the slice of term `n` starts at `starts[n]`."""

    terms: Terms
    starts: npt.NDArray[np.uint64]
    postings: Postings

    def of(self, term: int) -> Postings:
        at = int(np.searchsorted(self.terms, np.uint64(term)))
        if at == len(self.terms) or int(self.terms[at]) != term:
            return self.postings[:0]
        return self.postings[int(self.starts[at]) : int(self.starts[at + 1])]


@lru_cache(maxsize=200_000)
def hashed(term: str) -> int:
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def segment_of(passages: Sequence[Mapping[str, float]], first: int) -> Segment:
    """From how much each term counts in each passage; `first` is the number of the first passage."""
    sizes = [len(counts) for counts in passages]
    terms = np.fromiter(map(hashed, chain.from_iterable(passages)), np.uint64, sum(sizes))
    often = np.fromiter(chain.from_iterable(counts.values() for counts in passages), np.float64, sum(sizes))
    lengths = np.array([sum(counts.values()) for counts in passages], dtype=np.float64)
    norms = np.repeat(K1 * (1 - B + B * lengths / _TYPICAL), sizes)
    weights = np.maximum(1, np.rint(often * (K1 + 1) / (often + norms) / WEIGHT)).astype(np.uint32)
    numbers = np.repeat(np.arange(first, first + len(passages), dtype=np.uint32), sizes)
    return _sorted(terms, (numbers << np.uint32(8)) | weights)


def write_segment(path: Path, chunks: Iterable[Segment]) -> int:
    """Segments of ascending terms as one file; returns how many postings it holds."""
    terms: list[Terms] = []
    counts: list[npt.NDArray[np.uint64]] = []
    total = 0
    with path.open("wb") as file:
        for chunk in chunks:
            file.write(np.ascontiguousarray(chunk.postings).data)
            terms.append(chunk.terms)
            counts.append(np.diff(chunk.starts))
            total += len(chunk.postings)
        if total % 2:
            file.write(b"\0\0\0\0")
        known = sum(map(len, terms))
        file.write(b"".join(part.tobytes() for part in terms))
        starts = np.zeros(known + 1, dtype=np.uint64)
        np.cumsum(np.concatenate(counts) if counts else (), out=starts[1:], dtype=np.uint64)
        file.write(starts.tobytes())
        file.write(np.array([known, total, _MAGIC], dtype=np.uint64).tobytes())
    return total


def open_segment(path: Path) -> Segment:
    """The file as arrays that take no memory of their own."""
    try:
        raw = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
    except (OSError, ValueError) as error:
        raise StoreCorrupt(f"a part of the index is missing: {path}") from error
    known, total, magic = (int(n) for n in raw[-24:].view(np.uint64)) if len(raw) >= 24 else (0, 0, 0)
    even = 4 * (total + total % 2)
    if magic != _MAGIC or len(raw) != even + 8 * (2 * known + 1) + 24:
        raise StoreCorrupt(f"a part of the index is damaged: {path}")
    return Segment(
        raw[even : even + 8 * known].view(np.uint64),
        raw[even + 8 * known : -24].view(np.uint64),
        raw[: 4 * total].view(np.uint32),
    )


def merged(segments: Sequence[Segment], renumbered: npt.NDArray[np.uint32]) -> Iterator[Segment]:
    """All of them as one, a stretch of terms at a time; passages get their new numbers, and those GONE are left out."""
    bounds = _bounds(max(segments, key=lambda segment: len(segment.postings)))
    for low, high in zip([None, *bounds], [*bounds, None], strict=True):
        parts = [_stretch(segment, low, high) for segment in segments]
        terms = np.concatenate([np.repeat(part.terms, np.diff(part.starts).astype(np.int64)) for part in parts])
        postings = np.concatenate([part.postings for part in parts])
        numbers = renumbered[postings >> np.uint32(8)]
        kept = numbers != GONE
        yield _sorted(terms[kept], (numbers[kept] << np.uint32(8)) | (postings[kept] & np.uint32(255)))


def _bounds(segment: Segment) -> list[np.uint64]:
    """Terms that cut a segment into stretches of about the same size."""
    stretches = 1 + len(segment.postings) // _CHUNK
    wanted = np.linspace(0, len(segment.postings), stretches + 1)[1:-1].astype(np.uint64)
    cuts = np.unique(np.searchsorted(segment.starts, wanted))
    return [segment.terms[at] for at in cuts if at < len(segment.terms)]


def _stretch(segment: Segment, low: np.uint64 | None, high: np.uint64 | None) -> Segment:
    begin = 0 if low is None else int(np.searchsorted(segment.terms, low))
    end = len(segment.terms) if high is None else int(np.searchsorted(segment.terms, high))
    starts = segment.starts[begin : end + 1]
    return Segment(segment.terms[begin:end], starts, segment.postings[int(starts[0]) : int(starts[-1])])


def _sorted(terms: Terms, postings: Postings) -> Segment:
    order = np.argsort(terms, kind="stable")
    terms = terms[order]
    firsts = np.flatnonzero(np.concatenate(([True], terms[1:] != terms[:-1]))) if len(terms) else np.zeros(0, np.int64)
    starts = np.append(firsts, len(terms)).astype(np.uint64)
    return Segment(terms[firsts], starts, postings[order])
