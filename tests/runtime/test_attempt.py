"""Attempts that die, lose their lease, meet a locked database or a jumping clock: nothing paid for is lost."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from inquiro.core.errors import BadAnswer, LeaseLost, NotConfigured, StoreBusy
from inquiro.core.settings import Settings
from inquiro.core.types import Report, ResearchRequest
from inquiro.effects import Budget, Effects
from inquiro.engine import search
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.exports import registry as exports
from inquiro.exports import strip_volatile
from inquiro.providers.search import registry as sources
from inquiro.runtime import Runtime, attempt, holding, wiring
from inquiro.runtime.outside import close_all
from inquiro.runtime.recorder import Recorder
from inquiro.storage.store import SqlStore
from inquiro.testing import ManualClock, ScriptedProvider, plugged_in
from inquiro.workflows import deep_research

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
REQUEST = ResearchRequest(question=QUESTION, sources=("wiki",))
NODES = ("clarify", "plan", "collect", "process", "analyze", "evaluate", "synthesize", "export")
LOOP = ("collect", "process", "analyze", "evaluate")


class Killed(BaseException):
    """Stands for a process that is gone."""


def comparable(report):
    return strip_volatile(exports.get("json")().render(report).decode(), "json")


def open_at(settings, clock):
    """A runtime as another process would have it: another owner, the same file, one wall clock."""
    return Runtime(SqlStore.open(settings.database_url, settings.home, clock=clock), settings)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, pages):
    """The report of a run that nothing happened to, and what its source was asked."""
    home = tmp_path_factory.mktemp("undisturbed")
    settings = Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", embedding_model=Path("off"))
    runtime = Runtime.open(settings)
    wiki = ScriptedProvider("wiki", pages)
    with plugged_in(sources, wiki=lambda _: wiki):
        report = asyncio.run(runtime.ask(REQUEST))
    runtime.close()
    return SimpleNamespace(report=comparable(report), searches=Counter(wiki.searches), opened=Counter(wiki.opened))


@pytest.fixture
def two_processes(settings):
    clock = ManualClock()
    first, second = open_at(settings, clock), open_at(settings, clock)
    yield clock, first, second
    first.close()
    second.close()


def die_in(patch, node, *, after=False, turn=1):
    """The node's given turn dies before its work, or with all of it done and nothing yet checkpointed."""
    original, turns = getattr(deep_research, node), Counter()

    @functools.wraps(original)
    async def dying(state, runtime):
        turns[node] += 1
        if turns[node] != turn:
            return await original(state, runtime)
        if after:
            await original(state, runtime)
        raise Killed(node)

    patch.setattr(deep_research, node, dying)


def leave_all_behind(patch):
    """A process that is killed neither stores its last events nor gives its lease back."""

    async def nothing(*_args):
        pass

    patch.setattr(Recorder, "close", nothing)
    patch.setattr(SqlStore, "release", nothing)


# -- death at every boundary ----------------------------------------------------------------------------------


@pytest.mark.fault(44)
@pytest.mark.parametrize(
    "place",
    [(node, after, 1) for node in NODES for after in (False, True)] + [(node, True, 2) for node in LOOP],
)
def test_a_run_killed_at_a_node_ends_as_if_nothing_had_happened(two_processes, wiki, undisturbed, place):
    node, after, turn = place
    clock, first, second = two_processes
    run = asyncio.run(first.start(REQUEST))
    with pytest.MonkeyPatch.context() as patch:
        die_in(patch, node, after=after, turn=turn)
        leave_all_behind(patch)
        with pytest.raises(Killed):
            asyncio.run(first.execute(run.id))
    closed = (node, after) == ("export", True)  # its trace was closed; only the checkpoint is missing
    if not closed:
        with pytest.raises(LeaseLost, match="is being worked on by"):
            asyncio.run(second.resume(run.id))
        clock.advance(holding.LEASE_SECONDS + 1)
    report = asyncio.run(second.resume(run.id if closed else None))
    assert report.trace_id == run.id
    assert comparable(report) == undisturbed.report
    assert Counter(wiki.searches) == undisturbed.searches
    assert Counter(wiki.opened) == undisturbed.opened
    assert asyncio.run(second.find(run.id)).status == "completed"


