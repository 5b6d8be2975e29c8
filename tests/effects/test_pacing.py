from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from inquiro.core.deadlines import deadline
from inquiro.core.errors import AccessDenied, BadAnswer, Deferred, RateLimited, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.politeness import LONGEST_QUIET, Slot
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.web import WebAnswer
from inquiro.effects.pacing import TRIES, StorePace
from inquiro.effects.retrying import RetryPolicy, attempt
from inquiro.providers.http.searching import Service
from inquiro.storage.store import SqlStore
from inquiro.testing import ManualClock, ScriptedWeb


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The only time there is: nobody is late because this machine is slow."""
    manual = ManualClock()
    monkeypatch.setattr("inquiro.storage.pace.monotonic", manual.monotonic)
    return manual


@pytest.fixture
def opened(tmp_path: Path, clock: ManualClock):
    """Opens the same database again and again, as other processes would."""
    stores: list[SqlStore] = []

    def open_store() -> SqlStore:
        stores.append(SqlStore.open(f"sqlite:///{tmp_path / 'pace.db'}", tmp_path, clock=clock))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(opened):
    return opened()


class Sleeps(list[float]):
    """Sleeps in which only the clock's time passes."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock = clock

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)
        self.clock.advance(seconds)


@pytest.fixture
def sleeps(clock):
    return Sleeps(clock)


@pytest.fixture
def paced(opened, clock, sleeps):
    """A pace, in a process of its own."""

    def make(sleep: Callable[[float], Awaitable[None]] = sleeps) -> StorePace:
        return StorePace(opened(), sleep, clock.monotonic)

    return make


def test_a_local_provider_is_never_held_back():
    class Untouchable:
        def __getattr__(self, name: str):
            raise AssertionError("the store is not asked")

    asyncio.run(StorePace(Untouchable()).admit("corpus", 0.0))


@pytest.mark.fault(3)
def test_requests_are_spread_over_time(paced, sleeps):
    async def scenario() -> None:
        pace = paced()
        await asyncio.gather(*(pace.admit("tavily", 0.1) for _ in range(4)))

    asyncio.run(scenario())
    assert sleeps == pytest.approx([10.5] * 3), "the first goes at once"


@pytest.mark.fault(3)
def test_a_burst_goes_at_once_and_everybody_shares_it(paced, sleeps):
    async def scenario() -> None:
        pace = paced()
        await asyncio.gather(*(pace.admit("gleif", 40 / 60, 20) for _ in range(20)))
        assert sleeps == []
        await pace.admit("gleif", 40 / 60, 20)

    asyncio.run(scenario())
    assert sleeps == pytest.approx([1.575])


@pytest.mark.fault(3)
def test_two_processes_together_never_ask_the_register_more_than_sixty_times_a_minute(paced, clock):
    async def scenario() -> list[float]:
        paces, times = [paced(), paced()], []
        for number in range(100):
            await paces[number % 2].admit("gleif", 40 / 60, 20)
            times.append(clock.monotonic())
        return times

    times = asyncio.run(scenario())
    assert max(sum(start <= one <= start + 60 for one in times) for start in times) <= 60
    assert times[-1] - times[0] < 130, "and are not held back for longer than that takes"


@pytest.mark.fault(3)
def test_providers_do_not_wait_for_each_other(paced, sleeps):
    async def scenario() -> None:
        pace = paced()
        await pace.admit("tavily", 0.1)
        await pace.admit("exa", 0.1)

    asyncio.run(scenario())
    assert sleeps == []


@pytest.mark.fault(3)
def test_the_rate_is_kept_over_a_restart(paced, sleeps):
    for _ in range(2):
        asyncio.run(paced().admit("tavily", 0.1))
    assert sleeps == pytest.approx([10.5])


