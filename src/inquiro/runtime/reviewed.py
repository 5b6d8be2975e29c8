"""A report on its way out: a macro's result together with what people made of it."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from inquiro.core.errors import ReviewNotFound
from inquiro.core.types import Decision, MacroResult, Payload, Report, ResultReview, Review, VerbsExecuted
from inquiro.onboarding.reviewing.differences import changes
from inquiro.onboarding.reviewing.payloads import payload_hash
from inquiro.onboarding.suggesting import warnings_of
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.runtime import Runtime


async def reviewed(runtime: Runtime, report: Report) -> Report:
    """The report with the decision on its result; any other report as it is."""
    if report.macro is None or report.macro.state != "pending_review":
        return report
    store = runtime.reviews.store
    try:
        review = await store.review(ORGANISATION, report.macro.result_id)
    except ReviewNotFound:
        return report
    decision = await store.decision(ORGANISATION, review.id)
    told = await asyncio.to_thread(_told, report.macro, review, decision)
    return replace(report, review=replace(told, execution=await _execution(runtime, review.id)))


def _told(found: MacroResult, review: Review, decision: Decision | None) -> ResultReview:
    payload = review.payload if decision is None else decision.payload
    counted = payload_hash(payload)
    told = ResultReview(
        review_id=review.id,
        status=review.status,
        version=review.version,
        edited_by=review.edited_by,
        changes=tuple(changes(found.data, payload.data)),
        result=None if counted == found.payload_hash else _settled(found, payload, counted, review.version),
    )
    if decision is None:
        return told
    return replace(
        told,
        verdict=decision.verdict,
        who=decision.who,
        channel=decision.channel,
        at=decision.at,
        reason=decision.reason,
        version=decision.version,
        seen_hash=decision.seen_hash,
        decided_hash=decision.payload_hash,
        decision_hash=decision.hash,
        overrides=decision.overrides,
    )


def _settled(found: MacroResult, payload: Payload, counted: str, version: int) -> MacroResult:
    """What was decided on, or waits now, in place of what was found."""
    verbs = "\n".join(group.verbs for group in payload.groups)
    return replace(
        found,
        data=payload.data,
        schema_valid=payload.schema_valid,
        validation_errors=payload.validation_errors,
        suggested_verbs=verbs or None,
        verb_problems=payload.problems,
        verb_warnings=warnings_of(verbs),
        measured_quality=payload.measured_quality,
        fields=payload.fields,
        leis=payload.leis,
        payload_hash=counted,
        version=version,
    )


async def _execution(runtime: Runtime, review_id: str) -> VerbsExecuted | None:
    run = await runtime.executions.find(review_id)
    if run is None:
        return None
    steps = await runtime.executions.steps(review_id)
    report = await runtime.executions.report(review_id)
    return VerbsExecuted(
        status=run.status,
        at=run.completed_at,
        done=sum(step.status == "done" for step in steps),
        counts=dict(report.counts) if report else {},
        error=run.error_message or "",
    )
