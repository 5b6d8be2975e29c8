"""Queries from what is still open: the words of the item first, then what the findings taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from inquiro.core.types import ChecklistItem, Entity, Fact, Plan, Query
from inquiro.engine.question import facet_of
from inquiro.engine.relevance import Weights, learned_terms
from inquiro.retrieval.words import content_tokens, fold, words

MOST_QUERIES = 4
MOST_WORDS = 10


def first_queries(checklist: Sequence[ChecklistItem], language: str) -> tuple[Query, ...]:
    """One per item, asked in the item's own words and those that usually stand in its answer."""
    return _distinct((_query(item, _words(item, language)) for item in checklist), ())


def next_queries(
    plan: Plan,
    checklist: Sequence[ChecklistItem],
    facts: Sequence[Fact],
    *,
    entities: Sequence[Entity],
    tried: Sequence[str],
) -> tuple[Query, ...]:
    """For every open item: second hops over names its findings mention, then terms they share."""
    weights = Weights(content_tokens(fact.statement, plan.language) for fact in facts)
    open_items = [item for item in checklist if not item.satisfied]
    asked = [q for item in open_items for q in _for_item(plan, item, facts, entities, weights)]
    asked.sort(key=lambda pair: pair[0])  # every item's best idea before anyone's second
    return _distinct((query for _, query in asked), tried)


def _for_item(
    plan: Plan, item: ChecklistItem, facts: Sequence[Fact], entities: Sequence[Entity], weights: Weights
) -> list[tuple[int, Query]]:
    own = [fact for fact in facts if item.id in fact.items] or list(facts)
    known = frozenset(content_tokens(" ".join((*item.terms, *plan.key_terms)), plan.language))
    taught = learned_terms([fact.statement for fact in own], plan.language, weights, known)
    private = any(fact.private for fact in own)
    ideas = [
        _query(item, [*name.split(), *_specific(item, plan)], private=private) for name in _hops(plan, own, entities)
    ]
    ideas.append(_query(item, [*_words(item, plan.language), *_surface(taught[:3], own)], private=private))
    ideas.append(_query(item, [*_specific(item, plan), *_surface(taught[2:6], own)], private=private))
    return list(enumerate(ideas))


def _hops(plan: Plan, facts: Sequence[Fact], entities: Sequence[Entity]) -> list[str]:
    """Names that the item's findings mention and the question does not, rare ones first: they lead elsewhere."""
    asked = {fold(name) for name in plan.entities} | {fold(term) for term in plan.key_terms}
    mentions = {fold(entity.name): entity.mention_count for entity in entities}
    near: Counter[str] = Counter()
    for fact in facts:
        near.update({name: fact.relevance for name in fact.entities if fold(name) not in asked})
    ordered = sorted(near, key=lambda name: (-near[name] / (1 + mentions.get(fold(name), 1) / 4), name))
    return ordered[:3]


def _words(item: ChecklistItem, language: str) -> list[str]:
    facet = facet_of(item)
    return [*item.terms, *(facet.queries.get(language, "").split() if facet else ())]


def _specific(item: ChecklistItem, plan: Plan) -> list[str]:
    """The item's words that are its own, not the subject that every item shares."""
    first = plan.checklist[0].terms if plan.checklist else ()
    own = [term for term in item.terms if term not in first]
    return own or list(item.terms)


def _surface(terms: Sequence[str], facts: Sequence[Fact]) -> list[str]:
    """Index terms back to words as sources write them, so that any search engine understands them."""
    written: dict[str, str] = {}
    for fact in facts:
        for word in words(fact.statement):
            for term in content_tokens(word.text):
                written.setdefault(term, word.text)
    return [written.get(term, term) for term in terms]


def _query(item: ChecklistItem, parts: Iterable[str], *, private: bool = False) -> Query:
    chosen = list(dict.fromkeys(parts))[:MOST_WORDS]
    return Query(text=" ".join(chosen), items=(item.id,), private=private or item.private)


def _distinct(queries: Iterable[Query], tried: Sequence[str]) -> tuple[Query, ...]:
    """At most four, none that asks again what was asked."""
    seen = {frozenset(content_tokens(text)) for text in tried}
    kept: list[Query] = []
    for query in queries:
        meaning = frozenset(content_tokens(query.text))
        if meaning and meaning not in seen:
            seen.add(meaning)
            kept.append(query)
    return tuple(kept[:MOST_QUERIES])
