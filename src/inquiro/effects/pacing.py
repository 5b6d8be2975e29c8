"""Politeness: one booked slot per request, kept in the store so that every run and process shares it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

from inquiro.core.deadlines import stopped_clock
from inquiro.core.errors import Deferred, EffectError, RateLimited, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.politeness import Outcome
from inquiro.core.protocols import Store

MARGIN = 0.05  # of the interval: a slot is wider than the rate demands by this
LEAST_MARGIN = 0.02  # seconds; a commit takes up to half of it
MOST_MARGIN = 1.0
PUNCTUAL = 0.8  # of the margin; the rest is for clocks that do not quite agree
TRIES = 6
LONGEST_WAIT = 30.0  # seconds; a run goes on without a service that wants more rest than that


class StorePace:
    """Books the next free slot of a provider and waits for it.

    Slots lie one interval and a margin apart, and whoever would use its slot later than the margin allows gives it
    up: so two requests are never closer than the interval, however late a busy process wakes; with a burst, so many
    may be close to each other, and all the others keep apart as far as without it. Of one `StorePace`,
    only one request per name holds a slot at a time: a run that is cancelled blocks nobody with what it had queued.
    """

    def __init__(
        self,
        store: Store,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._clock = clock
        self._turns: WeakValueDictionary[tuple[asyncio.AbstractEventLoop, str], asyncio.Lock] = WeakValueDictionary()
        self._reasons: dict[str, str] = {}  # what went wrong last, for whoever is not let through
        self._troubled: set[str] = set()  # where the shared row knows of trouble: an answer has to be told

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None:
        if requests_per_second <= 0:
            return
        turn = self._turns.setdefault((asyncio.get_running_loop(), name), asyncio.Lock())
        with stopped_clock():
            async with turn:
                await self._wait(name, 1.0 / requests_per_second, burst)

    async def report(self, name: str, error: EffectError | None) -> None:
        """An answer costs no write unless something had been wrong."""
        outcome = _outcome(error)
        if outcome is None or (outcome == "answered" and name not in self._troubled):
            return
        if error is not None:
            self._reasons[name] = str(error)
        named = error.retry_after if isinstance(error, RateLimited) else None
        await self._store.report_outcome(name, outcome, named)
        if outcome == "answered":
            self._troubled.discard(name)
        else:
            self._troubled.add(name)

    async def _wait(self, name: str, interval: float, burst: int) -> None:
        margin, probing = max(interval * MARGIN, LEAST_MARGIN), False
        for _ in range(TRIES):
            slot = await self._store.reserve_slot(name, interval + margin, burst=burst, probing=probing)
            if slot.refused_for > 0:
                why = f" ({self._reasons[name]})" if name in self._reasons else ""
                rest = f"not asked again for {ceil(slot.refused_for)} s after {slot.failures} failures"
                raise Deferred(f"{name}: {rest}{why}")
            if slot.wait > LONGEST_WAIT:
                raise Deferred(f"{name}: to be left alone for another {ceil(slot.wait)} s")
            if slot.troubled:
                self._troubled.add(name)
            probing = slot.probe
            due = slot.booked + slot.wait
            if (wait := due - self._clock()) > 0:
                await self._sleep(wait)
                if not probing and not await self._store.slot_holds(name):
                    continue
            late = self._clock() - due
            if late <= margin * PUNCTUAL:
                return
            margin = min(2 * max(late, margin), max(interval, MOST_MARGIN))
        raise Unavailable(f"{name}: this process is too busy to keep to its rate")


def _outcome(error: EffectError | None) -> Outcome | None:
    """None: nothing was sent, or nothing is known. A refusal is an answer: the other side is alive."""
    match error:
        case UnsafeAddress() | Deferred():
            return None
        case RateLimited():
            return "slowed"
        case Unavailable() | TimedOut():
            return "failed"
    return "answered"
