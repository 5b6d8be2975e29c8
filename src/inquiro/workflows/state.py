"""What the graph carries between its nodes: ids, counts and small plain values; big things live in the store."""

from __future__ import annotations

from operator import add
from typing import Annotated

from typing_extensions import TypedDict

from inquiro.core.decoders import convert
from inquiro.core.types import ChecklistItem, Json, Plan, Query, ResearchRequest, RoundRecord
from inquiro.engine.choosing import Ranked
from inquiro.engine.search import Waiting


class ResearchState(TypedDict, total=False):
    """Seed 003's state; the lists hold ids, and what accumulates is added by LangGraph."""

    session_id: str
    original_query: str
    privacy_mode: str
    started_at: str

    refined_query: str
    domain: str

    sources_queried: Annotated[list[str], add]
    entities_found: list[str]
    facts_extracted: list[str]
    access_failures: Annotated[list[Json], add]

    current_phase: str
    saturation_metrics: Json | None
    should_stop: bool
    stop_reason: str | None
    stop_cause: str | None

    final_report: Json | None
    export_path: str | None

    answers: Annotated[list[str], add]
    plan: Json
    checklist: list[Json]
    queries: list[Json]
    tried: Annotated[list[str], add]
    asked: dict[str, int]  # "provider|item" -> rounds in which it was asked
    round: int
    rounds: Annotated[list[Json], add]
    answered_rounds: int
    sources_failed: bool
    documents: Annotated[list[str], add]
    known: Annotated[list[str], add]  # what the works that were opened are known by
    withdrawn: Annotated[list[str], add]  # documents, and names of works, that some source knows to be retracted
    sources: list[str]  # asked in every round
    reserve: list[Json]  # asked in place of one that fails
    closed: list[str]  # hosts that let nobody in before
    waiting: list[Json]  # searches that the last round left behind
    last: Json  # counts of the round under way
    contradictions: list[Json]
    dropped: dict[str, int]
    stumbles: Annotated[list[Json], add]  # steps that a model did not do
    critique: Json  # what critics said of the draft of a thorough run; missing before they read it
    follows: str  # the run whose documents are read first
    topics: list[Json]  # of a note that is researched
    sent: list[str]  # what of it left the machine, or would


def initial(run_id: str, request: ResearchRequest, privacy: str) -> ResearchState:
    return ResearchState(
        session_id=run_id,
        original_query=request.question,
        privacy_mode=privacy,
        sources_queried=[],
        entities_found=[],
        facts_extracted=[],
        access_failures=[],
        current_phase="starting",
        saturation_metrics=None,
        should_stop=False,
        stop_reason=None,
        stop_cause=None,
        final_report=None,
        export_path=None,
        answers=[],
        tried=[],
        asked={},
        round=0,
        rounds=[],
        answered_rounds=0,
        sources_failed=False,
        documents=[],
        known=[],
        withdrawn=[],
        sources=[],
        reserve=[],
        closed=[],
        waiting=[],
        contradictions=[],
        dropped={},
        stumbles=[],
        follows=request.follow or "",
        topics=[],
        sent=[],
    )


def plan_of(state: ResearchState) -> Plan:
    return convert(state["plan"], Plan)


def checklist_of(state: ResearchState) -> list[ChecklistItem]:
    return convert(state["checklist"], list[ChecklistItem])


def queries_of(state: ResearchState) -> list[Query]:
    return convert(state["queries"], list[Query])


def reserve_of(state: ResearchState) -> list[Ranked]:
    return convert(state["reserve"], list[Ranked])


def waiting_of(state: ResearchState) -> list[Waiting]:
    return convert(state["waiting"], list[Waiting])


def rounds_of(state: ResearchState) -> list[RoundRecord]:
    return convert(state["rounds"], list[RoundRecord])
