"""What only repeats the note: a copy of it elsewhere, or one of its own sentences, is no finding for its writer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from inquiro.core.types import Document, Finding
from inquiro.engine.notes.prose import prose_of
from inquiro.retrieval.sentences import sentences

FEWEST_WORDS = 5  # of a sentence that is known again
FEWEST_COPIED = 2  # sentences
COPIED = 0.5  # of the note's sentences
LOOKED_AT = 60_000  # characters
_WORD = regex.compile(r"[\p{L}\p{N}]+")


class Echoes:
    """One note, against which others are held."""

    def __init__(self, text: str) -> None:
        prose = prose_of(text[:LOOKED_AT])
        self._said = _run(prose)
        runs = (_run(prose[start:end]) for start, end in sentences(prose))
        self._sentences = [run for run in dict.fromkeys(runs) if len(run.split()) >= FEWEST_WORDS]

    def repeats(self, statement: str) -> bool:
        """Whether the note says the same, word for word."""
        run = _run(statement)
        return len(run.split()) >= FEWEST_WORDS and run in self._said

    def copied_in(self, document: Document) -> bool:
        """Whether a document holds most of the note."""
        text = _run(prose_of(document.text[:LOOKED_AT]))
        held = sum(run in text for run in self._sentences)
        return held >= FEWEST_COPIED and held >= COPIED * len(self._sentences)


def without_echoes(findings: Iterable[Finding], echoes: Echoes, copies: frozenset[str]) -> list[Finding]:
    return [one for one in findings if one.document_id not in copies and not echoes.repeats(one.statement)]


@lru_cache(maxsize=4_096)
def _run(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.lower()))} "
