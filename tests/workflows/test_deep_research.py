"""Whole runs through the real graph: what they return, why they end, what they survive, what they keep to themselves."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import Assessment, Report, ResearchRequest
from inquiro.effects import Budget
from inquiro.engine import search
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.exports import registry as exports
from inquiro.exports import strip_volatile
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime, attempt, holding, wiring
from inquiro.testing import ManualClock, Page, ScriptedProvider, write_corpus

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
DEMO = (
    "Do city trees really cool streets, what do they cost and who pays, and how much water do they need in dry summers?"
)
QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"


def comparable(report):
    """A report as text, without run id, times and durations."""
    return strip_volatile(exports.get("json")().render(report).decode(), "json")


def ask(runtime, question=QUESTION, on_event=None, **options):
    return asyncio.run(runtime.ask(ResearchRequest(question=question, **options), on_event))


# -- the example corpus, as the demo runs it --------------------------------------------------------------


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Two runs of one question over the example corpus, with their traces and checks."""
    home = tmp_path_factory.mktemp("demo")
    database = f"sqlite:///{home / 'inquiro.db'}"
    runtime = Runtime.open(Settings(home=home, database_url=database, embedding_model=OFF))
    request = ResearchRequest(question=DEMO, corpora=(str(CORPUS),), privacy="local_only")

    async def both():
        reports = [await runtime.ask(request), await runtime.ask(request)]
        traces = [await runtime.find(report.trace_id) for report in reports]
        return reports, traces, [await runtime.verify(report.trace_id) for report in reports]

    yield asyncio.run(both())
    runtime.close()


@pytest.mark.slow
def test_the_demo_returns_a_cited_report_that_verifies(demo):
    (report, _), _, (checked, _) = demo
    assert report.claims
    assert checked.holds, checked.broken
    assert checked.citations >= len(report.claims)
    assert all(claim.evidence for claim in report.claims if claim.label != "uncited")
    assert (report.status, report.engine, report.privacy) == ("completed", "extractive", "local_only")
    assert report.stop_reason
    assert report.iterations_used >= 2
    assert 3 <= len(report.checklist) <= 7


@pytest.mark.slow
def test_the_demo_says_what_was_searched_for_each_point(demo):
    (report, _), _, _ = demo
    asked = {query for turn in report.rounds for query in turn.queries}
    assert all(len(item.queries) == item.tried for item in report.checklist)
    assert all(set(item.queries) <= asked for item in report.checklist)
    assert any(item.queries for item in report.checklist if not item.satisfied)


@pytest.mark.slow
def test_the_demo_reports_both_sides_of_the_contradiction_and_repeats_the_notice(demo):
    (report, _), _, _ = demo
    told = [{side.value for side in one.sides} for one in report.contradictions]
    assert any({"1,100 €", "2,400 €"} <= values for values in told), told
    assert "1,100 €" in report.answer
    assert "2,400 €" in report.answer
    assert any("Fictional" in notice for notice in report.notices)


@pytest.mark.slow
def test_the_demo_says_how_much_more_there_may_be(demo):
    (report, _), (run, _), _ = demo
    counts = [turn.estimate.found for turn in report.rounds]
    assert counts == sorted(counts)
    assert counts[-1] == report.estimate.found > 20
    assert report.estimate.found > report.estimate.once > 0, "the corpus says several things more than once"
    assert report.estimate.low < report.estimate.unseen < report.estimate.high
    assert [one.item for one in report.item_estimates] == [item.id for item in report.checklist]
    assert "the next round" in report.stop_reason
    assert run.state["iterations"][-1]["estimate"] == report.estimate.to_dict()


