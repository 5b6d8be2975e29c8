"""Politeness: one booked slot per request, kept in the store so that every run and process shares it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from math import ceil
from time import monotonic
from weakref import WeakValueDictionary

from inquiro.core.deadlines import stopped_clock
from inquiro.core.errors import Deferred, EffectError, RateLimited, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.pace import at_once
from inquiro.core.politeness import Outcome, Slot
from inquiro.core.protocols import Store
from inquiro.core.web import Ready

MARGIN = 0.05  # of the interval: a slot is wider than the rate demands by this
LEAST_MARGIN = 0.02  # seconds; a commit takes up to half of it
MOST_MARGIN = 1.0
PUNCTUAL = 0.8  # of the margin; the rest is for clocks that do not quite agree
TRIES = 6
LONGEST_WAIT = 30.0  # seconds; a run goes on without a service that wants more rest than that
LONGEST_DIAL = 2.0  # seconds; whoever takes longer to connect no longer holds up those behind it


class StorePace:
    """Books the next free slot of a provider and waits for it.

    Slots lie one interval and a margin apart, and whoever would use its slot later than the margin allows gives it
    up: so two requests are never closer than the interval, however late a busy process wakes; with a burst, so many
    may be close to each other, and all the others keep apart as far as without it. What counts is when a request is
    written, not when it was let through: names are looked up and hands are shaken in between. Of one `StorePace`,
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
        async with self.turn(name, requests_per_second, burst):
            pass

    @asynccontextmanager
    async def turn(self, name: str, requests_per_second: float, burst: int = 1) -> AsyncIterator[Ready]:
        if requests_per_second <= 0:
            yield at_once
            return
        place = _Place(self._turns.setdefault((asyncio.get_running_loop(), name), asyncio.Lock()))
        taken: Slot | None = None
        interval = 1.0 / requests_per_second

        async def ready() -> None:
            """Exchanges a slot that cannot be used as it was booked; a further request has to have one of its own."""
            nonlocal taken
            with stopped_clock():
                kept = place.held and taken is not None and await self._in_time(name, interval, taken)
                if not kept:
                    await place.take()
                    await self._wait(name, interval, burst, taken)
            taken = None
            place.leave()

        try:
            with stopped_clock():
                await place.take()
                taken = await self._wait(name, interval, burst)
            place.leave_after(LONGEST_DIAL)
            yield ready
        finally:
            place.leave()

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

    async def _in_time(self, name: str, interval: float, slot: Slot) -> bool:
        """Whether a slot may still be used."""
        if not slot.probe and not await self._store.slot_holds(name):
            return False
        return self._clock() - slot.booked - slot.wait <= (slot.width - interval) * PUNCTUAL

    async def _wait(self, name: str, interval: float, burst: int, slot: Slot | None = None) -> Slot:
        """Books slots, in place of the one at hand, until one can be used."""
        margin = max(interval * MARGIN, LEAST_MARGIN)
        for _ in range(TRIES):
            probing = slot is not None and slot.probe
            slot = await self._store.reserve_slot(
                name, interval + margin, burst=burst, probing=probing, instead_of=slot
            )
            if slot.refused_for > 0:
                why = f" ({self._reasons[name]})" if name in self._reasons else ""
                rest = f"not asked again for {ceil(slot.refused_for)} s after {slot.failures} failures"
                raise Deferred(f"{name}: {rest}{why}")
            if slot.wait > LONGEST_WAIT:
                raise Deferred(f"{name}: to be left alone for another {ceil(slot.wait)} s")
            if slot.troubled:
                self._troubled.add(name)
            due = slot.booked + slot.wait
            if (wait := due - self._clock()) > 0:
                await self._sleep(wait)
                if not slot.probe and not await self._store.slot_holds(name):
                    continue
            late = self._clock() - due
            if late <= margin * PUNCTUAL:
                return slot
            margin = min(2 * max(late, margin), max(interval, MOST_MARGIN))
        raise Unavailable(f"{name}: this process is too busy to keep to its rate")


class _Place:
    """The head of a queue, for one request; it can be taken again after it was left."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock = lock
        self._leaving: asyncio.TimerHandle | None = None
        self.held = False

    async def take(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        if not self.held:
            await self._lock.acquire()
            self.held = True

    def leave_after(self, seconds: float) -> None:
        self._leaving = asyncio.get_running_loop().call_later(seconds, self.leave)

    def leave(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        if self.held:
            self.held = False
            self._lock.release()


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
