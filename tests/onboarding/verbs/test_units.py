from __future__ import annotations

import pytest

from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.units import UNIT_HANDLERS
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"


@pytest.fixture
def ledger():
    made = MemoryLedger()
    made.ensure_entity(kind="fund", name="Alpha Fund", lei=LEI)
    made.ensure_entity(kind="limited-company", name="Manager")
    made.ensure_entity(kind="limited-company", name="Other")
    return made


def call(ledger, verb, **arguments):
    given = {name.replace("_", "-"): value for name, value in arguments.items()}
    return UNIT_HANDLERS[f"cbu.{verb}"].apply(ledger, given, {})


def links(ledger):
    names = {one.id: f"{one.kind} {one.name}" for one in ledger.entities.values()}
    return [(one.type, names[one.owner], names[one.owned], one.percentage) for one in ledger.relations.values()]


def test_a_unit_has_no_lei_of_its_own(ledger):
    outcome = call(
        ledger, "ensure", name="Alpha Fund", jurisdiction="lu", client_type="fund", lei=LEI, manco_id="Manager"
    )
    unit = ledger.entity(outcome.ref)
    assert (unit.kind, unit.lei, unit.jurisdiction) == ("cbu", "", "LU")
    assert unit.attributes == {"client_type": "fund", "lei": LEI}
    assert links(ledger) == [("role:MANAGEMENT_COMPANY", "limited-company Manager", "cbu Alpha Fund", None)]
    assert call(ledger, "ensure", name="alpha fund", jurisdiction="LU").ref == unit.id


def test_roles_are_held_in_a_unit(ledger):
    call(ledger, "ensure", name="Alpha Fund")
    said = {"cbu_id": "Alpha Fund", "entity_id": "Alpha Fund", "role": "asset-owner", "ownership_percentage": 60}
    outcome = call(ledger, "assign-role", **said)
    assert (outcome.change, outcome.label) == ("created", "Alpha Fund: ASSET_OWNER in Alpha Fund")
    assert call(ledger, "assign-role", **said).change == "unchanged"
    assert call(ledger, "assign-role", **(said | {"role": "MANAGER"})).change == "created"
    assert links(ledger)[0] == ("role:ASSET_OWNER", "fund Alpha Fund", "cbu Alpha Fund", 60)


def test_a_role_towards_several_keeps_what_is_said_of_each(ledger):
    call(ledger, "ensure", name="Unit")
    said = {"cbu_id": "Unit", "entity_id": "Manager", "role": "DELEGATE"}
    for _ in range(2):
        for target, share in (("Alpha Fund", 10), ("Other", 20)):
            outcome = call(ledger, "assign-role", **said, target_entity_id=target, ownership_percentage=share)
    assert outcome.change == "unchanged"
    assert [row[2:] for row in links(ledger)] == [
        ("fund Alpha Fund", 10),
        ("cbu Unit", None),
        ("limited-company Other", 20),
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"cbu_id": "Manager"}, "is no client business unit"),
        ({"cbu_id": "Nowhere"}, "make it first, with cbu.ensure"),
        ({"entity_id": "Nobody"}, "make it first, with entity.ensure"),
        ({"entity_id": "Unit"}, "cannot hold a role in itself"),
        ({"role": " - "}, "the role is empty"),
    ],
)
def test_what_a_role_needs(ledger, wrong, said):
    call(ledger, "ensure", name="Unit")
    with pytest.raises(VerbFailed, match=said):
        call(ledger, "assign-role", **({"cbu_id": "Unit", "entity_id": "Manager", "role": "R"} | wrong))


def test_ownership_brings_a_role_where_a_unit_is_named(ledger):
    call(ledger, "ensure", name="Unit")
    said = {"owner_entity_id": "Manager", "percentage": 100, "source": "GLEIF", "corroboration": "fully-corroborated"}
    for owned in ("Alpha Fund", "Other"):
        call(ledger, "role:assign-ownership", **said, owned_entity_id=owned, cbu_id="Unit")
    assert [row[:3] for row in links(ledger)] == [
        ("ownership", "limited-company Manager", "fund Alpha Fund"),
        ("role:SHAREHOLDER", "limited-company Manager", "cbu Unit"),
        ("ownership", "limited-company Manager", "limited-company Other"),
    ]
    (share, *_) = ledger.relations.values()
    assert (share.corroboration, share.source) == ("FULLY_CORROBORATED", "GLEIF")


def test_the_end_of_ownership_is_marked_in_a_unit_too(ledger):
    call(ledger, "ensure", name="Unit")
    outcome = call(ledger, "role:mark-ubo-terminus", entity_id="Manager", reason="listed", cbu_id="Unit")
    assert ledger.entity(outcome.ref).attributes == {"ubo_terminus": {"reason": "LISTED"}}
    assert links(ledger) == [("role:UBO_TERMINUS", "limited-company Manager", "cbu Unit", None)]