@pytest.mark.fault(44)
def test_a_death_in_the_middle_of_a_round_repeats_only_what_had_no_answer(two_processes, plug, pages, undisturbed):
    _, first, second = two_processes

    class Mortal(ScriptedProvider):
        async def search(self, query, max_results, filters):
            hits = await super().search(query, max_results, filters)
            if len(self.searches) == 3:
                raise Killed(query)
            return hits

    wiki = Mortal("wiki", pages)
    plug(wiki)
    run = asyncio.run(first.start(REQUEST))
    with pytest.raises(Killed):
        asyncio.run(first.execute(run.id))
    report = asyncio.run(second.resume())
    assert comparable(report) == undisturbed.report
    assert Counter(wiki.searches) - undisturbed.searches == Counter({wiki.searches[2]: 1})
    assert Counter(wiki.opened) == undisturbed.opened


def test_a_cancelled_attempt_gives_its_lease_back_at_once(two_processes, plug, pages, undisturbed):
    _, first, second = two_processes
    wiki = ScriptedProvider("wiki", pages, gate=asyncio.Event())
    plug(wiki)

    async def scenario():
        run = await first.start(REQUEST)
        working = asyncio.create_task(first.execute(run.id))
        await wiki.asked.wait()
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        wiki.gate.set()
        assert (await second.find(run.id)).lease_owner is None
        return await second.resume(run.id)

    assert comparable(asyncio.run(scenario())) == undisturbed.report


def test_the_events_of_all_attempts_are_one_stream(two_processes, wiki):
    _, first, second = two_processes
    run = asyncio.run(first.start(REQUEST))
    with pytest.MonkeyPatch.context() as patch:
        die_in(patch, "process", after=True, turn=2)
        with pytest.raises(Killed):
            asyncio.run(first.execute(run.id))
    asyncio.run(second.resume(run.id))
    told = asyncio.run(second._store.events(run.id))
    assert [event.seq for event in told] == list(range(1, len(told) + 1))
    assert [event.progress for event in told] == sorted(event.progress for event in told)
    assert [event.stage for event in told].count("start") == 2
    assert told[-1].stage == "done"


# -- leases ---------------------------------------------------------------------------------------------------


@pytest.mark.fault(48)
def test_a_worker_that_lost_its_lease_can_write_nothing_more(two_processes, plug, pages, undisturbed):
    clock, first, second = two_processes
    wiki = ScriptedProvider("wiki", pages, gate=asyncio.Event())
    plug(wiki)

    async def scenario():
        run = await first.start(REQUEST)
        asleep = asyncio.create_task(first.execute(run.id))
        await wiki.asked.wait()
        with pytest.raises(LeaseLost, match="is being worked on by"):
            await second.resume(run.id)
        clock.advance(holding.LEASE_SECONDS + 1)
        wiki.asked.clear()
        taken = asyncio.create_task(second.resume(run.id))
        await wiki.asked.wait()
        wiki.gate.set()
        with pytest.raises(LeaseLost, match="belongs to"):
            await asleep
        return await taken, await second.find(run.id)

    report, run = asyncio.run(scenario())
    assert comparable(report) == undisturbed.report
    assert (run.status, run.attempt, run.error_message) == ("completed", 2, None)


def test_one_runtime_works_on_a_run_once(runtime, plug, pages):
    wiki = ScriptedProvider("wiki", pages, gate=asyncio.Event())
    plug(wiki)

    async def scenario():
        run = await runtime.start(REQUEST)
        working = asyncio.create_task(runtime.execute(run.id))
        await wiki.asked.wait()
        with pytest.raises(LeaseLost, match="by this process already"):
            await runtime.resume(run.id)
        wiki.gate.set()
        return await working

    assert asyncio.run(scenario()).claims


