"""A document that turned out to be private since: what was known from it is private too, whenever it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from inquiro.core.knowledge_store import KnownThing
from inquiro.core.types import KnownEntity, KnownFact, KnownProof, KnownRelation


def documents_of(things: Iterable[KnownThing]) -> list[str]:
    return list(dict.fromkeys(proof.document_id for thing in things for proof in _proofs(thing)))


def tightened(thing: KnownThing, private: Collection[str]) -> KnownThing:
    """Almost always the thing itself."""
    if not any(proof.document_id in private and not proof.private for proof in _proofs(thing)):
        return thing
    if isinstance(thing, KnownEntity):
        told = tuple(_relation(one, private) for one in thing.relations)
        return msgspec.structs.replace(thing, relations=told)
    proofs = tuple(_proof(proof, private) for proof in thing.proofs)
    if isinstance(thing, KnownFact):
        return msgspec.structs.replace(thing, proofs=proofs, private=all(proof.private for proof in proofs))
    return msgspec.structs.replace(thing, proofs=proofs, private=True)


def _proofs(thing: KnownThing) -> list[KnownProof]:
    if isinstance(thing, KnownEntity):
        return [one.proof for one in thing.relations if one.proof]
    return list(thing.proofs)


def _proof(proof: KnownProof, private: Collection[str]) -> KnownProof:
    return msgspec.structs.replace(proof, private=True) if proof.document_id in private else proof


def _relation(one: KnownRelation, private: Collection[str]) -> KnownRelation:
    if one.proof is None or one.proof.document_id not in private:
        return one
    return msgspec.structs.replace(one, proof=_proof(one.proof, private), private=True)
