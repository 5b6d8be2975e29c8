"""A ledger in memory keeps the promises of the real one."""

from __future__ import annotations

import pytest

from inquiro.core.types import VerbStep
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"


def test_an_entity_is_known_by_its_lei_then_by_kind_name_and_place():
    ledger = MemoryLedger()
    made, change = ledger.ensure_entity(kind="fund", name="Moss Fund", jurisdiction="LU", attributes={"a": 1})
    assert change == "created"
    same, change = ledger.ensure_entity(
        kind="fund", name=" moss  FUND", jurisdiction="LU", lei=LEI, attributes={"b": 2}
    )
    assert (same.id, same.lei, same.attributes, change) == (made.id, LEI, {"a": 1, "b": 2}, "updated")
    assert ledger.ensure_entity(kind="fund", name="Moss Fund", lei=LEI)[1] == "unchanged"
    assert ledger.ensure_entity(kind="fund", name="Moss Fund", jurisdiction="IE")[1] == "created"


def test_another_lei_is_another_entity():
    ledger = MemoryLedger()
    first, _ = ledger.ensure_entity(kind="fund", name="Moss", lei=LEI)
    second, _ = ledger.ensure_entity(kind="fund", name="Moss", lei="OJ2TIQSVQND4IZYYK658")
    assert first.id != second.id


def test_relationships_and_records_are_kept_once():
    ledger = MemoryLedger()
    one, other = (ledger.ensure_entity(kind="fund", name=name)[0].id for name in "AB")
    for change in ("created", "unchanged"):
        assert ledger.ensure_relationship(type_="ownership", owner=one, owned=other, percentage=60.0)[1] == change
        assert ledger.ensure_record(kind="red-flag", key="x", fields={"severity": "HIGH"}, entity_id=one)[1] == change
    assert ledger.ensure_relationship(type_="ownership", owner=one, owned=other, percentage=70.0)[1] == "updated"
    assert [relation.percentage for relation in ledger.relationships(other)] == [70.0]


def test_what_is_raised_takes_back_what_was_done():
    ledger = MemoryLedger()
    ledger.ensure_entity(kind="fund", name="A")

    def work(inside):
        inside.ensure_entity(kind="fund", name="B")
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        ledger.transact(work)
    assert [entity.name for entity in ledger.entities.values()] == ["A"]


def test_a_done_step_stays_done():
    ledger = MemoryLedger()
    step = VerbStep(run_id="run-1", group="g", index=0, verb="v", text="", key="k", status="done")
    ledger.keep(step)
    ledger.keep(VerbStep(run_id="run-1", group="g", index=0, verb="v", text="", key="k", status="failed"))
    assert ledger.steps("g") == [step]
    assert ledger.steps("g", 1) == []


def test_the_first_to_finish_a_group_has_finished_it():
    ledger = MemoryLedger()
    assert (ledger.finish("g"), ledger.executed_elsewhere("g")) == ("run-1", "")
    ledger.run_id = "run-2"
    assert (ledger.finish("g"), ledger.executed_elsewhere("g")) == ("run-1", "run-1")
