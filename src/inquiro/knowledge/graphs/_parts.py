"""What every format of the graph is made from: pages, named things, and pairs that do not fit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from inquiro.core.types import KnowledgeGraph, KnownEntity, KnownProof, KnownRelation, Opposed, Value

# What XML 1.0 has no place for, and the controls that would act on whoever looks at the file.
_UNPRINTABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class PageRead(Value, frozen=True, kw_only=True):
    """A snapshot that something was read in."""

    id: str
    url: str
    title: str = ""
    published: str | None = None
    read_at: str | None = None
    source_type: str = "web"


class Contradicting(Value, frozen=True, kw_only=True):
    """Two facts that do not fit, once, in the order of their ids."""

    one: str
    other: str
    why: Opposed


def clean(text: str) -> str:
    """The text without characters that a file format forbids or a terminal obeys; line ends as they are here."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else None


def pages_of(graph: KnowledgeGraph) -> list[PageRead]:
    """Every snapshot that a proof stands in, in the order of its id."""
    found: dict[str, PageRead] = {}
    for proof in _proofs(graph):
        found.setdefault(
            proof.document_id,
            PageRead(
                id=proof.document_id,
                url=proof.url,
                title=proof.title,
                published=proof.published,
                read_at=moment(proof.fetched_at),
                source_type=proof.source_type,
            ),
        )
    return [found[page_id] for page_id in sorted(found)]


def _proofs(graph: KnowledgeGraph) -> Iterator[KnownProof]:
    for fact in sorted(graph.facts, key=lambda one: one.id):
        yield from fact.proofs
    for item in sorted(graph.items, key=lambda one: one.id):
        yield from item.proofs
    yield from (one.proof for one in relations_of(graph) if one.proof)


class Names:
    """Which thing a name stands for; a name that two things share stands for the one that it is the name of."""

    def __init__(self, entities: tuple[KnownEntity, ...]) -> None:
        self._ids: dict[str, str] = {}
        for entity in sorted(entities, key=lambda one: one.id):
            self._ids.setdefault(_folded(entity.name), entity.id)
        for entity in sorted(entities, key=lambda one: one.id):
            for alias in entity.aliases:
                self._ids.setdefault(_folded(alias), entity.id)

    def get(self, name: str) -> str | None:
        return self._ids.get(_folded(name))

    def all_of(self, names: tuple[str, ...]) -> list[str]:
        """The things among these names, each once."""
        return list(dict.fromkeys(found for name in names if (found := self.get(name))))


def relations_of(graph: KnowledgeGraph) -> list[KnownRelation]:
    """Each once, though both ends may tell of it."""
    things = sorted(graph.entities, key=lambda one: one.id)
    said = {_of(one): one for thing in things for one in thing.relations}
    return [said[key] for key in sorted(said)]


def contradictions_of(graph: KnowledgeGraph) -> list[Contradicting]:
    known = {fact.id for fact in graph.facts}
    found: dict[tuple[str, str], Opposed] = {}
    for fact in sorted(graph.facts, key=lambda one: one.id):
        for other in fact.opposed:
            if other.fact_id in known and other.fact_id != fact.id:
                one, another = sorted((fact.id, other.fact_id))
                if len(other.explanation) >= len(found.get((one, another), other).explanation):
                    found[one, another] = other  # a public side leaves out what a private one may say
    return [Contradicting(one=one, other=other, why=found[one, other]) for one, other in sorted(found)]


def value_id(text: str) -> str:
    """Of the end of a relation that is no named thing, such as a year."""
    return f"kv_{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"


def _of(one: KnownRelation) -> tuple[str, str, str, str, int]:
    place = (one.proof.document_id, one.proof.start) if one.proof else ("", -1)
    return (one.subject, one.predicate, one.object, *place)


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
