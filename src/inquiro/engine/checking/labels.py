"""Rows and columns of a table: what they name needs no proof in each cell where it is known what the cell speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inquiro.engine.checking.statement import statement
from inquiro.retrieval.words import tokens

_EDGES = "\"'“”‘’«».,;:?!()"


def label_grants(text: str, labels: Iterable[str], held: Sequence[str]) -> list[str]:
    """The words of a cell's labels that all the given texts hold, in order; what its own text says has to be proven there."""
    said = {*tokens(text)}
    values = {figure.value for figure in statement(text).figures}
    known = [{*tokens(one)} for one in held]
    granted: list[str] = []
    for label in filter(None, labels):
        words = [word.strip(_EDGES) for word in label.split()]
        kept = [
            word
            for word in words
            if (terms := {*tokens(word)})
            and not terms & said
            and all(terms <= one for one in known)
            and values.isdisjoint(figure.value for figure in statement(word).figures)
        ]
        granted += [" ".join(kept)] if kept else []
    return granted
