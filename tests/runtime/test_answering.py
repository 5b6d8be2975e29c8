"""A person's answer: written down before it is acknowledged, taken once, and found by whoever goes on."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import StoreFull, UsageError
from inquiro.core.types import ResearchRequest
from inquiro.runtime import Runner, Runtime
from inquiro.storage.store import SqlStore
from inquiro.testing import ScriptedProvider

VAGUE = ResearchRequest(question="What about it?")
CLEAR = "How much do street trees cool Varnholt?"


@pytest.fixture
def waiting(runtime, plug, pages) -> str:
    plug(ScriptedProvider("wiki", pages))
    report = asyncio.run(runtime.ask(VAGUE))
    assert report.status == "waiting"
    return report.trace_id


def test_an_accepted_answer_survives_the_process_that_took_it(runtime, waiting, settings):
    assert asyncio.run(runtime.accept(waiting[:8], f"  {CLEAR} ")).status == "pending"

    async def later() -> str:
        another = Runtime.open(settings)
        assert [run.id for run in await another.unfinished()] == [waiting]
        report = await another.resume()
        another.close()
        return report.answer

    assert "1.6 °C" in asyncio.run(later())


def test_an_answered_run_replays(runtime, waiting):
    asyncio.run(runtime.answer(waiting, CLEAR))
    assert asyncio.run(runtime.replay(waiting)).identical


def test_an_answer_is_taken_once(runtime, waiting):
    async def twice() -> list[object]:
        return await asyncio.gather(
            runtime.accept(waiting, CLEAR), runtime.accept(waiting, "something else"), return_exceptions=True
        )

    outcomes = asyncio.run(twice())
    assert [isinstance(outcome, UsageError) for outcome in outcomes].count(True) == 1
    told = [effect.response for effect in asyncio.run(runtime.effects(waiting)) if effect.step.startswith("clarify/")]
    assert len(told) == 1


def test_a_crash_before_the_answer_is_stored_makes_the_run_ask_again(runtime, waiting, monkeypatch):
    async def full(*_: object) -> None:
        raise StoreFull("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(SqlStore, "finish_effect", full)
        with pytest.raises(StoreFull):
            asyncio.run(runtime.accept(waiting, "lost"))
    assert asyncio.run(runtime.resume(waiting)).status == "waiting"
    assert "1.6 °C" in asyncio.run(runtime.answer(waiting, CLEAR)).answer


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_answer_is_refused(runtime, waiting, text):
    with pytest.raises(UsageError, match="empty"):
        asyncio.run(runtime.accept(waiting, text))
    assert asyncio.run(runtime.find(waiting)).status == "waiting"


def test_a_stop_cancels_a_waiting_run_which_can_still_be_resumed(runtime, waiting):
    assert asyncio.run(runtime.stop(waiting)).status == "cancelled"
    assert asyncio.run(runtime.unfinished()) == []
    assert asyncio.run(runtime.resume(waiting)).status == "waiting"


def test_the_runner_goes_on_after_an_answer_that_comes_at_once(runtime, plug, pages):
    """The answer may arrive while the attempt that asked is still putting its things away."""

    async def scenario() -> str:
        plug(ScriptedProvider("wiki", pages))
        runner = Runner(runtime)
        runner.start()
        try:
            run = await runtime.start(VAGUE)
            runner.submit(run.id)
            while (await runtime.find(run.id)).status != "waiting":
                pass
            await runner.accept(run.id, CLEAR)
            async for _ in runtime.watch(run.id):
                pass
            return (await runtime.report(run.id)).answer
        finally:
            runner.close()

    assert "1.6 °C" in asyncio.run(scenario())
