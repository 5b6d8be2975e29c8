"""The streaming tool protocol: progress while it happens, the result last, and an early end that is gentle."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from inquiro.core.errors import UsageError
from inquiro.core.types import Run
from inquiro.runtime import Runtime, ToolProgress, ToolResult, astream_deep_research, stream_deep_research
from inquiro.testing import ScriptedProvider

QUESTION = "How much do street trees cool the air in Varnholt?"


@pytest.fixture
def wiki(plug, pages) -> ScriptedProvider:
    provider = ScriptedProvider("wiki", pages)
    plug(provider)
    return provider


@pytest.fixture
def _held(plug, pages, monkeypatch) -> None:
    """A source that answers only once the run was asked to stop, however slow this machine is."""
    asked = threading.Event()

    class Gate:
        async def wait(self) -> None:
            await asyncio.to_thread(asked.wait)

    stop = Runtime.stop

    async def noticed(self: Runtime, run_id: str) -> Run:
        stopped = await stop(self, run_id)
        asked.set()
        return stopped

    monkeypatch.setattr(Runtime, "stop", noticed)
    plug(ScriptedProvider("wiki", pages, gate=Gate()))  # type: ignore[arg-type]


def exhausted(stream: Generator[ToolProgress, None, ToolResult]) -> tuple[list[ToolProgress], ToolResult]:
    steps: list[ToolProgress] = []
    while True:
        try:
            steps.append(next(stream))
        except StopIteration as end:
            return steps, end.value


def test_the_plain_generator_yields_progress_and_returns_the_result(wiki, settings):
    steps, result = exhausted(stream_deep_research(QUESTION, context="a city", max_iterations=2, settings=settings))
    assert {type(step) for step in steps} == {ToolProgress}
    assert (steps[0].stage, steps[-1].stage, steps[-1].progress) == ("start", "done", 1.0)
    assert steps[0].data["question"] == QUESTION
    assert [step.progress for step in steps] == sorted(step.progress for step in steps)
    assert "1.6 °C" in result.text
    assert result.payload["type"] == "deep_research_result"
    assert result.payload["data"]["answer"] == result.text
    assert result.payload["data"]["trace_id"] == steps[0].data["run_id"]


def test_the_async_twin_ends_with_the_same_result(wiki, settings):
    async def scenario() -> list[ToolProgress | ToolResult]:
        return [item async for item in astream_deep_research(QUESTION, settings=settings)]

    *steps, last = asyncio.run(scenario())
    assert {type(step) for step in steps} == {ToolProgress}
    assert isinstance(last, ToolResult)
    _, plain = exhausted(stream_deep_research(QUESTION, settings=settings))
    assert last.payload["data"]["claims"] == plain.payload["data"]["claims"]


def test_it_works_inside_a_running_loop_too(wiki, settings):
    async def scenario() -> str:
        return exhausted(stream_deep_research(QUESTION, settings=settings, depth="light"))[1].text

    assert "1.6 °C" in asyncio.run(scenario())


def stopped_report(settings) -> tuple[str, str]:
    async def scenario() -> tuple[str, str]:
        runtime = Runtime.open(settings)
        [run] = await runtime.runs()
        report = await runtime.report(run.id)
        runtime.close()
        return run.status, report.status

    return asyncio.run(scenario())


@pytest.mark.usefixtures("_held")
def test_closing_the_plain_generator_stops_the_run_and_keeps_its_report(settings):
    stream = stream_deep_research("How much do trees cool, cost and drink, and who pays?", settings=settings)
    assert next(stream).stage == "start"
    stream.close()
    assert stopped_report(settings) == ("completed", "stopped")


@pytest.mark.usefixtures("_held")
def test_closing_the_async_twin_stops_the_run_too(settings):
    async def scenario() -> None:
        stream = astream_deep_research("How much do trees cool, cost and drink, and who pays?", settings=settings)
        assert (await anext(stream)).stage == "start"  # type: ignore[union-attr]
        await stream.aclose()

    asyncio.run(scenario())
    assert stopped_report(settings) == ("completed", "stopped")


def test_an_error_arrives_where_the_result_would(settings):
    with pytest.raises(UsageError, match="the question is empty"):
        next(stream_deep_research("?", settings=settings))

    async def scenario() -> None:
        await anext(astream_deep_research("?", settings=settings))

    with pytest.raises(UsageError, match="the question is empty"):
        asyncio.run(scenario())


@pytest.mark.slow
def test_the_example_of_the_guide_works_as_it_stands(monkeypatch, capsys):
    root = Path(__file__).resolve().parents[2]
    monkeypatch.chdir(root)
    [code] = re.findall(r"```python\n(.*?)```", (root / "docs/guides/mcp.md").read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    report = asyncio.run(names["research"]("Do street trees cool a street?"))
    assert "[1]" in report["answer"]
    assert "100% done" in capsys.readouterr().out
