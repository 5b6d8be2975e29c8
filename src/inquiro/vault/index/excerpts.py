"""The few words of a passage that show why it was found."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from inquiro.readers.markdown import plain_markdown
from inquiro.retrieval.words import tokens

LONGEST = 240
_PIECE = re.compile(r"[^\n.!?。！？]*(?:[.!?](?!\s)[^\n.!?。！？]*)*(?:[.!?。！？]+|\n|$)")
_HEADING = re.compile(r"\s*#{1,6}\s")


class Excerpt(NamedTuple):
    """Words of a passage, and where in it they begin."""

    text: str
    start: int


def excerpt(passage: str, terms: Collection[str], longest: int = LONGEST) -> Excerpt:
    """From the sentence or line with most of the terms on, as far as there is room, without its markup; a heading says
    too little."""
    wanted = frozenset(terms)
    best, start = -2.0 - len(wanted), 0
    for match in _PIECE.finditer(passage):
        piece = match[0]
        if piece.strip():
            worth = len(wanted.intersection(tokens(piece))) - (len(wanted) + 0.5 if _HEADING.match(piece) else 0)
            if worth > best:
                best, start = worth, match.start() + len(piece) - len(piece.lstrip())
    shown, _ = plain_markdown(passage[start : start + 4 * longest])
    return Excerpt(_shortened(" ".join(shown.split()), longest), start)


def _shortened(shown: str, longest: int) -> str:
    if len(shown) <= longest:
        return shown
    cut = shown[: longest - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[longest // 2 :] else cut) + "…"
