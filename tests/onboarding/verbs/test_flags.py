from __future__ import annotations

import pytest

from inquiro.onboarding.verbs.flags import FLAG_HANDLERS
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.testing.ledger import MemoryLedger


@pytest.fixture
def ledger():
    made = MemoryLedger()
    made.ensure_entity(kind="cbu", name="Unit")
    made.ensure_entity(kind="fund", name="Fund")
    return made


def flag(ledger, **more):
    given = {"flag-type": "adverse-media", "severity": "high", "description": "A fine"}
    given |= {name.replace("_", "-"): value for name, value in more.items()}
    return FLAG_HANDLERS["red-flag.raise"].apply(ledger, given, {})


def test_a_flag_is_raised_once_and_may_change_its_severity(ledger):
    outcome = flag(ledger, cbu_id="Unit")
    assert (outcome.change, outcome.label) == ("created", "ADVERSE_MEDIA on Unit")
    assert flag(ledger, cbu_id="Unit").change == "unchanged"
    assert flag(ledger, cbu_id="Unit", severity="LOW").change == "updated"
    (record,) = ledger.records.values()
    assert (record.kind, record.fields["severity"], record.fields["flag_type"]) == ("red-flag", "LOW", "ADVERSE_MEDIA")


def test_other_words_and_other_subjects_are_other_flags(ledger):
    changes = [
        flag(ledger, cbu_id="Unit").change,
        flag(ledger, cbu_id="Unit", description="Another fine").change,
        flag(ledger, entity_id="Fund").change,
        flag(ledger, entity_id="Fund", cbu_id="Unit").change,
    ]
    assert changes == ["created"] * 4
    fund = ledger.find_entities(name="Fund")[0]
    assert [record.entity_id == fund.id for record in ledger.records.values()] == [False, False, True, True]


def test_a_flag_may_be_about_a_case_of_somebody_elses_system(ledger):
    outcome = flag(ledger, case_id="C-1", workstream_id="W-2")
    assert (outcome.change, outcome.label) == ("created", "ADVERSE_MEDIA on case C-1, workstream W-2")
    assert flag(ledger, case_id="C-1", workstream_id="W-2").change == "unchanged"
    assert [flag(ledger, case_id="C-1").change, flag(ledger, case_id="C-1", entity_id="Fund").change] == ["created"] * 2
    first = next(iter(ledger.records.values()))
    assert (first.fields["case_id"], first.fields["workstream_id"], first.entity_id) == ("C-1", "W-2", "")


def test_a_flag_is_about_something(ledger):
    with pytest.raises(VerbFailed, match="give :cbu-id, :entity-id, :lei, :case-id or :workstream-id"):
        flag(ledger)
