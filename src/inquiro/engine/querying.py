"""Queries from what is still open: the words of the item first, then the question with the names that were found."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from inquiro.core.types import ChecklistItem, Entity, Fact, Plan, Query
from inquiro.engine.meaning import meaning
from inquiro.engine.question import content_words
from inquiro.engine.relevance import Weights, learned_terms
from inquiro.retrieval.words import content_tokens, fold, words
from inquiro.text.dates import months

MOST_QUERIES = 4
MOST_WORDS = 10
MOST_HOPS = 3  # of the queries of a round
MOST_HINTS = 3
MOST_NAMES = 3
MOST_TAUGHT = 3  # words of the findings in a query
LIKE = 5  # letters that a word and the one that it is made from share at least: `director`, `directed`


def first_queries(checklist: Sequence[ChecklistItem], named: Sequence[str] = ()) -> tuple[Query, ...]:
    """One per item in its own words, then what the question names: pages about that may be what it takes first."""
    everything = tuple(item.id for item in checklist)
    own = [_query(item, (*item.about, *item.terms)) for item in checklist]
    private = any(item.private for item in checklist)
    names = (Query(text=name, items=everything, private=private) for name in named[:MOST_NAMES])
    return distinct((*own, *names), ())


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
    """The question with the name in place of what led to it: `director of X born` with Y found is `Y born`."""
    asked = [item for item in open_items if item.asked] or list(open_items)
    item = next((item for item in asked if item.id in fact.scores), asked[0])
    return _query(item, rewritten(item, name, f"{fact.about} {fact.statement}", plan.language), private=fact.private)


def rewritten(item: ChecklistItem, name: str, said: str, language: str) -> list[str]:
    """The words of an item in their order, the name standing where the first word stood that the finding says already."""
    written = (*item.about, *(content_words(item.description, language) if item.asked else ()), *item.terms)
    wanted = [word for word in dict.fromkeys(written) if fold(word) not in {fold(part) for part in name.split()}]
    terms = meaning(said, language)
    told = [_told(word, terms, language) for word in wanted]
    place = told.index(True) if True in told else 0
    left = [word for word, known in zip(wanted, told, strict=True) if not known]
    return [*left[:place], *name.split(), *left[place:]]


def _told(word: str, terms: Collection[str], language: str) -> bool:
    own = meaning(word, language)
    return bool(own) and all(term in terms or any(_alike(term, other) for other in terms) for term in own)


def _alike(one: str, other: str) -> bool:
    return len(one) >= LIKE and one[: max(LIKE, len(one) - 3)] == other[: max(LIKE, len(one) - 3)]


def _for_item(plan: Plan, item: ChecklistItem, facts: Sequence[Fact], weights: Weights) -> list[tuple[int, Query]]:
    """The item again, with words that its findings share and the question lacks."""
    own = _own(item, facts)
    known = meaning(" ".join((*item.terms, *item.about, *plan.key_terms)), plan.language)
    taught = _surface(learned_terms([fact.statement for fact in own], plan.language, weights, known), own)
    private = any(fact.private for fact in own)
    asked = (*item.about, *item.terms)
    return [
        (place, _query(item, (*asked[: MOST_WORDS - MOST_TAUGHT], *words), private=private))
        for place, words in enumerate((taught[:MOST_TAUGHT], taught[MOST_TAUGHT : 2 * MOST_TAUGHT]))
    ]


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


def distinct(queries: Iterable[Query], tried: Sequence[str], most: int = MOST_QUERIES) -> tuple[Query, ...]:
    """None that asks again what was asked."""
    seen = {frozenset(content_tokens(text)) for text in tried}
    kept: list[Query] = []
    for query in queries:
        meaning = frozenset(content_tokens(query.text))
        if meaning and meaning not in seen:
            seen.add(meaning)
            kept.append(query)
        if len(kept) == most:
            break  # those that follow may take long to put together
    return tuple(kept)
