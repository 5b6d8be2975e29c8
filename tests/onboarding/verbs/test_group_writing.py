from __future__ import annotations

from inquiro.core.register import RegisterRecord
from inquiro.onboarding.verbs.group_walk import Edge, Group
from inquiro.onboarding.verbs.group_writing import imported, looked_at, write_group
from inquiro.testing.ledger import MemoryLedger

GROUP = Group(
    records=(RegisterRecord(lei="TOP", name="Top SE"), RegisterRecord(lei="LOW", name="Low AG")),
    edges=(Edge(parent="TOP", child="LOW", corroboration="FULLY_CORROBORATED", status="ACTIVE"),),
    cut="cut off",
)


def test_a_group_is_written_once():
    ledger = MemoryLedger()
    outcomes = [imported(GROUP, "TOP", write_group(ledger, GROUP, {"colour": "green"})) for _ in range(2)]
    assert [one.change for one in outcomes] == ["created", "unchanged"]
    assert outcomes[0].label == "Top SE: 2 entities, 1 relationships; cut off"
    assert outcomes[0].refs == tuple(ledger.entities)
    [relation] = ledger.relations.values()
    assert relation.attributes == {
        "ownership_type": "ACCOUNTING_CONSOLIDATION",
        "consolidation": "direct",
        "relationship_status": "ACTIVE",
        "colour": "green",
    }
    assert {one.attributes["colour"] for one in ledger.entities.values()} == {"green"}


def test_what_would_be_written_is_told_and_is_what_is_written():
    ledger = MemoryLedger()
    told = looked_at(ledger, GROUP, "TOP")
    assert (ledger.entities, ledger.relations) == ({}, {})
    assert told.label == "Top SE: would import 2 entities (2 of them new), 1 relationships; cut off"
    write_group(ledger, GROUP, {})
    assert [one["lei"] for one in told.value["entities"]] == [one.lei for one in ledger.entities.values()]
    assert not [one for one in looked_at(ledger, GROUP, "TOP").value["entities"] if not one["known"]]
