"""Trees, chains and funds: what the register says of a group, entities and edges, and a second run changes nothing."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.types import Run
from inquiro.onboarding.verbs.gleif_groups import GROUP_HANDLERS
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.store import SqlStore
from inquiro.testing.ledger import MemoryLedger

TOP = "529900K9B0N5BT694847"
ALLIANZ_GI = "OJ2TIQSVQND4IZYYK658"


@pytest.fixture(scope="module")
def real(gleif_server, shared_data):
    return gleif_server.GleifWorld(gleif_server.recorded(shared_data))


def done(register, ledger, verb, **arguments):
    handling = GROUP_HANDLERS[f"gleif.{verb}"]
    given = {name.replace("_", "-"): value for name, value in arguments.items()}
    return handling.apply(ledger, given, asyncio.run(handling.fetch(register, given)))


def edges_in(ledger, type_):
    lei = {entity.id: entity.lei for entity in ledger.entities.values()}
    return {(lei[one.owned], lei[one.owner]) for one in ledger.relations.values() if one.type == type_}


def test_the_trees_of_all_parents_match_the_recorded_data(gleif_server, real):
    register, ledger = gleif_server.register_of(real), MemoryLedger()
    direct = {(edge.child, edge.parent) for edge in real.facts.edges if edge.kind == "direct"}
    parents = sorted({parent for _, parent in direct})
    real.asked.clear()
    for parent in parents:
        assert not done(register, ledger, "import-tree", lei=parent, direction="down", depth=10).value["cut"]
    assert edges_in(ledger, "ownership") == direct
    entities = {entity.lei: entity for entity in ledger.entities.values()}
    assert entities.keys() == {lei for edge in direct for lei in edge}
    for lei, entity in entities.items():
        told = real.facts.records[lei]["attributes"]["entity"]
        assert (entity.name, entity.jurisdiction) == (" ".join(told["legalName"]["name"].split()), told["jurisdiction"])
    assert len(real.asked) < 80, "whoever has no children is not asked for them"
    before = (dict(ledger.entities), dict(ledger.relations))
    for parent in parents:
        assert done(register, ledger, "import-tree", lei=parent, direction="down", depth=10).change == "unchanged"
    assert (ledger.entities, ledger.relations) == before


def test_small_pages_give_the_same_tree(gleif_server, real):
    trees = []
    for largest in (200, 15):
        real.largest_page = largest
        ledger = MemoryLedger()
        done(gleif_server.register_of(real), ledger, "import-tree", lei=TOP, direction="down", depth=2)
        trees.append((ledger.entities, ledger.relations))
    real.largest_page = 200
    assert trees[0] == trees[1]


def test_how_well_an_edge_is_known_is_kept(gleif_server, real):
    ledger = MemoryLedger()
    done(gleif_server.register_of(real), ledger, "import-tree", lei="5299001ERX0K10IZUL40", direction="down")
    relations = list(ledger.relations.values())
    assert {one.corroboration for one in relations} == {"ENTITY_SUPPLIED_ONLY", "FULLY_CORROBORATED"}
    assert {one.source for one in relations} == {"GLEIF"}
    assert relations[0].attributes == {
        "ownership_type": "ACCOUNTING_CONSOLIDATION",
        "consolidation": "direct",
        "relationship_status": "ACTIVE",
    }


def test_an_ultimate_parent_stands_in_for_a_direct_one_that_is_not_public(gleif_server, real):
    ledger = MemoryLedger()
    done(gleif_server.register_of(real), ledger, "import-tree", lei="254900LNRYNOQ9YPU758", direction="up")
    assert edges_in(ledger, "ownership") == {("254900LNRYNOQ9YPU758", "ZXTILKJKG63JELOEG630")}
    [relation] = ledger.relations.values()
    assert relation.attributes["consolidation"] == "ultimate"
    attributes = ledger.find_entities(lei="254900LNRYNOQ9YPU758")[0].attributes
    assert (attributes["direct_parent_exception"], "ubo_terminus" in attributes) == ("NON_PUBLIC", False)


def test_where_ownership_ends_is_marked(gleif_server, real):
    ledger = MemoryLedger()
    done(gleif_server.register_of(real), ledger, "import-tree", lei="851WYGNLUQLFZBSYGB56", direction="up")
    [entity] = ledger.entities.values()
    assert entity.attributes["ubo_terminus"] == {"reason": "NO_KNOWN_PERSON", "source": "GLEIF"}


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


def test_what_is_cut_off_is_said(gleif_server, real):
    register = gleif_server.register_of(real)
    outcome = done(register, MemoryLedger(), "import-tree", lei=TOP, direction="down", limit=50)
    assert (outcome.value["entities"], outcome.value["cut"]) == (50, "cut off at 50 entities: there are more")
    assert "cut off at 50" in outcome.label
    funds = done(register, MemoryLedger(), "import-managed-funds", lei=ALLIANZ_GI, limit=10)
    assert (funds.value["entities"], funds.value["cut"]) == (11, "cut off at 10 funds: there are more")
    whole = done(register, MemoryLedger(), "import-managed-funds", lei=ALLIANZ_GI, limit=417)
    assert whole.value["cut"] == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"depth": 0}, ":depth 0"),
        ({"depth": 11}, ":depth 11"),
        ({"direction": "sideways"}, "sideways"),
        ({"limit": 0}, ":limit"),
    ],
)
def test_what_makes_no_sense_fails(gleif_server, real, arguments, said):
    with pytest.raises(VerbFailed, match=said):
        done(gleif_server.register_of(real), MemoryLedger(), "import-tree", lei=TOP, **arguments)


def test_the_chain_of_owners(gleif_server):
    facts, lei = gleif_server.Facts(), gleif_server.with_check_digits
    facts.add(lei("TOP"), "Top SE", exception="NATURAL_PERSONS")
    facts.add(lei("MID"), "Mid AG", parent=lei("TOP"))
    facts.add(lei("LOW"), "Low GmbH", parent=lei("MID"))
    register = gleif_server.register_of(gleif_server.GleifWorld(facts))
    ledger = MemoryLedger()
    outcome = done(register, ledger, "trace-ownership", lei=lei("LOW"))
    assert outcome.label == "Low GmbH → Mid AG → Top SE (NATURAL_PERSONS)"
    assert [link["lei"] for link in outcome.value["chain"]] == [lei("LOW"), lei("MID"), lei("TOP")]
    assert outcome.value["ends"] == "NATURAL_PERSONS"
    assert (
        done(register, ledger, "trace-ownership", lei=lei("LOW"), depth=1).label
        == "Low GmbH → Mid AG (as deep as was asked for)"
    )
    assert done(register, ledger, "trace-ownership", lei=lei("TOP"), direction="down").label == "3 entities"
    assert ledger.entities == {}


def test_owners_in_a_circle(gleif_server):
    facts, lei = gleif_server.Facts(), gleif_server.with_check_digits
    facts.add(lei("ONE"), "One AG", parent=lei("TWO"))
    facts.add(lei("TWO"), "Two AG", parent=lei("ONE"))
    register = gleif_server.register_of(gleif_server.GleifWorld(facts))
    outcome = done(register, MemoryLedger(), "trace-ownership", lei=lei("ONE"))
    assert outcome.label == "One AG → Two AG (they own each other)"


def test_the_real_ledger_keeps_the_same(gleif_server, real, tmp_path):
    handling = GROUP_HANDLERS["gleif.import-tree"]
    given = {"lei": TOP, "direction": "down", "depth": 2}
    found = asyncio.run(handling.fetch(gleif_server.register_of(real), given))

    async def twice():
        store = SqlStore.open(f"sqlite:///{tmp_path / 'inquiro.db'}", tmp_path)
        try:
            await store.create_run(Run(id="run-1", tool_name="verbs", input_params={}))
            lease = await store.acquire("run-1", "test", 60)
            ledgers, changes = OnboardingLedger(store), []
            for decision in ("first", "second"):
                outcome = await ledgers.in_ledger(
                    lease, "local", decision, lambda one: handling.apply(one, given, found)
                )
                changes.append(outcome.change)
            return changes, await ledgers.ledger_entities("local"), await ledgers.ledger_relationships("local")
        finally:
            store.close()

    changes, entities, relations = asyncio.run(twice())
    assert changes == ["created", "unchanged"]
    assert {one.changed_by for one in (*entities, *relations)} == {"first"}
    lei = {entity.id: entity.lei for entity in entities}
    direct = {(edge.child, edge.parent) for edge in real.facts.edges if (edge.parent, edge.kind) == (TOP, "direct")}
    assert {(lei[one.owned], lei[one.owner]) for one in relations} == direct
