"""What interfaces ask of a runtime: start, watch, stop, resume, many runs at once, several processes on one file."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

from inquiro.core.errors import LeaseLost, NotConfigured, RunNotFound, StoreFull, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.runtime import Runtime, wiring
from inquiro.runtime import runtime as module
from inquiro.testing import ScriptedProvider, write_corpus

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
REQUEST = ResearchRequest(question=QUESTION, sources=("wiki",))


@pytest.fixture
def other(settings):
    """A second runtime on the same file, as another process would have it."""
    opened = Runtime.open(settings)
    yield opened
    opened.close()


async def all_of(watching):
    return [event async for event in watching]


# -- starting ---------------------------------------------------------------------------------------------------


def test_starting_writes_the_request_down_and_searches_nothing(runtime, wiki):
    run = asyncio.run(runtime.start(msgspec.structs.replace(REQUEST, privacy="local_only")))
    assert (run.status, run.privacy, run.tool_name, run.attempt) == ("pending", "local_only", "deep_research", 0)
    assert msgspec.convert(run.input_params, ResearchRequest).question == QUESTION
    assert wiki.searches == []
    with pytest.raises(UsageError, match="is pending and has no report yet"):
        asyncio.run(runtime.report(run.id))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"question": " "}, UsageError),
        ({"privacy": "open"}, UsageError),
        ({"sources": ("nowhere",)}, UsageError),
        ({"sources": ("crunchbase",)}, NotConfigured),
        ({"corpora": ("/no/such/folder",)}, UsageError),
        ({"model": "openai:gpt"}, NotConfigured),
    ],
)
def test_a_request_that_cannot_work_leaves_no_run_behind(runtime, wiki, options, error):
    with pytest.raises(error):
        asyncio.run(runtime.start(msgspec.structs.replace(REQUEST, **options)))
    assert asyncio.run(runtime.runs()) == []


def test_a_run_is_found_by_the_start_of_its_id_and_listed_newest_first(runtime, wiki):
    ids = [asyncio.run(runtime.start(REQUEST)).id for _ in range(3)]
    assert [run.id for run in asyncio.run(runtime.runs())] == ids[::-1]
    assert [run.id for run in asyncio.run(runtime.runs(limit=1, status="pending"))] == [ids[2]]
    assert asyncio.run(runtime.find(ids[0][:13])).id == ids[0]
    with pytest.raises(RunNotFound):
        asyncio.run(runtime.find("zzzz"))


def test_sources_and_integrity_can_be_asked(runtime):
    assert "corpus" in {source.name for source in asyncio.run(runtime.sources())}
    assert asyncio.run(runtime.integrity()) == []


# -- watching ---------------------------------------------------------------------------------------------------


def test_a_watcher_elsewhere_sees_every_event_once_in_order(runtime, other, wiki, monkeypatch):
    monkeypatch.setattr(module, "POLL_SECONDS", 0.002)
    delivered = []

    async def scenario():
        run = await runtime.start(REQUEST)
        watching = asyncio.create_task(all_of(other.watch(run.id[:8])))
        await runtime.execute(run.id, delivered.append)
        return await asyncio.wait_for(watching, 30), await all_of(other.watch(run.id, after=5))

    watched, rest = asyncio.run(scenario())
    assert [event.seq for event in watched] == list(range(1, len(delivered) + 1))
    assert [event.to_dict() for event in watched] == [event.to_dict() for event in delivered]
    assert watched[-1].stage == "done"
    assert rest == watched[5:]
    assert [event.progress for event in watched] == sorted(event.progress for event in watched)


def test_no_last_event_is_missed_between_the_status_and_the_lease(runtime, other, wiki, monkeypatch):
    """A watcher that looks exactly when the trace was closed still hears that it is done."""
    monkeypatch.setattr(module, "POLL_SECONDS", 0.002)
    append = runtime._store.append_events

    async def unhurried(lease, events, **how):
        if any(event.stage == "done" for event in events):
            await asyncio.sleep(0.1)
        await append(lease, events, **how)

    monkeypatch.setattr(runtime._store, "append_events", unhurried)

    async def scenario():
        run = await runtime.start(REQUEST)
        watching = asyncio.create_task(all_of(other.watch(run.id)))
        await runtime.execute(run.id)
        return await asyncio.wait_for(watching, 30)

    assert asyncio.run(scenario())[-1].stage == "done"


def test_watching_ends_when_a_run_waits_or_failed(runtime, wiki, monkeypatch):
    waiting = asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, question="What does it cost?")))
    assert asyncio.run(all_of(runtime.watch(waiting.trace_id)))[-1].stage == "waiting"

    class Broken(ExtractiveReasoner):
        async def plan(self, *_args):
            raise NotConfigured("no plan")

    monkeypatch.setattr(wiring, "embedded_reasoner", Broken)
    run = asyncio.run(runtime.start(REQUEST))
    with pytest.raises(NotConfigured):
        asyncio.run(runtime.execute(run.id))
    assert [event.stage for event in asyncio.run(all_of(runtime.watch(run.id)))] == ["start", "failed"]


# -- stopping and resuming ----------------------------------------------------------------------------------------


def stopped_after_one_round(runtime, request=REQUEST):
    async def scenario():
        run = await runtime.start(request)
        stopping = []

        def stop(event):
            if event.stage == "round" and not stopping:
                stopping.append(asyncio.create_task(runtime._store.request_stop(run.id, "User requested stop")))

        return await runtime.execute(run.id, stop)

    return asyncio.run(scenario())


def test_a_stopped_run_goes_on_with_more_rounds(runtime, other, wiki):
    first = stopped_after_one_round(runtime)
    assert (first.status, first.iterations_used) == ("stopped", 1)
    asked = list(wiki.searches)
    heard = []
    second = asyncio.run(other.resume(first.trace_id, heard.append))
    assert second.trace_id == first.trace_id
    assert second.iterations_used > 1
    assert (second.status, second.partial) == ("completed", False)
    assert wiki.searches[: len(asked)] == asked
    assert not set(wiki.searches[len(asked) :]) & set(asked)
    assert second.created_at > first.created_at
    assert heard[0].progress < 0.5
    assert asyncio.run(other.verify(second.trace_id)).holds


def test_a_reopened_run_can_be_stopped_again(runtime, plug, pages):
    gate = asyncio.Event()
    gate.set()
    wiki = ScriptedProvider("wiki", pages, gate=gate)
    plug(wiki)
    first = stopped_after_one_round(runtime)

    async def scenario():
        gate.clear()
        wiki.asked.clear()
        working = asyncio.create_task(runtime.resume(first.trace_id))
        await wiki.asked.wait()
        await runtime.stop(first.trace_id, "and again")
        return await asyncio.wait_for(working, 30)

    second = asyncio.run(scenario())
    assert (second.status, second.stop_reason, second.iterations_used) == ("stopped", "and again", 2)


@pytest.mark.fault(45)
def test_the_newest_run_that_failed_goes_on_without_being_named(runtime, wiki, monkeypatch):
    """As it does when it is named: whoever made room on the disk wants just that."""

    async def full(*_given, **_more):
        raise StoreFull("the database cannot be written: disk full")

    with monkeypatch.context() as broken:
        broken.setattr(runtime._store, "put_findings", full)
        with pytest.raises(StoreFull):
            asyncio.run(runtime.ask(REQUEST))
    report = asyncio.run(runtime.resume())
    assert report.status in {"completed", "max_iterations_reached"}
    with pytest.raises(RunNotFound, match="no unfinished run"):
        asyncio.run(runtime.resume())


def test_a_finished_run_is_not_run_again(runtime, wiki):
    report = asyncio.run(runtime.ask(REQUEST))
    asked = len(wiki.searches)
    assert asyncio.run(runtime.resume(report.trace_id)) == report
    assert len(wiki.searches) == asked
    before = asyncio.run(runtime.find(report.trace_id))
    assert asyncio.run(runtime.stop(report.trace_id)) == before
    with pytest.raises(RunNotFound, match="no unfinished run"):
        asyncio.run(runtime.resume())


def test_resume_without_an_id_takes_the_newest_unfinished_run(runtime, wiki):
    older, newer = (asyncio.run(runtime.start(REQUEST)) for _ in range(2))
    assert asyncio.run(runtime.resume()).trace_id == newer.id
    assert asyncio.run(runtime.resume()).trace_id == older.id


@pytest.mark.fault(48)
def test_a_run_that_someone_works_on_is_left_to_them(runtime, other, plug, pages):
    wiki = ScriptedProvider("wiki", pages, gate=asyncio.Event())
    plug(wiki)

    async def scenario():
        run = await runtime.start(REQUEST)
        working = asyncio.create_task(runtime.execute(run.id))
        await wiki.asked.wait()
        with pytest.raises(LeaseLost, match=f"run {run.id} is being worked on by"):
            await other.resume(run.id)
        with pytest.raises(RunNotFound, match="is being worked on"):
            await other.resume()
        wiki.gate.set()
        return await working

    assert asyncio.run(scenario()).status == "completed"


# -- many at once -------------------------------------------------------------------------------------------------

TEXTS = {
    "cool.md": "# Cooling\n\nStreet trees lowered the midday air temperature in Varnholt by 1.6 °C in 2021.\n",
    "cost.md": "# Cost\n\nA street tree in Korvenau costs 1,100 € over thirty years.\n",
    "pays.md": "# Who pays\n\nThe city of Korvenau pays for street trees from its roads budget.\n",
}


def test_thirty_runs_at_once_finish_verify_and_keep_apart(runtime, tmp_path):
    folder = write_corpus(tmp_path / "papers", TEXTS)
    requests = [
        ResearchRequest(question=f"{QUESTION} Case {number}.", corpora=(str(folder),), max_iterations=1)
        for number in range(30)
    ]
    heard = []

    async def scenario():
        reports = await asyncio.gather(*(runtime.ask(request, heard.append) for request in requests))
        checks = [await runtime.verify(report.trace_id) for report in reports]
        stored = {report.trace_id: await runtime._store.events(report.trace_id) for report in reports}
        return reports, checks, stored

    reports, checks, stored = asyncio.run(scenario())
    assert [report.question for report in reports] == [request.question for request in requests]
    assert all(check.holds and check.citations for check in checks)
    assert len(stored) == 30
    assert sum(map(len, stored.values())) == len(heard)
    for report in reports:
        events = stored[report.trace_id]
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert events[0].message == report.question


WORKER = """
import asyncio, json, sys
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.runtime import Runtime
question, folder = sys.argv[1:]
async def several():
    runtime = Runtime.open(Settings.load())
    request = ResearchRequest(question=question, corpora=(folder,), max_iterations=2)
    reports = await asyncio.gather(*(runtime.ask(request) for _ in range(2)))
    print(json.dumps([report.trace_id for report in reports]))
    runtime.close()
asyncio.run(several())
"""


@pytest.mark.slow
@pytest.mark.fault(48)
def test_two_processes_share_one_file(tmp_path, monkeypatch):
    monkeypatch.setenv("INQUIRO_EMBEDDING_MODEL", "off")
    folder = write_corpus(tmp_path / "papers", TEXTS)
    command = [sys.executable, "-c", WORKER, QUESTION, str(folder)]
    workers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        for _ in range(2)
    ]
    told = [worker.communicate(timeout=90) for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], told
    ids = [run for out, _ in told for run in json.loads(out)]
    runtime = Runtime.open(Settings.load())
    try:
        listed = asyncio.run(runtime.runs())
        assert Counter(run.id for run in listed) == Counter(ids)
        assert {(run.status, run.attempt) for run in listed} == {("completed", 1)}
        assert all(asyncio.run(runtime.verify(run)).holds for run in ids)
        assert asyncio.run(runtime.integrity()) == []
    finally:
        runtime.close()