@pytest.mark.slow
def test_the_demo_closes_its_trace_with_metrics_and_state(demo):
    (report, _), (run, _), _ = demo
    assert (run.id, run.tool_name) == (report.trace_id, "deep_research")
    assert (run.status, run.progress, run.current_stage) == ("completed", 1.0, "done")
    assert run.completed_at is not None
    assert run.lease_owner is None
    assert run.metrics["total_iterations"] == report.iterations_used
    assert (run.metrics["pubmed_queries"], run.metrics["web_queries"], run.metrics["llm_calls"]) == (0, 0, 0)
    assert run.metrics["local_queries"] == report.usage.searches > 0
    assert run.metrics["sources_processed"] == report.usage.pages > 0
    assert set(run.state) == {"refined_question", "checklist", "knowledge_base", "iterations"}
    assert len(run.state["iterations"]) == report.iterations_used
    assert len(run.state["checklist"]) == len(report.checklist)
    assert run.state["knowledge_base"]["facts"]


@pytest.mark.slow
def test_the_same_question_over_the_same_corpus_gives_the_same_report(demo):
    (first, second), _, _ = demo
    assert first.trace_id != second.trace_id
    assert comparable(first) == comparable(second)


# -- a small scripted world -------------------------------------------------------------------------------


def test_a_run_asks_reads_and_answers(runtime, wiki):
    report = ask(runtime, sources=("wiki",))
    assert "1.6 °C" in report.answer
    assert len(wiki.opened) == len(set(wiki.opened))
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    assert [{side.value for side in one.sides} for one in report.contradictions] == [{"1,100 €", "2,400 €"}]
    assert report.usage.searches == len(wiki.searches)
    assert report.created_at is not None


class Unhurried(ScriptedProvider):
    """Lets others go first, a given number of times."""

    turns = 0

    async def search(self, query, max_results, filters):
        hits = await super().search(query, max_results, filters)
        for _ in range(self.turns):
            await asyncio.sleep(0)
        return hits


@pytest.mark.parametrize("turns", [(0, 40), (40, 0)])
def test_the_order_of_answers_does_not_change_the_report(runtime, plug, pages, turns):
    def world():
        return Unhurried("one", pages[:3]), Unhurried("two", pages[2:])

    plug(*world())
    plain = ask(runtime, sources=("one", "two"))
    one, two = world()
    one.turns, two.turns = turns
    plug(one, two)
    assert comparable(ask(runtime, sources=("one", "two"))) == comparable(plain)


@pytest.mark.parametrize(
    "change",
    [
        ("blobs", "text", "1.6 °C", "1.7 °C"),
        ("blobs", "text", "Street trees", "Street  trees"),
        ("runs", "result", "lowered the midday", "lifted the midday"),
        ("runs", "result", "1.6 °C", "1.9 °C"),
    ],
)
def test_a_changed_snapshot_quote_or_answer_is_found_broken(runtime, wiki, settings, change):
    table, column, old, new = change
    report = ask(runtime, sources=("wiki",))
    assert asyncio.run(runtime.verify(report.trace_id)).holds
    with sqlite3.connect(settings.home / "inquiro.db") as database:
        changed = database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (old, new)).rowcount
    database.close()
    assert changed
    checked = asyncio.run(runtime.verify(report.trace_id))
    assert not checked.holds


@pytest.mark.parametrize("field", ["answer", "quote"])
def test_one_changed_character_of_the_stored_report_is_enough(runtime, wiki, settings, field):
    report = ask(runtime, sources=("wiki",))
    stored = report.to_dict()
    if field == "answer":
        stored["answer"] = stored["answer"].replace("1", "7", 1)
    else:
        cited = stored["claims"][0]["evidence"][0]
        cited["quote"] = cited["quote"].replace("e", "a", 1)
    with sqlite3.connect(settings.home / "inquiro.db") as database:
        database.execute("UPDATE runs SET result = ?", (msgspec.json.encode(stored).decode(),))
    database.close()
    assert len(asyncio.run(runtime.verify(report.trace_id)).broken) >= 1


# -- why a run ends ---------------------------------------------------------------------------------------


