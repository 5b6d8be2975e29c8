"""Queries from what is still open: the words of the item first, then what the findings taught."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from inquiro.core.types import ChecklistItem, Entity, Fact, Plan, Query
from inquiro.engine.meaning import meaning
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import Weights, learned_terms
from inquiro.retrieval.words import content_tokens, fold, words

MOST_QUERIES = 4
MOST_WORDS = 10


def first_queries(checklist: Sequence[ChecklistItem], language: str) -> tuple[Query, ...]:
    """One per item, asked in the item's own words and those that usually stand in its answer."""
    return distinct((_query(item, _words(item, language)) for item in checklist), ())


def with_hints(
    plan: Plan, checklist: Sequence[ChecklistItem], facts: Sequence[Fact], entities: Sequence[Entity]
) -> tuple[ChecklistItem, ...]:
    """Open items with the names that may lead to their answer."""
    return tuple(
        item if item.satisfied else msgspec.structs.replace(item, hints=tuple(_hops(plan, _own(item, facts), entities)))
        for item in checklist
    )


def next_queries(
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    tried: Sequence[str],
) -> tuple[Query, ...]:
    """For every open item: second hops over the names it was led to, then terms that its findings share."""
    weights = Weights(meaning(fact.statement, plan.language) for fact in facts)
    open_items = [item for item in checklist if not item.satisfied]
    asked = [q for item in open_items for q in _for_item(plan, item, facts, weights)]
    asked.sort(key=lambda pair: pair[0])  # every item's best idea before anyone's second
    return distinct((query for _, query in asked), tried)


def _for_item(plan: Plan, item: ChecklistItem, facts: Sequence[Fact], weights: Weights) -> list[tuple[int, Query]]:
    own = _own(item, facts)
    known = meaning(" ".join((*item.terms, *item.about, *plan.key_terms)), plan.language)
    taught = learned_terms([fact.statement for fact in own], plan.language, weights, known)
    private = any(fact.private for fact in own)
    ideas = [_query(item, [*name.split(), *item.terms], private=private) for name in item.hints]
    ideas.append(_query(item, [*_words(item, plan.language), *_surface(taught[:3], own)], private=private))
    ideas.append(_query(item, [*item.terms, *_surface(taught[2:6], own)], private=private))
    return list(enumerate(ideas))


def _own(item: ChecklistItem, facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if item.id in fact.scores] or list(facts)


def _hops(plan: Plan, facts: Sequence[Fact], entities: Sequence[Entity]) -> list[str]:
    """Names that the item's findings mention and the question does not, rare ones first: they lead elsewhere."""
    asked = {fold(name) for name in plan.entities} | {fold(term) for term in plan.key_terms}
    mentions = {fold(name): one.mention_count for one in entities for name in (one.name, *one.aliases)}
    near: dict[str, float] = defaultdict(float)
    for fact in facts:
        worth = max(fact.scores.values(), default=0.0)
        for name in fact.entities:
            if fold(name) not in asked:
                near[name] += worth
    ordered = sorted(near, key=lambda name: (-near[name] / (1 + mentions.get(fold(name), 1) / 4), name))
    return ordered[:3]


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
