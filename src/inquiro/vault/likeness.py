"""Names that look like one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest

from inquiro.vault.files import stem_of
from inquiro.vault.names import folded

_CLOSELY_LOOKED_AT = 60  # comparing letter by letter is slow: a vault may have 100,000 names


def nearest(said: str, paths: Iterable[str], most: int = 3) -> list[str]:
    """The paths whose names are most like what was said."""
    wanted = folded(said.rpartition("/")[2])
    pairs = _pairs(wanted)
    close = nlargest(_CLOSELY_LOOKED_AT, paths, key=lambda path: _overlap(pairs, _pairs(folded(stem_of(path)))))
    return nlargest(most, close, key=lambda path: SequenceMatcher(None, wanted, folded(stem_of(path))).ratio())


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(max(len(text) - 1, 1))}


def _overlap(a: set[str], b: set[str]) -> float:
    return 2 * len(a & b) / (len(a) + len(b))
