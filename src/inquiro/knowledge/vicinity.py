"""Which known facts a changed one has to be held against: no fact is compared with all the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from inquiro.core.knowledge_store import KnowledgeStore
from inquiro.core.types import KnownFact
from inquiro.knowledge.opposing import Pair, told_of
from inquiro.knowledge.sameness import wording

MOST_HELD = 2_000  # facts that the words of one are looked up in
MOST_NEAR = 24  # facts that one is held against, those that share most first
FEWEST_SHARED = 2  # words: no rule finds anything between statements that share fewer and tell of nobody
LEAST_SHARED = 0.5  # of the words of the shorter one


async def neighbours(store: KnowledgeStore, org_id: str, facts: Mapping[str, KnownFact]) -> dict[str, set[str]]:
    """By the index: what shares words with a fact, or tells of the same thing."""
    words = {name: wording(fact.statement).plain for name, fact in facts.items()}
    told = {name: told_of(fact.statement) for name, fact in facts.items()}
    held = await store.words_held(org_id, "fact", sorted({word for some in words.values() for word in some}))
    rare = {name: _rarest(some, held) for name, some in words.items()}
    by_word = await store.word_holders(org_id, "fact", sorted({word for some in rare.values() for word in some}))
    by_name = await store.word_holders(org_id, "told", sorted({end for some in told.values() for end in some}))
    shared: dict[str, dict[str, int]] = {}
    for name in facts:
        counted = Counter(holder for word in rare[name] for holder in by_word.get(word, ()))
        shared[name] = {one: count for one, count in counted.items() if count >= FEWEST_SHARED}
    sizes = await store.fact_sizes(org_id, sorted({one for some in shared.values() for one in some}))
    found: dict[str, set[str]] = {}
    for name, some in shared.items():
        mine = len(words[name])
        fitting = [one for one, count in some.items() if count >= LEAST_SHARED * min(mine, sizes.get(one, mine))]
        fitting.sort(key=lambda one: (-some[one] / min(mine, sizes.get(one, mine)), one))
        found[name] = {*fitting[:MOST_NEAR], *(holder for end in told[name] for holder in by_name.get(end, ()))}
    return found


def pairs_worth_a_look(
    changed: Mapping[str, KnownFact], facts: Mapping[str, KnownFact], opposed: Mapping[str, Collection[str]]
) -> list[Pair]:
    """Of everything at hand, what has enough in common with a changed fact to be of one thing, or was opposed to it."""
    words = {name: wording(fact.statement).plain for name, fact in facts.items()}
    told = {name: told_of(fact.statement) for name, fact in facts.items()}
    by_word, by_name = _holders(words), _holders(told)
    found: set[Pair] = set()
    for name in changed:
        shared = Counter(other for word in words[name] for other in by_word[word])
        named = {other for end in told[name] for other in by_name[end]}
        several = {other: count for other, count in shared.items() if count >= FEWEST_SHARED}
        shares = {other: count / min(len(words[name]), len(words[other])) for other, count in several.items()}
        fitting = {other for other, share in shares.items() if share >= LEAST_SHARED}
        ordered = sorted((fitting | named) - {name}, key=lambda other: (-shares.get(other, 0.0), other))
        found |= {frozenset((name, other)) for other in (*ordered[:MOST_NEAR], *(set(opposed[name]) & set(facts)))}
    return sorted(found, key=sorted)


def _rarest(words: Collection[str], held: Mapping[str, int]) -> list[str]:
    """All of them in most knowledge bases; in a very large one, words that everybody uses bring nothing together."""
    found: list[str] = []
    left = MOST_HELD
    for word in sorted((word for word in words if word in held), key=lambda word: (held[word], word)):
        left -= held[word]
        if left < 0 and len(found) >= FEWEST_SHARED:
            break
        found.append(word)
    return found


def _holders(signs: Mapping[str, Collection[str]]) -> defaultdict[str, list[str]]:
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(signs):
        for sign in signs[name]:
            holders[sign].append(name)
    return holders