@pytest.mark.fault(46)
def test_the_heartbeat_keeps_the_lease_even_if_the_database_was_busy_once(two_processes, plug, pages, monkeypatch):
    clock, first, _ = two_processes
    monkeypatch.setattr(holding, "BEAT_SECONDS", 0.005)
    monkeypatch.setattr(holding, "BEATS_PER_RENEWAL", 1)
    wiki, beats, renew = ScriptedProvider("wiki", pages, gate=asyncio.Event()), [], first._store.renew
    plug(wiki)
    renewed = asyncio.Event()

    async def renewing(leases, seconds):
        beats.append(clock.elapsed)
        if len(beats) == 1:
            raise StoreBusy("locked")
        await renew(leases, seconds)
        if beats[-1] == 20:
            renewed.set()

    monkeypatch.setattr(first._store, "renew", renewing)

    async def scenario():
        run = await first.start(REQUEST)
        working = asyncio.create_task(first.execute(run.id))
        await wiki.asked.wait()
        until = (await first.find(run.id)).lease_until
        clock.advance(20)
        await renewed.wait()
        later = (await first.find(run.id)).lease_until
        wiki.gate.set()
        await working
        return later - until

    assert asyncio.run(scenario()) == timedelta(seconds=20)


# -- a locked database ----------------------------------------------------------------------------------------


def locking(settings, *, seconds=None):
    """A listener that locks the database as the first round begins; and what unlocks it again."""
    database = sqlite3.connect(settings.home / "inquiro.db", timeout=10, check_same_thread=False, isolation_level=None)
    taken = []

    def unlock():
        database.execute("COMMIT")
        database.close()

    def lock(event):
        if event.stage == "round" and not taken:
            database.execute("BEGIN EXCLUSIVE")
            taken.append(event)
            if seconds is not None:
                threading.Timer(seconds, unlock).start()

    return lock, unlock, taken


@pytest.mark.fault(46)
def test_a_run_outlives_a_database_that_is_locked_for_a_moment(runtime, settings, wiki, undisturbed):
    lock, _, taken = locking(settings, seconds=0.2)
    report = asyncio.run(runtime.ask(REQUEST, lock))
    assert taken
    assert comparable(report) == undisturbed.report


@pytest.mark.fault(46)
def test_a_database_locked_for_too_long_is_named_and_the_run_can_go_on(settings, wiki, undisturbed):
    runtime = Runtime(SqlStore.open(settings.database_url, settings.home, busy_seconds=0.1), settings)
    run = asyncio.run(runtime.start(REQUEST))
    lock, unlock, _ = locking(settings)
    with pytest.raises(StoreBusy, match="locked for too long; try again"):
        asyncio.run(runtime.execute(run.id, lock))
    unlock()
    report = asyncio.run(runtime.resume(run.id))
    assert comparable(report) == undisturbed.report
    told = [event.seq for event in asyncio.run(runtime._store.events(run.id))]
    assert told == list(range(1, len(told) + 1))
    runtime.close()


# -- clocks ---------------------------------------------------------------------------------------------------


@pytest.mark.fault(49)
@pytest.mark.parametrize("days", [1, -1, 400])
def test_a_jump_of_the_clock_changes_nothing(two_processes, wiki, undisturbed, monkeypatch, days):
    clock, first, second = two_processes
    monkeypatch.setattr(attempt, "Effects", SimpleNamespace(open=functools.partial(Effects.open, clock=clock)))

    def jump(event):
        if event.stage == "process":
            clock.jump(timedelta(days=days))

    report = asyncio.run(first.ask(REQUEST, jump))
    assert comparable(report) == undisturbed.report
    assert report.status == "completed"
    told = asyncio.run(second._store.events(report.trace_id))
    assert [event.seq for event in told] == list(range(1, len(told) + 1))
    newest = asyncio.run(second.ask(REQUEST))
    assert [run.id for run in asyncio.run(second.runs())] == [newest.trace_id, report.trace_id]