def test_a_stop_ends_a_run_whose_source_hangs_and_keeps_the_report(runtime, plug, pages):
    gate = asyncio.Event()
    gate.set()
    wiki = ScriptedProvider("wiki", pages, gate=gate)
    plug(wiki)

    one_round = asyncio.Event()

    def shut_after_a_round(event):
        if event.stage == "evaluate":
            gate.clear()
            wiki.asked.clear()
            one_round.set()

    async def scenario():
        run = await runtime.start(ResearchRequest(question=QUESTION, sources=("wiki",)))
        working = asyncio.create_task(runtime.execute(run.id, shut_after_a_round))
        await one_round.wait()
        await wiki.asked.wait()
        await runtime.stop(run.id)
        return await asyncio.wait_for(working, 30), await runtime.find(run.id)

    report, run = asyncio.run(scenario())
    assert (report.status, report.stop_reason, report.partial) == ("stopped", "User requested stop", True)
    assert report.iterations_used == 2
    assert "1.6 °C" in report.answer
    assert (run.status, msgspec.convert(run.result, Report)) == ("completed", report)


def test_a_stop_from_another_runtime_is_heard(runtime, settings, plug, pages, monkeypatch):
    monkeypatch.setattr(holding, "BEAT_SECONDS", 0.01)
    slow = ScriptedProvider("slow", pages, gate=asyncio.Event())
    plug(slow)
    other = Runtime.open(settings)

    async def scenario():
        run = await runtime.start(ResearchRequest(question=QUESTION, sources=("slow",)))
        working = asyncio.create_task(runtime.execute(run.id))
        await slow.asked.wait()
        await other.stop(run.id[:8], "enough for today")
        return await asyncio.wait_for(working, 30)

    try:
        report = asyncio.run(scenario())
    finally:
        other.close()
    assert (report.status, report.stop_reason) == ("stopped", "enough for today")


def test_a_time_limit_ends_a_run_with_what_it_has(runtime, plug, pages, monkeypatch):
    clock = ManualClock()
    monkeypatch.setattr(attempt, "Budget", partial(Budget, clock=clock.monotonic))

    class Tiring(ScriptedProvider):
        async def search(self, query, max_results, filters):
            clock.advance(200)
            return await super().search(query, max_results, filters)

    plug(Tiring("wiki", pages))
    report = ask(runtime, sources=("wiki",), max_seconds=600)
    assert report.status == "stopped"
    assert report.stop_reason.startswith("Time limit reached (600 of 600 s)")
    assert report.claims
    assert report.iterations_used == 1


def test_the_round_limit_is_a_result_of_its_own(runtime, wiki):
    report = ask(runtime, sources=("wiki",), max_iterations=1)
    assert (report.status, report.iterations_used, report.partial) == ("max_iterations_reached", 1, False)
    assert report.stop_reason.startswith("Round limit reached (1): ")


def test_light_is_one_round_and_four_pages(runtime, plug, pages):
    wiki = ScriptedProvider("wiki", pages)
    plug(wiki)
    report = ask(runtime, sources=("wiki",), depth="light", max_iterations=10)
    assert report.iterations_used == 1
    assert 1 <= report.usage.pages == len(wiki.opened) <= 4


def test_light_means_four_pages_with_several_sources_too(runtime, plug, pages):
    shelves = [ScriptedProvider(f"shelf{number}", [page]) for number, page in enumerate(pages)]
    plug(*shelves)
    report = ask(runtime, sources=tuple(shelf.name for shelf in shelves), depth="light")
    assert report.usage.pages <= 4


def test_a_complete_checklist_ends_a_run(runtime, wiki, monkeypatch):
    class Content(ExtractiveReasoner):
        async def assess(self, plan, checklist, facts, **rest):
            return Assessment(checklist=tuple(msgspec.structs.replace(i, status="satisfied") for i in checklist))

    monkeypatch.setattr(wiring, "embedded_reasoner", Content)
    report = ask(runtime, sources=("wiki",))
    assert (report.status, report.iterations_used) == ("completed", 1)
    assert report.stop_reason.startswith("Checklist complete: 3 of 3")
    assert report.checklist_coverage.gaps == ()


