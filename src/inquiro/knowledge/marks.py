"""Marks of known things: what shares one with a thing that changes has to be compared with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.types import KnowledgeWord, KnownEntity, KnownFact
from inquiro.knowledge.naming import spellings
from inquiro.knowledge.opposing import told_of
from inquiro.knowledge.sameness import relation_key, telling
from inquiro.retrieval.words import content_tokens


def marks_of_fact(fact: KnownFact) -> Iterator[KnowledgeWord]:
    words = sorted(set(content_tokens(fact.statement)))
    yield from (KnowledgeWord(word=word, kind="fact", id=fact.id) for word in words)
    yield from (KnowledgeWord(word=name, kind="told", id=fact.id) for name in sorted(told_of(fact.statement)))


def marks_of_wording(variant_id: str, statement: str) -> Iterator[KnowledgeWord]:
    return (KnowledgeWord(word=mark, kind="said", id=variant_id) for mark in telling(statement))


def marks_of_entity(entity: KnownEntity, called: Iterable[str]) -> Iterator[KnowledgeWord]:
    """`called`: every spelling that anybody used, however private."""
    named = spellings(entity) | set(called)
    yield from (KnowledgeWord(word=name, kind="named", id=entity.id) for name in sorted(named))
    told = {relation_key(one.subject, one.predicate, one.object) for one in entity.relations}
    yield from (KnowledgeWord(word=key, kind="relation", id=entity.id) for key in sorted(told))
