"""The register behind the gateway: never asked twice by one run, refused where nothing may leave."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from inquiro.core.errors import NotReplayable, PrivacyRefused, Stopped, Unavailable
from inquiro.core.pace import NoPace
from inquiro.core.types import Run
from inquiro.effects import Budget, Effects
from inquiro.onboarding import register_journal
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.register_journal import SERVES, JournaledRegister
from inquiro.storage.store import SqlStore

TOP = "529900K9B0N5BT694847"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Desk:
    """A run whose attempts open the store anew, and the register that it asks."""

    def __init__(self, gleif_server, folder):
        facts, lei = gleif_server.Facts(), gleif_server.with_check_digits
        facts.add(TOP, "Varnholt SE", exception="NO_KNOWN_PERSON")
        self.child = facts.add(lei("CHILD"), "Varnholt Trees GmbH", parent=TOP)
        self.nobody = lei("NOBODY")
        self.world = gleif_server.GleifWorld(facts)
        self.register = gleif_server.register_of(self.world)
        self.folder = folder
        self.now = NOW
        self.waits = []

    def run(self, work, run_id="run-1", *, keeps_failures=False, stopping=None, **options):
        async def wait(seconds):
            self.waits.append(seconds)

        async def attempt():
            store = SqlStore.open(f"sqlite:///{self.folder / 'inquiro.db'}", self.folder, clock=lambda: self.now)
            try:
                await store.create_run(Run(id=run_id, tool_name="research_macro", input_params={}))
                lease = await store.acquire(run_id, "test", 60)
                given = {"mode": "cloud_allowed", "pace": NoPace(), "clock": lambda: self.now, "sleep": wait} | options
                effects = await Effects.open(store, lease, budget=Budget(), **given)
                given_up = {"keeps_failures": keeps_failures, "stopping": stopping}
                return await work(JournaledRegister(effects, "leis", self.register, **given_up))
            finally:
                store.close()

        return asyncio.run(attempt())


@pytest.fixture
def desk(gleif_server, tmp_path):
    return Desk(gleif_server, tmp_path)


async def everything(register):
    return [
        await register.record(TOP),
        await register.records((TOP,)),
        await register.search("Varnholt", 3, "DE"),
        await register.parent(TOP, "direct"),
        await register.parent_relation(TOP, "direct"),
        await register.children(TOP),
        await register.relations(TOP),
        await register.managed_funds(TOP),
        await register.above_fund(TOP, "umbrella-fund"),
    ]


@pytest.mark.fault(44)
def test_a_resume_and_a_replay_ask_nobody(desk):
    first = desk.run(everything)
    assert first == asyncio.run(everything(desk.register))
    desk.world.mode = "down"
    desk.world.asked.clear()
    assert desk.run(everything) == first
    assert desk.run(everything, replay=True) == first
    assert desk.world.asked == []


def test_an_answer_serves_other_runs_for_a_while(desk):
    desk.run(lambda register: register.record(TOP))
    desk.world.asked.clear()
    desk.run(lambda register: register.record(TOP), "run-2")
    assert desk.world.asked == []
    desk.now += SERVES + timedelta(seconds=1)
    desk.run(lambda register: register.record(TOP), "run-3")
    assert len(desk.world.asked) == 1


def test_answers_of_another_register_serve_nobody_but_the_run_itself(desk):
    desk.run(lambda register: register.record(TOP))
    desk.world.asked.clear()
    here = desk.register.settings
    desk.register.settings = msgspec.structs.replace(here, provider_urls={"gleif": "http://elsewhere.example"})
    desk.run(lambda register: register.record(TOP), "run-2")
    assert len(desk.world.asked) == 1
    desk.run(lambda register: register.record(TOP))
    assert len(desk.world.asked) == 1, "the run itself has its answer, wherever it came from"


def test_what_was_not_there_is_asked_for_again_by_others(desk):
    assert desk.run(lambda register: register.record(desk.nobody)) is None
    assert desk.run(lambda register: register.record(desk.nobody), "run-2") is None
    assert len([one for one in desk.world.asked if one.path.endswith(desk.nobody)]) == 2


@pytest.mark.fault(57)
def test_where_nothing_may_leave_it_is_refused_and_the_lei_unverified(desk):
    with pytest.raises(PrivacyRefused):
        desk.run(lambda register: register.record(TOP), mode="local_only")
    findings = desk.run(lambda register: check_leis({"lei": TOP}, register), mode="local_only")
    assert [finding.verdict for finding in findings] == ["unverified"]
    assert desk.world.asked == []


@pytest.mark.fault(57)
def test_an_outage_is_asked_again_on_resume_unless_failures_are_kept(desk):
    def record(register):
        return register.record(TOP)

    desk.world.mode = "down"
    for keeps in (False, True):
        with pytest.raises(Unavailable):
            desk.run(record, f"run-{keeps}", keeps_failures=keeps)
    assert len(desk.waits) == 2, "each was tried a second time"
    desk.world.mode = ""
    assert desk.run(record, "run-False").name == "Varnholt SE"
    with pytest.raises(Unavailable):
        desk.run(record, "run-True", keeps_failures=True)
    with pytest.raises(NotReplayable):
        desk.run(record, "run-none", replay=True)


@pytest.mark.fault(1)
def test_a_register_that_asks_to_slow_down_is_given_its_time(desk):
    desk.world.mode, desk.world.fails, desk.world.retry_after = "limited", 1, 7
    assert desk.run(lambda register: register.record(TOP)).name == "Varnholt SE"
    [wait] = desk.waits
    assert 7 <= wait <= 8


def test_a_stop_does_not_wait_for_a_register_that_is_silent(desk, monkeypatch):
    monkeypatch.setattr(register_journal, "REGISTER_PATIENCE", 0.01)
    stopping, answers = asyncio.Event(), asyncio.Event()
    record = desk.register.record

    async def silent(lei):
        stopping.set()
        await answers.wait()
        return await record(lei)

    monkeypatch.setattr(desk.register, "record", silent)
    with pytest.raises(Stopped, match="had answered"):
        desk.run(lambda register: register.record(TOP), stopping=stopping)
    answers.set()
    assert desk.run(lambda register: register.record(TOP), "run-2", stopping=asyncio.Event()).name == "Varnholt SE"
