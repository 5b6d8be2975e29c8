"""An answer from facts: an opening that answers, then findings by item, each sentence with its proof."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Draft, DraftClaim, DraftSection, Fact, Plan
from inquiro.engine.facets import BY_ID, cued, says_unknown
from inquiro.engine.meaning import meaning
from inquiro.engine.negation import denies
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import STRONG, answers
from inquiro.retrieval.words import content_tokens

PER_SECTION = 4
OPENING = 3
LONGEST_NAME = 60
LEAD_SHARE = 0.35
LEAD = 60  # characters
LIMITS = BY_ID["limits"]


_OPINION = regex.compile(r"\b(?:believ\w+|thinks?|opinion|glaub\w+|meint|creen?|opina\w*)\b", regex.IGNORECASE)


def compose(plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """The best answer to each asked part opens; what else was found follows under the item it serves best."""
    if not facts:
        return Draft(opening=(DraftClaim(text=phrases(plan.language).nothing),))
    asked = [item for item in checklist if item.description.endswith(("?", "？"))] or list(checklist)
    used: list[Fact] = []
    for item in asked[:OPENING]:
        telling = [fact for fact in facts if item.id in fact.scores and answers(item, fact.statement)]
        if any(fact.scores[item.id] >= STRONG for fact in telling):
            used += ranked(item, [fact for fact in telling if not _repeats(fact, used)], opening=True)[:1]
    opening = tuple(_quoted(fact) for fact in used) or (DraftClaim(text=phrases(plan.language).indirect),)
    sections = []
    for item in checklist:
        chosen = _section(item, facts, used)
        used.extend(chosen)
        if chosen:
            sections.append(DraftSection(heading=item.description, claims=_prose(chosen, plan.language), item=item.id))
    return Draft(opening=opening, sections=tuple(sections))


def ranked(item: ChecklistItem, facts: Sequence[Fact], *, opening: bool = False) -> list[Fact]:
    """The facts that serve this item best of all, those with the asked-for shape and more support first."""
    own = [fact for fact in facts if item.id in fact.scores]
    recency = _recency(own)
    lead = {fact.id: _leads(item, fact) if opening else 0.0 for fact in own}
    return sorted(own, key=lambda f: (-_worth(item, f) - recency[f.id] - LEAD_SHARE * lead[f.id], int(f.id[1:])))


def _leads(item: ChecklistItem, fact: Fact) -> float:
    """How well a statement opens an answer: short, about the subject from its first words on, and in figures."""
    start = meaning(fact.statement[:LEAD])
    subject = meaning(" ".join(item.about or item.terms))
    plain = ":" not in fact.statement[:LEAD] and not cued(LIMITS, fact.statement)
    facet = facet_of(item)
    counted = facet is None or facet.shape in {"number", "money"}
    figures = (counted and bool(fact.quantities)) - bool(_OPINION.search(fact.statement))
    return bool(start & subject) + figures + 0.5 * plain - len(fact.statement) / 400


def _recency(facts: Sequence[Fact]) -> dict[str, float]:
    """A newer statement is worth a little more, and much more where it contradicts an older one."""
    dates = sorted({fact.published[:4] for fact in facts if fact.published})
    rank = {year: place / max(len(dates) - 1, 1) for place, year in enumerate(dates)}
    return {
        fact.id: rank.get((fact.published or "")[:4], 0.0) * (0.35 if fact.contradictions else 0.05) for fact in facts
    }


def _worth(item: ChecklistItem, fact: Fact) -> float:
    facet = facet_of(item)
    shaped = 0.4 if answers(item, fact.statement) else 0.0
    figures = 0.1 if fact.quantities and (facet is None or facet.shape != "name") else 0.0
    primary = 0.3 if fact.items[0] == item.id else 0.0
    hedged = 0.2 if facet is not LIMITS and cued(LIMITS, fact.statement) else 0.0
    unsound = 2.0 if fact.only_retracted else 0.0  # after everything that somebody stands by
    return fact.scores[item.id] + shaped + figures + primary - hedged - unsound + 0.1 * min(fact.origins - 1, 3)


def _section(item: ChecklistItem, facts: Sequence[Fact], used: Sequence[Fact]) -> list[Fact]:
    chosen: list[Fact] = []
    for fact in ranked(item, facts):
        if len(chosen) < PER_SECTION and fact.items[0] == item.id and not _repeats(fact, [*used, *chosen]):
            chosen.append(fact)
    return sorted(chosen, key=lambda fact: says_unknown(fact.statement))


def _prose(facts: Sequence[Fact], language: str) -> tuple[DraftClaim, ...]:
    """Quoted sentences, joined by who says so where the speaker changes and the wording allows it."""
    claims: list[DraftClaim] = []
    speaker = ""
    for fact in facts:
        claims.append(_attributed(fact, language) if fact.said_by != speaker else _quoted(fact))
        speaker = fact.said_by
    return tuple(claims)


def _attributed(fact: Fact, language: str) -> DraftClaim:
    wording = phrases(language)
    first, _, rest = fact.statement.partition(" ")
    names_itself = set(content_tokens(fact.said_by)) & set(content_tokens(fact.statement))
    if (
        not wording.according
        or not fact.said_by
        or names_itself
        or first.lower() not in wording.joins.split()
        or not rest
    ):
        return _quoted(fact)
    who = fact.said_by if len(fact.said_by) <= LONGEST_NAME else fact.said_by.partition(",")[0]
    year = f" ({fact.published[:4]})" if fact.published else ""
    text = wording.according.format(who=who + year, quote=f"{first[:1].lower()}{first[1:]} {rest}")
    return DraftClaim(text=text, facts=(fact.id,))


def _repeats(fact: Fact, used: Sequence[Fact]) -> bool:
    mine = set(content_tokens(fact.statement))
    for other in used:
        theirs = set(content_tokens(other.statement))
        alike = len(mine & theirs) > 0.75 * min(len(mine), len(theirs))
        if fact.id == other.id or (alike and denies(fact.statement) == denies(other.statement)):
            return True
    return False


def _quoted(fact: Fact) -> DraftClaim:
    return DraftClaim(text=fact.statement, facts=(fact.id,))