def test_facts_that_repeat_themselves_end_a_run_although_points_are_open(runtime, wiki):
    report = ask(runtime, sources=("wiki",))
    assert (report.status, report.iterations_used) == ("completed", 3)  # the second finds who the Meridian Trust is
    assert "saturation reached" in report.stop_reason
    assert report.saturation is not None
    assert report.saturation.new_facts_ratio < 0.05
    assert report.saturation.new_entities_ratio < 0.05


@pytest.mark.fault(11)
def test_no_query_goes_to_a_source_twice(runtime, wiki):
    ask(runtime, sources=("wiki",), max_iterations=10)
    assert len(wiki.searches) == len(set(wiki.searches))


@pytest.mark.fault(11)
def test_a_reasoner_that_repeats_itself_is_ended_with_the_best_so_far(runtime, wiki, monkeypatch):
    class Stuck(ExtractiveReasoner):
        async def assess(self, plan, checklist, facts, **rest):
            made = await super().plan(QUESTION, "", ())
            return Assessment(checklist=tuple(checklist), queries=made.queries)

    monkeypatch.setattr(wiring, "embedded_reasoner", Stuck)
    report = ask(runtime, sources=("wiki",), max_iterations=10)
    assert report.iterations_used < 10
    assert report.claims
    assert report.stop_reason


# -- sources that fail, hang or come late -------------------------------------------------------------------


def test_a_failing_source_is_reported_and_the_run_goes_on(runtime, plug, pages):
    plug(ScriptedProvider("wiki", pages), ScriptedProvider("shut", [], search_error=AccessDenied("key refused")))
    report = ask(runtime, sources=("shut", "wiki"))
    assert report.claims
    lost = [loss for loss in report.lost if loss.source == "shut"]
    assert {loss.reason for loss in lost} == {"key refused"}
    failures = [record.failures for record in report.rounds]
    assert failures == [len(report.rounds[0].queries), *[0] * (len(failures) - 1)]  # a refused key is not tried again


def test_a_page_that_cannot_be_opened_is_a_loss_and_no_source(runtime, plug, pages):
    plug(ScriptedProvider("wiki", pages), ScriptedProvider("torn", pages, open_error=BadAnswer("torn page")))
    report = ask(runtime, sources=("torn", "wiki"))
    assert {source.source_name for source in report.sources} == {"wiki"}
    assert "torn page" in {loss.reason for loss in report.lost}


def test_a_blocked_page_is_never_cited(runtime, plug, pages):
    walls = [msgspec.structs.replace(page, kind="paywall") for page in pages]
    plug(ScriptedProvider("wall", walls))
    report = ask(runtime, sources=("wall",), max_iterations=2)
    assert report.sources == ()
    assert {claim.label for claim in report.claims} == {"uncited"}
    assert "paywall page, not content" in {loss.reason for loss in report.lost}


def test_rounds_without_answers_are_not_saturation(runtime, plug, pages):
    plug(ScriptedProvider("down", pages, search_error=AccessDenied("down for maintenance")))
    report = ask(runtime, sources=("down",), max_iterations=4)
    assert (report.iterations_used, report.stop_reason) == (1, "No source could be reached")
    assert report.status == "error"
    assert "down for maintenance" in report.notices[0]
    assert report.sources == ()
    assert {loss.reason for loss in report.lost} == {"down for maintenance"}


def test_a_source_that_fails_later_does_not_look_like_saturation(runtime, wiki):

    def cut_off(event):
        if event.stage == "evaluate":
            wiki.search_error = AccessDenied("cut off")

    report = ask(runtime, on_event=cut_off, sources=("wiki",), max_iterations=4)
    assert report.iterations_used > 2
    assert report.stop_reason.startswith(("Round limit", "No further query"))
    assert report.claims


