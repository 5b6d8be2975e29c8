"""GraphML as other programs read it: parsed back, every tie in its place, whatever the texts hold."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnowledgeGraph, KnownEntity, KnownFact, KnownProof, KnownRelation
from inquiro.knowledge.graphs.graphml import GraphMl

SPACE = "{http://graphml.graphdrawing.org/xmlns}"
TYPES = {"string": str, "int": int, "double": float, "boolean": lambda text: {"true": True, "false": False}[text]}


class Parsed:
    """As a reader of GraphML sees it: typed values by their declared keys."""

    def __init__(self, data: bytes) -> None:
        root = ET.fromstring(data)
        keys = {key.get("id"): (key.get("attr.name"), TYPES[key.get("attr.type")]) for key in root.iter(f"{SPACE}key")}
        graph = root.find(f"{SPACE}graph")
        self.directed = graph.get("edgedefault")
        self.nodes = {one.get("id"): _data(one, keys) for one in graph.iter(f"{SPACE}node")}
        self.listed = [one.get("id") for one in graph.iter(f"{SPACE}node")]
        self.edges = [(one.get("source"), one.get("target"), _data(one, keys)) for one in graph.iter(f"{SPACE}edge")]
        self.edge_ids = [one.get("id") for one in graph.iter(f"{SPACE}edge")]

    def tied(self, relation: str) -> list[tuple[str, str]]:
        return [(source, target) for source, target, data in self.edges if data["relation"] == relation]


def _data(element, keys) -> dict:
    found = {}
    for one in element.iter(f"{SPACE}data"):
        name, read = keys[one.get("key")]
        found[name] = read(one.text or "")
    return found


def parsed(graph: KnowledgeGraph) -> Parsed:
    return Parsed(GraphMl().render(graph))


def test_facts_things_pages_and_items_are_nodes_with_typed_data(world):
    nodes = parsed(world).nodes
    kinds = {node_id: data["kind"] for node_id, data in nodes.items()}
    assert {kinds[one] for one in ("kf_a", "kf_b", "kf_c")} == {"fact"}
    assert {kinds[one] for one in ("ke_t", "ke_o", "ke_k")} == {"entity"}
    assert {kinds[one] for one in ("doc_d1", "doc_d2", "doc_d3", "doc_d4", "doc_d9")} == {"document"}
    assert {kinds[one] for one in ("ki_1", "ki_2")} == {"item"}
    assert nodes["kf_b"]["confidence"] == 0.7
    assert nodes["kf_b"]["first_added"] == "2026-10-01T09:30:00+00:00"
    assert nodes["doc_d2"]["published"] == "2023-05-01"
    assert nodes["doc_d2"]["url"] == "https://d2.example/page"
    assert nodes["kf_c"]["private"] is True
    assert nodes["ke_t"]["aliases"] == "The Trust; MT"


def test_a_fact_is_tied_to_its_pages_by_the_words_and_to_the_things_it_names(world):
    found = parsed(world)
    assert ("kf_a", "doc_d1") in found.tied("stated in")
    assert ("ki_1", "doc_d4") in found.tied("stated in")
    assert found.tied("mentions") == [("kf_a", "ke_k"), ("kf_b", "ke_k")]
    place = next(data for source, target, data in found.edges if (source, target) == ("kf_a", "doc_d1"))
    assert (place["quote"], place["start"], place["end"]) == ("by 1.6 °C", 3, 12)
    assert place["heading"] == "Costs & <care>"


def test_relations_run_between_things_over_their_spellings_each_once(world):
    found = parsed(world)
    assert found.tied("founded by") == [("ke_t", "ke_o")]
    ((source, target),) = found.tied("founded in")
    assert (source, found.nodes[target]["kind"], found.nodes[target]["label"]) == ("ke_t", "value", "2009")


def test_two_facts_that_do_not_fit_are_tied_once_with_the_reason(world):
    found = parsed(world)
    assert found.tied("contradicts") == [("kf_a", "kf_b")]
    (why,) = [data for *_, data in found.edges if data["relation"] == "contradicts"]
    assert (why["contradiction"], why["explanation"]) == ("superseded", "2023 is newer than 2019")


def test_the_same_knowledge_gives_the_same_bytes_in_whatever_order_it_comes(world):
    turned = msgspec.structs.replace(
        world, facts=world.facts[::-1], entities=world.entities[::-1], items=world.items[::-1]
    )
    assert GraphMl().render(turned) == GraphMl().render(world)


def test_an_empty_base_is_an_empty_graph():
    found = parsed(KnowledgeGraph())
    assert (found.nodes, found.edges, found.directed) == ({}, [], "directed")


def test_text_that_looks_like_markup_or_moves_a_cursor_is_only_text():
    hostile = "]]></data><node id='evil'/> \x1b[2J\x00\x9b & \ud800 \ufffe end"
    known = KnowledgeGraph(facts=(KnownFact(id="kf_1", statement=hostile, proofs=()),))
    data = GraphMl().render(known)
    assert not {*range(9), 11, 12, *range(14, 32)} & set(data)
    nodes = Parsed(data).nodes
    assert list(nodes) == ["kf_1"]
    assert nodes["kf_1"]["text"] == "]]></data><node id='evil'/> [2J &   end"


@given(st.data())
def test_any_graph_is_read_back_with_ends_that_exist(any_graph, data):
    graph = data.draw(any_graph)
    found = parsed(graph)
    assert len(set(found.listed)) == len(found.listed)
    assert len(set(found.edge_ids)) == len(found.edge_ids)
    assert all(source in found.nodes and target in found.nodes for source, target, _ in found.edges)
    assert {fact.id for fact in graph.facts} <= set(found.nodes)


def test_a_relation_of_something_nobody_knows_keeps_both_ends():
    said = KnownRelation(subject="Aldra", predicate="near", object="Varnholt")
    proven = KnownProof(document_id="d", start=0, end=1, quote="q", url="u")
    entity = KnownEntity(id="ke_1", name="Else", relations=(said, msgspec.structs.replace(said, proof=proven)))
    found = parsed(KnowledgeGraph(entities=(entity,)))
    assert len(found.tied("near")) == 2
    assert {data["label"] for data in found.nodes.values() if data["kind"] == "value"} == {"Aldra", "Varnholt"}
