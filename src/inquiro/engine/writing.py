"""An answer from facts: an opening that answers, then findings by item, each sentence with its proof."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from inquiro.core.phrases import phrases
from inquiro.core.types import ChecklistItem, Draft, DraftClaim, DraftSection, Fact, Plan
from inquiro.engine.answer_form import answer_form
from inquiro.engine.coverage import speaks_of
from inquiro.engine.document_relevance import mentions
from inquiro.engine.facets import BY_ID, cued, says_unknown
from inquiro.engine.harmless import holds_address
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import ENOUGH, NEAREST, STRONG, answers
from inquiro.retrieval.words import content_tokens
from inquiro.text.polarity import denies

PER_SECTION = 4
RECENT = 0.05  # what it adds that a statement is the newest
STANDING = 0.15  # what it is worth to a finding that its document is about the question
FAR = 0.35  # of the best standing: what stands lower is about something else
OPENING = 3
CLOSE = 0.8  # of the best score: what comes so near may follow
MOST_LINKED = 4  # documents that are named, and not quoted yet
MOST_NEAREST = 3  # documents that are named where nothing answers
CLEAR = 0.6  # what is worth less says too little to follow an answer
FIRST = 4  # words: what a statement begins with
LONGEST_NAME = 60
A_SENTENCE = 40  # characters; what is shorter may well be said twice
LIMITS = BY_ID["limits"]


_SENTENCES = regex.compile(r"(?<=[.!?])\s+")
_OPINION = regex.compile(r"\b(?:believ\w+|thinks?|opinion|glaub\w+|meint|creen?|opina\w*)\b", regex.IGNORECASE)


def compose(plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """The best answer to each asked part opens; what comes near it follows, and nothing that only fills the page."""
    facts = _close(facts) if facts else []
    asked = [item for item in checklist if item.asked] or list(checklist)
    used: list[Fact] = []
    opening: list[DraftClaim] = []
    for item in asked[:OPENING]:
        best = _opening(plan, item, facts, used)
        opening += [_quoted(fact, item.id) for fact in best]
        used += best
    if not used:
        return _refusal(plan, asked, facts)
    sections: list[DraftSection] = []
    answered = {claim.item for claim in opening}
    for item in checklist:
        # Where nothing is good enough to answer a point, what comes near it would only seem to.
        least = ENOUGH if item.id in answered else STRONG
        if chosen := section_facts(item, facts, used, close=CLOSE, least=least):
            used.extend(chosen)
            sections.append(DraftSection(heading=item.description, claims=prose(chosen, plan.language), item=item.id))
    if linked := _linked(plan, facts, used):
        sections.append(DraftSection(heading=phrases(plan.language).near, claims=prose(linked, plan.language)))
    return Draft(opening=tuple(opening), sections=tuple(sections))


def _linked(plan: Plan, facts: Sequence[Fact], used: Sequence[Fact]) -> list[Fact]:
    """The best finding of each document that bears a name which the question or a quoted statement mentions."""
    said = [plan.refined_query, *(fact.statement for fact in used)]
    cited = {url for fact in used for url in fact.sources}
    chosen: list[Fact] = []
    waiting = sorted((fact for fact in facts if fact.about), key=lambda one: (-one.standing, int(one.id[1:])))
    while len(chosen) < MOST_LINKED:
        named = (fact for fact in waiting if not cited.intersection(fact.sources))
        fact = next((one for one in named if any(mentions(text, one.about) for text in said)), None)
        if fact is None:
            break
        chosen.append(fact)
        cited.update(fact.sources)
        said.append(fact.statement)
    return chosen


def _opening(plan: Plan, item: ChecklistItem, facts: Sequence[Fact], used: Sequence[Fact]) -> list[Fact]:
    """What answers an item best; of a comparison, what is said of each side."""
    telling = [fact for fact in facts if _tells(item, fact)]
    fresh = [fact for fact in telling if not _repeats(fact, used)]
    outdated, recency = _outdated(fresh), _recency(fresh, disputed=RECENT)
    fresh.sort(key=lambda fact: (fact.id in outdated, -_worth(item, fact) - recency[fact.id], int(fact.id[1:])))
    sides = answer_form(item.description, plan.language).sides
    if not sides or not fresh:
        return fresh[:1]
    chosen: list[Fact] = []
    for side, other in (sides, sides[::-1]):
        best = max(fresh, key=lambda fact: (_speaks_for(fact, side, other), fact.scores[item.id]))
        if _speaks_for(best, side, other) and best not in chosen:
            chosen.append(best)
    return chosen or fresh[:1]


def _tells(item: ChecklistItem, fact: Fact) -> bool:
    """Good enough to open with; a little less will do for an amount, a date or a place that is asked for and said of the
    same thing."""
    score = fact.scores.get(item.id, 0.0)
    if not answers(item, fact.statement):
        return False
    return score >= STRONG or (score >= CLEAR and facet_of(item) is not None and speaks_of(item, fact))


def _speaks_for(fact: Fact, side: frozenset[str], other: frozenset[str]) -> int:
    """3: it begins with this side of a comparison, 2: nearly, 1: it has it, 0: it has not, or has the other first."""
    said = content_tokens(fact.statement)
    here = next((at for at, term in enumerate(said) if term in side), None)
    there = next((at for at, term in enumerate(said) if term in other), len(said))
    if here is None or there < here:
        return 0
    return 3 if here == 0 else 2 if here < FIRST else 1


def _refusal(plan: Plan, asked: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Draft:
    """That nothing answers, and in which documents a reader may look, where one comes near: a title promises less than
    a sentence under the reader's own question."""
    nearest: list[Fact] = []
    for item in asked[:OPENING]:
        nearest += [fact for fact in ranked(item, facts, least=NEAREST) if _of_the_named(plan, fact)]
    nearest += _linked(plan, facts, nearest)
    places = {fact.sources[0]: fact.id for fact in reversed(nearest) if fact.sources}
    wording = phrases(plan.language)
    return Draft(
        opening=(DraftClaim(text=wording.unanswered if places else wording.nothing),),
        nearest=tuple(reversed(places.values()))[:MOST_NEAREST],
    )


