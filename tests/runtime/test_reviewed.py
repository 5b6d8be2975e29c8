"""A macro's report on its way out carries what people made of the result, looked up and never stored."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from inquiro.core.types import FieldChange, MacroResult, Report
from inquiro.runtime.reviewed import reviewed


@pytest.fixture
def settings(settings):
    return replace(settings, privacy="local_only")  # nobody asks the register


def report_of(review) -> Report:
    payload = review.payload
    found = MacroResult(
        result_id=review.id,
        session_id="",
        macro_name=payload.macro.name,
        macro_version="1",
        params=payload.params,
        data=payload.data,
        schema_valid=True,
        suggested_verbs=payload.groups[0].verbs,
        fields=payload.fields,
        leis=payload.leis,
        payload_hash=review.payload_hash,
    )
    return Report(trace_id=review.id, question="q", answer="", macro=found)


def test_one_that_nobody_decided_on_stands_as_it_was_found(runtime, proposed):
    async def go():
        review = await runtime.reviews.store.propose(proposed.review("waiting"))
        return await reviewed(runtime, report_of(review))

    told = asyncio.run(go()).review
    assert (told.status, told.verdict, told.changes, told.result, told.execution) == ("pending", None, (), None, None)


def test_an_edited_one_comes_with_its_changes_its_values_and_its_execution(runtime, proposed):
    async def go():
        review = await runtime.reviews.store.propose(proposed.review("edited"))
        decision = await runtime.reviews.approve(
            "edited",
            seen_hash=review.payload_hash,
            version=review.version,
            who="Rita",
            channel="terminal",
            edits={"apex": {"name": "B SE", "lei": None}, "funds": [{"name": "Aldra One", "share": 60.0}]},
            merge=True,
            reason="seen",
        )
        before = (await reviewed(runtime, report_of(review))).review
        await runtime.executions.execute("edited")
        return decision, before, (await reviewed(runtime, report_of(review))).review

    decision, before, after = asyncio.run(go())
    assert (after.verdict, after.who, after.channel, after.reason) == ("approve", "Rita", "terminal", "seen")
    assert (after.seen_hash, after.decided_hash) == (decision.seen_hash, decision.payload_hash)
    assert FieldChange(path="apex.name", before="Aldra SE", after="B SE") in after.changes
    assert FieldChange(path="funds[1].name", kind="removed", before="Aldra Two") in after.changes
    assert after.result.data["apex"]["name"] == "B SE"
    assert '"B SE"' in after.result.suggested_verbs
    assert {one.path: one.label for one in after.result.fields}["apex.name"] == "edited"
    assert before.execution is None
    assert (after.execution.status, after.execution.done, after.execution.counts) == ("completed", 3, {"created": 3})
    assert after.execution.at is not None


def test_other_reports_are_left_alone(runtime, proposed):
    unknown = report_of(proposed.review("unknown"))
    idle = replace(unknown, macro=replace(unknown.macro, state="idle"))
    plain = Report(trace_id="t", question="q", answer="")
    for report in (unknown, idle, plain):
        assert asyncio.run(reviewed(runtime, report)) is report
