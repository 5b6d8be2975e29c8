from __future__ import annotations

import pytest

from inquiro.onboarding.verbs.entities import ENTITY_HANDLERS, constant, kind_of
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"


@pytest.fixture
def ledger():
    return MemoryLedger()


def call(ledger, verb, **arguments):
    given = {name.replace("_", "-"): value for name, value in arguments.items()}
    return ENTITY_HANDLERS[f"entity.{verb}"].apply(ledger, given, {})


def test_an_entity_with_everything_that_has_no_place_of_its_own(ledger):
    outcome = call(
        ledger,
        "ensure",
        entity_type="LIMITED_COMPANY",
        name=" Alpha SE ",
        jurisdiction="de",
        lei=LEI,
        city="Munich",
        status=None,
        attributes={"founded-in": 1890},
        source="GLEIF",
    )
    entity = ledger.entity(outcome.ref)
    assert (outcome.change, outcome.label) == ("created", "Alpha SE")
    assert (entity.kind, entity.name, entity.lei, entity.jurisdiction, entity.source) == (
        "limited-company",
        "Alpha SE",
        LEI,
        "DE",
        "GLEIF",
    )
    assert entity.attributes == {"city": "Munich", "founded_in": 1890}


def test_a_limited_company_keeps_any_attribute(ledger):
    given = {"name": "Alpha", "gleif_status": "ISSUED", "direct_parent_lei": LEI, "list": [1, {"a": True}]}
    first = call(ledger, "ensure-limited-company", **given)
    assert ledger.entity(first.ref).attributes == {k: v for k, v in given.items() if k != "name"}
    assert call(ledger, "ensure-limited-company", **given).change == "unchanged"


@pytest.mark.parametrize("verb", ["ensure", "ensure-limited-company"])
def test_an_empty_name_is_none(ledger, verb):
    with pytest.raises(VerbFailed, match="the name is empty"):
        call(ledger, verb, name="  ")


def test_the_end_of_ownership_is_marked_in_the_words_of_the_register(ledger):
    call(ledger, "ensure", name="Alpha", lei=LEI)
    outcome = call(ledger, "set-ubo-terminus", lei=LEI, reason="no-known-person", source="GLEIF")
    assert outcome.change == "updated"
    assert ledger.entity(outcome.ref).attributes["ubo_terminus"] == {"reason": "NO_KNOWN_PERSON", "source": "GLEIF"}
    assert call(ledger, "set-ubo-terminus", entity_id="Alpha", reason="NO_KNOWN_PERSON", source="GLEIF").change == (
        "unchanged"
    )


def test_whose_the_end_of_ownership_is_stands_in_the_mark(ledger):
    for name in ("Alpha", "Kingdom"):
        call(ledger, "ensure", name=name)
    given = {"entity_id": "Alpha", "reason": "state-owned", "terminus_entity_id": "kingdom", "sovereign": "NO"}
    outcome = call(ledger, "set-ubo-terminus", **given)
    [kingdom] = ledger.find_entities(name="Kingdom")
    assert ledger.entity(outcome.ref).attributes["ubo_terminus"] == {
        "reason": "STATE_OWNED",
        "sovereign": "NO",
        "terminus_entity_id": kingdom.id,
        "terminus_entity": "Kingdom",
    }
    with pytest.raises(VerbFailed, match="no entity 'Nobody'"):
        call(ledger, "set-ubo-terminus", entity_id="Alpha", reason="x", terminus_entity_id="Nobody")


@pytest.mark.parametrize("text", ["limited-company", "LIMITED_COMPANY", " Limited  company "])
def test_kinds_and_constants_have_one_spelling(text):
    assert (kind_of(text), constant(text)) == ("limited-company", "LIMITED_COMPANY")
