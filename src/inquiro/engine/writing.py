"""An answer from facts: an opening that answers, then findings by item, each sentence with its proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Draft, DraftClaim, DraftSection, Fact, Plan
from inquiro.engine.facets import BY_ID, cued, says_unknown
from inquiro.engine.harmless import holds_address
from inquiro.engine.meaning import meaning
from inquiro.engine.negation import denies
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import ENOUGH, STRONG, answers
from inquiro.retrieval.words import content_tokens

PER_SECTION = 4
STANDING = 1.0  # what it is worth to a finding that its document is about the question
FAR = 0.35  # of the best standing: what stands lower is about something else
OPENING = 3
ENOUGH_SOURCES = 10  # from here on nothing is quoted only because it stands near
LONGEST_NAME = 60
LEAD_SHARE = 0.35
LEAD = 60  # characters
LIMITS = BY_ID["limits"]


_OPINION = regex.compile(r"\b(?:believ\w+|thinks?|opinion|glaub\w+|meint|creen?|opina\w*)\b", regex.IGNORECASE)


def compose(plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """The best answer to each asked part opens; what else was found follows under the item it serves best."""
    if not facts:
        return Draft(opening=(DraftClaim(text=phrases(plan.language).nothing),))
    asked = [item for item in checklist if item.asked] or list(checklist)
    used: list[Fact] = []
    facts = _close(facts)
    for item in asked[:OPENING]:
        telling = [fact for fact in facts if item.id in fact.scores and answers(item, fact.statement)]
        if any(fact.scores[item.id] >= STRONG for fact in telling):
            used += ranked(item, [fact for fact in telling if not _repeats(fact, used)], opening=True)[:1]
    opening = tuple(_quoted(fact) for fact in used) or (DraftClaim(text=phrases(plan.language).indirect),)
    found: list[_Part] = []
    for item in checklist:
        if chosen := section_facts(item, facts, used):
            used.extend(chosen)
            found.append(_Part(item.description, item.id, chosen, asked=item in asked))
    if near := _near(facts, used):
        found.append(_Part(phrases(plan.language).near, None, near, asked=False))
    sections = [
        DraftSection(heading=p.heading, claims=prose(p.facts, plan.language), item=p.item) for p in _in_order(found)
    ]
    return Draft(opening=opening, sections=tuple(sections))


class _Part(NamedTuple):
    heading: str
    item: str | None
    facts: list[Fact]
    asked: bool


def _in_order(parts: Sequence[_Part]) -> list[_Part]:
    """What was asked, as it was asked; then whatever stands nearest to the question."""
    return sorted(
        parts, key=lambda p: (not p.asked, 0 if p.asked else -sum(f.standing for f in p.facts) / len(p.facts))
    )


def _close(facts: Sequence[Fact]) -> list[Fact]:
    """Without those of documents that are about something else, however well a sentence of them sounds."""
    best = max(fact.standing for fact in facts)
    return [fact for fact in facts if fact.standing >= FAR * best and not holds_address(fact.statement)]


def _near(facts: Sequence[Fact], used: Sequence[Fact]) -> list[Fact]:
    """The best findings of documents that stand high and are not quoted yet: where a next question may begin."""
    cited = {url for fact in used for url in fact.sources}
    chosen: list[Fact] = []
    for fact in sorted(facts, key=lambda one: (-one.standing, int(one.id[1:]))):
        if (
            len(cited) < ENOUGH_SOURCES
            and not cited.intersection(fact.sources)
            and not _repeats(fact, [*used, *chosen])
        ):
            chosen.append(fact)
            cited.update(fact.sources)
    return chosen


def ranked(item: ChecklistItem, facts: Sequence[Fact], *, opening: bool = False) -> list[Fact]:
    """The facts that serve this item best of all, those with the asked-for shape and more support first."""
    own = [fact for fact in facts if fact.scores.get(item.id, 0.0) >= ENOUGH]
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
    return (
        fact.scores[item.id]
        + shaped
        + figures
        + primary
        - hedged
        - unsound
        + 0.1 * min(fact.origins - 1, 3)
        + STANDING * fact.standing
    )


def section_facts(
    item: ChecklistItem, facts: Sequence[Fact], used: Sequence[Fact], *, shared: bool = False
) -> list[Fact]:
    """The best for an item among those that serve it best, or, if `shared`, among all that serve it."""
    chosen: list[Fact] = []
    for fact in ranked(item, facts):
        if len(chosen) < PER_SECTION and (shared or fact.items[0] == item.id) and not _repeats(fact, [*used, *chosen]):
            chosen.append(fact)
    return sorted(chosen, key=lambda fact: says_unknown(fact.statement))


def prose(facts: Sequence[Fact], language: str) -> tuple[DraftClaim, ...]:
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
