"""gleif.*: what the register says, looked at or written down; whatever it does not confirm fails in words."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import Unavailable
from inquiro.onboarding.verbs.gleif import GLEIF_HANDLERS
from inquiro.onboarding.verbs.handlers import handler_for
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.registry import bundled_verbs
from inquiro.testing.ledger import MemoryLedger

HOLDING = "529900K9B0N5BT694847"


class Town:
    """A register of a few invented entities, and a ledger."""

    def __init__(self, gleif_server):
        self.lei = gleif_server.with_check_digits
        facts = self.facts = gleif_server.Facts()
        facts.add(HOLDING, "Varnholt Holding SE", exception="NO_KNOWN_PERSON", city="Varnholt")
        self.trees = facts.add(self.lei("TREES"), "Varnholt Trees GmbH", parent=HOLDING, registered_as="HRB 7")
        self.lapsed = facts.add(self.lei("LAPSED"), "Korvenau AG", registration="LAPSED")
        self.void = facts.add(self.lei("VOID"), "Void AG", registration="ANNULLED")
        self.world = gleif_server.GleifWorld(facts)
        self.register = gleif_server.register_of(self.world)
        self.ledger = MemoryLedger()

    def do(self, verb, **arguments):
        handling = GLEIF_HANDLERS[f"gleif.{verb}"]
        given = {name if name == "entity_lei" else name.replace("_", "-"): value for name, value in arguments.items()}
        found = asyncio.run(handling.fetch(self.register, given))
        assert msgspec.json.decode(msgspec.json.encode(found)) == found, "what is journaled reads back as it was"
        return handling.apply(self.ledger, given, found)

    def entity(self, lei):
        return self.ledger.find_entities(lei=lei)[0]


@pytest.fixture
def town(gleif_server):
    return Town(gleif_server)


def test_every_gleif_verb_of_the_registry_has_its_handler():
    known = {spec.name: spec for spec in bundled_verbs() if spec.name.startswith("gleif.")}
    assert known.keys() == GLEIF_HANDLERS.keys()
    assert all(handler_for(spec) is GLEIF_HANDLERS[name] for name, spec in known.items())


def test_enriching_writes_the_record_and_a_second_time_changes_nothing(town):
    outcome = town.do("enrich", lei=HOLDING)
    entity = town.entity(HOLDING)
    assert (outcome.change, outcome.ref, outcome.label) == ("created", entity.id, "Varnholt Holding SE")
    assert (entity.kind, entity.jurisdiction, entity.source) == ("limited-company", "DE", "GLEIF")
    assert entity.attributes == {
        "gleif_status": "ISSUED",
        "entity_status": "ACTIVE",
        "gleif_category": "GENERAL",
        "city": "Varnholt",
        "country": "DE",
        "gleif_corroboration": "ENTITY_SUPPLIED_ONLY",
        "direct_parent_exception": "NO_KNOWN_PERSON",
        "ultimate_parent_exception": "NO_KNOWN_PERSON",
        "ubo_terminus": {"reason": "NO_KNOWN_PERSON", "source": "GLEIF"},
    }
    assert town.do("enrich", lei=HOLDING).change == "unchanged"


def test_a_child_is_written_with_its_parents(town):
    town.do("enrich", lei=town.trees)
    attributes = town.entity(town.trees).attributes
    assert attributes["direct_parent_lei"] == attributes["ultimate_parent_lei"] == HOLDING
    assert attributes["registration_number"] == "HRB 7"
    assert "ubo_terminus" not in attributes


def test_an_entity_that_was_made_by_hand_is_completed(town):
    made, _ = town.ledger.ensure_entity(kind="limited-company", name="varnholt trees GMBH", jurisdiction="DE")
    assert town.do("enrich", lei=town.trees).ref == made.id
    assert town.entity(town.trees).id == made.id


def test_by_the_entity_whose_lei_is_known(town):
    town.do("enrich", lei=HOLDING)
    assert town.do("get-record", entity_id="entity-1", entity_lei=HOLDING).label == "Varnholt Holding SE"
    with pytest.raises(VerbFailed, match="has no LEI"):
        town.do("get-record", entity_id="entity-1")


@pytest.mark.fault(57)
def test_a_lapsed_record_is_written_with_its_status_and_an_annulled_one_is_not(town):
    assert town.do("enrich", lei=town.lapsed).label == "Korvenau AG (LAPSED)"
    assert town.entity(town.lapsed).attributes["gleif_status"] == "LAPSED"
    with pytest.raises(VerbFailed, match="never valid"):
        town.do("enrich", lei=town.void)
    assert town.ledger.find_entities(lei=town.void) == []


@pytest.mark.fault(57)
def test_an_invented_lei_fails(town):
    for verb in ("enrich", "get-record", "import-tree", "refresh", "validate", "trace-ownership"):
        with pytest.raises(VerbFailed, match="may be invented"):
            town.do(verb, lei=town.lei("NOBODY"))


@pytest.mark.fault(57)
def test_a_wrong_lei_is_never_asked_for_and_never_put_right(town):
    for verb in sorted(GLEIF_HANDLERS.keys() - {"gleif.search"}):
        with pytest.raises(VerbFailed, match=f"was {HOLDING} meant"):
            town.do(verb.removeprefix("gleif."), lei="529900K9BON5BT694847")
    assert town.world.asked == []


@pytest.mark.fault(57)
def test_an_outage_is_an_outage(town):
    town.world.mode = "down"
    for verb in sorted(GLEIF_HANDLERS.keys() - {"gleif.search"}):
        with pytest.raises(Unavailable):
            town.do(verb.removeprefix("gleif."), lei=HOLDING)


def test_looking(town):
    assert [record["name"] for record in town.do("search", name="Varnholt").value] == [
        "Varnholt Holding SE",
        "Varnholt Trees GmbH",
    ]
    assert len(town.do("search", name="Varnholt", limit=1, jurisdiction="Germany").value) == 1
    assert town.do("search", name="Varnholt", jurisdiction="LU").value == []
    assert town.do("get-parent", lei=town.trees).label == "Varnholt Holding SE"
    assert town.do("get-parent", lei=HOLDING, kind="ultimate").label == "NO_KNOWN_PERSON"
    assert town.do("get-parent", lei=town.lapsed).label == "none reported"
    assert [record["lei"] for record in town.do("get-children", lei=HOLDING).value] == [town.trees]
    assert town.do("get-managed-funds", lei=HOLDING).value == []
    assert town.ledger.entities == {}
    with pytest.raises(VerbFailed, match=":limit 0"):
        town.do("search", name="Varnholt", limit=0)


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"category": "FUND"}, ["Varnholt Fonds"]),
        ({"status": "LAPSED"}, ["Varnholt Mills AG"]),
        ({"status": "INACTIVE"}, ["Varnholt Gone AG"]),
        ({"status": "ACTIVE", "category": "GENERAL", "limit": 2}, ["Varnholt Holding SE", "Varnholt Trees GmbH"]),
    ],
)
def test_a_search_keeps_to_a_category_and_a_status(town, given, names):
    town.facts.add(town.lei("FONDS"), "Varnholt Fonds", category="FUND")
    town.facts.add(town.lei("MILLS"), "Varnholt Mills AG", registration="LAPSED")
    town.facts.add(town.lei("GONE"), "Varnholt Gone AG", entity_status="INACTIVE", registration="RETIRED")
    assert [record["name"] for record in town.do("search", name="Varnholt", **given).value] == names


def test_what_fits_is_found_beyond_the_first_few(town):
    for number in range(20):
        town.facts.add(town.lei(f"SHOP{number}"), f"Varnholt {number:02} AG")
    town.facts.add(town.lei("FONDS"), "Varnholt Investment Fonds", category="FUND")
    assert [one["lei"] for one in town.do("search", name="Varnholt", category="fund", limit=5).value] == [
        town.lei("FONDS")
    ]


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "Korvenau AG"}, "name differs"),
        ({"name": "Varnholt Holding", "jurisdiction": "LU"}, "jurisdiction differs"),
    ],
)
def test_validating_fails_unless_it_is_confirmed(town, given, said):
    with pytest.raises(VerbFailed, match=said):
        town.do("validate", lei=HOLDING, **given)


def test_validating_against_the_entity_itself(town):
    right, _ = town.ledger.ensure_entity(kind="limited-company", name="Varnholt Holding", lei=HOLDING)
    assert town.do("validate", entity_id=right.id, entity_lei=HOLDING).value["verdict"] == "confirmed"
    with pytest.raises(VerbFailed, match="lapsed"):
        town.do("validate", lei=town.lapsed)


# -- successors ---------------------------------------------------------------------------------------


def ended(town, name, *successors, registration="MERGED"):
    lei = town.lei(name.upper())
    return town.facts.add(lei, f"{name} AG", entity_status="INACTIVE", registration=registration, successors=successors)


def test_a_successor_is_found_over_several_steps(town):
    second = ended(town, "Second", HOLDING, registration="RETIRED")
    first = ended(town, "First", second)
    outcome = town.do("resolve-successor", lei=first)
    assert (outcome.ref, outcome.value) == (town.entity(HOLDING).id, [first, second, HOLDING])
    assert [(one.type, one.owner, one.owned) for one in town.ledger.relations.values()] == [
        ("succeeds", town.entity(second).id, town.entity(first).id),
        ("succeeds", town.entity(HOLDING).id, town.entity(second).id),
    ]
    assert town.do("resolve-successor", lei=first).change == "unchanged"


def test_whoever_goes_on_is_its_own_successor(town):
    assert town.do("resolve-successor", lei=HOLDING).ref == town.entity(HOLDING).id


@pytest.mark.parametrize("which", ["none", "several", "circle", "unknown", "named"])
def test_where_no_one_successor_is_known_a_person_has_to_say(town, which):
    lei = town.lei("GONE")
    successors = {
        "none": (),
        "several": (HOLDING, town.trees),
        "circle": (lei,),
        "unknown": (town.lei("NOBODY"),),
        "named": ("Meridian Trust",),
    }[which]
    ended(town, "Gone", *successors)
    with pytest.raises(VerbFailed, match="success"):
        town.do("resolve-successor", lei=lei)
    assert town.ledger.entities == {}
