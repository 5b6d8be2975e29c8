"""How a run looks from outside while it works."""

from __future__ import annotations

from inquiro.core.types import ChecklistItem, Fact, RoundRecord
from inquiro.workflows.progress import checklist_view, trace_state

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
