"""The generic trace: the operations of a long-running tool, and who may write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from inquiro.core.errors import LeaseLost, RunNotFound, UsageError
from inquiro.runtime import Runtime, Traces
from inquiro.runtime.owners import alive
from inquiro.storage.store import SqlStore
from inquiro.testing import ScriptedProvider


@pytest.fixture
def store(settings) -> Iterator[SqlStore]:
    opened = SqlStore.open(settings.database_url, settings.home, alive=alive)
    yield opened
    opened.close()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scenario())  # type: ignore[arg-type]


def test_a_trace_from_its_creation_to_its_result(store):
    async def scenario() -> None:
        traces = Traces(store)
        made = await traces.create_trace("summarise", "ada", {"path": "a.md"})
        assert (made.status, made.tool_name, made.user_id, made.input_params) == (
            "pending",
            "summarise",
            "ada",
            {"path": "a.md"},
        )
        half = await traces.update_progress(made.id, "reading", 0.5, {"pages": 3})
        assert (half.status, half.current_stage, half.progress, half.state) == (
            "in_progress",
            "reading",
            0.5,
            {"pages": 3},
        )
        assert half.started_at is not None
        kept = await traces.update_progress(made.id, "writing", 0.8)
        assert kept.state == {"pages": 3}
        done = await traces.complete_trace(made.id, {"answer": "short"}, {"llm_calls": 2})
        assert (done.status, done.progress, done.result, done.metrics) == (
            "completed",
            1.0,
            {"answer": "short"},
            {"llm_calls": 2},
        )
        assert (done.completed_at is not None, done.lease_owner) == (True, None)
        assert await traces.get_trace(made.id) == done

    run(scenario)


def test_a_trace_can_fail_before_anything_was_reported(store):
    async def scenario() -> None:
        traces = Traces(store)
        made = await traces.create_trace("summarise")
        failed = await traces.fail_trace(made.id, "the file is gone")
        assert (failed.status, failed.error_message, failed.lease_owner) == ("failed", "the file is gone", None)

    run(scenario)


def test_traces_are_listed_by_user_and_tool_newest_first(store):
    async def scenario() -> None:
        traces = Traces(store)
        pairs = [("ada", "a"), ("ben", "a"), ("ada", "b"), ("ada", "a")]
        ids = [(await traces.create_trace(tool, user)).id for user, tool in pairs]
        assert [trace.id for trace in await traces.list_traces("ada")] == [ids[3], ids[2], ids[0]]
        assert [trace.id for trace in await traces.list_traces("ada", "a")] == [ids[3], ids[0]]
        assert [trace.id for trace in await traces.list_traces(tool_name="a", limit=1)] == [ids[3]]
        await traces.fail_trace(ids[1], "no")
        assert [trace.id for trace in await traces.list_traces(status="failed")] == [ids[1]]
        assert len(await traces.list_traces()) == 4

    run(scenario)


def test_a_finished_trace_cannot_change(store):
    async def scenario() -> None:
        traces = Traces(store)
        made = await traces.create_trace("summarise")
        await traces.complete_trace(made.id, {})
        for change in (
            traces.update_progress(made.id, "more", 0.5),
            traces.complete_trace(made.id, {"other": 1}),
            traces.fail_trace(made.id, "late"),
        ):
            with pytest.raises(UsageError, match="is completed: it cannot change"):
                await change
        assert (await traces.get_trace(made.id)).result == {}

    run(scenario)


def test_only_one_process_writes_a_trace(store):
    async def scenario() -> None:
        mine, theirs = Traces(store), Traces(store)
        made = await mine.create_trace("summarise")
        await mine.update_progress(made.id, "reading", 0.1)
        with pytest.raises(LeaseLost):
            await theirs.update_progress(made.id, "reading", 0.9)
        assert (await mine.complete_trace(made.id, {"by": "me"})).result == {"by": "me"}

    run(scenario)


@pytest.mark.parametrize("progress", [-0.1, 1.5, float("nan")])
def test_progress_stays_between_nothing_and_all(store, progress):
    async def scenario() -> None:
        traces = Traces(store)
        made = await traces.create_trace("summarise")
        with pytest.raises(UsageError, match="from 0 to 1"):
            await traces.update_progress(made.id, "reading", progress)

    run(scenario)


def test_what_is_not_there_is_said(store):
    async def scenario() -> None:
        traces = Traces(store)
        with pytest.raises(RunNotFound):
            await traces.get_trace("nowhere")
        with pytest.raises(UsageError, match="name of its tool"):
            await traces.create_trace(" ")

    run(scenario)


def test_another_tools_trace_is_not_taken_for_research_to_resume(store, settings):
    async def scenario() -> None:
        await Traces(store).create_trace("summarise")
        runtime = Runtime.open(settings)
        assert await runtime.unfinished() == []
        with pytest.raises(RunNotFound, match="no unfinished run"):
            await runtime.resume()
        runtime.close()

    run(scenario)


def test_research_writes_its_trace_under_the_seeds_names(runtime, plug, pages, store):
    from inquiro.core.types import ResearchRequest

    async def scenario() -> None:
        plug(ScriptedProvider("wiki", pages), ScriptedProvider("pubmed", pages, kind="academic"))
        asked = ResearchRequest(question="How much do street trees cool Varnholt?", max_iterations=2)
        report = await runtime.ask(asked)
        [trace] = await Traces(store).list_traces("local", "deep_research")
        named = {"total_iterations", "pubmed_queries", "web_queries", "sources_processed", "llm_calls"}
        assert named <= set(trace.metrics)
        searched = [effect.name for effect in await runtime.effects(trace.id) if effect.kind == "search"]
        assert trace.metrics["total_iterations"] == report.iterations_used > 0
        assert trace.metrics["pubmed_queries"] == searched.count("pubmed") > 0
        assert trace.metrics["web_queries"] == searched.count("wiki") > 0
        assert (trace.metrics["sources_processed"] > 0, trace.metrics["llm_calls"]) == (True, 0)
        assert set(trace.state) == {"refined_question", "checklist", "knowledge_base", "iterations"}
        assert trace.input_params["question"] == asked.question

    run(scenario)
