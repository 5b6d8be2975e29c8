"""A small known world, and graphs of any text whatsoever."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import strategies as st

from inquiro.core.types import (
    KnowledgeGraph,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownProof,
    KnownRelation,
    Opposed,
    Snippet,
)

READ = datetime(2026, 10, 1, 9, 30, tzinfo=UTC)
texts = st.text(max_size=40)


def proof(document_id: str = "d1", **known) -> KnownProof:
    values = {
        "url": f"https://{document_id}.example/page",
        "title": f"Page {document_id}",
        "quote": "by 1.6 °C",
    } | known
    return KnownProof(document_id=document_id, start=3, end=12, fetched_at=READ, **values)


def fact(fact_id: str, statement: str, *proofs: KnownProof, **known) -> KnownFact:
    return KnownFact(id=fact_id, statement=statement, proofs=proofs or (proof(),), **known)


@pytest.fixture
def world() -> KnowledgeGraph:
    """Two costs that do not fit, who founded whom, an idea and a snippet; one fact and one proof are private."""
    return KnowledgeGraph(
        facts=(
            fact(
                "kf_b", "A street tree in Korvenau costs 2,400 €.", proof("d2", published="2023-05-01", page=4),
                opposed=(Opposed(fact_id="kf_a", kind="superseded", explanation="2023 is newer than 2019"),),
                entities=("Korvenau",), confidence=0.7, runs=("run-2",), first_added=READ, last_added=READ,
            ),
            fact(
                "kf_a", "A street tree in Korvenau costs 1,100 €.", proof("d1", heading="Costs & <care>"),
                proof("d9", private=True, url="file:///papers/ada/trees.md"),
                opposed=(Opposed(fact_id="kf_b", kind="superseded", explanation="2023 is newer than 2019"),),
                entities=("Korvenau", "nobody knows it"), origins=2,
            ),
            fact("kf_c", "Ada pays for the oak.", proof("d9", private=True), private=True),
        ),
        entities=(
            KnownEntity(
                id="ke_t", name="Meridian Trust", entity_type="organization", aliases=("The Trust", "MT"),
                relations=(
                    KnownRelation(subject="Meridian Trust", predicate="founded by", object="Odile Brandt", proof=proof("d3")),
                    KnownRelation(subject="MT", predicate="founded in", object="2009", proof=proof("d3")),
                    KnownRelation(subject="MT", predicate="owes", object="Ada", proof=proof("d9", private=True)),
                ),
            ),
            KnownEntity(
                id="ke_o", name="Odile Brandt", entity_type="person",
                relations=(
                    KnownRelation(subject="Meridian Trust", predicate="founded by", object="Odile Brandt", proof=proof("d3")),
                ),
            ),
            KnownEntity(id="ke_k", name="Korvenau", entity_type="place"),
            KnownEntity(id="ke_x", name="Ada", entity_type="person", private=True),
        ),
        items=(
            KnownItem(
                id="ki_1", mode="implementation", query="count trees", source="https://d4.example/page",
                content="Counts them.", title="Counting", proofs=(proof("d4"),),
                snippets=(Snippet(code="if a < b and c:\n\tprint('<&>')\n", language="python", licence="MIT"),),
            ),
            KnownItem(id="ki_2", mode="idea", query="count trees", source="https://d5.example/", content="Ask the birds."),
        ),
    )  # fmt: skip


ids = st.text("0123456789abcdef", min_size=4, max_size=8)
proofs = st.builds(
    KnownProof,
    document_id=ids,
    start=st.integers(0, 99),
    end=st.integers(0, 99),
    quote=texts,
    url=texts,
    title=texts,
    heading=st.none() | texts,
    page=st.none() | st.integers(1, 9),
    private=st.booleans(),
)
facts = st.builds(
    KnownFact,
    id=ids.map("kf_{}".format),
    statement=texts,
    proofs=st.lists(proofs, max_size=3).map(tuple),
    entities=st.lists(texts, max_size=2).map(tuple),
    opposed=st.lists(st.builds(Opposed, fact_id=ids.map("kf_{}".format), explanation=texts), max_size=2).map(tuple),
    confidence=st.floats(0, 1),
    private=st.booleans(),
)
relations = st.builds(KnownRelation, subject=texts, predicate=texts, object=texts, proof=st.none() | proofs)
entities = st.builds(
    KnownEntity,
    id=ids.map("ke_{}".format),
    name=texts,
    entity_type=texts,
    aliases=st.lists(texts, max_size=2).map(tuple),
    relations=st.lists(relations, max_size=2).map(tuple),
    private=st.booleans(),
)
items = st.builds(
    KnownItem,
    id=ids.map("ki_{}".format),
    mode=st.sampled_from(("idea", "implementation", "freeform")),
    query=texts,
    source=texts,
    content=texts,
    proofs=st.lists(proofs, max_size=2).map(tuple),
    snippets=st.lists(st.builds(Snippet, code=texts, language=texts), max_size=2).map(tuple),
    private=st.booleans(),
)


def _several(one: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(one, max_size=3, unique_by=lambda known: known.id).map(tuple)


@pytest.fixture(scope="session")
def any_graph() -> st.SearchStrategy[KnowledgeGraph]:
    return st.builds(KnowledgeGraph, facts=_several(facts), entities=_several(entities), items=_several(items))
