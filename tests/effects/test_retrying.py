from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, Deferred, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.effects.retrying import FETCH, ONCE, RetryPolicy, attempt


class Server:
    """Fails as scripted, then answers; remembers the pauses that came between."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0
        self.pauses: list[float] = []

    async def __call__(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def run(self, policy: RetryPolicy | None = None, *, timeout: float = 60.0, jitter: float = 0.0) -> str:
        return asyncio.run(
            attempt(self, policy or RetryPolicy(), timeout=timeout, sleep=self.sleep, jitter=lambda: jitter)
        )


def test_an_answer_needs_one_call():
    server = Server()
    assert server.run() == "answer"
    assert (server.calls, server.pauses) == (1, [])


@pytest.mark.parametrize("error", [Unavailable("down"), RateLimited("slow"), ConnectionResetError("reset")])
def test_a_passing_failure_is_tried_again(error):
    server = Server(error)
    assert server.run() == "answer"
    assert server.calls == 2


@pytest.mark.parametrize("error", [AccessDenied("key"), BadAnswer("html"), Deferred("open"), EffectError("final")])
def test_a_final_failure_is_not(error):
    server = Server(error)
    with pytest.raises(type(error)):
        server.run()
    assert (server.calls, server.pauses) == (1, [])


def test_at_most_five_attempts_with_growing_pauses():
    server = Server(*[Unavailable("down")] * 9)
    with pytest.raises(Unavailable):
        server.run(jitter=1.0)
    assert server.calls == 5
    assert server.pauses == [8.0, 16.0, 32.0, 60.0]


@pytest.mark.fault(3)
@pytest.mark.parametrize("jitter", [0.0, 0.5, 1.0])
def test_a_pause_is_never_shorter_than_the_first_nor_longer_than_the_longest(jitter):
    server = Server(*[Unavailable("down")] * 10)
    with pytest.raises(Unavailable):
        server.run(RetryPolicy(attempts=10), jitter=jitter)
    assert all(4.0 <= pause <= 60.0 for pause in server.pauses)
    assert len(server.pauses) == 9


@pytest.mark.fault(1)
def test_a_named_wait_is_honoured_with_jitter_on_top():
    server = Server(RateLimited("slow", 7.0))
    server.run(jitter=0.25)
    assert server.pauses == [7.25]


@pytest.mark.fault(2)
@pytest.mark.parametrize(("named", "pause"), [(-3.0, 0.0), (0.0, 0.0), (120.0, 120.0)])
def test_a_wait_in_the_past_is_now(named, pause):
    server = Server(RateLimited("slow", named))
    server.run()
    assert server.pauses == [pause]


@pytest.mark.fault(2)
def test_a_wait_of_years_is_not_waited_for():
    server = Server(RateLimited("slow", 3.2e8))
    with pytest.raises(Deferred, match="slow: deferred by the provider for 320000000 s"):
        server.run()
    assert (server.calls, server.pauses) == (1, [])


def test_a_time_out_is_tried_three_times_with_a_longer_limit_each_time(monkeypatch):
    limits: list[float] = []
    unlimited = asyncio.timeout

    def recorded(limit: float) -> asyncio.Timeout:
        limits.append(limit)
        return unlimited(None)

    monkeypatch.setattr("inquiro.effects.retrying.asyncio.timeout", recorded)
    server = Server(*[TimeoutError()] * 9)
    with pytest.raises(TimedOut, match="no answer within 40 s"):
        server.run(timeout=10.0)
    assert limits == [10.0, 20.0, 40.0]


def test_time_outs_do_not_use_up_the_tries_of_other_failures():
    server = Server(TimedOut("1"), Unavailable("2"), TimedOut("3"), Unavailable("4"))
    assert server.run() == "answer"
    assert server.calls == 5


def test_once_means_once():
    server = Server(Unavailable("down"))
    with pytest.raises(Unavailable):
        server.run(ONCE)
    assert server.calls == 1


def test_a_programming_error_is_not_an_outage():
    server = Server(KeyError("oops"))
    with pytest.raises(KeyError):
        server.run()
    assert server.calls == 1


def test_cancelling_is_not_an_outage_either():
    async def scenario() -> None:
        started = asyncio.Event()

        async def perform() -> None:
            started.set()
            await asyncio.sleep(60)

        task = asyncio.create_task(attempt(perform, RetryPolicy(), timeout=60))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())


def test_waiting_for_admission_takes_nothing_from_the_answers_time():
    order: list[str] = []

    async def admit() -> None:
        order.append("admitted")
        await asyncio.sleep(0.05)

    async def perform() -> str:
        order.append("asked")
        return "answer"

    assert asyncio.run(attempt(perform, ONCE, timeout=0.02, admit=admit)) == "answer"
    assert order == ["admitted", "asked"]


def test_every_attempt_is_admitted_anew():
    server, admitted = Server(Unavailable("1"), Unavailable("2")), []

    async def admit() -> None:
        admitted.append(server.calls)

    asyncio.run(attempt(server, RetryPolicy(), timeout=1, admit=admit, sleep=server.sleep))
    assert admitted == [0, 1, 2]


def test_every_attempts_end_is_told():
    server, told = Server(Unavailable("1"), RateLimited("2", 1.0)), []

    async def report(error: EffectError | None) -> None:
        told.append(error and str(error))

    asyncio.run(attempt(server, RetryPolicy(), timeout=1, report=report, sleep=server.sleep))
    assert told == ["1", "2", None]


# -- pages --------------------------------------------------------------------------------------------


@pytest.mark.fault(14)
@pytest.mark.fault(16)
@pytest.mark.parametrize("error", [Unavailable("no such host"), ConnectionResetError("reset"), TimedOut("late")])
@pytest.mark.parametrize(("jitter", "pause"), [(0.0, 1.0), (1.0, 1.5)])
def test_a_page_gets_a_second_chance_soon_and_no_third(error, jitter, pause):
    server = Server(error)
    assert server.run(FETCH, jitter=jitter) == "answer"
    assert server.pauses == [pause]
    server = Server(error, error)
    with pytest.raises(EffectError):
        server.run(FETCH)
    assert server.calls == 2


@pytest.mark.parametrize(("named", "pauses"), [(0.0, [0.0]), (10.0, [10.0])])
def test_a_page_that_names_a_short_wait_is_waited_for_once(named, pauses):
    server = Server(RateLimited("slow", named))
    assert server.run(FETCH) == "answer"
    assert server.pauses == pauses


@pytest.mark.parametrize(("named", "kind"), [(10.1, Deferred), (None, RateLimited)])
def test_a_page_that_names_a_long_wait_or_none_is_not(named, kind):
    server = Server(RateLimited("slow", named))
    with pytest.raises(kind, match="slow"):
        server.run(FETCH)
    assert (server.calls, server.pauses) == (1, [])
