"""Funds of a manager, with the units and the client that are asked for, and who stands above a fund."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.onboarding.verbs.gleif_funds import FUND_HANDLERS
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.testing.ledger import MemoryLedger

ALLIANZ_GI = "OJ2TIQSVQND4IZYYK658"


@pytest.fixture(scope="module")
def real(gleif_server, shared_data):
    return gleif_server.GleifWorld(gleif_server.recorded(shared_data))


@pytest.fixture
def small(gleif_server):
    """The group of Nordwind, whose fund is part of an umbrella."""
    world, umbrella = gleif_server.nordwind(), gleif_server.with_check_digits("UMBRELLA")
    world.facts.add(umbrella, "Hafen Umbrella", category="FUND")
    world.facts.add(gleif_server.with_check_digits("ALONE"), "Insel Fonds", category="FUND")
    world.facts.edges += [
        gleif_server.Edge(gleif_server.FUND, umbrella, "sub-fund-of"),
        gleif_server.Edge(gleif_server.with_check_digits("ALONE"), gleif_server.CHILD, "fund-managed-by"),
    ]
    return world


def done(register, ledger, verb, **arguments):
    handling = FUND_HANDLERS[f"gleif.{verb}"]
    given = {name.replace("_", "-"): value for name, value in arguments.items()}
    return handling.apply(ledger, given, asyncio.run(handling.fetch(register, given)))


def edges_in(ledger, type_):
    lei = {entity.id: entity.lei for entity in ledger.entities.values()}
    return {(lei[one.owned], lei[one.owner]) for one in ledger.relations.values() if one.type == type_}


def test_the_funds_of_a_manager_match_the_recorded_data(gleif_server, real):
    register, ledger = gleif_server.register_of(real), MemoryLedger()
    outcome = done(register, ledger, "import-managed-funds", lei=ALLIANZ_GI)
    managed = {(edge.child, edge.parent) for edge in real.facts.edges if edge.kind == "fund-managed-by"}
    assert edges_in(ledger, "manages") == managed
    assert (outcome.value["entities"], outcome.value["relationships"]) == (418, 417)
    assert {entity.kind for entity in ledger.entities.values()} == {"fund", "limited-company"}
    assert done(register, ledger, "import-managed-funds", lei=ALLIANZ_GI).change == "unchanged"


def test_a_unit_for_each_fund(gleif_server, real):
    register, ledger = gleif_server.register_of(real), MemoryLedger()
    done(register, ledger, "import-managed-funds", lei=ALLIANZ_GI, limit=5, create_cbus=True)
    units = [entity for entity in ledger.entities.values() if entity.kind == "cbu"]
    assert len(units) == 5
    for unit in units:
        assert {one.type for one in ledger.relationships(unit.id)} == {"role:ASSET_OWNER", "role:MANAGEMENT_COMPANY"}
    assert (
        done(register, ledger, "import-managed-funds", lei=ALLIANZ_GI, limit=5, create_cbus=True).change == "unchanged"
    )


def test_funds_that_are_cut_off_are_told(gleif_server, real):
    register = gleif_server.register_of(real)
    funds = done(register, MemoryLedger(), "import-managed-funds", lei=ALLIANZ_GI, limit=10)
    assert (funds.value["entities"], funds.value["cut"]) == (11, "cut off at 10 funds: there are more")
    whole = done(register, MemoryLedger(), "import-managed-funds", lei=ALLIANZ_GI, limit=417)
    assert whole.value["cut"] == ""


def test_the_client_in_the_end_is_the_client_of_every_unit(gleif_server, small):
    register, ledger = gleif_server.register_of(small), MemoryLedger()
    given = {"lei": gleif_server.CHILD, "ultimate_client_lei": gleif_server.APEX, "create_cbus": True}
    done(register, ledger, "import-managed-funds", decision_id="D-7", **given)
    [client] = ledger.find_entities(lei=gleif_server.APEX)
    units = {one.id for one in ledger.entities.values() if one.kind == "cbu"}
    held = [one for one in ledger.relations.values() if one.type == "role:COMMERCIAL_CLIENT"]
    assert len(units) == 2
    assert {(one.owner, one.owned) for one in held} == {(client.id, unit) for unit in units}
    kept = [*ledger.entities.values(), *ledger.relations.values()]
    assert {one.attributes["external_decision_id"] for one in kept} == {"D-7"}
    assert done(register, ledger, "import-managed-funds", decision_id="D-7", **given).change == "unchanged"


def test_without_units_the_client_is_said_of_the_funds(gleif_server, small):
    register, ledger = gleif_server.register_of(small), MemoryLedger()
    done(register, ledger, "import-managed-funds", lei=gleif_server.CHILD, ultimate_client_lei=gleif_server.APEX)
    told = {one.name: one.attributes.get("ultimate_client_lei") for one in ledger.entities.values()}
    assert told == {
        "Nordwind Kapitalverwaltung GmbH": None,
        "Hafen Fonds": gleif_server.APEX,
        "Insel Fonds": gleif_server.APEX,
        "Nordwind Capital SE": None,
    }


@pytest.mark.fault(57)
def test_a_client_that_nobody_knows_fails_before_anything_is_written(gleif_server, small):
    ledger = MemoryLedger()
    with pytest.raises(VerbFailed, match="may be invented"):
        done(
            gleif_server.register_of(small),
            ledger,
            "import-managed-funds",
            lei=gleif_server.CHILD,
            ultimate_client_lei=gleif_server.NOWHERE,
        )
    assert ledger.entities == {}


def test_a_dry_run_of_funds_only_looks(gleif_server, small):
    register, ledger = gleif_server.register_of(small), MemoryLedger()
    outcome = done(register, ledger, "import-managed-funds", lei=gleif_server.CHILD, create_cbus=True, dry_run=True)
    assert (ledger.entities, ledger.relations, outcome.value["written"]) == ({}, {}, False)
    assert len(outcome.value["entities"]) == 3


def test_the_umbrella_of_each_fund_where_there_is_one(gleif_server, small):
    register, ledger = gleif_server.register_of(small), MemoryLedger()
    small.asked.clear()
    funds = done(register, ledger, "get-managed-funds", lei=gleif_server.CHILD, resolve_umbrellas=True).value
    assert {one["name"]: (one["umbrella"] or {}).get("name") for one in funds} == {
        "Hafen Fonds": "Hafen Umbrella",
        "Insel Fonds": None,
    }
    assert len(small.asked) == 2, "a fund whose record names no umbrella is not asked for one"
    assert "umbrella" not in done(register, ledger, "get-managed-funds", lei=gleif_server.CHILD).value[0]
    assert ledger.entities == {}


def test_who_stands_above_a_fund(gleif_server, small):
    register, ledger = gleif_server.register_of(small), MemoryLedger()
    assert done(register, ledger, "get-umbrella", lei=gleif_server.FUND).label == "Hafen Umbrella"
    assert done(register, ledger, "get-manager", lei=gleif_server.FUND).value["lei"] == gleif_server.CHILD
    none = done(register, ledger, "get-umbrella", lei=gleif_server.APEX)
    assert (none.value, none.label) == (None, "none reported")
