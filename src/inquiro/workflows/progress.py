"""How a run's progress looks from outside: the checklist in events, and seed 004's trace state."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import ChecklistItem, Fact, Json, RoundRecord


def checklist_view(checklist: Sequence[ChecklistItem]) -> list[Json]:
    return [
        {"id": item.id, "label": item.label, "description": item.description, "status": item.status}
        for item in checklist
    ]


def trace_state(
    refined: str, checklist: Sequence[ChecklistItem], facts: Sequence[Fact], rounds: Sequence[RoundRecord]
) -> Json:
    """What a trace shows while it runs: question, checklist, knowledge base and iterations."""
    return {
        "refined_question": refined,
        "checklist": [
            {**view, "satisfied": item.satisfied, "evidence": list(item.evidence)}
            for item, view in zip(checklist, checklist_view(checklist), strict=True)
        ],
        "knowledge_base": {
            "facts": [fact.statement for fact in facts],
            "sources": sorted({source for fact in facts for source in fact.sources}),
            "gaps": [item.description for item in checklist if not item.satisfied],
        },
        "iterations": [record.to_dict() for record in rounds],
    }