def test_a_slow_source_holds_no_round_and_its_answer_joins_the_next(runtime, plug, pages, monkeypatch):
    monkeypatch.setattr(search, "ROUND_SECONDS", 0.15)
    slow = ScriptedProvider("slow", pages[1:3], gate=asyncio.Event())
    plug(ScriptedProvider("wiki", pages[:1]), slow)

    def open_gate(event):
        if event.stage == "evaluate":
            slow.gate.set()

    report = ask(runtime, on_event=open_gate, sources=("wiki", "slow"))
    assert report.iterations_used >= 2
    assert "slow" in {source.source_name for source in report.sources}


@pytest.mark.fault(6, 14)
@pytest.mark.parametrize("rounds", [1, 4])
def test_a_run_whose_sources_hang_has_failed_and_says_so(runtime, plug, pages, monkeypatch, rounds):
    monkeypatch.setattr(search, "ROUND_SECONDS", 0.1)
    plug(ScriptedProvider("slow", pages, gate=asyncio.Event()))
    report = ask(runtime, sources=("slow",), max_iterations=rounds)
    assert (report.status, report.stop_reason) == ("error", "No source answered in time")
    assert report.iterations_used == min(rounds, 2)
    assert report.answer.startswith("Nothing was read on this question: 0 documents.")
    assert "No source answered in time (no answer before the run ended)" in report.notices[0]
    assert {loss.source for loss in report.lost} == {"slow"}


def test_a_run_that_read_nothing_says_so_and_why(runtime, plug, pages):
    plug(ScriptedProvider("torn", pages, open_error=BadAnswer("torn page")))
    report = ask(runtime, sources=("torn",), max_iterations=1)
    assert [claim.text for claim in report.claims] == ["Nothing was read on this question: 0 documents."]
    assert report.notices[0].startswith("Nothing was read, so nothing can be said: torn: torn page")


def test_a_search_that_finds_nothing_is_no_silence_of_sources(runtime, plug):
    plug(ScriptedProvider("wiki", []))
    report = ask(runtime, sources=("wiki",), max_iterations=1, strict=True)
    assert [claim.text for claim in report.claims] == ["Nothing was read on this question: 0 documents."]
    assert report.notices[0] == "Nothing was read, so nothing can be said: no search found a page."


# -- clarify --------------------------------------------------------------------------------------------------

VAGUE = "What does it cost?"


def test_a_question_without_a_subject_waits_for_an_answer(runtime, wiki):
    waiting = ask(runtime, VAGUE, sources=("wiki",))
    run = asyncio.run(runtime.find(waiting.trace_id))
    assert (waiting.status, run.status, run.current_stage) == ("waiting", "waiting", "clarify")
    assert VAGUE in (waiting.clarification or "")
    assert wiki.searches == []
    told = [event.stage for event in asyncio.run(runtime._store.events(run.id))]
    assert told == ["start", "clarify", "waiting"]

    report = asyncio.run(runtime.answer(run.id, "a street tree in Korvenau over its lifetime"))
    assert (report.status, report.clarification) == ("completed", None)
    assert "2,400 €" in report.answer
    with pytest.raises(UsageError, match="is completed: it waits for no answer"):
        asyncio.run(runtime.answer(run.id, "again"))


def test_an_empty_answer_is_refused_and_the_run_still_waits(runtime, wiki):
    waiting = ask(runtime, VAGUE, sources=("wiki",))
    with pytest.raises(UsageError, match="empty"):
        asyncio.run(runtime.answer(waiting.trace_id, "  "))
    assert asyncio.run(runtime.resume(waiting.trace_id)).status == "waiting"


def test_nobody_is_asked_more_than_twice(runtime, wiki):
    report, exchanges = ask(runtime, "What?", sources=("wiki",), max_iterations=1), 0
    while report.status == "waiting":
        exchanges += 1
        report = asyncio.run(runtime.answer(report.trace_id, "it"))
    assert exchanges == 2
    assert report.status in {"completed", "max_iterations_reached"}


