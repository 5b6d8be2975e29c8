"""How often, and after how long a pause, an outside call is tried again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from inquiro.core.deadlines import deadline
from inquiro.core.errors import Deferred, EffectError, NoAddress, RateLimited, TimedOut, Unavailable
from inquiro.core.types import Value

T = TypeVar("T")
Report = Callable[[EffectError | None], Awaitable[None]]


class RetryPolicy(Value, frozen=True, kw_only=True):
    attempts: int = 5
    timeout_attempts: int = 3
    outage_attempts: int | None = None  # fewer than the others, where somebody else can be asked instead
    first_wait: float = 4.0
    longest_wait: float = 60.0
    longest_retry_after: float = 120.0
    timeout_growth: float = 2.0
    guesses_waits: bool = True  # whether one that asks to slow down, but not for how long, is asked again


NAME_ATTEMPTS = 2  # a name that leads nowhere is looked up once more, soon
NAME_WAIT = 0.4
ONCE = RetryPolicy(attempts=1, timeout_attempts=1)
# A page is one of many: a second chance soon, and no long wait for any of them.
FETCH = RetryPolicy(
    attempts=2,
    timeout_attempts=2,
    first_wait=1.0,
    longest_wait=1.5,
    longest_retry_after=10.0,
    timeout_growth=1.0,
    guesses_waits=False,
)


async def attempt(
    perform: Callable[[], Awaitable[T]],
    policy: RetryPolicy,
    *,
    timeout: float,
    admit: Callable[[], Awaitable[None]] | None = None,
    report: Report | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    jitter: Callable[[], float] = random.random,
) -> T:
    """Run `perform` until it answers, its error is final, or the policy is used up.

    Waiting to be admitted takes no answer time; `report` hears how each attempt ended.
    """
    timeouts, first = 0, None
    for number in range(1, policy.attempts + 1):
        if admit is not None:
            await admit()
        try:
            answer = await _within(timeout * policy.timeout_growth**timeouts, perform)
        except EffectError as error:
            if report is not None:
                await report(error)
            if isinstance(error, Deferred) and first is not None:
                raise first from error  # the open circuit is not why it failed
            first = first or error
            timeouts += isinstance(error, TimedOut)
            if not error.retryable or number >= _most(error, policy) or timeouts >= policy.timeout_attempts:
                raise
            pause = _pause(error, number, policy, jitter)
        else:
            if report is not None:
                await report(None)
            return answer
        await sleep(pause)
    raise AssertionError("unreachable: the last attempt returns or raises")


def _most(error: EffectError, policy: RetryPolicy) -> int:
    if isinstance(error, NoAddress):
        return min(policy.attempts, NAME_ATTEMPTS)
    return (policy.outage_attempts or policy.attempts) if isinstance(error, Unavailable) else policy.attempts


async def _within(seconds: float, perform: Callable[[], Awaitable[T]]) -> T:
    try:
        async with deadline(seconds):
            return await perform()
    except TimeoutError as error:
        raise TimedOut(f"no answer within {seconds:.0f} s") from error
    except ConnectionError as error:
        raise Unavailable(str(error) or type(error).__name__) from error


def _pause(error: EffectError, number: int, policy: RetryPolicy, jitter: Callable[[], float]) -> float:
    """Full jitter between the first wait and a ceiling that doubles; a named wait is never cut short."""
    if isinstance(error, RateLimited):
        if error.retry_after is not None:
            return _named(error, error.retry_after, policy) + jitter()
        if not policy.guesses_waits:
            raise error
    if isinstance(error, NoAddress):
        return NAME_WAIT * (1 + jitter() / 2)
    ceiling = min(policy.first_wait * 2.0**number, policy.longest_wait)
    return policy.first_wait + jitter() * (ceiling - policy.first_wait)


def _named(error: RateLimited, seconds: float, policy: RetryPolicy) -> float:
    if seconds > policy.longest_retry_after:
        raise Deferred(f"{error}: deferred by the provider for {seconds:.0f} s") from error
    return max(seconds, 0.0)
