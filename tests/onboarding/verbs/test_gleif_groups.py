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


def test_what_is_cut_off_is_said(gleif_server, real):
    register = gleif_server.register_of(real)
    outcome = done(register, MemoryLedger(), "import-tree", lei=TOP, direction="down", limit=50)
    assert (outcome.value["entities"], outcome.value["cut"]) == (50, "cut off at 50 entities: there are more")
    assert "cut off at 50" in outcome.label


def test_looking_at_a_tree_writes_nothing(gleif_server):
    world = gleif_server.nordwind()
    register, ledger = gleif_server.register_of(world), MemoryLedger()
    ledger.ensure_entity(kind="limited-company", name="Nordwind Capital SE", lei=gleif_server.APEX)
    before = dict(ledger.entities)
    outcome = done(register, ledger, "import-tree", lei=gleif_server.APEX, create_entities=False, include_funds=True)
    assert (ledger.entities, ledger.relations, outcome.change, outcome.refs) == (before, {}, "found", ())
    assert [(one["name"], one["known"]) for one in outcome.value["entities"]] == [
        ("Nordwind Capital SE", True),
        ("Nordwind Kapitalverwaltung GmbH", False),
        ("Hafen Fonds", False),
    ]
    assert [one["kind"] for one in outcome.value["relationships"]] == ["direct", "management"]
    assert "would import 3 entities (2 of them new), 2 relationships" in outcome.label
    assert done(register, ledger, "import-tree", lei=gleif_server.APEX, create_entities=True).change == "updated"


def test_a_decision_of_somebody_elses_is_kept_with_all_that_is_imported(gleif_server):
    ledger = MemoryLedger()
    register = gleif_server.register_of(gleif_server.nordwind())
    done(register, ledger, "import-tree", lei=gleif_server.CHILD, direction="up", decision_id="D-7")
    kept = [*ledger.entities.values(), *ledger.relations.values()]
    assert [one.attributes["external_decision_id"] for one in kept] == ["D-7"] * 3
    assert {one.decision_id for one in kept} == {"decision-1"}, "ours is another"


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