def _of_the_named(plan: Plan, fact: Fact) -> bool:
    """Whether a statement or its document speaks of what the question names; with no name everything may come near."""
    form = answer_form(plan.refined_query, plan.language)
    told = f"{fact.title} {fact.statement}"
    if form.numbered and not any(number in told.casefold() for number in form.numbered):
        return False
    return not form.named or bool(form.named & meaning(told))


def _close(facts: Sequence[Fact]) -> list[Fact]:
    """Without those of documents that are about something else, however well a sentence of them sounds."""
    best = max(fact.standing for fact in facts)
    return [fact for fact in facts if fact.standing >= FAR * best and not holds_address(fact.statement)]


def ranked(item: ChecklistItem, facts: Sequence[Fact], *, least: float = ENOUGH) -> list[Fact]:
    """The facts that serve this item best of all, those with the asked-for shape and more support first."""
    own = [fact for fact in facts if fact.scores.get(item.id, 0.0) >= least]
    recency = _recency(own)
    return sorted(own, key=lambda f: (-_worth(item, f) - recency[f.id], int(f.id[1:])))


def _recency(facts: Sequence[Fact], disputed: float = 0.35) -> dict[str, float]:
    """A newer statement is worth a little more, and `disputed` where it contradicts an older one."""
    dates = sorted({fact.published[:4] for fact in facts if fact.published})
    rank = {year: place / max(len(dates) - 1, 1) for place, year in enumerate(dates)}
    return {
        fact.id: rank.get((fact.published or "")[:4], 0.0) * (disputed if fact.contradictions else RECENT)
        for fact in facts
    }


def _outdated(facts: Sequence[Fact]) -> frozenset[str]:
    """Those that a newer one contradicts: the newer opens in their place, though not in the place of all others."""
    said = {fact.id: (fact.published or "")[:4] for fact in facts}
    return frozenset(
        fact.id for fact in facts if any(said.get(other, "") > said[fact.id] > "" for other in fact.contradictions)
    )


def _worth(item: ChecklistItem, fact: Fact) -> float:
    """Its score above all; shape, support and the standing of its document decide between those that come near."""
    facet = facet_of(item)
    shaped = 0.2 if answers(item, fact.statement) else 0.0
    hedged = 0.05 if facet is not LIMITS and cued(LIMITS, fact.statement) else 0.0
    opinion = 0.1 if _OPINION.search(fact.statement) else 0.0
    unsound = 2.0 if fact.only_retracted else 0.0  # after everything that somebody stands by
    support = 0.05 * min(fact.origins - 1, 3) + STANDING * fact.standing
    return fact.scores[item.id] + shaped + support - hedged - opinion - unsound


def section_facts(
    item: ChecklistItem,
    facts: Sequence[Fact],
    used: Sequence[Fact],
    *,
    shared: bool = False,
    close: float = 0.0,
    least: float = ENOUGH,
) -> list[Fact]:
    """The best for an item among those that serve it best, or, if `shared`, among all that serve it.

    `close` leaves out what comes to less than such a share of the best score.
    """
    chosen: list[Fact] = []
    best = max((fact.scores.get(item.id, 0.0) for fact in facts), default=0.0)
    for fact in ranked(item, facts, least=least):
        near = not close or fact.scores[item.id] >= max(close * best, CLEAR)
        own = shared or fact.items[0] == item.id
        if len(chosen) < PER_SECTION and near and own and not _repeats(fact, [*used, *chosen]):
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
        if _shares_a_sentence(fact.statement, other.statement):
            return True
    return False


def _shares_a_sentence(one: str, other: str) -> bool:
    """Two statements may be cut so that each has a sentence of the other."""
    return any(len(said) >= A_SENTENCE and said in other for said in _SENTENCES.split(one))


def _quoted(fact: Fact, item: str = "") -> DraftClaim:
    return DraftClaim(text=fact.statement, facts=(fact.id,), item=item)
