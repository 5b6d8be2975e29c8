from __future__ import annotations

import pytest

from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.ownership import OWNERSHIP_HANDLERS, share
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"


@pytest.fixture
def ledger():
    made = MemoryLedger()
    for name in ("A", "B", "C"):
        made.ensure_entity(kind="limited-company", name=name)
    made.ensure_entity(kind="limited-company", name="Parent", lei=LEI)
    return made


def own(ledger, owner, owned, percentage=None, **more):
    given = {"owner-entity-id": owner, "owned-entity-id": owned, "percentage": percentage}
    given |= {name.replace("_", "-"): value for name, value in more.items()}
    return OWNERSHIP_HANDLERS["ubo.add-ownership"].apply(ledger, given, {})


def create(ledger, **more):
    given = {name.replace("_", "-"): value for name, value in more.items()}
    return OWNERSHIP_HANDLERS["ubo.create"].apply(ledger, given, {})


def test_a_share_is_a_relationship_of_its_source(ledger):
    outcome = own(ledger, "A", "B", 25, ownership_type="DIRECT", source="deed")
    assert (outcome.change, outcome.label) == ("created", "A owns 25 % of B")
    assert own(ledger, "A", "B", 25.0, ownership_type="DIRECT", source="deed").change == "unchanged"
    assert own(ledger, "A", "B", 30, ownership_type="DIRECT", source="deed").change == "updated"
    assert own(ledger, "A", "B", 25, ownership_type="DIRECT", source="press").change == "created"
    (first, _) = ledger.relations.values()
    assert (first.type, first.percentage, first.attributes) == ("ownership", 30, {"ownership_type": "DIRECT"})


def test_an_owner_may_be_named_by_its_lei(ledger):
    given = {"owner-lei": LEI, "owned-entity-id": "B", "percentage": 25}
    assert OWNERSHIP_HANDLERS["ubo.add-ownership"].apply(ledger, given, {}).label == "Parent owns 25 % of B"


def test_nobody_owns_itself(ledger):
    with pytest.raises(VerbFailed, match="A cannot own itself"):
        own(ledger, "A", "a", 10)


def test_shares_of_one_source_are_parts_of_one_whole(ledger):
    own(ledger, "A", "C", 60, source="deed")
    with pytest.raises(VerbFailed, match="B cannot own 41 % of C: others are said by deed to own 60 % already"):
        own(ledger, "B", "C", 41, source="deed")
    with pytest.raises(VerbFailed, match="60 % already"):
        own(ledger, "B", "C", 41, source="deed", ownership_type="DIRECT")
    assert own(ledger, "B", "C", 40, source="deed").change == "created"
    assert own(ledger, "B", "C", 90, source="press").change == "created"
    assert own(ledger, "A", "C", 50, source="deed").change == "updated"


@pytest.mark.parametrize("form", ["ACCOUNTING_CONSOLIDATION", "indirect", "ULTIMATE_PARENT"])
def test_shares_that_count_the_same_again_do_not_add_up(ledger, form):
    own(ledger, "A", "C", 60, source="GLEIF")
    own(ledger, "B", "C", 100, source="GLEIF", ownership_type=form)
    assert own(ledger, "Parent", "C", 100, source="GLEIF", ownership_type=form).change == "created"
    assert own(ledger, "Parent", "B", 100, source="GLEIF").change == "created"


def test_capital_and_votes_of_one_owner_are_two_stakes(ledger):
    for _ in range(2):
        changes = [
            own(ledger, "A", "B", share, ownership_type=form).change
            for share, form in ((60, "CAPITAL"), (90, "VOTING"))
        ]
    assert changes == ["unchanged", "unchanged"]
    assert [(one.type, one.percentage) for one in ledger.relations.values()] == [
        ("ownership", 60),
        ("ownership:VOTING", 90),
    ]
    with pytest.raises(VerbFailed, match="90 % already"):
        own(ledger, "C", "B", 20, ownership_type="VOTING")


