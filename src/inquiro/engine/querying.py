"""Queries from what is still open: the words of the item first, then what the findings taught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.types import ChecklistItem, Entity, Fact, Plan, Query
from inquiro.engine.checking.dates import months
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import Weights, learned_terms
from inquiro.retrieval.words import content_tokens, fold, words

MOST_QUERIES = 4
MOST_WORDS = 10
MOST_HOPS = 3  # of the queries of a round
MOST_HINTS = 3
MOST_MISSING = 4


def first_queries(checklist: Sequence[ChecklistItem], language: str) -> tuple[Query, ...]:
    """One per item, asked in the item's own words and those that usually stand in its answer."""
    return distinct((_query(item, _words(item, language)) for item in checklist), ())


def questions_of(plan: Plan) -> tuple[str, ...]:
    """The question, and where it asks several things each of them: a page about one of them stands high, too."""
    parts = [item for item in plan.checklist if item.asked]
    return (plan.refined_query, *(" ".join((*one.about, *one.terms)) for one in parts if len(parts) > 1))


def with_hints(
    plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact], entities: Sequence[Entity]
) -> tuple[ChecklistItem, ...]:
    """Open items with the names that may lead to their answer."""
    led = tuple(name for name, _ in hops(plan, facts, entities))[:MOST_HINTS]
    return tuple(item if item.satisfied else msgspec.structs.replace(item, hints=led) for item in checklist)


def next_queries(
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    tried: Sequence[str],
    entities: Sequence[Entity] = (),
) -> tuple[Query, ...]:
    """Second hops over the names that the best findings lead to, then what every open item's findings taught."""
    weights = Weights(meaning(fact.statement, plan.language) for fact in facts)
    open_items = [item for item in checklist if not item.satisfied]
    if not open_items:
        return ()
    led = distinct((_hop(plan, open_items, name, fact) for name, fact in hops(plan, facts, entities)), tried)[
        :MOST_HOPS
    ]
    asked = [q for item in open_items for q in _for_item(plan, item, facts, weights)]
    asked.sort(key=lambda pair: pair[0])  # every item's best idea before anyone's second
    return distinct((*led, *(query for _, query in asked)), tried)


def _hop(plan: Plan, open_items: Sequence[ChecklistItem], name: str, fact: Fact) -> Query:
    """The name, and what is asked that the finding which named it does not say."""
    asked = [item for item in open_items if item.asked] or list(open_items)
    item = next((item for item in asked if item.id in fact.scores), asked[0])
    said = meaning(f"{fact.about} {fact.statement}", plan.language)
    missing = [term for term in (*item.terms, *item.about) if not meaning(term, plan.language) & said]
    return _query(item, [*name.split(), *missing[:MOST_MISSING]], private=fact.private)


def _for_item(plan: Plan, item: ChecklistItem, facts: Sequence[Fact], weights: Weights) -> list[tuple[int, Query]]:
    own = _own(item, facts)
    known = meaning(" ".join((*item.terms, *item.about, *plan.key_terms)), plan.language)
    taught = learned_terms([fact.statement for fact in own], plan.language, weights, known)
    private = any(fact.private for fact in own)
    ideas = [_query(item, [*_words(item, plan.language), *_surface(taught[:3], own)], private=private)]
    ideas.append(_query(item, [*item.terms, *_surface(taught[2:6], own)], private=private))
    return list(enumerate(ideas))


def _own(item: ChecklistItem, facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if item.id in fact.scores] or list(facts)


def hops(plan: Plan, facts: Sequence[Fact], entities: Sequence[Entity]) -> list[tuple[str, Fact]]:
    """Names that findings mention and the question does not, best first, each with the finding that leads there.

    The better a document stands the likelier its names lead on; a name that many findings mention leads nowhere
    new, and what a name stands for that was read already needs no search.
    """
    asked = {fold(name) for name in plan.entities} | {fold(term) for term in plan.key_terms}
    read = {fold(fact.about) for fact in facts if fact.about}
    mentions = {fold(name): one.mention_count for one in entities for name in (one.name, *one.aliases)}
    best: dict[str, tuple[float, str, Fact]] = {}
    for fact in facts:
        for name in fact.entities:
            key = fold(name)
            if key in asked or key in read or all(fold(word) in asked for word in name.split()) or _dates(name):
                continue
            rarity = 1 / (1 + mentions.get(key, 1) / 4)
            worth = (
                (fact.standing + 0.1 * max(fact.scores.values(), default=0.0)) * rarity * (1 if " " in name else 0.6)
            )
            if key not in best or worth > best[key][0]:
                best[key] = (worth, name, fact)
    ordered = sorted(best, key=lambda key: (-best[key][0], key))
    return [best[key][1:] for key in ordered]


def _dates(name: str) -> bool:
    """`Since January`: capitals, but nobody's name."""
    return bool(months().keys() & {word.lower() for word in name.split()})


def _words(item: ChecklistItem, language: str) -> list[str]:
    facet = facet_of(item)
    return [*item.terms, *item.about, *(facet.queries.get(language, "").split() if facet else ())]


def _surface(terms: Sequence[str], facts: Sequence[Fact]) -> list[str]:
    """Index terms back to words as sources write them, so that any search engine understands them."""
    written: dict[str, str] = {}
    for fact in facts:
        for word in words(fact.statement):
            for term in meaning(word.text):
                written.setdefault(term, word.text)
    return [written.get(term, term) for term in terms]


def _query(item: ChecklistItem, parts: Iterable[str], *, private: bool = False) -> Query:
    chosen = list(dict.fromkeys(parts))[:MOST_WORDS]
    return Query(text=" ".join(chosen), items=(item.id,), private=private or item.private)


def distinct(queries: Iterable[Query], tried: Sequence[str]) -> tuple[Query, ...]:
    """At most four, none that asks again what was asked."""
    seen = {frozenset(content_tokens(text)) for text in tried}
    kept: list[Query] = []
    for query in queries:
        meaning = frozenset(content_tokens(query.text))
        if meaning and meaning not in seen:
            seen.add(meaning)
            kept.append(query)
    return tuple(kept[:MOST_QUERIES])