# -- privacy over resumes ---------------------------------------------------------------------------------------


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    "modes",
    [("hybrid", "local_only", "local_only"), ("hybrid", "cloud_allowed", "hybrid"), (None, "cloud_allowed", "hybrid")],
)
def test_a_resume_can_only_tighten(settings, runtime, wiki, modes):
    asked, setting, resumed = modes
    run = asyncio.run(runtime.start(msgspec.structs.replace(REQUEST, privacy=asked)))
    with pytest.MonkeyPatch.context() as patch:
        die_in(patch, "synthesize")
        with pytest.raises(Killed):
            asyncio.run(runtime.execute(run.id))
    later = Runtime.open(msgspec.structs.replace(settings, privacy=setting))
    report = asyncio.run(later.resume(run.id))
    assert (report.privacy, asyncio.run(later.find(run.id)).privacy) == (resumed, resumed)
    later.close()


def test_a_resume_under_a_tighter_setting_refuses_an_outside_source(settings, runtime, plug, pages):
    plug(ScriptedProvider("wiki", pages, leaves_machine="queries"))
    run = asyncio.run(runtime.start(REQUEST))
    later = Runtime.open(msgspec.structs.replace(settings, privacy="local_only"))
    with pytest.MonkeyPatch.context() as patch:
        die_in(patch, "synthesize")
        with pytest.raises(Killed):
            asyncio.run(runtime.execute(run.id))
    with pytest.raises(NotConfigured, match="'wiki' leaves this machine"):
        asyncio.run(later.resume(run.id))
    later.close()


def test_the_users_own_command_line_may_widen_the_setting(settings, wiki):
    runtime = Runtime.open(msgspec.structs.replace(settings, privacy="local_only"))
    report = asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, privacy="hybrid")))
    assert report.privacy == "hybrid"
    runtime.close()


# -- failing and closing ----------------------------------------------------------------------------------------


def test_an_error_of_ours_closes_the_trace_as_failed_and_a_resume_goes_on(runtime, wiki, undisturbed, monkeypatch):
    class Broken(ExtractiveReasoner):
        async def write(self, *_args):
            raise BadAnswer("the model said nothing")

    with monkeypatch.context() as patch:
        patch.setattr(wiring, "embedded_reasoner", Broken)
        run = asyncio.run(runtime.start(REQUEST))
        with pytest.raises(BadAnswer):
            asyncio.run(runtime.execute(run.id))
    failed = asyncio.run(runtime.find(run.id))
    assert (failed.status, failed.error_message, failed.lease_owner) == ("failed", "the model said nothing", None)
    last = asyncio.run(runtime._store.events(run.id))[-1]
    assert (last.stage, last.message) == ("failed", "the model said nothing")
    report = asyncio.run(runtime.resume(run.id))
    assert comparable(report) == undisturbed.report
    assert asyncio.run(runtime.find(run.id)).error_message is None


def test_a_graph_that_had_ended_is_closed_by_the_next_attempt(runtime, settings, wiki):
    report = asyncio.run(runtime.ask(REQUEST))
    with sqlite3.connect(settings.home / "inquiro.db") as database:
        database.execute("UPDATE runs SET status = 'in_progress'")
    database.close()
    again = asyncio.run(runtime.resume())
    assert again == report
    run = asyncio.run(runtime.find(report.trace_id))
    assert (run.status, msgspec.convert(run.result, Report)) == ("completed", report)


def test_a_run_that_meets_a_bug_says_so_and_can_go_on(runtime, wiki, monkeypatch):
    def broken(*_args):
        raise ZeroDivisionError("a bug of ours")

    run = asyncio.run(runtime.start(REQUEST))
    with monkeypatch.context() as patch:
        patch.setattr(deep_research, "cross_check", broken)
        with pytest.raises(ZeroDivisionError):
            asyncio.run(runtime.execute(run.id))
    ended = asyncio.run(runtime.find(run.id))
    assert (ended.status, ended.error_message) == ("failed", "unexpected ZeroDivisionError: a bug of ours")
    assert [event.stage for event in asyncio.run(runtime.events(run.id))][-1] == "failed"
    assert asyncio.run(runtime.resume(run.id)).status == "completed"


