"""The same text at two addresses is read once."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import Document
from inquiro.engine.analyze import shingles

NEARLY_ALL = 0.9  # of all word runs of both texts are shared
SHORTEST = 20  # word runs: below that, likeness is chance


def without_copies(found: Sequence[Document], known: Sequence[Document]) -> tuple[list[Document], int]:
    """What is new among the found documents, and how many were near-identical to another one."""
    kept: list[Document] = []
    for document in found:
        if not any(_same(document, other) for other in (*known, *kept)):
            kept.append(document)
    return kept, len(found) - len(kept)


def _same(one: Document, other: Document) -> bool:
    if one.sha256 == other.sha256:
        return True
    shorter, longer = sorted((len(one.text), len(other.text)))
    if shorter < NEARLY_ALL * longer:  # cheap, and rules almost everything out
        return False
    a, b = shingles(one.text), shingles(other.text)
    return min(len(a), len(b)) >= SHORTEST and len(a & b) >= NEARLY_ALL * len(a | b)
