from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import VerbArgument, VerbSpec
from inquiro.onboarding.verbs.handling import VerbFailed
from inquiro.onboarding.verbs.records import LONGEST_KEY, key_of, recording
from inquiro.testing.ledger import MemoryLedger

SPEC = VerbSpec(
    name="mandate.record",
    record="mandate",
    key=("number",),
    arguments=(
        VerbArgument(name="number", required=True),
        VerbArgument(name="signed-on", type="date"),
        VerbArgument(name="client", type="entity"),
    ),
)


@pytest.fixture
def ledger():
    made = MemoryLedger()
    made.ensure_entity(kind="fund", name="Alpha")
    return made


def test_a_record_is_known_by_its_key(ledger):
    apply = recording(SPEC).apply
    outcome = apply(ledger, {"number": "M-1", "client": "alpha", "signed-on": "2024-01-01"}, {})
    alpha = ledger.find_entities(name="Alpha")[0]
    (record,) = ledger.records.values()
    assert (outcome.change, outcome.ref, outcome.label) == ("created", record.id, "mandate M-1")
    assert (record.kind, record.key, record.entity_id) == ("mandate", "M-1", alpha.id)
    assert record.fields == {"number": "M-1", "client": alpha.id, "signed_on": "2024-01-01"}
    assert apply(ledger, {"number": "M-1", "signed-on": "2024-02-01"}, {}).change == "updated"
    assert apply(ledger, {"number": "M-2"}, {}).change == "created"


def test_without_a_key_everything_that_is_said_makes_the_record(ledger):
    apply = recording(VerbSpec(name="note.write", record="note", open=True)).apply
    said = [{"a": "x"}, {"a": "x", "b": None}, {"b": "x"}, {"a": "x", "b": "y"}]
    assert [apply(ledger, one, {}).change for one in said] == ["created", "unchanged", "created", "created"]


def test_an_entity_that_is_not_there_fails_the_record(ledger):
    with pytest.raises(VerbFailed, match="no entity 'Beta'"):
        recording(SPEC).apply(ledger, {"number": "M-1", "client": "Beta"}, {})


@given(st.lists(st.none() | st.booleans() | st.integers(-9, 9) | st.text('ab"', max_size=3), min_size=1, max_size=3))
def test_keys_are_short_and_of_equal_length_lists_distinct(values):
    assert len(key_of([*values, "x" * LONGEST_KEY])) <= LONGEST_KEY
    assert key_of([*values, 1]) != key_of([*values, 2])
    assert key_of(values) == key_of(list(values))
