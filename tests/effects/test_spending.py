"""What calls cost, side by side, over failed attempts, crashes and resumes: charged once, written down, never too much."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    BudgetExhausted,
    EffectError,
    NotReplayable,
    Unavailable,
)
from inquiro.core.pace import NoPace
from inquiro.core.types import EffectRow, Run, Usage, Value
from inquiro.effects import Budget, Effects, Limits, Paid
from inquiro.effects.budget import SYNTHESIS_SHARE
from inquiro.effects.gateway import Call
from inquiro.effects.limits import exact
from inquiro.effects.retrying import RetryPolicy
from inquiro.storage.store import SqlStore

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ASK = Call(kind="model", name="vendor:model", request={"ask": 1}, outside=True)
Work = Callable[[Effects], Awaitable[Any]]


async def at_once(seconds: float) -> None:
    """Nobody waits here."""


class Bench:
    """One database; every attempt opens the journal of its run like a new process would."""

    def __init__(self, folder: Path) -> None:
        self.clock = NOON
        self.store = SqlStore.open(f"sqlite:///{folder / 'spending.db'}", folder, clock=lambda: self.clock)

    async def attempt(
        self, work: Work, run_id: str, limits: Limits | None = None, day: Limits | None = None, **options: Any
    ) -> Any:
        org = options.get("org_id", "local")
        await self.store.create_run(Run(id=run_id, tool_name="deep_research", input_params={}, org_id=org))
        lease = await self.store.acquire(run_id, "test", 60)
        budget = Budget(limits, day=day or Limits(seconds=None), clock=lambda: 0.0)
        options = {"mode": "cloud_allowed", "pace": NoPace(), "sleep": at_once, "clock": lambda: self.clock} | options
        return await work(await Effects.open(self.store, lease, budget=budget, **options))

    def run(self, work: Work, run_id: str = "run-1", limits: Limits | None = None, **options: Any) -> Any:
        return asyncio.run(self.attempt(work, run_id, limits, **options))

    def rows(self, run_id: str = "run-1") -> list[EffectRow]:
        return asyncio.run(self.store.effects(run_id))


@contextmanager
def opened() -> Iterator[Bench]:
    with TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        try:
            yield bench
        finally:
            bench.store.close()


@pytest.fixture
def bench() -> Iterator[Bench]:
    with opened() as made:
        yield made


def costing(cost: float, tokens: int = 0) -> Usage:
    return Usage(calls=1, cost=cost, tokens=tokens)


def paid_for(error: EffectError, usage: Usage) -> EffectError:
    error.usage = usage
    return error


def saying(*outcomes: Paid | BaseException) -> Callable[[], Awaitable[Paid]]:
    """One outcome after the other, the last again and again."""
    left = list(outcomes)

    async def perform() -> Paid:
        outcome = left.pop(0) if len(left) > 1 else left[0]
        await asyncio.sleep(0)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    return perform


def asking(call: Call, perform: Callable[[], Awaitable[Paid]]) -> Work:
    async def work(effects: Effects) -> tuple[str, Usage]:
        answer = await effects.step("plan").call(call, perform, str)
        return answer, effects.budget.used

    return work


def answer(cost: float = 0.1, text: str = "yes") -> Paid:
    return Paid(value=text, usage=costing(cost))


# -- what a call is ----------------------------------------------------------------------------------


def test_who_fills_a_role_may_change_without_its_being_asked_anew(bench):
    first = msgspec.structs.replace(ASK, identity="plan")
    other = msgspec.structs.replace(first, name="other:model")
    assert bench.run(asking(first, saying(answer())))[0] == "yes"
    assert bench.run(asking(other, saying(answer(text="never asked"))))[0] == "yes"
    assert [row.name for row in bench.rows()] == ["vendor:model"]
    assert first.key == other.key != ASK.key
    assert msgspec.structs.replace(ASK, name="plan").key == first.key


def test_the_journal_names_who_answered_and_not_who_was_asked_before(bench):
    call = msgspec.structs.replace(ASK, identity="plan", final_failure=False)
    with pytest.raises(AccessDenied):
        bench.run(asking(call, saying(AccessDenied("key"))))
    bench.run(asking(msgspec.structs.replace(call, name="other:model"), saying(answer())))
    assert [(row.name, row.status) for row in bench.rows()] == [("other:model", "done")]


@pytest.mark.fault(11)
def test_only_what_writes_the_report_may_use_its_share(bench):
    async def work(effects: Effects) -> None:
        step = effects.step("plan")
        await step.call(ASK, saying(answer(0.9)), str)
        with pytest.raises(BudgetExhausted, match="Money limit reached"):
            await step.call(ASK, saying(answer()), str)
        await step.call(msgspec.structs.replace(ASK, writes=True), saying(answer()), str)

    bench.run(work, limits=Limits(cost=1.0))


def test_a_model_on_this_machine_is_counted_and_begun_like_any_other(bench):
    local = msgspec.structs.replace(ASK, outside=False)
    seen = []

    async def perform() -> Paid:
        seen.extend([row.status for row in await bench.store.effects("run-1")])
        return Paid(value="yes", usage=Usage(tokens=10))

    bench.run(asking(local, perform), limits=Limits(tokens=10))
    assert seen == ["intent"]
    again = msgspec.structs.replace(local, request={"ask": 2})
    with pytest.raises(BudgetExhausted, match="Token limit"):
        bench.run(asking(again, perform), limits=Limits(tokens=10))


# -- the worst case ----------------------------------------------------------------------------------


@pytest.mark.fault(11)
def test_what_could_cost_too_much_is_never_asked(bench):
    asked = []

    async def perform() -> Paid:
        asked.append(1)
        return answer(0.01)

    call = msgspec.structs.replace(ASK, worst=costing(0.04), writes=True)
    bench.run(asking(msgspec.structs.replace(ASK, request={}), saying(answer(0.02))), limits=Limits(cost=0.05))
    with pytest.raises(BudgetExhausted, match=r"could cost \$0.04 and \$0.03 of \$0.05 is left"):
        bench.run(asking(call, perform), limits=Limits(cost=0.05))
    assert not asked
    assert len(bench.rows()) == 1, "it leaves no trace"
    bench.run(asking(call, perform), limits=Limits(cost=0.06))


def test_an_unknown_price_is_refused_where_money_is_limited_and_only_there(bench):
    call = msgspec.structs.replace(ASK, worst=Usage(tokens=10, cost=inf))
    with pytest.raises(BudgetExhausted, match="INQUIRO_PRICES"):
        bench.run(asking(call, saying(answer())), limits=Limits(cost=5.0))
    assert bench.run(asking(call, saying(answer(0.0))), limits=Limits(tokens=100))[0] == "yes"


@pytest.mark.parametrize("outcome", [answer(0.0), BadAnswer("nothing"), KeyError("oops"), asyncio.CancelledError()])
def test_what_was_held_is_free_again_however_the_call_ends(bench, outcome):
    call = msgspec.structs.replace(ASK, worst=costing(0.8))

    async def work(effects: Effects) -> None:
        with suppress(EffectError, KeyError, asyncio.CancelledError):
            await effects.step("plan").call(call, saying(outcome), str)
        assert effects.budget.fits(costing(0.85))

    bench.run(work, limits=Limits(cost=1.0))


@pytest.mark.fault(11)
def test_calls_side_by_side_share_what_is_left(bench):
    async def work(effects: Effects) -> list[Any]:
        step = effects.step("process")
        calls = [msgspec.structs.replace(ASK, request={"n": n}, worst=costing(0.3)) for n in range(5)]
        asked = [step.call(call, saying(answer(0.3)), str) for call in calls]
        found = await asyncio.gather(*asked, return_exceptions=True)
        return [type(it).__name__ for it in found] + [effects.budget.used.cost]

    *ends, cost = bench.run(work, limits=Limits(cost=1.0))
    assert sorted(ends) == ["BudgetExhausted"] * 3 + ["str"] * 2
    assert cost == 0.6


class Asked(Value, frozen=True, kw_only=True):
    """One call of a random run: what its attempts come to, as shares of its worst case; all but the last fail."""

    worst: float
    attempts: tuple[float, ...]
    succeeds: bool = True
    writes: bool = False

    def perform(
        self, made: dict[int, int], number: int, dies_at: set[tuple[int, int]]
    ) -> Callable[[], Awaitable[Paid]]:
        async def ask() -> Paid:
            turn = made.get(number, 0)
            await asyncio.sleep(0)
            if (number, turn) in dies_at:
                dies_at.discard((number, turn))
                raise KeyboardInterrupt
            made[number] = turn + 1
            usage = costing(self.worst * self.attempts[turn], int(1_000 * self.attempts[turn]))
            if turn + 1 < len(self.attempts):
                raise paid_for(Unavailable("cut off"), usage)
            if not self.succeeds:
                raise paid_for(BadAnswer("half a sentence"), usage)
            return Paid(value=f"answer {number}", usage=usage)

        return ask

    def call(self, number: int) -> Call:
        retry = RetryPolicy(attempts=len(self.attempts))
        worst = costing(self.worst, 1_000)
        return Call(
            kind="model", name="m", request={"n": number}, outside=True, worst=worst, writes=self.writes, retry=retry
        )


ASKED = st.builds(
    Asked,
    worst=st.decimals("0.0001", "0.5", places=4).map(float),
    attempts=st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=1, max_size=3).map(tuple),
    succeeds=st.booleans(),
    writes=st.booleans(),
)


def working(script: list[Asked], made: dict[int, int], dies_at: set[tuple[int, int]], *, together: bool) -> Work:
    async def work(effects: Effects) -> tuple[list[str], Usage, Usage]:
        step = effects.step("process")

        async def ask(number: int, asked: Asked) -> str:
            try:
                return await step.call(asked.call(number), asked.perform(made, number, dies_at), str)
            except (EffectError, BudgetExhausted) as error:
                return type(error).__name__

        if together:
            said = list(await asyncio.gather(*(ask(n, asked) for n, asked in enumerate(script))))
        else:
            said = [await ask(n, asked) for n, asked in enumerate(script)]
        return said, effects.budget.used, effects.total()

    return work


@pytest.mark.fault(11)
def test_the_journal_of_calls_side_by_side_never_exceeds_the_limit():
    with opened() as bench:

        @given(st.lists(ASKED, max_size=8), st.decimals("0", "1", places=3).map(float), st.integers(0, 9_000))
        def check(script: list[Asked], cost: float, tokens: int) -> None:
            limits, run_id = Limits(cost=cost, tokens=tokens), str(uuid4())
            _, used, _ = bench.run(working(script, {}, set(), together=True), run_id, limits)
            rows = bench.rows(run_id)
            assert sum(exact(row.usage.cost) for row in rows) <= exact(cost)
            assert sum(row.usage.tokens for row in rows) <= tokens
            assert (used.cost, used.tokens) == (
                float(sum(exact(row.usage.cost) for row in rows)),
                sum(row.usage.tokens for row in rows),
            )
            research = [row for row in rows if not script[row.request["n"]].writes]
            assert sum(exact(row.usage.cost) for row in research) <= exact(cost) * (1 - exact(SYNTHESIS_SHARE))

        check()


@pytest.mark.fault(44)
@pytest.mark.fault(11)
def test_usage_over_any_number_of_crashes_equals_that_of_an_undisturbed_run():
    with opened() as bench:

        @given(
            st.lists(ASKED, max_size=4),
            st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=3),
            st.none() | st.decimals("0", "2", places=3).map(float),
        )
        def check(script: list[Asked], deaths: set[tuple[int, int]], cost: float | None) -> None:
            limits = Limits(cost=cost)
            calm = bench.run(working(script, {}, set(), together=False), str(uuid4()), limits)
            run_id, made, left = str(uuid4()), dict[int, int](), set(deaths)
            for _ in range(len(deaths) + 1):
                try:
                    told = bench.run(working(script, made, left, together=False), run_id, limits)
                    break
                except KeyboardInterrupt:
                    continue
            assert told == calm
            assert told[1] == told[2], "what is charged is what the journal holds"
            assert bench.run(working(script, made, left, together=False), run_id, limits) == calm, "and stays so"

        check()


# -- paid for, and nothing came of it ----------------------------------------------------------------


@pytest.mark.fault(8)
def test_an_attempt_that_was_paid_for_counts_although_the_next_one_answered(bench):
    call = msgspec.structs.replace(ASK, retry=RetryPolicy())
    perform = saying(paid_for(Unavailable("cut off"), costing(0.2, 20)), Unavailable("down"), answer(0.1))
    assert bench.run(asking(call, perform))[1].cost == 0.3
    assert [(row.status, row.usage) for row in bench.rows()] == [
        ("done", Usage(calls=2, cost=0.3, tokens=20, effects=1))
    ]
    assert bench.run(asking(call, perform))[1].cost == 0.3


def test_a_failure_that_was_paid_for_is_charged_and_journaled(bench):
    async def work(effects: Effects) -> Usage:
        with pytest.raises(BadAnswer):
            await effects.step("plan").call(ASK, saying(paid_for(BadAnswer("cut"), costing(0.2, 7))), str)
        return effects.budget.used

    assert bench.run(work) == bench.run(work) == costing(0.2, 7)
    assert [(row.status, row.usage) for row in bench.rows()] == [("failed", costing(0.2, 7))]


def test_an_attempt_is_not_repeated_for_which_there_is_no_room_any_more(bench):
    call = msgspec.structs.replace(ASK, retry=RetryPolicy(), worst=costing(0.5), writes=True)
    perform = saying(paid_for(Unavailable("cut off"), costing(0.45)), paid_for(Unavailable("cut"), costing(0.5)))
    with pytest.raises(BudgetExhausted, match="Money limit"):
        bench.run(asking(call, perform), limits=Limits(cost=1.0))
    assert [(row.status, row.usage.cost) for row in bench.rows()] == [("intent", 0.95)]


@pytest.mark.fault(13)
def test_a_failure_that_is_not_final_is_asked_again_by_a_resume(bench):
    call = msgspec.structs.replace(ASK, final_failure=False)
    with pytest.raises(AccessDenied, match="set VENDOR_API_KEY"):
        bench.run(asking(call, saying(paid_for(AccessDenied("set VENDOR_API_KEY"), costing(0.01)))))
    assert [(row.status, row.usage.cost) for row in bench.rows()] == [("intent", 0.01)]
    with pytest.raises(NotReplayable):
        bench.run(asking(call, saying(answer())), replay=True)
    assert bench.run(asking(call, saying(answer(0.1))))[1].cost == 0.11
    assert [(row.status, row.usage.cost) for row in bench.rows()] == [("done", 0.11)]


# -- the day -----------------------------------------------------------------------------------------

DAY = Limits(seconds=None, cost=2.0)


@pytest.mark.fault(11)
def test_all_runs_of_a_day_share_its_limit(bench):
    bench.run(asking(ASK, saying(answer(1.2))), "run-1", day=DAY)
    bench.run(asking(ASK, saying(answer(0.78))), "run-2", day=DAY)
    words = r"Daily money limit reached \(\$1.98 of \$2.00 spent today, all runs together\)"
    with pytest.raises(BudgetExhausted, match=words):
        bench.run(asking(ASK, saying(answer())), "run-3", day=DAY)
    held = msgspec.structs.replace(ASK, worst=costing(0.05), writes=True)
    with pytest.raises(
        BudgetExhausted, match=r"Daily money limit: the next step could cost \$0.05 and \$0.02 of \$2.00"
    ):
        bench.run(asking(held, saying(answer())), "run-3", day=DAY)
    assert bench.run(asking(ASK, saying(answer())), "run-3", day=DAY, org_id="another")[0] == "yes"
    bench.clock += timedelta(hours=12)  # midnight
    assert bench.run(asking(ASK, saying(answer())), "run-4", day=DAY)[0] == "yes"


@pytest.mark.fault(11)
def test_two_runs_side_by_side_see_what_the_other_has_paid(bench):
    async def turn(run_id: str, ready: asyncio.Event, wait: asyncio.Event) -> tuple[list[str], float]:
        async def work(effects: Effects) -> tuple[list[str], float]:
            said = []
            for n in range(10):
                await wait.wait()
                wait.clear()
                call = msgspec.structs.replace(ASK, request={"n": n}, worst=costing(0.3), writes=True)
                try:
                    said.append(await effects.step("plan").call(call, saying(answer(0.3)), str))
                except BudgetExhausted as error:
                    said.append(str(error))
                ready.set()
            return said, effects.budget.used.cost

        return await bench.attempt(work, run_id, day=DAY)

    async def both() -> list[tuple[list[str], float]]:
        one, two = asyncio.Event(), asyncio.Event()
        one.set()
        return await asyncio.gather(turn("run-1", two, one), turn("run-2", one, two))

    (first, cost), (second, other) = asyncio.run(both())
    assert exact(cost) + exact(other) == exact(1.8)
    assert (first.count("yes"), second.count("yes")) == (3, 3)
    assert all(said == "yes" or "Daily money limit" in said for said in first + second)


def test_a_search_is_not_stopped_by_what_models_cost_today(bench):
    bench.run(asking(ASK, saying(answer(5.0))), "run-1", day=DAY)
    search = Call(kind="search", name="web", request={}, outside=True)
    assert bench.run(asking(search, saying(Paid(value="hits"))), "run-2", day=DAY)[0] == "hits"


def test_money_that_an_interrupted_call_had_cost_counts_for_its_day(bench):
    call = msgspec.structs.replace(ASK, final_failure=False)
    with pytest.raises(BadAnswer):
        bench.run(asking(call, saying(paid_for(BadAnswer("cut"), costing(2.0)))), "run-1", day=DAY)
    with pytest.raises(BudgetExhausted, match="Daily"):
        bench.run(asking(ASK, saying(answer())), "run-2", day=DAY)


def test_what_a_run_spent_before_it_was_resumed_counts_once_for_its_day(bench):
    bench.run(asking(ASK, saying(answer(0.9))), day=DAY)
    more = msgspec.structs.replace(ASK, request={"ask": 2}, worst=costing(1.1), writes=True)
    assert bench.run(asking(more, saying(answer(0.2))), day=DAY)[0] == "yes"
    more = msgspec.structs.replace(more, request={"ask": 3})
    with pytest.raises(BudgetExhausted, match=r"could cost \$1.10 and \$0.90 of \$2.00 is left"):
        bench.run(asking(more, saying(answer(0.2))), day=DAY)