def test_whoever_is_cancelled_while_queueing_leaves_no_hole(store, paced):
    async def scenario() -> None:
        asleep = asyncio.Event()

        async def forever(_seconds: float) -> None:
            asleep.set()
            await asyncio.Event().wait()

        pace = paced(forever)
        await pace.admit("s2", 1.0)
        queue = [asyncio.create_task(pace.admit("s2", 1.0)) for _ in range(50)]
        await asleep.wait()
        for task in queue:
            task.cancel()
        await asyncio.gather(*queue, return_exceptions=True)
        slot = await store.reserve_slot("s2", 1.05)
        assert slot.wait == pytest.approx(2 * 1.05), "one was booked and given up, not fifty"

    asyncio.run(scenario())


def test_a_deadline_does_not_run_while_a_request_waits_for_its_turn(paced):
    async def scenario() -> None:
        pace = paced(asyncio.sleep)
        await pace.admit("s2", 10.0)
        async with deadline(0.05):
            await pace.admit("s2", 10.0)

    asyncio.run(scenario())


def test_one_pace_serves_one_loop_after_another(paced):
    pace = paced()

    async def crowd() -> None:
        await asyncio.gather(*(pace.admit("s2", 1.0) for _ in range(3)))

    asyncio.run(crowd())
    asyncio.run(crowd())


# -- being late -----------------------------------------------------------------------------------------


class Booking:
    """A store that books at once, and remembers how wide."""

    def __init__(self, time: Callable[[], float], wait: float = 0.5) -> None:
        self.time = time
        self.wait = wait
        self.widths: list[float] = []

    async def reserve_slot(self, name: str, width: float, **_: Any) -> Slot:
        self.widths.append(width)
        return Slot(wait=self.wait, booked=self.time())

    async def slot_holds(self, name: str) -> bool:
        return True


def late_by(*delays: float) -> tuple[Booking, StorePace]:
    time, left = [100.0], list(delays)

    async def sleep(seconds: float) -> None:
        time[0] += seconds + (left.pop(0) if left else 0.0)

    store = Booking(lambda: time[0])
    return store, StorePace(store, sleep, lambda: time[0])


@pytest.mark.parametrize("delay", [0.0, 0.03])
def test_a_little_late_is_on_time(delay):
    store, pace = late_by(delay)
    asyncio.run(pace.admit("s2", 1.0))
    assert store.widths == pytest.approx([1.05])


def test_whoever_wakes_late_books_again_with_room_for_being_late():
    store, pace = late_by(0.3, 0.4)
    asyncio.run(pace.admit("s2", 1.0))
    assert store.widths == pytest.approx([1.05, 1.6])


def test_a_pause_of_an_hour_does_not_book_an_hour():
    store, pace = late_by(3600.0)
    asyncio.run(pace.admit("s2", 1.0))
    assert store.widths == pytest.approx([1.05, 2.0])


def test_a_process_that_is_never_on_time_gives_up_instead_of_going_too_fast():
    store, pace = late_by(*[5.0] * TRIES)
    with pytest.raises(Unavailable, match="s2: this process is too busy"):
        asyncio.run(pace.admit("s2", 1.0))
    assert len(store.widths) == TRIES


# -- outcomes -------------------------------------------------------------------------------------------


@pytest.mark.fault(3)
def test_whoever_waits_already_hears_that_the_others_were_told_to_slow_down(paced, clock):
    async def scenario() -> None:
        other, slept = paced(), []

        async def meanwhile(seconds: float) -> None:
            if not slept:
                await other.report("s2", RateLimited("slow", 7.0))
            slept.append(seconds)
            clock.advance(seconds)

        pace = paced(meanwhile)
        began = clock()
        await pace.admit("s2", 1.0)
        await pace.admit("s2", 1.0)
        assert clock() - began >= timedelta(seconds=7)

    asyncio.run(scenario())