@pytest.mark.parametrize("value", [-1, 100.5, "many", float("nan"), float("inf"), "1e9"])
def test_a_percentage_lies_between_0_and_100(value):
    with pytest.raises(VerbFailed, match="is no percentage"):
        share(value)


def test_percentages_are_numbers():
    assert [share(value) for value in (None, "", 0, 100, "33.3")] == [None, None, 0, 100, 33.3]


def test_a_beneficial_owner_is_a_person_with_a_claim(ledger):
    said = {
        "entity_id": "A",
        "name": "Jane Doe",
        "percentage": 30,
        "nationality": "DE",
        "is_pep": False,
        "reason": "shares",
    }
    outcome = create(ledger, **said)
    assert (outcome.change, outcome.label) == ("created", "Jane Doe: beneficial owner of A")
    assert create(ledger, **said).change == "unchanged"
    person = ledger.find_entities(name="Jane Doe", kind="person")[0]
    assert person.attributes == {"nationality": "DE", "is_pep": False}
    (record,) = ledger.records.values()
    assert record.fields == {
        "percentage": 30,
        "reason": "shares",
        "control_type": "OWNERSHIP",
        "person_id": person.id,
        "person": "Jane Doe",
    }
    (link,) = ledger.relations.values()
    assert (link.type, link.owner, link.percentage) == ("beneficial-ownership", person.id, 30)


def test_a_known_person_of_a_unit(ledger):
    unit = ledger.ensure_entity(kind="cbu", name="Unit")[0]
    person = ledger.ensure_entity(kind="person", name="Ann")[0]
    outcome = create(ledger, cbu_id="Unit", person_id=person.id, control_type="voting")
    (record,) = ledger.records.values()
    assert (outcome.ref, record.entity_id, record.fields["control_type"]) == (record.id, unit.id, "VOTING")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "Jane"}, "give :entity-id, :cbu-id or :lei"),
        ({"entity_id": "A"}, "give :person-id or :name"),
        ({"entity_id": "A", "name": " "}, "give :person-id or :name"),
        ({"entity_id": "A", "person_id": "A"}, "cannot be the beneficial owner of itself"),
    ],
)
def test_what_a_beneficial_owner_needs(ledger, wrong, said):
    with pytest.raises(VerbFailed, match=said):
        create(ledger, **wrong)


def test_what_is_claimed_of_a_known_person_is_kept(ledger):
    ledger.ensure_entity(kind="person", name="Jane Doe")
    ledger.ensure_entity(kind="cbu", name="Unit")
    given = {"entity_id": "A", "cbu_id": "Unit", "person_id": "Jane Doe", "name": "J. Doe", "nationality": "DE"}
    create(ledger, ownership="more than 25 %", status="UNVERIFIED", **given)
    [person], [unit] = ledger.find_entities(kind="person"), ledger.find_entities(kind="cbu")
    assert person.attributes == {"nationality": "DE", "also_named": "J. Doe"}
    fields = next(iter(ledger.records.values())).fields
    assert (fields["ownership"], fields["status"], fields["cbu_id"]) == ("more than 25 %", "UNVERIFIED", unit.id)


def test_a_share_says_when_and_where_its_source_said_so(ledger):
    own(
        ledger,
        "A",
        "B",
        25,
        source="register",
        source_date="2025-07-01",
        source_url="https://a.example/",
        description="x",
    )
    (stake,) = ledger.relations.values()
    assert stake.attributes == {"source_date": "2025-07-01", "source_url": "https://a.example/", "description": "x"}


@pytest.mark.parametrize(("said", "percentage"), [(30.5, 30.5), ("over 25 %", None)])
def test_an_ownership_that_is_a_number_is_a_percentage(ledger, said, percentage):
    create(ledger, entity_id="A", name="Jane Doe", ownership=said)
    (record,) = ledger.records.values()
    assert (record.fields["ownership"], record.fields.get("percentage")) == (said, percentage)