def test_unattended_the_assumption_is_stated(runtime, wiki):
    report = ask(runtime, VAGUE, sources=("wiki",), unattended=True)
    assert report.status != "waiting"
    assert len(report.assumptions) == 1
    assert VAGUE in report.assumptions[0]


# -- privacy --------------------------------------------------------------------------------------------------

PRIVATE = {
    "cooling.md": "# Cooling\n\nStreet trees lowered the midday air temperature in Varnholt by 1.6 °C in 2021. "
    "The street trees of Varnholt are paid by the Meridian Trust.\n",
    "trust.md": "# The Meridian Trust\n\nThe Meridian Trust of Odile Brandt pays for street trees.\n",
}
SECRETS = ("varnholt", "meridian", "odile", "brandt")


def outward(runtime, plug, folder, mode):
    """What an outside source was asked, and what the run asked in all."""
    web = ScriptedProvider(
        "web",
        [Page(title="Trees in general", text="Street trees cool the air and cost money, says everyone.")],
        leaves_machine="queries",
    )
    plug(web)
    corpus = write_corpus(folder / "private", PRIVATE)
    report = ask(runtime, sources=("corpus", "web"), corpora=(str(corpus),), privacy=mode)
    everything = " ".join(query for record in report.rounds for query in record.queries).lower()
    return " ".join(web.searches).lower(), everything, report


@pytest.mark.fault(69)
@pytest.mark.parametrize("mode", ["hybrid", "cloud_allowed"])
def test_no_search_is_sent_what_only_private_text_says(runtime, plug, tmp_path, mode):
    sent, asked, report = outward(runtime, plug, tmp_path, mode)
    assert sent
    assert any(secret in asked for secret in SECRETS), "no second hop was tried: the test shows nothing"
    assert not [secret for secret in SECRETS if secret in sent]
    assert report.privacy == mode
    assert any(source.private for source in report.sources)


def test_local_only_leaves_out_what_leaves_the_machine(runtime, plug, tmp_path, pages):
    web = ScriptedProvider("web", pages, leaves_machine="queries")
    plug(web)
    corpus = write_corpus(tmp_path / "private", PRIVATE)
    report = ask(runtime, corpora=(str(corpus),), privacy="local_only")
    assert web.searches == []
    assert {source.source_name for source in report.sources} == {"corpus"}


SPY = """
import json, socket, sys
seen = []
def spy(original):
    def call(*args, **rest):
        seen.append(repr(args[-1] if args else rest))
        return original(*args, **rest)
    return call
for name in ("connect", "connect_ex", "sendto"):
    setattr(socket.socket, name, spy(getattr(socket.socket, name)))
for name in ("getaddrinfo", "gethostbyname", "create_connection"):
    setattr(socket, name, spy(getattr(socket, name)))
import inquiro
report = inquiro.deep_research(sys.argv[1], corpus=sys.argv[2], privacy="local_only")
import threading
print(json.dumps({"status": report.status, "claims": len(report.claims), "seen": seen,
                  "tracers": [t.name for t in threading.enumerate() if "trac" in t.name.lower()]}))
"""


@pytest.mark.slow
@pytest.mark.fault(69)
def test_library_tracing_opens_no_connection(tmp_path):
    corpus = write_corpus(tmp_path / "corpus", PRIVATE)
    tracing = {
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_TRACING_V2": "true",
        "LANGCHAIN_TRACING_V2": "true",
        "LANGSMITH_API_KEY": "lsv2_not_a_key",
        "LANGCHAIN_API_KEY": "lsv2_not_a_key",
        "LANGSMITH_ENDPOINT": "http://127.0.0.1:9",
        "INQUIRO_EMBEDDING_MODEL": "off",
    }
    done = subprocess.run(
        [sys.executable, "-c", SPY, QUESTION, str(corpus)],
        env={**os.environ, **tracing},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["claims"] > 0
    assert (told["seen"], told["tracers"]) == ([], [])
