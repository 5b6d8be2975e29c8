"""One stream for every listener, read from the store."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from inquiro.api.feed import deliver, follow
from inquiro.api.limits import Limits
from inquiro.core.errors import StoreBusy
from inquiro.runtime import Runtime

LIMITS = Limits(page=3, poll_seconds=0.001)


@pytest.fixture
def runtime(settings):
    opened = Runtime.open(settings)
    yield opened
    opened.close()


def gathered(runtime, run_id, after=0, limits=LIMITS, closing=None) -> list:
    async def collect():
        messages = follow(runtime, run_id, after, limits, closing or asyncio.Event())
        return [message async for message in messages if message is not None]

    return asyncio.run(collect())


@pytest.mark.parametrize("after", [0, 1, 5, 9])
def test_everything_after_a_number_once_and_in_order(runtime, written, after):
    run = written(runtime, "run")
    run.say(8)
    run.finish()
    told = gathered(runtime, "run", after)
    assert [message["seq"] for message in told] == (list(range(after + 1, 10)) or [9])
    assert [message["type"] for message in told][-1] == "complete"
    assert {message["type"] for message in told[:-1]} <= {"progress"}
    assert told[-1]["sources_queried"] == 1  # of eight searches; counted from the beginning, wherever one joins


def test_a_failed_run_ends_with_its_error(runtime, written):
    run = written(runtime, "run")
    run.finish("failed")
    (last,) = gathered(runtime, "run")
    assert (last["type"], last["status"], last["message"]) == ("complete", "failed", "!")


def test_an_end_after_which_the_run_went_on_was_only_progress(runtime, written):
    run = written(runtime, "run")
    run.say(1, stage="done")
    run.say(2)
    run.finish()
    assert [(m["seq"], m["type"]) for m in gathered(runtime, "run")] == [
        (1, "progress"),
        (2, "progress"),
        (3, "progress"),
        (4, "complete"),
    ]


def test_a_run_that_ended_without_a_word_still_ends_the_stream(runtime, written):
    run = written(runtime, "run")
    run.say(2)
    run.done(run.store.update_run(run.lease, status="completed"))
    run.done(run.store.release(run.lease))
    assert [(m["seq"], m["type"]) for m in gathered(runtime, "run")] == [
        (1, "progress"),
        (2, "progress"),
        (2, "complete"),
    ]


def test_a_stream_follows_a_waiting_run_until_it_goes_on(runtime, written):
    async def scenario():
        messages = follow(runtime, "run", 0, LIMITS, asyncio.Event())
        async with aclosing(messages):
            seen = [await anext(messages) for _ in range(4)]
            assert [m["seq"] for m in seen if m] == [1]
            return seen

    run = written(runtime, "run")
    run.say(1, stage="waiting")
    run.done(run.store.update_run(run.lease, status="waiting"))
    run.done(run.store.release(run.lease))
    assert asyncio.run(scenario())[-1] is None


def test_a_busy_database_is_asked_again(runtime, written, monkeypatch):
    written(runtime, "run").finish()
    real, failures = runtime.news, [StoreBusy("locked"), StoreBusy("locked")]

    async def news(*args):
        if failures:
            raise failures.pop()
        return await real(*args)

    monkeypatch.setattr(runtime, "news", news)
    assert [m["type"] for m in gathered(runtime, "run")] == ["complete"]


def test_a_closing_server_ends_the_stream_without_an_end_of_the_run(runtime, written):
    closing = asyncio.Event()
    closing.set()
    written(runtime, "run")
    assert gathered(runtime, "run", closing=closing) == []


@pytest.mark.fault(65)
def test_no_more_than_a_page_is_held_for_a_listener(runtime, written, monkeypatch):
    run = written(runtime, "run")
    run.say(20)
    run.finish()
    pages, real = [], runtime.news

    async def news(*args):
        found = await real(*args)
        pages.append(len(found[0]))
        return found

    monkeypatch.setattr(runtime, "news", news)
    assert len(gathered(runtime, "run")) == 21
    assert max(pages) == LIMITS.page


@pytest.mark.parametrize("outcome", ["ended", "left", "slow"])
def test_delivery_ends_for_one_of_three_reasons(outcome):
    async def scenario():
        async def messages():
            for number in range(3):
                yield {"seq": number}

        async def stay():
            await asyncio.Event().wait()

        async def hand_over(_):
            if outcome == "slow":
                await asyncio.Event().wait()

        leaving = asyncio.create_task(asyncio.sleep(0) if outcome == "left" else stay())
        await asyncio.sleep(0.01)
        try:
            return await deliver(messages(), hand_over, leaving, 0.01)
        finally:
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    assert asyncio.run(scenario()) == outcome
