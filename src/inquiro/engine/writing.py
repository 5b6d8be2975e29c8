"""An answer from facts: an opening that answers, then findings by item, each sentence with its proof."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Draft, DraftClaim, DraftSection, Fact, Plan
from inquiro.engine.facets import says_unknown
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import answers
from inquiro.retrieval.words import content_tokens

PER_SECTION = 4
OPENING = 3


def compose(plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """The best answer to each asked part opens; what else was found follows under the item it serves best."""
    if not facts:
        return Draft(opening=(DraftClaim(text=phrases(plan.language).nothing),))
    asked = [item for item in checklist if item.description.endswith(("?", "？"))] or list(checklist)
    used: list[Fact] = []
    opening: list[Fact] = []
    for item in asked[:OPENING]:
        if best := next((fact for fact in ranked(item, facts) if not _repeats(fact, used)), None):
            opening.append(best)
            used.append(best)
    sections = []
    for item in checklist:
        chosen = _section(item, facts, used)
        used.extend(chosen)
        if chosen:
            claims = tuple(_claim(fact) for fact in chosen)
            sections.append(DraftSection(heading=item.description, claims=claims, item=item.id))
    return Draft(opening=tuple(_claim(fact) for fact in opening), sections=tuple(sections))


def ranked(item: ChecklistItem, facts: Sequence[Fact]) -> list[Fact]:
    """The item's facts, those with the asked-for shape and more support first."""
    own = [fact for fact in facts if item.id in fact.items]
    return sorted(own, key=lambda fact: (-_worth(item, fact), fact.id))


def _worth(item: ChecklistItem, fact: Fact) -> float:
    shaped = answers(item, fact.statement)
    facet = facet_of(item)
    figures = 0.15 if fact.quantities and (facet is None or facet.shape != "name") else 0.0
    primary = 0.1 if fact.items[0] == item.id else 0.0
    return fact.relevance + (0.6 if shaped else 0.0) + figures + primary + 0.1 * min(fact.origins - 1, 3)


def _section(item: ChecklistItem, facts: Sequence[Fact], used: Sequence[Fact]) -> list[Fact]:
    chosen: list[Fact] = []
    for fact in ranked(item, facts):
        if len(chosen) < PER_SECTION and not _repeats(fact, [*used, *chosen]):
            chosen.append(fact)
    unknown = [fact for fact in chosen if says_unknown(fact.statement)]
    return [fact for fact in chosen if fact not in unknown] + unknown


def _repeats(fact: Fact, used: Sequence[Fact]) -> bool:
    mine = set(content_tokens(fact.statement))
    for other in used:
        theirs = set(content_tokens(other.statement))
        if fact.id == other.id or len(mine & theirs) > 0.75 * min(len(mine), len(theirs)):
            return True
    return False


def _claim(fact: Fact) -> DraftClaim:
    return DraftClaim(text=fact.statement, facts=(fact.id,))
