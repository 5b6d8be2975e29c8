"""The order in which a run may stop, and the reason in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.estimates import what_next
from inquiro.core.types import ChecklistItem, FactEstimate, SaturationMetrics, Stop, Value
from inquiro.engine.saturation import should_stop

ANSWERED_ROUNDS_BEFORE_METRICS = 2
ROUNDS_FOR_AN_ANSWER = 2  # whoever has not answered by then hangs


class Pressure(Value, frozen=True, kw_only=True):
    """What bears on the decision from outside the research itself."""

    user_stop: str | None = None
    budget_stop: Stop | None = None


class Situation(Value, frozen=True, kw_only=True):
    """Everything the decision looks at after a round."""

    checklist: tuple[ChecklistItem, ...]
    round: int
    max_rounds: int
    user_stop: str | None = None
    budget_stop: Stop | None = None
    metrics: SaturationMetrics | None = None
    answered_rounds: int = 0  # rounds in which at least one source answered
    sources_failed: bool = False  # this round found nothing because sources failed
    answers_under_way: bool = False  # searches that the round did not wait for
    queries_left: bool = True
    outlook: FactEstimate | None = None  # what another round could still find, which asks for what is open


def decide(now: Situation) -> Stop | None:
    """User, then money or time, then the checklist, then the round limit, then the metrics; None goes on.

    Where no source can be reached at all there is nothing to wait for, and nothing to measure; that is the reason
    even in the last round that was allowed.
    """
    if now.user_stop:
        return Stop(cause="user", reason=now.user_stop)
    if now.budget_stop:
        return now.budget_stop
    if now.sources_failed and not now.answered_rounds:
        if not now.answers_under_way:
            return Stop(cause="sources", reason="No source could be reached")
        if now.round >= min(now.max_rounds, ROUNDS_FOR_AN_ANSWER):
            return Stop(cause="sources", reason="No source answered in time")
    coverage = f"{_coverage(now.checklist)}{_outlook(now)}"
    if now.checklist and all(item.satisfied for item in now.checklist):
        return Stop(cause="checklist", reason=f"Checklist complete: {coverage}")
    if now.round >= now.max_rounds:
        return Stop(cause="rounds", reason=f"Round limit reached ({now.max_rounds}): {coverage}")
    if now.metrics and now.answered_rounds >= ANSWERED_ROUNDS_BEFORE_METRICS and not now.sources_failed:
        enough, reason = should_stop(_counting(now, now.metrics))
        if enough:
            return Stop(cause="saturation", reason=f"{reason}; {coverage}")
    if not now.queries_left:
        return Stop(cause="exhausted", reason=f"No further query to try; {coverage}")
    return None


def _counting(now: Situation, metrics: SaturationMetrics) -> SaturationMetrics:
    """While something is open, facts still come and queries wait, neither having asked every source nor a round
    without new names is a reason to stop: that facts repeat themselves is."""
    open_items = any(not item.satisfied for item in now.checklist)
    going = open_items and now.queries_left and metrics.new_facts_ratio > 0
    return msgspec.structs.replace(metrics, source_coverage=0.0, new_entities_ratio=1.0) if going else metrics


def _coverage(checklist: Sequence[ChecklistItem]) -> str:
    done = sum(item.satisfied for item in checklist)
    partial = sum(item.status == "partial" for item in checklist)
    return f"{done} of {len(checklist)} answered" + (f", {partial} in part" if partial else "")


def _outlook(now: Situation) -> str:
    if now.outlook is None:
        return ""
    done = [item.satisfied for item in now.checklist]
    where = "; on what is open, " if any(done) and not all(done) else "; "
    return f"{where}{what_next(now.outlook)}"
