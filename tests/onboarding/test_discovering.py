"""What the register alone makes of a name, in the shape of a schema."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.register import RegisterRecord
from inquiro.onboarding.discovering import Discovery, chosen, discover, documents_of, result_of

SCHEMA = {
    "properties": {
        "apex": {"properties": {"name": {}, "lei": {}, "city": {}}},
        "subsidiaries": {"items": {"properties": {"name": {}, "lei": {}}}},
        "funds": {"items": {"properties": {"name": {}, "lei": {}}}},
        "search_quality": {},
    }
}


def record(name, lei="X" * 20, **known):
    return RegisterRecord(lei=lei, name=name, **known)


@pytest.fixture
def register(gleif_server):
    return gleif_server.register_of(gleif_server.nordwind())


def found(register, name, **options):
    return asyncio.run(discover(register, name, **options))


def test_the_client_its_parents_and_what_it_manages(register, gleif_server):
    discovery = found(register, "Nordwind Kapitalverwaltung")
    assert discovery.subject.lei == gleif_server.CHILD
    assert discovery.apex.lei == gleif_server.APEX
    assert [fund.lei for fund in discovery.funds] == [gleif_server.FUND]
    assert len(documents_of(discovery)) == 3


def test_without_a_place_for_managers_the_client_is_a_subsidiary(register, gleif_server):
    data = result_of(found(register, "Nordwind Kapitalverwaltung"), "…", SCHEMA)
    assert data["apex"] == {"name": "Nordwind Capital SE", "lei": gleif_server.APEX, "city": "Hamburg"}
    assert [one["lei"] for one in data["subsidiaries"]] == [gleif_server.CHILD]
    assert data["search_quality"] == "MEDIUM"


def test_a_schema_with_other_names_gets_what_it_has_names_for(register):
    data = result_of(found(register, "Nordwind Capital SE"), "…", {"properties": {"apex_entity": {}}})
    assert set(data) == {"apex_entity"}
    assert data["apex_entity"]["jurisdiction"] == "DE"


def test_nobody_is_found_under_a_foreign_name(register):
    discovery = found(register, "Suedwind Capital")
    assert discovery.subject is None
    assert documents_of(discovery) == []
    assert result_of(discovery, "Suedwind Capital", SCHEMA) == {
        "apex": {"name": "Suedwind Capital"},
        "search_quality": "LOW",
    }


def test_of_several_the_living_one_in_the_right_place_is_taken():
    names = [
        record("Hafen AG", "A", jurisdiction="CH", registration="ISSUED"),
        record("Hafen AG", "B", jurisdiction="DE", registration="LAPSED"),
        record("Hafen AG", "C", jurisdiction="DE", registration="RETIRED"),
    ]
    assert chosen("Hafen AG", "", names).lei == "A"
    assert chosen("Hafen AG", "de", names).lei == "B"
    assert chosen("Hafen AG", "de", names[2:]).lei == "C"
    assert chosen("Berg AG", "", names) is None


def test_what_has_ended_is_left_out_and_said(gleif_server):
    world = gleif_server.nordwind()
    world.facts.add("529900ENDEDGMBH00012", "Ended GmbH", parent=gleif_server.APEX, registration="RETIRED")
    discovery = found(gleif_server.register_of(world), "Nordwind Capital SE")
    assert [child.lei for child in discovery.children] == [gleif_server.CHILD]
    assert any("Ended GmbH" in why for why in discovery.lost)


def test_no_more_than_asked_for():
    children = tuple(record(f"Child {n} GmbH", str(n)) for n in range(9))
    data = result_of(Discovery(subject=record("Top SE"), children=children), "Top", SCHEMA, most=4)
    assert len(data["subsidiaries"]) == 4
