"""What a note gains, without a model: for every topic the sentences of others that speak to it best."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import regex

from inquiro.core.types import ChecklistItem, Draft, DraftSection, Fact, Plan
from inquiro.engine.harmless import holds_address
from inquiro.engine.meaning import meaning
from inquiro.engine.relevance import ENOUGH, is_aim, is_method, stands_alone
from inquiro.engine.writing import prose, section_facts

_POINTS_ELSEWHERE = regex.compile(r"^\W*(?:see|siehe|voir|véase)\b|[:：]\s*$", regex.IGNORECASE)  # to what is not here
CLOSE = 0.7  # of a topic's best: what is worth less only fills the note
LEAST_SHARED = 0.34  # of a topic's words
FEWEST_SHARED = 2  # words of a topic that a fact, or the name of what it is about, holds


def compose_topics(plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """Sections alone: nothing opens them, since nothing was asked."""
    homes = _homes(checklist, facts, plan.language)
    used: list[Fact] = []
    sections: list[DraftSection] = []
    for item in checklist:
        own = [fact for fact in facts if homes.get(fact.id) == item.id]
        least = CLOSE * max((fact.scores[item.id] for fact in own), default=0.0)
        if chosen := section_facts(item, [one for one in own if one.scores[item.id] >= least], used, shared=True):
            used.extend(chosen)
            claims = prose(chosen, plan.language)
            sections.append(DraftSection(heading=item.description, claims=claims, item=item.id))
    return Draft(opening=(), sections=tuple(sections))


def _says_it_all(statement: str) -> bool:
    """It reads alone in a list of statements: no lead-in, aim or method, no half of a thought, nothing that leads elsewhere."""
    points = _POINTS_ELSEWHERE.search(statement) or holds_address(statement)
    return not (points or is_aim(statement) or is_method(statement)) and stands_alone(statement)


def _homes(checklist: Sequence[ChecklistItem], facts: Sequence[Fact], language: str) -> dict[str, str]:
    """Each fact to the topic that it shares most words with: what speaks to `heat pump noise` speaks to `heat pumps` as well.

    One common word is chance where a topic has several, and so is a title where it has few: then the fact has no home.
    """
    wanted = {item.id: meaning(" ".join((*item.about, *item.terms)), language) for item in checklist}
    named = {item.id: meaning(" ".join(item.own), language) for item in checklist}
    homes: dict[str, str] = {}
    for fact in facts:
        if not _says_it_all(fact.statement):
            continue
        own = meaning(fact.statement, language)
        title = meaning(fact.about, language)
        said = own | title
        shared = {
            item: max(
                (len(terms & said) for terms in (wanted[item], named[item]) if _speaks(terms, own, title)), default=0
            )
            for item in wanted
            if fact.scores.get(item, 0.0) >= ENOUGH
        }
        if any(shared.values()):
            homes[fact.id] = max(shared, key=lambda item: (shared[item], fact.scores[item]))
    return homes


def _speaks(wanted: frozenset[str], own: frozenset[str], title: frozenset[str]) -> bool:
    return len(wanted & (own | title)) >= _least(wanted) and _itself(wanted, own, title)


def _least(wanted: frozenset[str]) -> int:
    """How many of a topic's words make more than chance."""
    return max(min(FEWEST_SHARED, len(wanted)), ceil(LEAST_SHARED * len(wanted)))


def _itself(wanted: frozenset[str], own: frozenset[str], title: frozenset[str]) -> bool:
    """Whether the sentence says so and not its title alone; half of a short topic in either is chance."""
    whole = len(wanted) > FEWEST_SHARED or wanted <= own or wanted <= title
    return whole and bool(wanted & own)
