"""Research as a function call."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from inquiro import deep_research
from inquiro.core.errors import NotConfigured, UsageError
from inquiro.core.models import Price
from inquiro.core.types import ResearchRequest
from inquiro.providers.llm import registry
from inquiro.runtime import Runtime, adeep_research
from inquiro.runtime.calls import ResearchOptions, request_of
from inquiro.testing import DiligentModel, plugged_in, write_corpus

TEXTS = {
    "cost.md": "# Cost\n\nA street tree in Korvenau costs 1,100 € over thirty years.\n",
    "cool.txt": "Street trees cooled the midday air in Varnholt by 1.6 °C.\n",
}
QUESTION = "How much do street trees cool and cost?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "papers", TEXTS)


def test_a_plain_call_returns_the_report_and_tells_its_events(folder, settings):
    heard = []
    report = deep_research(QUESTION, corpus=folder, settings=settings, on_event=heard.append)
    assert "1.6 °C" in report.answer
    assert heard[0].stage == "start"
    assert (heard[-1].stage, heard[-1].progress) == ("done", 1.0)
    assert {event.run_id for event in heard} == {report.trace_id}


def test_the_async_twin_takes_several_folders_and_marks_them(folder, settings, tmp_path):
    open_folder = write_corpus(tmp_path / "open", {"trees.md": "# Trees\n\nStreet trees in Aldra cost 900 € each.\n"})
    report = asyncio.run(
        adeep_research(QUESTION, corpus=[str(folder)], public_corpus=(open_folder,), settings=settings)
    )
    private = {Path(source.url).name: source.private for source in report.sources}
    assert private["cost.md"] is True
    assert private["trees.md"] is False


def test_nobody_is_asked_back(folder, settings):
    report = deep_research("What does it cost?", corpus=folder, settings=settings)
    assert report.status != "waiting"
    assert report.assumptions


def test_options_reach_the_request(folder, settings):
    report = deep_research(QUESTION, corpus=folder, settings=settings, max_iterations=1, privacy="local_only")
    assert (report.status, report.privacy) == ("max_iterations_reached", "local_only")


def test_a_call_can_name_its_model_and_what_it_may_cost(folder, settings):
    double = DiligentModel(provider="double", price=Price(input=1, output=2))
    with plugged_in(registry, double=lambda _context, _model: double):
        report = deep_research(QUESTION, public_corpus=folder, model="double:model", max_cost=0.5, settings=settings)
    assert report.engine == "llm (double:model)"
    assert report.usage.calls == len(double.requests) > 0
    assert 0 < report.usage.cost <= 0.5


def test_wrong_input_is_an_error_of_ours(settings, tmp_path):
    with pytest.raises(UsageError):
        deep_research(" ", settings=settings)
    with pytest.raises(UsageError, match="does not exist"):
        deep_research(QUESTION, corpus=tmp_path / "missing", settings=settings)
    with pytest.raises(NotConfigured, match="no source can be searched"):
        deep_research(QUESTION, settings=settings)


def test_a_folder_with_unreadable_files_is_read_as_far_as_possible(settings, tmp_path):
    folder = write_corpus(
        tmp_path / "mixed", {**TEXTS, "noise.pdf": b"\x00\x01\x02 not a pdf", "binary.txt": bytes(range(256)) * 8}
    )
    report = deep_research(QUESTION, corpus=folder, settings=settings)
    assert "1.6 °C" in report.answer
    lost = {loss.what: loss.reason for loss in report.lost}
    assert {"mixed/noise.pdf", "mixed/binary.txt"} <= set(lost)
    assert all(lost.values())


def test_events_can_be_followed_one_by_one_and_the_report_is_there_at_the_end(folder, settings):
    async def follow() -> tuple[list[str], str]:
        research = adeep_research(QUESTION, corpus=folder, settings=settings)
        stages = [event.stage async for event in research]
        return stages, research.report.answer

    stages, answer = asyncio.run(follow())
    assert (stages[0], stages[-1]) == ("start", "done")
    assert "1.6 °C" in answer


def test_a_failure_reaches_whoever_follows(settings):
    async def follow() -> None:
        async for _ in adeep_research(QUESTION, settings=settings):
            pass

    with pytest.raises(NotConfigured, match="no source can be searched"):
        asyncio.run(follow())


def test_whoever_stops_listening_stops_the_research_and_keeps_the_run(folder, settings):
    async def follow() -> str:
        research = adeep_research(QUESTION, corpus=folder, settings=settings)
        events = aiter(research)
        first = await anext(events)
        await events.aclose()
        assert research.report is None
        return first.run_id

    left = asyncio.run(follow())
    runtime = Runtime.open(settings)
    try:
        assert left in {run.id for run in asyncio.run(runtime.runs())}
    finally:
        runtime.close()


def test_a_plain_call_works_where_an_event_loop_runs_as_in_a_notebook(folder, settings):
    async def cell() -> str:
        return deep_research(QUESTION, corpus=folder, settings=settings).answer

    assert "1.6 °C" in asyncio.run(cell())


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"privacy": "local"}, "unknown privacy 'local'; known: cloud_allowed, hybrid, local_only"),
        ({"depth": "deeper"}, "unknown depth 'deeper'; known: deep, light"),
        ({"dept": "light"}, "unknown option 'dept'; known: brief, context, corpus, depth"),
    ],
)
def test_a_wrong_option_is_told_with_those_that_are_right(folder, settings, wrong, told):
    with pytest.raises(UsageError, match=told):
        deep_research(QUESTION, corpus=folder, settings=settings, **wrong)


def test_every_field_of_a_request_that_a_caller_may_choose_is_an_option():
    of_workflows = {"question", "modes", "top_k", "note", "macro", "check", "corpora", "public_corpora"}
    worded = {"corpus", "public_corpus", "since", "sites", "language"}
    chosen = set(ResearchRequest.__struct_fields__) - of_workflows
    assert set(ResearchOptions.__annotations__) == chosen | worded


def test_what_narrows_the_search_can_be_said_in_plain_words():
    request = request_of(QUESTION, since="2024-01-01", sites="example.org", language="de", sources="pubmed")
    assert (request.filters.since, request.filters.sites, request.filters.language) == (
        "2024-01-01",
        ("example.org",),
        "de",
    )
    assert request.sources == ("pubmed",)