# -- what is still under way when a run ends ------------------------------------------------------------------


class Held(ScriptedProvider):
    """Hangs in its search, takes a while to let go, and holds something open that it needs for that."""

    def __init__(self, name, pages=(), **options):
        super().__init__(name, pages, gate=asyncio.Event(), leaves_machine="the query", **options)
        self.told = []

    async def search(self, query, max_results, filters):
        try:
            return await super().search(query, max_results, filters)
        finally:
            await asyncio.sleep(0.1)
            self.told.append("let go")

    async def aclose(self):
        self.told.append("closed")


def test_what_sources_hold_open_is_closed_after_the_last_search_let_go(runtime, plug, wiki, monkeypatch):
    monkeypatch.setattr(search, "ROUND_SECONDS", 0.3)
    held = Held("held")
    plug(held)
    request = msgspec.structs.replace(REQUEST, sources=("wiki", "held"), depth="light")
    report = asyncio.run(runtime.ask(request))
    assert report.claims
    assert set(held.told[:-1]) == {"let go"}
    assert held.told[-1] == "closed"
    assert {loss.reason for loss in report.lost if loss.source == "held"} == {"no answer before the run ended"}


def test_one_thing_that_cannot_be_closed_keeps_no_other_open():
    class Stuck:
        async def aclose(self):
            raise OSError("stuck")

    held = Held("held")
    with pytest.raises(OSError, match="stuck"):
        asyncio.run(close_all([held, held, Stuck()]))
    assert held.told == ["closed"]


def test_a_cancelled_run_lets_go_of_everything_and_goes_on_later(runtime, plug, pages):
    held = Held("held", pages)
    plug(held)

    async def cut_off():
        run = await runtime.start(msgspec.structs.replace(REQUEST, sources=("held",), max_iterations=1))
        going = asyncio.ensure_future(runtime.execute(run.id))
        await held.asked.wait()
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        return run.id, len(asyncio.all_tasks()) - 1

    run_id, left = asyncio.run(cut_off())
    assert left == 0
    assert held.told[-1] == "closed"
    assert set(held.told[:-1]) == {"let go"}
    held.gate = None
    report = asyncio.run(runtime.resume(run_id))
    assert report.claims


def test_a_run_stopped_with_searches_under_way_asks_them_again_when_it_goes_on(runtime, plug, pages):
    held = Held("held", pages)
    plug(held)

    async def stopped():
        run = await runtime.start(msgspec.structs.replace(REQUEST, sources=("held",)))
        going = asyncio.ensure_future(runtime.execute(run.id))
        await held.asked.wait()
        await runtime.stop(run.id)
        return await going

    report = asyncio.run(stopped())
    assert (report.status, report.sources) == ("stopped", ())
    assert {loss.source for loss in report.lost} == {"held"}
    asked = Counter(held.searches)
    held.gate = None
    again = asyncio.run(runtime.resume(report.trace_id))
    assert again.claims
    assert all(Counter(held.searches)[query] >= 2 for query in asked)


@pytest.mark.fault(11)
def test_a_run_has_the_limits_of_its_request_and_of_the_day(settings, wiki, monkeypatch):
    made = []

    class Seen(Budget):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            made.append(self)

    monkeypatch.setattr(attempt, "Budget", Seen)
    runtime = Runtime.open(msgspec.structs.replace(settings, max_cost_per_day=2.5, max_tokens_per_day=9_000))
    asyncio.run(runtime.ask(msgspec.structs.replace(REQUEST, max_cost=0.5, max_tokens=700)))
    runtime.close()
    assert (made[0].limits.cost, made[0].limits.tokens) == (0.5, 700)
    assert (made[0].day.cost, made[0].day.tokens, made[0].day.seconds) == (2.5, 9_000, None)
