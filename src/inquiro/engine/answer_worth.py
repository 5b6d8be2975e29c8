"""What a statement is worth as an answer: its meaning, words, form and place, and how clearly it stands out.

The weights are round; they were set on 70 questions over folders and tried on questions that were left out each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import regex

from inquiro.core.types import Passage
from inquiro.engine.answer_form import AnswerForm
from inquiro.engine.facets import asked, fits
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import STRONG, Need, is_aim, leans_back
from inquiro.engine.statements import Stated

AROUND, NEARBY = 2, 900  # statements on either side that speak for one, and how far off they may be
AROUND_SHARE = 0.35
HELD_SHARE = 0.3  # of the question's words
WORDS_SHARE = 0.15
INSTRUCTS = 0.14  # what it adds that somebody is told what to do, where that is asked,
UNDER_A_QUESTION = 0.12  # that it stands under a question,
ROW, TOTAL = 0.13, 0.1  # that it is a row, and one that sums the others up,
WHOLE, WINDOW, SHAPED, PLACED = 0.06, 0.05, 0.05, 0.05
LEANS, AIMS = 0.1, 0.3  # and what it takes that it needs another sentence, or says what somebody set out to do
UNFIT = 0.2  # and that it is of another name, number or kind
MARGIN_WEIGHT, WIDEST = 6.0, 0.3  # an answer stands out: what stands elsewhere comes to less
CLEAR = 2.3  # score, words and margin of what may open an answer
WHOLLY = 0.75  # of the words that a question asks about
_INSTRUCTS = regex.compile(
    r"^(?:\(\d+\) )?(?:run|use|make|press|click|set|add|type|send|open|choose|select|enter|put|go|start|create|install|edit|"
    r"remove|delete|check|copy|call|try|envoyez|utilisez|lancez|verwenden|starten|drücken|klicken)\b|"
    r"\byou (?:can|may|need|should|must|will)\b|\bif you\b|\bto \w+[^.]{3,40}, (?:use|run|type|press)\b|"
    r"\bpour s?['’]?\w+|\bpara \w+r\b|\b(?:können|müssen) Sie\b",
    regex.IGNORECASE,
)

_TOTAL = regex.compile(r"(?:total|sum|overall|gesamt|summe|insgesamt|合計)\b", regex.IGNORECASE)


class Considered(NamedTuple):
    """A statement at its place, with what its words are worth and how near its meaning comes to the question."""

    said: Stated
    passage: Passage
    words: float
    fit: float
    near: float

    @property
    def start(self) -> int:
        return self.passage.start + self.said.start

    @property
    def section(self) -> tuple[str, str]:
        return (self.passage.document_id, self.said.path)


def answer_scores(found: Sequence[Considered], wanted: Need, form: AnswerForm) -> list[float]:
    """For each statement 0 to about 1.3; from `STRONG` on it may open an answer."""
    if not found:
        return []
    around = _around(found)
    highest = max(one.passage.score for one in found) or 1.0
    terms = meaning(wanted.item.description, wanted.language)
    facets = asked(wanted.item.description)
    values: list[float] = []
    for one, near in zip(found, around, strict=True):
        value = one.near + AROUND_SHARE * near + WORDS_SHARE * one.words
        value += HELD_SHARE * len(one.said.terms & terms) / max(len(terms), 1) + PLACED * one.passage.score / highest
        value += SHAPED * (not facets or any(fits(facet.shape, one.said.statement) for facet in facets))
        values.append((value + _form(one.said, form)) * (1 - UNFIT + UNFIT * one.fit))
    best = max(range(len(found)), key=values.__getitem__)
    elsewhere = (
        value
        for one, value in zip(found, values, strict=True)
        if one.section != found[best].section and not _bears_out(one, found[best], wanted)
    )
    margin = min(values[best] - max(elsewhere, default=0.0), WIDEST)
    level = STRONG * (values[best] + found[best].words + MARGIN_WEIGHT * margin) / CLEAR
    return [level * max(value, 0.0) / values[best] if values[best] > 0 else 0.0 for value in values]


def _bears_out(other: Considered, best: Considered, wanted: Need) -> bool:
    """Who says all that is asked about, as the best one does, does not compete with it: two towns have two costs."""
    asked_for = wanted.terms | wanted.about
    held = best.said.terms & asked_for
    return len(held) >= WHOLLY * len(asked_for) and held <= other.said.terms


def _form(said: Stated, form: AnswerForm) -> float:
    value = INSTRUCTS * (form.steps and _INSTRUCTS.search(said.statement) is not None)
    value += UNDER_A_QUESTION * said.path.rstrip().endswith(("?", "？"))
    value += (
        (ROW + TOTAL * bool(_TOTAL.match(said.statement))) * (said.kind == "table")
        + WHOLE * said.whole
        + WINDOW * said.window
    )
    return value - LEANS * leans_back(said.statement) - AIMS * (said.prepares or is_aim(said.statement))


def _around(found: Sequence[Considered]) -> list[float]:
    """How near the best of the statements beside each one comes; a window holds its own neighbour."""
    values = {place: one.near for place, one in enumerate(found)}
    singles = sorted(
        (place for place, one in enumerate(found) if not one.said.window),
        key=lambda place: (found[place].passage.document_id, found[place].start),
    )
    for _, group in groupby(singles, key=lambda place: found[place].passage.document_id):
        values |= _best_beside(found, list(group))
    return [values[place] for place in range(len(found))]


def _best_beside(found: Sequence[Considered], places: Sequence[int]) -> Mapping[int, float]:
    best: dict[int, float] = {}
    for at, place in enumerate(places):
        others: Iterable[int] = (*places[max(0, at - AROUND) : at], *places[at + 1 : at + 1 + AROUND])
        close = (found[o].near for o in others if abs(found[o].start - found[place].start) < NEARBY)
        best[place] = max(close, default=0.0)
    return best
