"""The register as checks and verbs ask it."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import BadAnswer
from inquiro.core.register import Register, RegisterRelation

LEI = "529900K9B0N5BT694847"
COMMERZBANK = "851WYGNLUQLFZBSYGB56"


@pytest.fixture(scope="module")
def real(gleif_server, shared_data):
    return gleif_server.GleifWorld(gleif_server.recorded(shared_data))


def asked(register: Register, what, *arguments):
    return asyncio.run(getattr(register, what)(*arguments))


def test_a_recorded_record_has_all_that_the_verbs_need(gleif_server, real):
    record = asked(gleif_server.register_of(real), "record", COMMERZBANK)
    assert (record.name, record.jurisdiction, record.city) == (
        "COMMERZBANK Aktiengesellschaft",
        "DE",
        "Frankfurt am Main",
    )
    assert (record.registration, record.entity_status, record.category) == ("ISSUED", "ACTIVE", "GENERAL")
    assert (record.legal_form, record.registered_as, record.next_renewal) == ("6QQB", "HRB 32000", "2026-04-24")
    assert record.corroboration == "FULLY_CORROBORATED"
    assert record.parents == {"direct": "exception", "ultimate": "exception"}
    assert record.below == ("direct-children", "ultimate-children")


def test_all_of_the_list_are_found_in_portions_and_in_order(gleif_server, real):
    leis = tuple(real.facts.records)
    register = gleif_server.register_of(real)
    real.asked.clear()
    found = asked(register, "records", (*leis, gleif_server.with_check_digits("NOBODY"), leis[0]))
    assert [record.lei for record in found] == list(leis)
    assert len(real.asked) == -(-(len(leis) + 1) // 100)


def test_a_parent_or_why_there_is_none(gleif_server, real):
    register = gleif_server.register_of(real)
    assert asked(register, "parent", "549300O897ZC5H7CY412", "direct").record.name == "La Gare Holding AB"
    none = asked(register, "parent", COMMERZBANK, "direct")
    assert (none.record, none.exception) == (None, "NO_KNOWN_PERSON")
    nothing = asked(register, "parent", LEI, "direct")
    assert (nothing.record, nothing.exception) == (None, "")


def test_how_well_a_relation_is_known(gleif_server, real):
    register = gleif_server.register_of(real)
    relations = asked(register, "relations", "5299001ERX0K10IZUL40")
    assert {one.child: one.corroboration for one in relations} == {
        "254900RX3NW13DDG3905": "ENTITY_SUPPLIED_ONLY",
        "529900YR7EORVQ2U3353": "FULLY_CORROBORATED",
    }
    assert asked(register, "parent_relation", "549300O897ZC5H7CY412", "direct") == RegisterRelation(
        child="549300O897ZC5H7CY412",
        parent="549300OWK6ZGNYP4G142",
        type="IS_DIRECTLY_CONSOLIDATED_BY",
        status="ACTIVE",
        corroboration="FULLY_CORROBORATED",
    )
    assert asked(register, "parent_relation", COMMERZBANK, "direct") is None


def test_the_funds_of_a_manager(gleif_server, real):
    found = asked(gleif_server.register_of(real), "managed_funds", "OJ2TIQSVQND4IZYYK658")
    assert len(found) == 417
    assert asked(gleif_server.register_of(real), "managed_funds", COMMERZBANK) == []


def test_who_stands_above_a_fund(gleif_server, real):
    register = gleif_server.register_of(real)
    for kind, which in (("sub-fund-of", "umbrella-fund"), ("fund-managed-by", "fund-manager")):
        edge = next(edge for edge in real.facts.edges if edge.kind == kind and edge.parent in real.facts.records)
        assert which in asked(register, "record", edge.child).above
        assert asked(register, "above_fund", edge.child, which).lei == edge.parent
        assert asked(register, "above_fund", COMMERZBANK, which) is None
    assert asked(register, "record", COMMERZBANK).above == ()
    with pytest.raises(BadAnswer, match="no record of"):
        asked(register, "above_fund", gleif_server.with_check_digits("NOBODY"), "umbrella-fund")


@pytest.mark.parametrize(
    ("name", "jurisdiction", "first"),
    [
        ("Allianz Global Investors", "", "Allianz Global Investors GmbH"),
        ("COMMERZBANK Aktiengesellschaft", "", "COMMERZBANK Aktiengesellschaft"),
        ("commerzbank aktiengeselschaft", "", "COMMERZBANK Aktiengesellschaft"),  # by names that look like it
        ("AMAZON.COM, INC.", "", "AMAZON.COM, INC."),
        (COMMERZBANK, "", "COMMERZBANK Aktiengesellschaft"),
        ("Allianz", "AT", None),
    ],
)
def test_the_best_name_comes_first(gleif_server, real, name, jurisdiction, first):
    found = asked(gleif_server.register_of(real), "search", name, 5, jurisdiction)
    assert len(found) <= 5
    assert all(record.jurisdiction == jurisdiction for record in found if jurisdiction)
    assert first is None or found[0].name == first


def test_whoever_has_ended_comes_last(gleif_server):
    facts = gleif_server.Facts()
    facts.add(gleif_server.with_check_digits("A"), "Varnholt GmbH", entity_status="INACTIVE", registration="RETIRED")
    facts.add(gleif_server.with_check_digits("B"), "Varnholt Street Trees GmbH")
    found = asked(gleif_server.register_of(gleif_server.GleifWorld(facts)), "search", "Varnholt")
    assert [record.name for record in found] == ["Varnholt Street Trees GmbH", "Varnholt GmbH"]


def test_nothing_that_looks_like_it_is_nothing(gleif_server, real):
    assert asked(gleif_server.register_of(real), "search", "Qzxw Vvvrk") == []


def test_successors_are_given_by_their_lei(gleif_server):
    facts, after = gleif_server.Facts(), gleif_server.with_check_digits("AFTER")
    facts.add(LEI, "Varnholt AG", registration="MERGED", entity_status="INACTIVE", successors=(after,))
    record = asked(gleif_server.register_of(gleif_server.GleifWorld(facts)), "record", LEI)
    assert record.successors == (after,)
