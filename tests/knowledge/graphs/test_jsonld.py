"""JSON-LD: schema.org where it has a word, our own vocabulary under a urn, nothing to look up anywhere."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import KnowledgeGraph, KnownFact
from inquiro.knowledge.graphs.jsonld import JsonLd


def nodes(graph: KnowledgeGraph) -> dict[str, dict]:
    found = json.loads(JsonLd().render(graph))
    assert set(found) == {"@context", "@graph"}
    return {one.get("@id", str(place)): one for place, one in enumerate(found["@graph"])}


def test_the_vocabulary_is_schema_org_and_a_urn(world):
    context = json.loads(JsonLd().render(world))["@context"]
    assert context["@vocab"] == "https://schema.org/"
    assert context["inquiro"].startswith("urn:inquiro:")


def test_a_fact_is_a_claim_that_appears_in_pages_by_its_words(world):
    claim = nodes(world)["urn:inquiro:kf_b"]
    assert claim["@type"] == "Claim"
    assert claim["text"] == "A street tree in Korvenau costs 2,400 €."
    (quotation,) = claim["appearance"]
    assert quotation["@type"] == "Quotation"
    assert quotation["text"] == "by 1.6 °C"
    assert quotation["pagination"] == "4"
    page = nodes(world)[quotation["isPartOf"]["@id"]]
    assert (page["@type"], page["url"]) == ("WebPage", "https://d2.example/page")
    assert page["datePublished"] == "2023-05-01"
    assert page["inquiro:readAt"] == "2026-10-01T09:30:00+00:00"
    assert claim["sdDatePublished"] == "2026-10-01T09:30:00+00:00"


def test_things_have_the_type_that_schema_org_has_for_them(world):
    found = nodes(world)
    kinds = {name: found[f"urn:inquiro:{name}"]["@type"] for name in ("ke_t", "ke_o", "ke_k")}
    assert kinds == {"ke_t": "Organization", "ke_o": "Person", "ke_k": "Place"}
    assert found["urn:inquiro:ke_t"]["alternateName"] == ["The Trust", "MT"]
    assert found["urn:inquiro:kf_a"]["mentions"] == [{"@id": "urn:inquiro:ke_k"}]


def test_relations_name_things_or_values_and_cite_their_words(world):
    said = [one for one in nodes(world).values() if one["@type"] == "inquiro:Relation"]
    told = {one["inquiro:predicate"]: one for one in said}
    assert len(said) == 3
    assert told["founded by"]["inquiro:object"] == {"@id": "urn:inquiro:ke_o"}
    assert told["founded in"]["inquiro:object"] == "2009"
    assert told["founded by"]["citation"]["isPartOf"] == {"@id": "urn:inquiro:document:d3"}


def test_facts_that_do_not_fit_point_to_each_other_with_the_reason(world):
    found = nodes(world)
    for one, other in (("kf_a", "kf_b"), ("kf_b", "kf_a")):
        (against,) = found[f"urn:inquiro:{one}"]["inquiro:contradiction"]
        assert against["inquiro:with"] == {"@id": f"urn:inquiro:{other}"}
        assert against["description"] == "2023 is newer than 2019"


def test_an_implementation_keeps_its_code_to_the_letter_and_its_licence(world):
    item = nodes(world)["urn:inquiro:ki_1"]
    (part,) = item["hasPart"]
    assert item["@type"] == "SoftwareSourceCode"
    assert item["isBasedOn"] == "https://d4.example/page"
    assert part["text"] == "if a < b and c:\n\tprint('<&>')\n"
    assert (part["programmingLanguage"], part["license"]) == ("python", "MIT")
    assert nodes(world)["urn:inquiro:ki_2"]["@type"] == "CreativeWork"


def test_the_same_knowledge_gives_the_same_bytes_in_whatever_order_it_comes(world):
    turned = msgspec.structs.replace(
        world, facts=world.facts[::-1], entities=world.entities[::-1], items=world.items[::-1]
    )
    assert JsonLd().render(turned) == JsonLd().render(world)


def test_what_would_act_on_a_terminal_is_left_out():
    data = JsonLd().render(KnowledgeGraph(facts=(KnownFact(id="kf_1", statement="a\x1b[2J\x9bb\ud800", proofs=()),)))
    (claim,) = json.loads(data)["@graph"]
    assert claim["text"] == "a[2Jb"


@given(st.data())
def test_any_graph_is_json_whose_references_lead_somewhere(any_graph, data):
    graph = data.draw(any_graph)
    found = nodes(graph)
    known = set(found)
    assert {f"urn:inquiro:{fact.id}" for fact in graph.facts} <= known
    assert references(list(found.values())) <= known


def references(value) -> set[str]:
    """The targets of pure references: objects that hold nothing but an id."""
    if isinstance(value, dict):
        own = {value["@id"]} if set(value) == {"@id"} else set()
        return own.union(*(references(one) for one in value.values()))
    return set().union(*(references(one) for one in value)) if isinstance(value, list) else set()
