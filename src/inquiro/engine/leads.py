"""Documents that stand high and answered nothing: their best sentence leads on, it does not answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from inquiro.core.types import ChecklistItem, Finding, Passage, Plan
from inquiro.engine.entities import names
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import NEAREST, Weights
from inquiro.engine.statements import Stated, stated
from inquiro.retrieval.words import detect_language

LEADING = 0.2  # a standing that may lead on
MOST_LEADS = 10  # documents, of those that stand highest
WORTH = NEAREST - 0.01  # of the best lead: below everything that is shown
LATER = 0.1  # what a sentence is worth less for each one before it


def leads(
    plan: Plan, checklist: Sequence[ChecklistItem], passages: Sequence[Passage], weights: Weights
) -> dict[str, Finding]:
    """By document, for those that stand highest: the sentence that holds most of what is asked, an early one first."""
    if not checklist:
        return {}
    asked = meaning(" ".join(plan.key_terms), plan.language)
    best: dict[str, tuple[float, Passage, Stated]] = {}
    for passage in passages:
        for place, one in enumerate(stated(passage)):
            if passage.standing < LEADING or one.whole or one.quote.rstrip().endswith(("?", "？")):
                continue
            worth = sum(map(weights, sorted(asked & one.terms))) - LATER * place
            if passage.document_id not in best or worth > best[passage.document_id][0]:
                best[passage.document_id] = (worth, passage, one)
    high = sorted(best, key=lambda one: (-best[one][1].standing, one))[:MOST_LEADS]
    return {one: _lead(plan, checklist, *best[one][1:]) for one in high}


def told(passages: Sequence[Passage], known: Collection[str]) -> set[str]:
    """The documents that a known statement stands in."""
    return {p.document_id for p in passages if any(one.statement in known for one in stated(p))}


def _lead(plan: Plan, checklist: Sequence[ChecklistItem], passage: Passage, said: Stated) -> Finding:
    language = detect_language(said.quote)
    terms = meaning(said.quote, language)
    item = max(checklist, key=lambda one: len(meaning(" ".join(one.terms), plan.language) & terms))
    return Finding(
        document_id=passage.document_id,
        statement=said.statement,
        quote=said.quote,
        start=passage.start + said.start,
        scores={item.id: round(WORTH * passage.standing, 4)},
        entities=names(said.statement, language),
    )
