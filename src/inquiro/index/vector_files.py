"""The vectors of passages, by their number, in two files: half floats, and one bit a dimension.

The bits fit into memory (48 bytes a passage) and say in a few milliseconds which few thousand passages are worth an exact
look; a full product over 250,000 passages takes ten times as long and 384 MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from inquiro.core.errors import StoreCorrupt

Vectors = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)

LOOKED_AT = 3_000  # passages that get an exact look: nearly all of the 10 nearest are among them (bench/vault.py)
_WORD = 64
_ROWS = 10_000  # copied at a time
_PIECE = 32_768  # passages


class VectorFiles:
    """The files of one model and one numbering: written under the index's write lock only, read at any time."""

    def __init__(self, folder: Path, epoch: int, dimensions: int) -> None:
        self.exact = folder / f"vectors-{epoch}.f16"
        self.bits = folder / f"vectors-{epoch}.bits"
        self.dimensions = dimensions
        self.words = -(-dimensions // _WORD)

    def put(self, numbers: Sequence[int], vectors: Vectors) -> None:
        _write_rows(self.exact, numbers, vectors.astype(np.float16))
        _write_rows(self.bits, numbers, sketched(vectors))

    def copy(self, pairs: Iterable[tuple[int, int]]) -> None:
        """The vector of one passage for another one that says the same."""
        pairs = list(pairs)
        if pairs:
            rows = self.open_exact()[[old for old, _ in pairs]]
            self.put([new for _, new in pairs], rows.astype(np.float32))

    def take_from(self, other: VectorFiles, numbers: Numbers) -> None:
        """The rows of another numbering, in this order; a passage without a vector has nothing there to lose."""
        for mine, theirs in ((self.exact, other.open_exact()), (self.bits, other.open_bits())):
            with mine.open("wb") as file:
                for at in range(0, len(numbers), _ROWS):
                    wanted = numbers[at : at + _ROWS]
                    rows = np.zeros((len(wanted), theirs.shape[1]), dtype=theirs.dtype)
                    there = wanted < len(theirs)
                    rows[there] = theirs[wanted[there]]
                    file.write(rows.tobytes())

    def check(self, last: int) -> None:
        """StoreCorrupt unless there are so many rows."""
        if len(self.open_exact()) < last or len(self.open_bits()) < last:
            raise StoreCorrupt(f"vectors are missing: {self.exact}")

    def open_exact(self) -> npt.NDArray[np.float16]:
        return _rows(self.exact, np.float16, self.dimensions)

    def open_bits(self) -> npt.NDArray[np.uint64]:
        return _rows(self.bits, np.uint64, self.words)


class Nearest(NamedTuple):
    """Passages that may be nearest to a query, how near each is, and how near one is on average."""

    numbers: Numbers
    cosines: npt.NDArray[np.float64]
    mean: float


class VectorView:
    """The vectors as they were at one moment; `there` says which passages have one."""

    def __init__(self, files: VectorFiles, there: Flags) -> None:
        last = int(np.flatnonzero(there)[-1]) + 1 if there.any() else 0
        files.check(last)
        self._exact = files.open_exact()
        self._columns = np.ascontiguousarray(files.open_bits()[:last].T)  # one after the other: six times as fast
        self._away = np.flatnonzero(~there[:last])
        self._angles = np.cos(np.pi * np.arange(files.dimensions + 1) / files.dimensions)

    def nearest(self, query: Vectors, allowed: Flags | None, also: Numbers) -> Nearest:
        """The likeliest passages by their bits, and those in `also`, with their exact nearness."""
        distances = self._distances(query)
        distances[self._away] = len(self._angles)
        if allowed is not None:
            distances[~allowed[: len(distances)]] = len(self._angles)
        counts = np.bincount(distances, minlength=len(self._angles))[: len(self._angles)]
        if not counts.any():
            return Nearest(np.zeros(0, np.int64), np.zeros(0), 0.0)
        farthest = min(int(np.searchsorted(counts.cumsum(), LOOKED_AT)), len(self._angles) - 1)
        near = np.flatnonzero(distances <= farthest)
        also = also[also < len(distances)]
        also = also[(distances[also] > farthest) & (distances[also] < len(self._angles))]
        numbers = np.sort(np.concatenate((near, also)))
        # A product of this size is over sooner than the threads of `@` have met.
        cosines = np.einsum("ij,j->i", self._exact[numbers].astype(np.float32), query).astype(np.float64)
        return Nearest(numbers, cosines, float(counts @ self._angles / counts.sum()))

    def _distances(self, query: Vectors) -> npt.NDArray[np.uint16]:
        """In pieces that stay in the processor's own memory."""
        total = np.zeros(self._columns.shape[1], dtype=np.uint16)
        words = sketched(query[None])[0]
        for at in range(0, len(total), _PIECE):
            piece = total[at : at + _PIECE]
            for column, word in zip(self._columns, words, strict=True):
                piece += np.bitwise_count(column[at : at + _PIECE] ^ word)
        return total


def sketched(vectors: Vectors) -> npt.NDArray[np.uint64]:
    """The signs of the dimensions as bits."""
    packed = np.packbits(vectors > 0, axis=1)
    padded = np.zeros((len(vectors), 8 * -(-vectors.shape[1] // _WORD)), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)


def _write_rows(path: Path, numbers: Sequence[int], rows: npt.NDArray[np.generic]) -> None:
    with path.open("r+b" if path.exists() else "w+b") as file:
        for number, row in zip(numbers, rows, strict=True):
            file.seek(number * row.nbytes)
            file.write(row.tobytes())


def _rows(path: Path, kind: type[T], width: int) -> npt.NDArray[T]:
    size = path.stat().st_size if path.exists() else 0
    count = size // (np.dtype(kind).itemsize * width)
    if not count:
        return np.zeros((0, width), dtype=kind)
    return np.memmap(path, dtype=kind, mode="r", shape=(count, width)).view(np.ndarray)
