"""The note's own words for what a model says it says."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import regex

from inquiro.engine.meaning import meaning
from inquiro.engine.notes.prose import Said, prose_of, said_in
from inquiro.engine.quotes import locate
from inquiro.retrieval.words import detect_language

LONGEST = 400  # characters
LEAST_SHARED = 0.34  # of the words that are looked for
_LONGEST_MARK = 300  # characters of a link around its words
_OPENING = regex.compile(r"(?:\[\[[^\[\]\n]*|[\[*_=~`\"'“„«(]+)\Z")
_CLOSING = regex.compile(r"[\]*_=~`\"'”’»]*+(?:(?<=\])\([^()\n]*\))?[\]*_=~`\"'”’».,!?)]*+")
_MOST_LOOKED_FOR = 600  # characters


class OwnWords:
    """One note, in which several contexts are looked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._said: Sequence[Said] = [one for one in said_in(text, prose_of(text)) if not one.is_heading]
        self._language = detect_language(text)
        self._terms = [meaning(one.text, self._language) for one in self._said]

    def nearest(self, context: str, topic: str) -> str:
        """A slice of the note: the quoted words themselves, else the sentence that shares most with them; "" if none."""
        wanted = context[:_MOST_LOOKED_FOR].strip().lstrip("-*+>#• ")
        if wanted and (span := locate(self._text, wanted)):
            return cut(self._text, *self._whole(*span))
        for said, least in ((wanted, LEAST_SHARED), (topic, 0.5)):
            if found := self._like(said, least):
                return cut(self._text, found.start, found.end)
        return ""

    def _whole(self, start: int, end: int) -> tuple[int, int]:
        """Half a sentence is not what the note says."""
        place = bisect_right([one.start for one in self._said], start) - 1
        if place >= 0 and self._said[place].end >= end:
            return self._said[place].start, self._said[place].end
        return start, end

    def _like(self, said: str, least: float) -> Said | None:
        wanted = meaning(said, self._language)
        if not wanted:
            return None
        shared = [len(terms & wanted) / len(wanted) for terms in self._terms]
        best = max(range(len(shared)), key=lambda place: (shared[place], -len(self._terms[place])), default=-1)
        return self._said[best] if best >= 0 and shared[best] >= least else None


def cut(text: str, start: int, end: int) -> str:
    """With the marks that stand at its ends, no longer than a context is, cut where a word ends."""
    if opened := _OPENING.search(text, max(start - _LONGEST_MARK, 0), start):
        start = opened.start()
    if closed := _CLOSING.match(text, end, min(end + _LONGEST_MARK, len(text))):
        end = closed.end()
    said = text[start:end]
    if len(said) <= LONGEST:
        return said
    at = max(said.rfind(" ", 0, LONGEST), said.rfind("\n", 0, LONGEST))
    return said[: at if at > LONGEST // 2 else LONGEST].rstrip()
