from __future__ import annotations

from inquiro.core.types import KnownEntity, KnownFact, KnownItem, KnownProof, KnownRelation
from inquiro.knowledge.tightening import documents_of, tightened


def proof(document):
    return KnownProof(document_id=document, start=0, end=1, quote="q", url="u")


FACT = KnownFact(id="kf_1", statement="s", proofs=(proof("a"), proof("b")))
ITEM = KnownItem(id="ki_1", mode="idea", query="q", source="s", content="c", proofs=(proof("a"), proof("b")))
ENTITY = KnownEntity(
    id="ke_1",
    name="n",
    relations=(
        KnownRelation(subject="n", predicate="p", object="o", proof=proof("a")),
        KnownRelation(subject="n", predicate="p", object="x"),
    ),
)


def test_what_still_has_a_public_proof_stays_public():
    assert tightened(FACT, {"c"}) is FACT
    found = tightened(FACT, {"a"})
    assert (found.private, [one.private for one in found.proofs]) == (False, [True, False])
    assert tightened(FACT, {"a", "b"}).private


def test_an_item_cannot_be_taken_apart_and_a_relation_can():
    assert tightened(ITEM, {"b"}).private
    found = tightened(ENTITY, {"a"})
    assert [one.private for one in found.relations] == [True, False]
    assert documents_of([FACT, ITEM, ENTITY]) == ["a", "b"]
