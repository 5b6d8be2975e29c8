"""The same verbs or batch again: one review while it is open, another one once it was rejected or has run."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.types import LeiFinding, Payload, VerbGroup
from inquiro.onboarding.executing.reports import reported
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.runtime.proposing import proposed_once

PAYLOAD = Payload(groups=(VerbGroup(key="k", verbs='(cbu.ensure :name "Hafen" :client-type "fund")'),))
ADA = {"who": "Ada", "channel": "terminal"}


def put(runtime, payload=PAYLOAD, **options):
    def made(review_id):
        return new_review(payload, kind="batch", title="t", review_id=review_id)

    return proposed_once(runtime.reviews, runtime.executions, payload, made, **options)


def seen(review):
    return ADA | {"seen_hash": review.payload_hash, "version": review.version}


@pytest.mark.fault(51)
def test_what_waits_or_is_approved_is_come_back_to_until_it_has_run(runtime):
    async def work():
        first = await put(runtime)
        assert (await put(runtime)).id == first.id
        await runtime.reviews.approve(first.id, **seen(first))
        assert (await put(runtime)).id == first.id
        await runtime.executions.execute(first.id)
        assert (await put(runtime, seen_hash=first.payload_hash)).id == first.id
        second = await put(runtime)
        assert second.id != first.id
        assert (await put(runtime, seen_hash=first.payload_hash)).id == second.id
        return await runtime.reviews.list("pending")

    assert len(asyncio.run(work())) == 1


def test_what_was_rejected_is_asked_anew_however_often(runtime):
    async def work():
        made = []
        for _ in range(5):
            made.append(await put(runtime))
            await runtime.reviews.reject(made[-1].id, **seen(made[-1]))
        return len({one.id for one in made}), (await put(runtime)).status

    assert asyncio.run(work()) == (5, "pending")


@pytest.mark.fault(51)
def test_at_once_it_is_one_review_and_another_origin_or_payload_is_another(runtime):
    other = msgspec.structs.replace(PAYLOAD, origin="elsewhere")

    async def work():
        same = await asyncio.gather(*(put(runtime) for _ in range(4)))
        return {one.id for one in same}, (await put(runtime, run_id="r")).id, (await put(runtime, other)).id

    same, of_a_run, elsewhere = asyncio.run(work())
    assert len({*same, of_a_run, elsewhere}) == 3


def test_in_whatever_words_the_register_is_out_of_reach(runtime):
    def unverified(reason, verdict="unverified"):
        finding = LeiFinding(path="lei", lei="x", verdict=verdict, reason=reason)
        return msgspec.structs.replace(PAYLOAD, leis=(finding,))

    async def work():
        told = [unverified("not asked for 9 s"), unverified("not asked for 7 s"), unverified("", "confirmed")]
        return [(await put(runtime, payload)).id for payload in told]

    first, second, confirmed = asyncio.run(work())
    assert first == second != confirmed


@pytest.mark.fault(56)
@pytest.mark.parametrize("left", ["stopped", "held", "failed"])
def test_what_was_left_half_way_is_gone_on_with_and_what_failed_is_asked_anew(runtime, monkeypatch, left):
    async def work():
        first = await put(runtime)
        await runtime.reviews.approve(first.id, **seen(first))
        run = await runtime.executions.start(first.id)
        await runtime.stop(run.id)
        report = await runtime.executions.carry_out(run)
        assert [group.status for group in report.groups] == ["stopped"]
        told = reported([msgspec.structs.replace(group, status=left) for group in report.groups])
        with monkeypatch.context() as changed:
            changed.setattr(runtime.executions, "report", lambda _: asyncio.sleep(0, told))
            again = await put(runtime)
        done = await runtime.executions.execute(first.id)
        return again.id == first.id, done.finished, (await put(runtime)).id == first.id

    assert asyncio.run(work()) == (left != "failed", True, False)
