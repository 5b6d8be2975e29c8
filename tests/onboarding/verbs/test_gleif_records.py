from __future__ import annotations

import asyncio

import pytest

from inquiro.onboarding.verbs.gleif_records import at_most, enrich, with_parents
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.testing.ledger import MemoryLedger


@pytest.fixture
def enriched(gleif_server):
    """By what is given, onto a ledger."""
    register = gleif_server.register_of(gleif_server.nordwind())

    def do(ledger, **arguments):
        given = {name.replace("_", "-"): value for name, value in arguments.items()}
        return enrich(ledger, given, asyncio.run(with_parents(register, given)))

    return do


def test_a_decision_of_somebody_elses_is_kept_beside_ours(gleif_server, enriched):
    ledger = MemoryLedger()
    enriched(ledger, lei=gleif_server.APEX, decision_id="D-7")
    [entity] = ledger.entities.values()
    assert (entity.attributes["external_decision_id"], entity.decision_id) == ("D-7", "decision-1")
    assert enriched(ledger, lei=gleif_server.APEX).change == "unchanged"


def test_an_entity_that_is_named_beside_an_lei_is_given_it(gleif_server, enriched):
    ledger = MemoryLedger()
    made, _ = ledger.ensure_entity(kind="partnership", name="Nordwind Capital")
    assert enriched(ledger, lei=gleif_server.APEX, entity_id=made.id).ref == made.id
    assert [(one.lei, one.kind) for one in ledger.entities.values()] == [(gleif_server.APEX, "partnership")]
    assert enriched(ledger, lei=gleif_server.APEX, entity_id=made.id).change == "unchanged"
    assert enriched(ledger, lei=gleif_server.APEX, entity_id=gleif_server.APEX).ref == made.id


@pytest.mark.fault(57)
def test_an_lei_is_never_given_to_somebody_else(gleif_server, enriched):
    ledger = MemoryLedger()
    for name, lei in (("Suedlicht AG", ""), ("Nordwind Capital SE", gleif_server.APEX), ("Nordwind", "")):
        ledger.ensure_entity(kind="limited-company", name=name, lei=lei)
    before = dict(ledger.entities)
    with pytest.raises(VerbFailed, match="is Nordwind Kapitalverwaltung GmbH, not Suedlicht AG"):
        enriched(ledger, lei=gleif_server.CHILD, entity_id="Suedlicht AG")
    with pytest.raises(VerbFailed, match="is another LEI, and Nordwind Capital SE"):
        enriched(ledger, lei=gleif_server.CHILD, entity_id="Nordwind Capital SE")
    with pytest.raises(VerbFailed, match="is the LEI of Nordwind Capital SE"):
        enriched(ledger, lei=gleif_server.APEX, entity_id="Nordwind")
    assert ledger.entities == before


def test_a_limit_is_at_least_one():
    assert (at_most({}, 7), at_most({"limit": 3}, 7)) == (7, 3)
    with pytest.raises(VerbFailed, match=":limit 0"):
        at_most({"limit": 0}, 7)
