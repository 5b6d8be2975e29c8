"""How far a run has come: the checklist in events, what a round brought, and seed 004's trace state."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import ChecklistItem, Entity, Fact, Json, RoundRecord, SaturationMetrics
from inquiro.engine.saturation import calculate_saturation
from inquiro.engine.unseen_facts import Forecast, forecast
from inquiro.workflows.state import ResearchState, queries_of

ROUNDS_PER_PAIR = 2  # a source has been asked about an item once it was asked in this many rounds


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


def round_record(
    state: ResearchState, checklist: Sequence[ChecklistItem], metrics: SaturationMetrics, outlook: Forecast
) -> RoundRecord:
    last = state["last"]
    return RoundRecord(
        iteration=state["round"],
        queries=tuple(query.text for query in queries_of(state) if state["round"]),  # round 0 asks nobody
        results_count=last["hits"],
        documents=last["documents"],
        passages=last["passages"],
        new_facts=last["new"],
        failures=last["failures"],
        checklist_progress=f"{sum(item.satisfied for item in checklist)}/{len(checklist)}",
        saturation=metrics,
        expected_new_facts=outlook.remaining.next_round,
        facts=len(state["facts_extracted"]),
        estimate=outlook.whole,
    )


def saturation_of(
    state: ResearchState, checklist: tuple[ChecklistItem, ...], entities: list[Entity]
) -> SaturationMetrics:
    last = state["last"]
    open_items = [item.id for item in checklist if not item.satisfied]
    pairs = [f"{name}|{item}" for name in state["sources"] for item in open_items]
    asked = sum(state["asked"].get(pair, 0) >= ROUNDS_PER_PAIR for pair in pairs)
    return calculate_saturation(
        entities_before=last["entities_before"],
        entities_after=len(entities),
        facts_before=last["facts_before"],
        facts_after=len(state["facts_extracted"]),
        circular_citations=last["repeated"],
        total_citations=last["new"] + last["repeated"],
        sources_queried=asked if open_items else 1,  # with nothing open, every source has been asked enough
        sources_available=len(pairs) if open_items else 1,
    )


def outlook_of(state: ResearchState, checklist: Sequence[ChecklistItem], facts: Sequence[Fact]) -> Forecast:
    """What another round could still find."""
    return forecast(facts, checklist, documents=len(state["documents"]), last_read=state["last"].get("read", 0))
