"""Where a note and what was read for its topics do not fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from inquiro.core.types import Contradiction, Document, Evidence, Fact
from inquiro.engine.contradictions import joined
from inquiro.engine.contradictions.amounts import amounts_that_differ_from
from inquiro.engine.contradictions.said import all_said
from inquiro.engine.notes.claim_comparison import other_side
from inquiro.engine.notes.claim_verdicts import differences
from inquiro.engine.relevance import ENOUGH
from inquiro.retrieval.words import content_tokens


def differing(
    known: Sequence[Contradiction],
    facts: Sequence[Fact],
    evidence: Mapping[str, Evidence],
    documents: Mapping[str, Document],
    *,
    note_id: str,
    topics: Mapping[str, str],
) -> list[Contradiction]:
    """What rules found among all facts, and where others on the same topic give another figure than the note.

    `topics` are their labels: what the note is part of is named as the reader knows it.
    """
    said = all_said(facts, evidence, documents)
    mine = [one for one in said if one.document.id == note_id]
    others = [one for one in said if one.document.id != note_id]
    found = [kept for one in known if (kept := _of_one_side(one, note_id))]
    for own in mine:
        on = {item for item, score in own.fact.scores.items() if score >= ENOUGH}
        near = [one for one in others if any(one.fact.scores.get(item, 0.0) >= ENOUGH for item in on)]
        told = amounts_that_differ_from(own, near)
        found = _wider(found, [kept for one in told if (kept := _of_one_side(one, note_id))])
        if not any(side.fact_id == own.fact.id for one in found for side in one.sides):
            found = _wider(found, differences(own, near))
    labels = {one.fact.id: label for one in mine if (label := _label(one.fact, topics))}
    return [_named(one, labels) for one in found]


def _of_one_side(one: Contradiction, note_id: str) -> Contradiction | None:
    """Without sides that speak of the day where the note, or else the first of them, speaks of the night."""
    first = next((side for side in one.sides if side.document_id == note_id), one.sides[0])
    kept = tuple(side for side in one.sides if side is first or not other_side(first.statement, side.statement))
    return msgspec.structs.replace(one, sides=kept) if len(kept) > 1 else None


def _label(fact: Fact, topics: Mapping[str, str]) -> str:
    said = set(content_tokens(fact.statement))
    labels = [topics[item] for item in fact.items if topics.get(item)]
    return max(labels, key=lambda label: len(said.intersection(content_tokens(label))), default="")


def _named(one: Contradiction, labels: Mapping[str, str]) -> Contradiction:
    about = next((labels[side.fact_id] for side in one.sides if side.fact_id in labels), one.about)
    return msgspec.structs.replace(one, about=about)


def _wider(known: Sequence[Contradiction], more: Sequence[Contradiction]) -> list[Contradiction]:
    """A contradiction with more sides takes the place of one that it holds."""
    found = list(known)
    for one in more:
        sides = {side.fact_id for side in one.sides}
        found = [other for other in found if not {side.fact_id for side in other.sides} < sides]
        found = joined(found, [one])
    return found
