"""Everything about a report that is not its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inquiro.core.decoders import convert
from inquiro.core.types import Fact, Json, Report, ResultStatus, SaturationMetrics
from inquiro.engine.deps import Deps
from inquiro.workflows.progress import outlook_of
from inquiro.workflows.sources import lost_in, notices
from inquiro.workflows.state import ResearchState, checklist_of, rounds_of
from inquiro.workflows.stumbles import without_models
from inquiro.workflows.thinking import engine_of

ENDED_AS: dict[str, ResultStatus] = {"rounds": "max_iterations_reached", "sources": "error"}


def grown(state: ResearchState, told: Json) -> ResearchState:
    """The state as it will be once this node has returned."""
    more = {name: [*state.get(name, []), *added] for name, added in told.items()}  # type: ignore[misc]
    return {**state, **more}  # type: ignore[typeddict-item]


def report_base(state: ResearchState, deps: Deps, facts: Sequence[Fact]) -> Report:
    """Everything about a report that is not its sentences."""
    cause = state.get("stop_cause")
    early = cause in {"user", "money", "tokens", "time", "pages"}
    saturation: Any = state.get("saturation_metrics")
    outlook = outlook_of(state, checklist_of(state), facts)
    return Report(
        trace_id=deps.run_id,
        question=state["original_query"],
        answer="",
        saturation=convert(saturation, SaturationMetrics) if saturation else None,
        lost=lost_in(state),
        notices=(*deps.notices, *notices(state, deps), *without_models(state)),
        rounds=tuple(rounds_of(state)),
        iterations_used=state["round"],
        stop_reason=state.get("stop_reason") or "",
        status="stopped" if early else ENDED_AS.get(cause or "", "completed"),
        engine=engine_of(deps, state),
        privacy=deps.effects.mode,
        dropped=state["dropped"],
        partial=early,
        estimate=outlook.whole,
        item_estimates=outlook.items,
    )
