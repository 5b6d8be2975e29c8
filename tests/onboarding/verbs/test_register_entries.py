"""What the register says about an entity, in the ledger."""

from __future__ import annotations

import pytest

from inquiro.core.register import ParentFound, RegisterRecord
from inquiro.onboarding.verbs.register_entries import ensure_entry, terminus
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"
RECORD = RegisterRecord(lei=LEI, name="Varnholt SE", jurisdiction="DE", category="FUND")
NOBODY = ParentFound(exception="NO_KNOWN_PERSON")
SOMEBODY = ParentFound(record=RegisterRecord(lei="OJ2TIQSVQND4IZYYK658", name="Korvenau AG"))


@pytest.mark.parametrize(
    ("parents", "reason"),
    [
        ({"direct": NOBODY, "ultimate": ParentFound(exception="NON_PUBLIC")}, "NON_PUBLIC"),
        ({"direct": NOBODY}, "NO_KNOWN_PERSON"),
        ({"direct": NOBODY, "ultimate": SOMEBODY}, None),
        ({"direct": SOMEBODY, "ultimate": NOBODY}, None),
        ({"direct": ParentFound()}, None),
        ({}, None),
    ],
)
def test_ownership_ends_only_where_nobody_at_all_stands_above(parents, reason):
    assert terminus(parents).get("ubo_terminus", {}).get("reason") == reason


def test_an_entity_keeps_its_kind_and_what_a_person_said():
    ledger = MemoryLedger()
    mark = {"ubo_terminus": {"reason": "LISTED", "source": "a person"}, "city": "Varnholt"}
    made, _ = ledger.ensure_entity(kind="limited-company", name="Varnholt", lei=LEI, attributes=mark)
    entity, change = ensure_entry(ledger, RECORD, {"direct": SOMEBODY})
    assert (entity.id, entity.kind, change) == (made.id, "limited-company", "updated")
    assert entity.attributes["ubo_terminus"] == mark["ubo_terminus"]
    assert entity.attributes["city"] == "Varnholt"
    assert ensure_entry(MemoryLedger(), RECORD)[0].kind == "fund"
