"""How often, and after how long a pause, an outside call is tried again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from inquiro.core.deadlines import deadline
from inquiro.core.errors import EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.types import Value

T = TypeVar("T")


class RetryPolicy(Value, frozen=True, kw_only=True):
    attempts: int = 5
    timeout_attempts: int = 3
    first_wait: float = 4.0
    longest_wait: float = 60.0
    longest_retry_after: float = 120.0
    timeout_growth: float = 2.0


ONCE = RetryPolicy(attempts=1, timeout_attempts=1)


async def attempt(
    perform: Callable[[], Awaitable[T]],
    policy: RetryPolicy,
    *,
    timeout: float,
    admit: Callable[[], Awaitable[None]] | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    jitter: Callable[[], float] = random.random,
) -> T:
    """Run `perform` until it answers, its error is final, or the policy is used up; waiting to be admitted takes no answer time."""
    timeouts = 0
    for number in range(1, policy.attempts + 1):
        limit = timeout * policy.timeout_growth**timeouts
        if admit is not None:
            await admit()
        try:
            try:
                async with deadline(limit):
                    return await perform()
            except TimeoutError as error:
                raise TimedOut(f"no answer within {limit:.0f} s") from error
            except ConnectionError as error:
                raise Unavailable(str(error) or type(error).__name__) from error
        except EffectError as error:
            timeouts += isinstance(error, TimedOut)
            if not error.retryable or number == policy.attempts or timeouts >= policy.timeout_attempts:
                raise
            await sleep(_pause(error, number, policy, jitter))
    raise AssertionError("unreachable: the last attempt returns or raises")


def _pause(error: EffectError, number: int, policy: RetryPolicy, jitter: Callable[[], float]) -> float:
    backoff = min(policy.first_wait * 2.0 ** (number - 1), policy.longest_wait) * (0.5 + jitter() / 2)
    if isinstance(error, RateLimited) and error.retry_after is not None:
        if error.retry_after > policy.longest_retry_after:
            raise Unavailable(f"deferred by the provider for {error.retry_after:.0f} s") from error
        return max(error.retry_after, 0.0) + jitter()
    return max(policy.first_wait, backoff)
