"""What a known thing is found by: words with their weight for searching, and marks that find what it has to meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from inquiro.core.types import KnowledgeWord, KnownEntity, KnownFact, KnownItem, KnownKind
from inquiro.knowledge.naming import spellings
from inquiro.knowledge.opposing import told_of
from inquiro.knowledge.sameness import relation_key, telling
from inquiro.retrieval.bm25 import K1, B
from inquiro.retrieval.words import content_tokens

AVERAGE = (
    24.0  # words of a fact with what stands around it; a fixed one, so that a posting never has to be weighed anew
)
LONGEST = 120.0  # words that a text counts as having: an implementation is long because of its code
ASIDE = 0.5  # of a word in a title or a query
MOST_TEXT = 6_000  # characters of an item


def words_of_fact(fact: KnownFact) -> Iterator[KnowledgeWord]:
    counts: dict[str, float] = {}
    _count(counts, [fact.statement])
    said = set(counts)
    _count(counts, fact.entities, once=True)
    _count(counts, {proof.title for proof in fact.proofs if fact.private or not proof.private}, ASIDE, once=True)
    for word in _weighed("fact", fact.id, counts):
        yield word if word.word in said else msgspec.structs.replace(word, kind="beside")
    yield from (KnowledgeWord(word=name, kind="told", id=fact.id) for name in sorted(told_of(fact.statement)))


def words_of_entity(entity: KnownEntity, called: Iterable[str]) -> Iterator[KnowledgeWord]:
    """`called`: every spelling that anybody used, however private."""
    counts: dict[str, float] = {}
    _count(counts, [entity.name])
    _count(counts, entity.aliases, once=True)
    yield from _weighed("entity", entity.id, counts)
    named = spellings(entity) | set(called)
    yield from (KnowledgeWord(word=name, kind="named", id=entity.id) for name in sorted(named))
    told = {relation_key(one.subject, one.predicate, one.object) for one in entity.relations}
    yield from (KnowledgeWord(word=key, kind="relation", id=entity.id) for key in sorted(told))


def words_of_item(item: KnownItem) -> Iterator[KnowledgeWord]:
    counts: dict[str, float] = {}
    _count(counts, [item.content[:MOST_TEXT]])
    _count(counts, {item.title, item.query}, ASIDE, once=True)
    return _weighed("item", item.id, counts)


def marks_of_wording(variant_id: str, statement: str) -> Iterator[KnowledgeWord]:
    return (KnowledgeWord(word=mark, kind="said", id=variant_id) for mark in telling(statement))


def _count(counts: dict[str, float], texts: Iterable[str], each: float = 1.0, *, once: bool = False) -> None:
    for text in sorted(texts):
        for term in content_tokens(text):
            if not once or term not in counts:
                counts[term] = counts.get(term, 0.0) + each


def _weighed(kind: KnownKind, holder: str, counts: Mapping[str, float]) -> Iterator[KnowledgeWord]:
    length = min(sum(counts.values()), LONGEST)
    norm = K1 * (1 - B + B * length / AVERAGE)
    for term in sorted(counts):
        often = counts[term]
        yield KnowledgeWord(word=term, kind=kind, id=holder, weight=round(often * (K1 + 1) / (often + norm), 6))
