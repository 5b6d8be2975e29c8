"""What of the knowledge base may leave this machine without further thought."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import unquote

import msgspec

from inquiro.core.types import KnowledgeGraph, KnownEntity, KnownFact, KnownItem, KnownProof


def public_part(graph: KnowledgeGraph) -> tuple[KnowledgeGraph, int]:
    """The graph without anything that was read in a private document, and how many entries stay behind."""
    facts = {fact.id: fact for one in graph.facts if (fact := _fact(one)) is not None}
    shared = msgspec.structs.replace(
        graph,
        facts=tuple(_without_lost_opponents(fact, facts) for fact in facts.values()),
        entities=tuple(_entity(one) for one in graph.entities if not one.private),
        items=tuple(item for one in graph.items if (item := _item(one)) is not None),
    )
    return shared, _entries(graph) - _entries(shared)


def _fact(fact: KnownFact) -> KnownFact | None:
    proofs = _public(fact.proofs)
    if fact.private or not proofs:
        return None
    return msgspec.structs.replace(
        fact, proofs=proofs, origins=min(fact.origins, len({proof.document_id for proof in proofs}))
    )


def _without_lost_opponents(fact: KnownFact, kept: dict[str, KnownFact]) -> KnownFact:
    opposed = tuple(one for one in fact.opposed if one.fact_id in kept and not one.private)
    return fact if opposed == fact.opposed else msgspec.structs.replace(fact, opposed=opposed)


def _entity(entity: KnownEntity) -> KnownEntity:
    said = [one for one in entity.relations if not one.private and not (one.proof and one.proof.private)]
    relations = (msgspec.structs.replace(one, proof=_named(one.proof) if one.proof else None) for one in said)
    return msgspec.structs.replace(entity, relations=tuple(relations))


def _item(item: KnownItem) -> KnownItem | None:
    proofs = _public(item.proofs)
    if item.private or (item.proofs and not proofs):
        return None
    return msgspec.structs.replace(item, proofs=proofs, source=_without_folders(item.source))


def _public(proofs: Iterable[KnownProof]) -> tuple[KnownProof, ...]:
    return tuple(_named(proof) for proof in proofs if not proof.private)


def _named(proof: KnownProof) -> KnownProof:
    return msgspec.structs.replace(proof, url=_without_folders(proof.url))


def _without_folders(url: str) -> str:
    """A file by its name alone: where it lies on this machine is nobody's business."""
    return unquote(PurePosixPath(url).name) if url.startswith("file:") else url


def _entries(graph: KnowledgeGraph) -> int:
    return len(graph.facts) + len(graph.entities) + len(graph.items)
