"""What leaves the machine by default: nothing that was read in a private document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnowledgeGraph, KnownItem
from inquiro.knowledge.graphs import public_part, registry


def test_private_entries_stay_behind_and_are_counted(world):
    shared, left_out = public_part(world)
    assert [fact.id for fact in shared.facts] == ["kf_b", "kf_a"]
    assert [entity.id for entity in shared.entities] == ["ke_t", "ke_o", "ke_k"]
    assert left_out == 2


def test_a_public_fact_loses_its_private_proof_and_what_that_counted_for(world):
    fact = next(one for one in public_part(world)[0].facts if one.id == "kf_a")
    assert [proof.document_id for proof in fact.proofs] == ["d1"]
    assert fact.origins == 1


def test_nothing_private_is_in_any_format(world):
    shared, _ = public_part(world)
    for name in registry.names():
        data = registry.get(name)().render(shared).decode()
        assert "Ada" not in data
        assert "d9" not in data
        assert "/papers" not in data
        assert "Korvenau" in data


def test_a_public_file_is_named_without_its_folder():
    item = KnownItem(id="ki_1", mode="idea", query="q", source="file:///papers/public/oak%20tree.md", content="c")
    (shared,) = public_part(KnowledgeGraph(items=(item,)))[0].items
    assert shared.source == "oak tree.md"


@given(st.data())
def test_what_is_shared_holds_no_private_value_and_every_count_adds_up(any_graph, data):
    graph = data.draw(any_graph)
    shared, left_out = public_part(graph)
    before, after = (len(one.facts) + len(one.entities) + len(one.items) for one in (graph, shared))
    assert before - after == left_out
    assert not any(one.private for one in (*shared.facts, *shared.entities, *shared.items))
    assert not any(proof.private for one in (*shared.facts, *shared.items) for proof in one.proofs)
    assert not any(one.proof and one.proof.private for entity in shared.entities for one in entity.relations)
    kept = {fact.id for fact in shared.facts}
    assert all(other.fact_id in kept for fact in shared.facts for other in fact.opposed)
