from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    BudgetExhausted,
    Deferred,
    EffectError,
    LeaseLost,
    NotReplayable,
    PrivacyRefused,
    RateLimited,
    ReadFailed,
    TimedOut,
    Unavailable,
    UnsafeAddress,
)
from inquiro.core.pace import NoPace
from inquiro.core.types import Document, Run, Usage, Value
from inquiro.effects import Budget, Effects, Limits, Paid
from inquiro.effects.gateway import Call
from inquiro.effects.pacing import StorePace
from inquiro.effects.retrying import RetryPolicy
from inquiro.storage.store import SqlStore

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEARCH = Call(kind="search", name="tavily", request={"query": "trees"}, outside=True)
KEPT = Call(kind="search", name="tavily", request={"query": "trees"}, outside=True, keep=timedelta(hours=1))


class Answer(Value, frozen=True, kw_only=True):
    text: str
    at: datetime | None = None


class World:
    """A counted outside: what was asked of it cannot be taken back."""

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes = list(outcomes) or ["an answer"]
        self.calls = 0

    async def __call__(self) -> Paid:
        outcome = self.outcomes[min(self.calls, len(self.outcomes) - 1)]
        self.calls += 1
        await asyncio.sleep(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome if isinstance(outcome, Paid) else Paid(value=outcome, usage=Usage(calls=1, tokens=10, cost=0.1))


class Bench:
    """A store with runs in it, opened again for every attempt like a new process would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder / 'effects.db'}"
        self.clock = NOW

    async def attempt(
        self,
        work: Callable[[Effects], Awaitable[Any]],
        run_id: str = "run-1",
        *,
        limits: Limits | None = None,
        **options: Any,
    ) -> Any:
        store = SqlStore.open(self.url, self.folder, clock=lambda: self.clock)
        try:
            await store.create_run(Run(id=run_id, tool_name="deep_research", input_params={}))
            lease = await store.acquire(run_id, "test", 60)
            options = {"mode": "cloud_allowed", "pace": NoPace(), "clock": lambda: self.clock} | options
            effects = await Effects.open(store, lease, budget=Budget(limits), **options)
            return await work(effects)
        finally:
            store.close()

    def run(self, work: Callable[[Effects], Awaitable[Any]], run_id: str = "run-1", **options: Any) -> Any:
        return asyncio.run(self.attempt(work, run_id, **options))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def asking(world: World, call: Call = SEARCH, returns: Any = str, step: str = "collect-1"):
    async def work(effects: Effects) -> Any:
        return await effects.step(step).call(call, world, returns)

    return work


@pytest.mark.fault(44)
def test_a_finished_effect_is_returned_after_a_restart_and_not_repeated(bench):
    world = World()
    assert [bench.run(asking(world)) for _ in range(3)] == ["an answer"] * 3
    assert world.calls == 1


def test_the_first_answer_equals_the_one_read_back(bench):
    world = World(Paid(value=[Answer(text="é\u2028", at=NOW)]))
    first, second = (bench.run(asking(world, returns=list[Answer])) for _ in range(2))
    assert first == second == [Answer(text="é\u2028", at=NOW)]


@pytest.mark.parametrize(
    "error",
    [
        AccessDenied("paywall"),
        BadAnswer("not HTTP"),
        Deferred("its circuit is open"),
        EffectError("something"),
        RateLimited("slow", 9.0),
        RateLimited("slow"),
        ReadFailed("not a PDF"),
        TimedOut("late"),
        Unavailable("down"),
        UnsafeAddress("10.0.0.1 is private"),
    ],
)
def test_a_failure_is_journaled_as_that_failure_and_stays_one(bench, error):
    world, raised = World(error, "an answer later"), []
    for _ in range(2):
        with pytest.raises(type(error)) as caught:
            bench.run(asking(world))
        raised.append(caught.value)
    assert world.calls == 1
    for one in raised:
        assert (type(one), str(one), vars(one)) == (type(error), str(error), vars(error))


def test_an_outage_is_never_an_empty_list(bench):
    world = World(Unavailable("down"))
    with pytest.raises(EffectError):
        bench.run(asking(world, returns=list[str]))


def test_a_programming_error_leaves_no_answer_behind(bench):
    world = World(KeyError("oops"), "an answer")
    with pytest.raises(KeyError):
        bench.run(asking(world))
    assert bench.run(asking(world)) == "an answer"


def test_a_second_equal_ask_in_a_step_is_a_second_effect(bench):
    world = World("first", "second", "third")

    async def work(effects: Effects) -> list[str]:
        step = effects.step("collect-1")
        return [await step.call(SEARCH, world, str) for _ in range(2)]

    assert bench.run(work) == ["first", "second"]
    assert bench.run(work) == ["first", "second"]
    assert world.calls == 2


def test_steps_and_requests_have_journals_of_their_own(bench):
    world = World("a", "b", "c")
    other = Call(kind="search", name="tavily", request={"query": "cost"}, outside=True)
    assert bench.run(asking(world)) == "a"
    assert bench.run(asking(world, step="collect-2")) == "b"
    assert bench.run(asking(world, other)) == "c"
    assert [bench.run(asking(world, step=s)) for s in ("collect-2", "collect-1")] == ["b", "a"]


def test_the_key_is_the_content_of_the_request_whatever_its_order():
    one = Call(kind="fetch", name="web", request={"a": 1, "b": 2})
    same = Call(kind="fetch", name="web", request={"b": 2, "a": 1}, timeout=1.0, rate=3.0)
    assert one.key == same.key
    assert (
        len(
            {
                one.key,
                Call(kind="fetch", name="web", request={"a": 1}).key,
                Call(kind="model", name="web", request=one.request).key,
            }
        )
        == 3
    )


def test_replay_gives_what_the_journal_holds(bench):
    world = World()
    bench.run(asking(world))
    assert bench.run(asking(world), replay=True) == "an answer"
    assert world.calls == 1


def test_replay_never_asks_for_what_is_missing(bench):
    world = World()
    with pytest.raises(NotReplayable, match="search 'tavily' in collect-1"):
        bench.run(asking(world), replay=True)
    assert world.calls == 0


@pytest.mark.fault(44)
def test_an_effect_that_was_begun_but_not_finished_is_asked_again(bench):
    class Died(World):
        async def __call__(self) -> Paid:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.run(asking(Died()))
    world = World()
    with pytest.raises(NotReplayable):
        bench.run(asking(world), replay=True)
    assert bench.run(asking(world)) == "an answer"
    assert world.calls == 1


# -- cache ------------------------------------------------------------------------------------------


def test_a_public_answer_serves_another_run_at_no_cost(bench):
    world = World()

    async def work(effects: Effects) -> tuple[str, Usage]:
        answer = await effects.step("collect-1").call(KEPT, world, str)
        return answer, effects.total()

    assert bench.run(work, "run-1")[1].tokens == 10
    answer, usage = bench.run(work, "run-2")
    assert (answer, usage.tokens, usage.cost, world.calls) == ("an answer", 0, 0.0, 1)


def test_an_answer_past_its_time_is_asked_for_again(bench):
    world = World("old", "new")
    assert bench.run(asking(world, KEPT), "run-1") == "old"
    bench.clock = NOW + timedelta(minutes=59)
    assert bench.run(asking(world, KEPT), "run-2") == "old"
    bench.clock = NOW + timedelta(minutes=61)
    assert bench.run(asking(world, KEPT), "run-3") == "new"


def test_an_answer_that_is_worth_nothing_to_others_is_this_run_s_own(bench):
    world = World()

    async def work(effects: Effects) -> list[str]:
        async def empty() -> Paid:
            await world()
            return Paid(value=[], serves_others=False)

        return await effects.step("collect-1").call(KEPT, empty, list[str])

    assert [bench.run(work, run) for run in ("run-1", "run-1", "run-2")] == [[], [], []]
    assert world.calls == 2


def test_fresh_goes_around_the_cache_but_not_around_the_journal(bench):
    world = World("old", "new", "newer")
    bench.run(asking(world, KEPT), "run-1")
    assert bench.run(asking(world, KEPT), "run-2", fresh=True) == "new"
    assert bench.run(asking(world, KEPT), "run-2", fresh=True) == "new"


@pytest.mark.parametrize("change", [{"private": True}, {"keep": None}])
def test_what_is_private_or_not_to_be_kept_is_never_shared(bench, change):
    call = Call(**({"kind": "model", "name": "t", "request": {}, "outside": True, "keep": timedelta(hours=1)} | change))
    world = World("for one", "for two")
    assert bench.run(asking(world, call), "run-1") == "for one"
    assert bench.run(asking(world, call), "run-2") == "for two"


def test_a_private_call_does_not_read_the_shared_cache_either(bench):
    world, public = World("public", "private"), msgspec.structs.replace(KEPT, kind="model")
    bench.run(asking(world, public), "run-1")
    assert bench.run(asking(world, msgspec.structs.replace(public, private=True)), "run-2") == "private"


def test_an_answer_that_proved_useful_afterwards_serves_later_runs_of_the_same_organisation(bench):
    asked = Call(
        kind="model", name="vendor:a", identity="write", request={"q": 1}, keep=timedelta(hours=1), shared=False
    )
    world = World(*(Paid(value=text, serves_others=False) for text in ("first", "second", "third", "fourth")))

    def work(call: Call, *, useful: bool) -> Callable[[Effects], Awaitable[Any]]:
        async def ask(effects: Effects) -> tuple[str, bool]:
            step = effects.step("write")
            answer = await step.call(call, world, str)
            if useful:
                await step.keep(call, answer)
            return answer, step.borrowed

        return ask

    assert bench.run(work(asked, useful=False), "run-1") == ("first", False)
    assert bench.run(work(asked, useful=True), "run-2") == ("second", False)
    assert bench.run(work(asked, useful=True), "run-3") == ("second", True)
    assert bench.run(work(asked, useful=True), "run-3") == ("second", False)  # its own journal knows it by now
    assert bench.run(work(asked, useful=True), "run-4", org_id="others") == ("third", False)
    other = msgspec.structs.replace(asked, name="vendor:b")
    assert bench.run(work(other, useful=True), "run-5") == ("fourth", False)


@pytest.mark.fault(69)
@pytest.mark.parametrize("kind", ["search", "fetch", "registry"])
def test_private_text_goes_to_no_service_in_any_mode(bench, kind):
    world, call = World(), msgspec.structs.replace(SEARCH, kind=kind, private=True)
    with pytest.raises(PrivacyRefused, match="no privacy mode sends that anywhere but to a model"):
        bench.run(asking(world, call), mode="cloud_allowed")
    assert world.calls == 0


def test_a_failure_is_not_cached(bench):
    world = World(Unavailable("down"), "an answer")
    with pytest.raises(Unavailable):
        bench.run(asking(world, KEPT), "run-1")
    assert bench.run(asking(world, KEPT), "run-2") == "an answer"


# -- budget -----------------------------------------------------------------------------------------


def test_usage_is_counted_once_over_a_resume(bench):
    world = World()

    async def work(effects: Effects) -> tuple[Usage, int]:
        await effects.step("collect-1").call(SEARCH, world, str)
        return effects.total(), effects.budget.used.tokens

    assert bench.run(work) == bench.run(work) == (Usage(calls=1, tokens=10, cost=0.1, effects=1), 10)


@pytest.mark.fault(11)
def test_a_spent_budget_refuses_before_the_call_and_keeps_the_writing_share(bench):
    world = World(Paid(value="x", usage=Usage(cost=0.9)))
    write = Call(kind="model", name="openai", request={"write": 1}, outside=True, writes=True)

    async def work(effects: Effects) -> None:
        step = effects.step("collect-1")
        await step.call(SEARCH, world, str)
        with pytest.raises(BudgetExhausted, match="Money limit"):
            await step.call(SEARCH, world, str)
        await step.call(write, world, str)
        with pytest.raises(BudgetExhausted):
            await step.call(write, world, str)

    bench.run(work, limits=Limits(cost=1.0))
    assert world.calls == 2


@pytest.mark.fault(11)
def test_a_budget_spent_before_a_restart_stays_spent(bench):
    world = World(Paid(value="x", usage=Usage(cost=2.0)))
    bench.run(asking(world), limits=Limits(cost=1.0))
    with pytest.raises(BudgetExhausted):
        bench.run(asking(world, step="collect-2"), limits=Limits(cost=1.0))
    assert bench.run(asking(world), limits=Limits(cost=1.0)) == "x", "what is paid for stays free"


def test_local_work_goes_on_with_a_spent_budget(bench):
    local = Call(kind="search", name="corpus", request={})
    assert bench.run(asking(World(), local), limits=Limits(tokens=0)) == "an answer"


# -- privacy ----------------------------------------------------------------------------------------


@pytest.mark.fault(69)
@pytest.mark.parametrize(("mode", "private"), [("local_only", False), ("local_only", True), ("hybrid", True)])
def test_a_refused_call_never_happens_and_leaves_no_trace(bench, mode, private):
    world = World()
    call = Call(kind="model", name="openai", request={}, outside=True, private=private)

    async def work(effects: Effects) -> int:
        with pytest.raises(PrivacyRefused):
            await effects.step("extract").call(call, world, str)
        return len(await effects.store.effects("run-1"))

    assert bench.run(work, mode=mode) == 0
    assert world.calls == 0


# -- clock, choices, documents, concurrency, leases ----------------------------------------------------


@pytest.mark.fault(49)
def test_a_clock_reading_is_the_same_after_a_restart(bench):
    async def work(effects: Effects) -> list[datetime]:
        step = effects.step("plan")
        return [await step.now(), await step.now()]

    first = bench.run(work)
    bench.clock = NOW - timedelta(days=1)
    assert bench.run(work) == first == [NOW, NOW]


def test_a_choice_that_timing_could_change_is_made_once(bench):
    def choosing(value: list[str]):
        async def decide() -> Paid:
            return Paid(value=value)

        async def work(effects: Effects) -> list[str]:
            return await effects.step("collect-1").settle("admitted", decide, list[str])

        return work

    assert bench.run(choosing(["a", "b"])) == ["a", "b"]
    assert bench.run(choosing(["b"])) == ["a", "b"]


def test_the_snapshots_of_an_answer_are_stored_with_it(bench):
    page = Document(
        id="doc-1",
        url="https://a.example",
        title="A",
        text="words",
        sha256="0" * 64,
        media_type="text/html",
        fetched_at=NOW,
    )
    world = World(Paid(value="doc-1", documents=(page,)))

    async def stored(effects: Effects) -> list[Document]:
        return await effects.store.documents(["doc-1"])

    bench.run(asking(world, Call(kind="fetch", name="web", request={"url": page.url}, outside=True)))
    assert bench.run(stored) == [page]


def test_calls_run_side_by_side_and_find_their_own_answers_again(bench):
    world = World()
    calls = [Call(kind="fetch", name="web", request={"page": n}, outside=True) for n in range(20)]
    both = asyncio.Event()

    def work(order: list[int]):
        async def run(effects: Effects) -> list[int]:
            step = effects.step("collect-1")

            async def ask(n: int) -> int:
                async def perform() -> Paid:
                    await world()
                    if world.calls >= 2:
                        both.set()
                    await asyncio.wait_for(both.wait(), 60)  # nobody ends before another one has begun
                    return Paid(value=n)

                return await step.call(calls[n], perform, int)

            return await asyncio.gather(*(ask(n) for n in order))

        return run

    assert bench.run(work(list(range(20)))) == list(range(20))
    assert bench.run(work(list(reversed(range(20))))) == list(reversed(range(20)))
    assert world.calls == 20


@pytest.mark.fault(48)
def test_who_lost_the_lease_writes_nothing_more(bench):
    world = World()

    async def work(effects: Effects) -> None:
        await effects.store.release(effects.lease)
        await effects.store.acquire("run-1", "another worker", 60)
        with pytest.raises(LeaseLost):
            await effects.step("collect-1").call(SEARCH, world, str)

    bench.run(work)
    assert world.calls == 0


# -- politeness -------------------------------------------------------------------------------------


class Listening:
    """A pace that keeps what it was asked and told."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, float]] = []
        self.told: list[tuple[str, str]] = []

    async def admit(self, name: str, requests_per_second: float) -> None:
        self.asked.append((name, requests_per_second))

    async def report(self, name: str, error: EffectError | None) -> None:
        self.told.append((name, type(error).__name__))


def test_a_call_waits_for_its_turn_at_the_providers_rate_and_tells_how_it_went(bench):
    pace = Listening()
    bench.run(asking(World(), Call(kind="search", name="exa", request={}, outside=True, rate=2.5)), pace=pace)
    with pytest.raises(Unavailable):
        bench.run(
            asking(World(Unavailable("down")), Call(kind="search", name="arxiv", request={}, outside=True, rate=1.0)),
            pace=pace,
        )
    assert pace.asked == [("exa", 2.5), ("arxiv", 1.0)]
    assert pace.told == [("exa", "NoneType"), ("arxiv", "Unavailable")]


def test_who_paces_itself_is_not_counted_twice(bench):
    pace = Listening()
    with pytest.raises(Unavailable):
        bench.run(asking(World(Unavailable("down")), SEARCH), pace=pace)
    assert pace.told == []


class Sleeper:
    """Sleeps on the bench's clock."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.bench.clock += timedelta(seconds=seconds)


PATIENT = Call(kind="search", name="s2", request={"q": 1}, outside=True, rate=1.0, retry=RetryPolicy())


@pytest.fixture
def punctual(monkeypatch: pytest.MonkeyPatch):
    """Nobody is late because this machine is slow."""
    monkeypatch.setattr("inquiro.storage.pace.monotonic", lambda: 0.0)

    def pace(effects: Effects, sleep: Sleeper) -> StorePace:
        return StorePace(effects.store, sleep, lambda: 0.0)

    return pace


@pytest.mark.fault(1)
def test_a_named_wait_is_waited_for_and_the_call_is_still_one_effect_paid_once(bench, punctual):
    world, sleep, asked_at = World(RateLimited("slow", 7.0), "an answer"), Sleeper(bench), []

    async def perform() -> Paid:
        asked_at.append(bench.clock)
        return await world()

    async def work(effects: Effects) -> tuple[str, list[Any], int]:
        effects.pace = punctual(effects, sleep)
        answer = await effects.step("collect-1").call(PATIENT, perform, str)
        rows = await effects.store.effects("run-1")
        return answer, [(row.key, row.occurrence, row.status) for row in rows], effects.budget.used.tokens

    answer, rows, tokens = bench.run(work, sleep=sleep)
    assert (answer, rows, tokens) == ("an answer", [(PATIENT.key, 0, "done")], 10)
    assert world.calls == 2
    assert asked_at[1] - asked_at[0] >= timedelta(seconds=7)
    assert sum(sleep.slept) <= 8, "the pause of the call and that of the provider are one"
    assert bench.run(work, sleep=sleep) == (answer, rows, tokens), "a replay is free"
    assert world.calls == 2


@pytest.mark.fault(4)
def test_an_open_circuit_ends_a_call_at_once_and_in_words(bench, punctual):
    world, sleep = World(Unavailable("down")), Sleeper(bench)

    async def work(effects: Effects) -> None:
        effects.pace = punctual(effects, sleep)
        with pytest.raises(Unavailable, match="down"):
            await effects.step("collect-1").call(PATIENT, world, str)
        with pytest.raises(Deferred, match=r"s2: not asked again for \d+ s after 5 failures"):
            await effects.step("collect-2").call(PATIENT, world, str)

    bench.run(work, sleep=sleep)
    assert world.calls == 5
    losses = [row.error["type"] for row in asyncio.run(journal_of(bench))]
    assert losses == ["Unavailable", "Deferred"]


async def journal_of(bench: Bench) -> list[Any]:
    store = SqlStore.open(bench.url, bench.folder)
    try:
        return await store.effects("run-1")
    finally:
        store.close()
