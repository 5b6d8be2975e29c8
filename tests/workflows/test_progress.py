"""How a run looks from outside while it works."""

from __future__ import annotations

from inquiro.core.types import ChecklistItem, Fact, RoundRecord, SaturationMetrics
from inquiro.engine.quantities import quantities
from inquiro.workflows.progress import checklist_view, outlook_of, round_record, trace_state

ITEMS = (
    ChecklistItem(id="c1", description="What does it cost?", label="cost", status="satisfied", evidence=("f1",)),
    ChecklistItem(id="c2", description="Who pays?", label="payer", status="partial"),
)


def test_a_checklist_is_shown_with_its_labels_and_states():
    assert checklist_view(ITEMS) == [
        {"id": "c1", "label": "cost", "description": "What does it cost?", "status": "satisfied"},
        {"id": "c2", "label": "payer", "description": "Who pays?", "status": "partial"},
    ]


def test_a_trace_holds_question_checklist_knowledge_and_rounds():
    facts = [
        Fact(id="f1", statement="It costs 5 €.", evidence=("e1",), sources=("d2", "d1")),
        Fact(id="f2", statement="It is paid.", evidence=("e2",), sources=("d1",)),
    ]
    state = trace_state("cost and payer", ITEMS, facts, [RoundRecord(iteration=1, queries=("cost",))])
    assert state["refined_question"] == "cost and payer"
    assert [(item["satisfied"], item["evidence"]) for item in state["checklist"]] == [(True, ["f1"]), (False, [])]
    assert state["knowledge_base"] == {
        "facts": ["It costs 5 €.", "It is paid."],
        "sources": ["d1", "d2"],
        "gaps": ["Who pays?"],
    }
    assert [record["iteration"] for record in state["iterations"]] == [1]


def found(number: int, item: str, *origins: str) -> Fact:
    statement = f"Part {number} of the work costs {number}00 €."
    return Fact(id=f"f{number}", statement=statement, evidence=(), sources=(), origin_ids=origins,
                scores={item: 0.5}, quantities=quantities(statement))  # fmt: skip


FOUND = [found(n, "c1" if n < 6 else "c2", *"abc"[: 1 + n % 2]) for n in range(1, 11)]
COUNTS = {"hits": 9, "documents": 4, "read": 3, "passages": 7, "new": 2, "failures": 0}


def test_a_round_is_recorded_with_all_facts_so_far_and_how_many_more_there_may_be():
    state = {"round": 2, "last": COUNTS, "queries": [], "documents": list("abcde"), "facts_extracted": ["f1", "f2"]}
    outlook = outlook_of(state, ITEMS, FOUND)
    metrics = SaturationMetrics(new_entities_ratio=0, new_facts_ratio=0.2, citation_circularity=0, source_coverage=0)
    record = round_record(state, ITEMS, metrics, outlook)
    assert (record.facts, record.checklist_progress) == (2, "1/2")
    assert (record.estimate, record.estimate.found, record.estimate.documents) == (outlook.whole, 10, 5)
    assert record.expected_new_facts == outlook.remaining.next_round > 0
    assert outlook.remaining.found == 5
    assert [one.item for one in outlook.items] == ["c1", "c2"]


def test_a_round_that_was_kept_by_an_older_version_foretells_nothing():
    last = {name: count for name, count in COUNTS.items() if name != "read"}
    assert outlook_of({"last": last, "documents": list("abcde")}, ITEMS, FOUND).whole.next_round == 0