@pytest.mark.fault(4)
@pytest.mark.parametrize("error", [Unavailable("down"), TimedOut("late")])
def test_five_failures_keep_everybody_away_until_one_probe_is_answered(paced, clock, error):
    async def scenario() -> None:
        ours, others = paced(), paced()
        for _ in range(5):
            await ours.admit("s2", 1.0)
            await ours.report("s2", error)
        for pace in (ours, others):
            with pytest.raises(Deferred, match=r"s2: not asked again for 60 s after 5 failures"):
                await pace.admit("s2", 1.0)
        clock.advance(60)
        await others.admit("s2", 1.0)
        with pytest.raises(Deferred):
            await ours.admit("s2", 1.0)
        await others.report("s2", error)
        with pytest.raises(Deferred, match=r"60 s after 6 failures"):
            await ours.admit("s2", 1.0)
        clock.advance(60)
        await ours.admit("s2", 1.0)
        await ours.report("s2", None)
        await others.admit("s2", 1.0)

    asyncio.run(scenario())


@pytest.mark.fault(4)
def test_an_open_circuit_is_kept_over_a_restart(paced):
    async def fail(pace: StorePace) -> None:
        for _ in range(5):
            await pace.report("s2", Unavailable("down"))

    asyncio.run(fail(paced()))
    with pytest.raises(Deferred):
        asyncio.run(paced().admit("s2", 1.0))


@pytest.mark.parametrize("error", [None, AccessDenied("key"), BadAnswer("html"), RateLimited("slow", 0.0)])
def test_any_answer_shows_that_the_other_side_is_alive(paced, error):
    async def scenario() -> None:
        pace = paced()
        for outcome in [*[Unavailable("down")] * 4, error, *[Unavailable("down")] * 4]:
            await pace.admit("s2", 1.0)
            await pace.report("s2", outcome)
        await pace.admit("s2", 1.0)

    asyncio.run(scenario())


@pytest.mark.parametrize("error", [UnsafeAddress("10.0.0.1"), Deferred("open")])
def test_what_was_never_sent_says_nothing_about_the_other_side(paced, error):
    async def scenario() -> None:
        pace = paced()
        for outcome in [*[Unavailable("down")] * 4, error, Unavailable("down")]:
            await pace.admit("s2", 1.0)
            await pace.report("s2", outcome)
        with pytest.raises(Deferred):
            await pace.admit("s2", 1.0)

    asyncio.run(scenario())


def test_an_answer_costs_a_write_only_when_something_was_wrong(store, clock, sleeps):
    async def scenario() -> None:
        statements: list[str] = []
        event.listen(store._engine, "before_cursor_execute", lambda _c, _cur, sql, *_: statements.append(sql))

        async def told(pace: StorePace, error: Unavailable | None) -> int:
            await pace.admit("s2", 1000.0)
            statements.clear()
            await pace.report("s2", error)
            return len(statements)

        pace, fresh = (StorePace(store, sleeps, clock.monotonic) for _ in range(2))
        assert await told(pace, None) == 0
        assert await told(pace, Unavailable("down")) > 0
        assert await told(fresh, None) > 0, "the booking said that something was wrong"
        assert await told(fresh, None) == 0

    asyncio.run(scenario())


# -- a service, from its status to the shared row -----------------------------------------------------------


class Scholar(Service):
    name = "scholar"
    kind = "academic"
    source_type = "academic"
    base_url = "https://api.scholar.example"
    keys = ("SCHOLAR_API_KEY",)


KEY = "sk-very-secret"


@pytest.fixture
def scholar(paced):
    """The service, in a process of its own."""

    def make(web: ScriptedWeb) -> Scholar:
        settings = Settings(home=Path("nowhere"), database_url="", keys={"SCHOLAR_API_KEY": Secret(KEY)})
        return Scholar(ProviderContext(settings=settings, web=web, pace=paced()))

    return make


@pytest.fixture
def ask(sleeps):
    """A search, tried again as the policy says."""

    def run(service: Scholar) -> WebAnswer:
        async def perform() -> WebAnswer:
            return await service.get("/search", {"q": "trees"}, credentials={"x-api-key": service.key()})

        return asyncio.run(attempt(perform, RetryPolicy(), timeout=20, sleep=sleeps))

    return run


