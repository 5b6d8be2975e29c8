"""What fits into one question to a model: passages in their order, whole ones only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from inquiro.core.types import Passage, Value
from inquiro.engine.fencing import safe

AROUND = 28  # tokens of number, title, date and headings beside a passage
_LIKE_A_NUMBER = regex.compile(r"^\[(?=\d+\])")


class Piece(Value, frozen=True, kw_only=True):
    """A passage, and its text made safe."""

    passage: Passage
    text: str

    @property
    def cost(self) -> int:
        return tokens(self.text) + AROUND


def tokens(text: str) -> int:
    """A careful guess for any vendor: four letters of English, or about one character of Chinese."""
    return (len(text.encode(errors="replace")) + 3) // 4


def pieces(passages: Iterable[Passage]) -> list[Piece]:
    """Passages as they are shown: line by line, since rows, items and steps are read by their lines."""
    return [Piece(passage=one, text=_shown(one.text)) for one in passages]


def packed(pieces: Iterable[Piece], room: int) -> list[Piece]:
    """As many as fit, in their order; one that is too long makes way for a shorter one."""
    kept: list[Piece] = []
    for piece in pieces:
        if piece.cost <= room:
            kept.append(piece)
            room -= piece.cost
    return kept


def dealt(pieces: Sequence[Piece], room: int, calls: int) -> list[list[Piece]]:
    """Into as few heaps of so many tokens as will do, of like weight, in order, so that a document stays together.

    What is left over after so many calls is left out; a piece that fits into no heap alone is, too.
    """
    fitting = [piece for piece in pieces if piece.cost <= room]
    total = sum(piece.cost for piece in fitting)
    needed = min(calls, max(1, -(-total // max(room, 1))))
    share = min(room, -(-total // needed)) if needed else 0
    heaps: list[list[Piece]] = []
    weight = room + 1
    for piece in fitting:
        if weight + piece.cost > room or weight >= share:
            if len(heaps) == calls:
                break
            heaps.append([])
            weight = 0
        heaps[-1].append(piece)
        weight += piece.cost
    return heaps


def _shown(text: str) -> str:
    lines = (safe(line) for line in text.splitlines())
    return "\n".join(_LIKE_A_NUMBER.sub("(", line) for line in lines if line)
