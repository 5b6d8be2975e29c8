"""What has grown old is asked for anew: one entity, or all that have waited longest."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from inquiro.onboarding.verbs.gleif_refreshing import REFRESH_HANDLERS, STALE_LEIS
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.testing.ledger import MemoryLedger

REFRESH = REFRESH_HANDLERS["gleif.refresh"]


class Shelf:
    """Entities of a register, each written down so many days ago."""

    def __init__(self, gleif_server):
        self.facts = gleif_server.Facts()
        self.lei = gleif_server.with_check_digits
        self.register = gleif_server.register_of(gleif_server.GleifWorld(self.facts))
        self.ledger = MemoryLedger()

    def put(self, name, days, **fields):
        lei = self.facts.add(self.lei(name.upper()), f"{name} AG", **fields)
        entity, _ = self.ledger.ensure_entity(
            kind="limited-company", name=f"{name} AG", lei=lei, jurisdiction="DE", source="GLEIF"
        )
        made = datetime.now(UTC) - timedelta(days=days)
        self.ledger.entities[entity.id] = msgspec.structs.replace(entity, created_at=made, updated_at=made)
        return lei

    def refresh(self, **arguments):
        given = {name.replace("_", "-"): value for name, value in arguments.items()}
        given |= REFRESH.prepare(self.ledger, given)
        found = asyncio.run(REFRESH.fetch(self.register, given))
        assert msgspec.json.decode(msgspec.json.encode(found)) == found
        return REFRESH.apply(self.ledger, given, found)

    def stale(self, **arguments):
        given = {name.replace("_", "-"): value for name, value in arguments.items()}
        return REFRESH.prepare(self.ledger, given).get(STALE_LEIS)

    def attributes(self, lei):
        return self.ledger.find_entities(lei=lei)[0].attributes


@pytest.fixture
def shelf(gleif_server):
    return Shelf(gleif_server)


def test_what_has_changed_is_written(shelf):
    with pytest.raises(VerbFailed, match="enrich"):
        shelf.refresh(lei=shelf.facts.add(shelf.lei("NEW"), "New AG"))
    top = shelf.put("Top", 9)
    trees = shelf.put("Trees", 9, parent=top)
    assert shelf.refresh(lei=trees).change == "updated"
    assert shelf.refresh(lei=trees).change == "unchanged"
    shelf.facts.edges.clear()
    shelf.facts.exceptions[trees, "ultimate"] = "NATURAL_PERSONS"
    assert shelf.refresh(lei=trees).change == "updated"
    attributes = shelf.attributes(trees)
    assert (attributes["direct_parent_lei"], attributes["ultimate_parent_lei"]) == (None, None)
    assert attributes["ubo_terminus"] == {"reason": "NATURAL_PERSONS", "source": "GLEIF"}
    assert shelf.refresh(lei=trees).change == "unchanged"


def test_what_is_fresh_is_left(shelf):
    trees = shelf.put("Trees", 4)
    assert shelf.refresh(lei=trees, stale_days=5).change == "unchanged"
    assert "gleif_checked" not in shelf.attributes(trees)
    assert shelf.refresh(lei=trees, stale_days=4).change == "updated"
    shelf.facts.records[trees]["attributes"]["registration"]["status"] = "LAPSED"
    assert shelf.refresh(lei=trees, stale_days=1).change == "unchanged", "it was asked for today"
    assert shelf.refresh(lei=trees).label == "Trees AG (LAPSED)"


def test_all_that_have_grown_old_and_those_that_waited_longest_first(shelf):
    leis = {days: shelf.put(f"Days{days}", days) for days in (2, 45, 31, 90)}
    shelf.ledger.ensure_entity(kind="person", name="Somebody")
    shelf.ledger.ensure_entity(kind="limited-company", name="Never asked for", lei=shelf.lei("OTHER"))
    assert shelf.stale() == [leis[90], leis[45], leis[31]]
    assert shelf.stale(limit=2) == [leis[90], leis[45]]
    assert shelf.stale(stale_days=0, limit=1000) == [leis[90], leis[45], leis[31], leis[2]]
    first = shelf.refresh(limit=2)
    assert (first.change, first.label, len(first.refs)) == ("updated", "2 asked for, 2 updated", 2)
    assert shelf.stale(limit=2) == [leis[31]], "those that were asked for today have their turn later"
    assert shelf.refresh().label == "1 asked for, 1 updated"
    assert (shelf.refresh().label, shelf.refresh().change) == ("0 asked for, 0 updated", "unchanged")


def test_one_that_has_gone_does_not_keep_the_others_from_it(shelf):
    good, void = shelf.put("Good", 40), shelf.put("Void", 40, registration="ANNULLED")
    gone = shelf.put("Gone", 40)
    del shelf.facts.records[gone]
    outcome = shelf.refresh()
    assert outcome.label == "3 asked for, 1 updated, 1 annulled, 1 not in the register"
    assert (outcome.value["annulled"], outcome.value["missing"]) == ([void], [gone])
    assert "gleif_status" not in shelf.attributes(void)
    assert shelf.attributes(good)["gleif_status"] == "ISSUED"
    assert shelf.stale() == []


@pytest.mark.parametrize("name", ["lei", "entity_id"])
def test_whoever_names_nothing_in_the_end_does_not_get_all(shelf, name):
    shelf.put("Old", 99)
    assert shelf.stale(**{name: None}) is None
    with pytest.raises(VerbFailed, match="has no LEI"):
        shelf.refresh(**{name: None})


def test_an_attribute_that_is_no_day_says_nothing(shelf):
    lei = shelf.put("Odd", 40)
    entity = shelf.ledger.find_entities(lei=lei)[0]
    shelf.ledger.ensure_entity(
        kind=entity.kind, name=entity.name, lei=lei, attributes={"gleif_checked": "last week", "gleif_status": "ISSUED"}
    )
    assert shelf.stale() == [lei]