def answer(status: int, **headers: str) -> WebAnswer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return WebAnswer(url="https://api.scholar.example/search", status=status, headers=named)


@pytest.mark.fault(1)
def test_seven_seconds_are_seven_seconds_for_every_run(scholar, ask, clock):
    web, began = ScriptedWeb(answer(429, retry_after="7"), answer(200)), clock()
    assert ask(scholar(web)).status == 200
    assert len(web.requests) == 2
    assert 7 <= (clock() - began).total_seconds() <= 8


@pytest.mark.fault(2)
@pytest.mark.parametrize("header", ["Fri, 01 Jan 2100 00:00:00 GMT", "315360000"])
def test_a_wait_of_years_defers_the_service(scholar, ask, store, header):
    web = ScriptedWeb(answer(429, retry_after=header), answer(200))
    with pytest.raises(Deferred, match=r"scholar asks to slow down .*deferred by the provider"):
        ask(scholar(web))
    assert len(web.requests) == 1
    assert asyncio.run(store.reserve_slot("scholar", 1.0)).wait == LONGEST_QUIET


@pytest.mark.fault(2)
@pytest.mark.parametrize(
    ("header", "waits"),
    [("Fri, 01 Jan 1999 00:00:00 GMT", (1, 2.1)), ("-3", (4, 8)), ("soon", (4, 8)), ("", (4, 8))],
)
def test_the_past_is_now_and_nonsense_is_no_wait_at_all(scholar, ask, clock, header, waits):
    web, began = ScriptedWeb(answer(429, retry_after=header), answer(200)), clock()
    assert ask(scholar(web)).status == 200
    assert waits[0] <= (clock() - began).total_seconds() <= waits[1]


@pytest.mark.fault(3)
def test_without_the_header_every_run_waits_and_a_restart_does_not_forget(scholar, sleeps):
    async def ask_once(service: Scholar) -> Any:
        return await service.get("/search")

    with pytest.raises(RateLimited):
        asyncio.run(ask_once(scholar(ScriptedWeb(answer(429)))))
    assert asyncio.run(ask_once(scholar(ScriptedWeb(answer(200))))).status == 200
    assert sleeps == pytest.approx([4.0])


@pytest.mark.fault(4)
def test_a_burst_of_errors_is_left_alone_and_recovers(scholar, ask, clock):
    down, up = ScriptedWeb(answer(500)), ScriptedWeb(answer(200))
    with pytest.raises(Unavailable, match="scholar is not working"):
        ask(scholar(down))
    assert len(down.requests) == 5
    with pytest.raises(Deferred, match="after 5 failures"):
        ask(scholar(up))
    assert up.requests == []
    clock.advance(60)
    for _ in range(3):
        assert ask(scholar(up)).status == 200


@pytest.mark.fault(5)
@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_asked_once_and_named_but_not_shown(scholar, ask, sleeps, status):
    web = ScriptedWeb(answer(status))
    with pytest.raises(AccessDenied, match="SCHOLAR_API_KEY") as caught:
        ask(scholar(web))
    assert (len(web.requests), sleeps) == (1, [])
    assert KEY not in f"{caught.value!r} {caught.value} {web.requests}"


def test_whoever_dials_for_long_no_longer_holds_up_those_behind_it(paced, monkeypatch):
    monkeypatch.setattr("inquiro.effects.pacing.LONGEST_DIAL", 0.0)

    async def scenario() -> None:
        pace = paced()
        async with pace.turn("s2", 1.0) as ready:
            await pace.admit("s2", 1.0)
            await ready()

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_whoever_fails_to_dial_leaves_the_queue_to_the_next(paced):
    async def scenario() -> None:
        pace = paced()
        with pytest.raises(Unavailable):
            async with pace.turn("s2", 1.0):
                raise Unavailable("nobody there")
        await pace.admit("s2", 1.0)

    asyncio.run(asyncio.wait_for(scenario(), 1.0))
