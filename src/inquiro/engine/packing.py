"""What fits into one question: passages by rank, every document heard before any is heard twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from inquiro.core.types import Passage, Value
from inquiro.engine.fencing import safe
from inquiro.engine.meaning import meaning
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import detect_language

AROUND = 24  # tokens of number, title and heading beside a passage
LEAST_EXCERPT = 320  # characters; less of a passage is seldom worth reading
MORE_THAN_FITS = 1.5  # times the room
ENOUGH_TO_TELL = 400  # characters, what language a passage is in


class Piece(Value, frozen=True, kw_only=True):
    """A passage and the part of it that is shown, made safe."""

    passage: Passage
    text: str

    @property
    def cost(self) -> int:
        return tokens(self.text) + AROUND


def tokens(text: str) -> int:
    """A careful guess for any vendor: four letters of English, or about one character of Chinese."""
    return (len(text.encode(errors="replace")) + 3) // 4


def fair(passages: Iterable[Passage]) -> list[Passage]:
    """Best first, but the best of every document before the second of any."""
    by_document: dict[str, list[Passage]] = {}
    for passage in passages:
        by_document.setdefault(passage.document_id, []).append(passage)
    return [one for turn in zip_longest(*by_document.values()) for one in turn if one is not None]


def excerpts(passages: Sequence[Passage], room: int, wanted: frozenset[str]) -> list[Piece]:
    """Whole passages where all documents fit like that; else each cut to its most telling sentences.

    Of those that will not fit, only a few are worked on: one that is too long makes way for a shorter one.
    """
    documents = len({passage.document_id for passage in passages})
    share = max(room // max(documents, 1) - AROUND, 0) * 4
    whole = sum(tokens(one.text) + AROUND for one in fair(passages)[:documents]) <= room
    most = max(share, LEAST_EXCERPT)
    pieces: list[Piece] = []
    cost = 0
    for one in passages:
        if cost > room * MORE_THAN_FITS:
            break
        pieces.append(Piece(passage=one, text=safe(one.text if whole else telling_part(one.text, most, wanted))))
        cost += pieces[-1].cost
    return pieces


def packed(pieces: Iterable[Piece], room: int) -> list[Piece]:
    """As many as fit, in their order; one that is too long makes way for a shorter one."""
    kept: list[Piece] = []
    for piece in pieces:
        if piece.cost <= room:
            kept.append(piece)
            room -= piece.cost
    return kept


def dealt(pieces: Sequence[Piece], room: int, calls: int) -> list[list[Piece]]:
    """Into as few heaps of so many tokens as will do, of like weight; what fits into none is left."""
    if calls < 1:
        return []
    needed = min(calls, max(1, -(-sum(piece.cost for piece in pieces) // max(room, 1))))
    heaps: list[list[Piece]] = [[] for _ in range(needed)]
    weights = [0] * needed
    for piece in pieces:
        lightest = weights.index(min(weights))
        if weights[lightest] + piece.cost <= room:
            heaps[lightest].append(piece)
            weights[lightest] += piece.cost
    return [heap for heap in heaps if heap]


def telling_part(text: str, most: int, wanted: frozenset[str]) -> str:
    """Neighbouring sentences that say most of what is wanted, within so many characters."""
    if len(text) <= most:
        return text
    spans = sentences(text)
    language = detect_language(text[:ENOUGH_TO_TELL])
    worth = [len(meaning(text[start:end], language) & wanted) for start, end in spans]
    best, chosen = -1, (0, most)
    for first, (start, _) in enumerate(spans):
        value, last = 0, 0
        for (_, end), gain in zip(spans[first:], worth[first:], strict=True):
            if end - start > most:
                break
            value, last = value + gain, end
        if last and value > best:
            best, chosen = value, (start, last)
    return text[slice(*chosen)]
