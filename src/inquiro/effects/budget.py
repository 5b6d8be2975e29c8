"""What a run may spend, and all runs of a day, with the share for writing the report set aside first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from math import isinf
from time import monotonic

import msgspec

from inquiro.core.errors import BudgetExhausted
from inquiro.core.types import Stop, Usage
from inquiro.effects.limits import Account, Amount, Limits, exact

SYNTHESIS_SHARE = 0.15
MOST_SECONDS_RESERVED = 30.0
TURNS_RESERVED = 2.0  # as long as a round thinks: once for what is being read, once for the report
MOST_SHARE_RESERVED = 0.5
NO_DAY = Limits(seconds=None)
_ALL = Fraction(1)
_FOR_RESEARCH = _ALL - exact(SYNTHESIS_SHARE)


def add(a: Usage, b: Usage) -> Usage:
    total = Usage(**{name: getattr(a, name) + getattr(b, name) for name in Usage.__struct_fields__})
    return msgspec.structs.replace(total, cost=float(exact(a.cost) + exact(b.cost)))


def total_of(usages: Sequence[Usage]) -> Usage:
    """Everything together, in whatever order."""
    return reduce(add, usages, Usage())


class Budget:
    """Counts each paid call once, over resumes too: what the journal holds is charged when it is opened.

    Calls that hold their worst case while they are under way never overspend the run's limits together, as long as
    none costs more than it said. Of the day's limits (`day`), a run sees whatever all runs had journaled when it
    looked last, which it does before every call that costs something: so they are overspent by no more than what
    other runs had under way at that moment. Who spends nothing is never stopped by what others spent.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        spent: Usage | None = None,
        day: Limits = NO_DAY,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.limits = _finite(limits or Limits())
        self.day = _finite(day)
        self._spent = spent or Usage()
        self._paid = self._written = self._mark = Amount.of(self._spent)
        self._held = self._today = Amount()
        self._looked = False
        self._refused: Stop | None = None
        self._clock = clock
        self._began = clock()
        self._thinking: float | None = None
        self._took = 0.0  # the longest a round thought about what it had

    @property
    def used(self) -> Usage:
        """Everything spent so far; seconds run on the monotonic clock, so a clock jump costs nothing."""
        seconds = self._spent.seconds + self._clock() - self._began
        return msgspec.structs.replace(self._spent, cost=float(self._paid.cost), seconds=seconds)

    def charge(self, usage: Usage) -> None:
        self._spent = add(self._spent, msgspec.structs.replace(usage, seconds=0.0))
        self._paid += Amount.of(usage)

    def written(self, usage: Usage) -> None:
        """Something charged stands in the journal now, where a look at the day finds it."""
        self._written += Amount.of(usage)

    async def look_at_day(self, spent_today: Callable[[], Awaitable[Usage]]) -> None:
        """Read again what all runs spent today, this one included, if that is limited."""
        if self.day.cost is None and self.day.tokens is None:
            return
        mark = self._written  # what is charged but not written yet may be missing from what is read
        today = Amount.of(await spent_today())
        self._today, self._mark, self._looked = today, mark, True

    def seconds_left(self, *, reserve: bool = True) -> float:
        """Until only the writing share is left; without `reserve`, until nothing is."""
        limit = self.limits.seconds
        if limit is None:
            return float("inf")
        return limit - (self._for_writing(limit) if reserve else 0.0) - self.used.seconds

    def thinking_begins(self) -> None:
        """From here to `thinking_ends` a round works on what it has: nothing that a deadline could cut short."""
        self._thinking = self._clock()

    def thinking_ends(self) -> None:
        """What it took this time is what the last turn and the report will take on a machine as busy as this."""
        if self._thinking is not None:
            self._took = max(self._took, self._clock() - self._thinking)
            self._thinking = None

    def _for_writing(self, seconds: float) -> float:
        usual = min(seconds * SYNTHESIS_SHARE, MOST_SECONDS_RESERVED)
        return max(usual, min(TURNS_RESERVED * self._took, seconds * MOST_SHARE_RESERVED))

    def exhausted(self, *, reserve: bool = True) -> Stop | None:
        """Why no more may be spent, or the next step did not fit; with `reserve`, the writing share counts as gone."""
        return self._reached(reserve=reserve) or (self._refused if reserve else None)

    def check(self, *, reserve: bool = True) -> None:
        if stop := self._reached(reserve=reserve):
            raise BudgetExhausted(stop.reason)

    def fits(self, worst: Usage, *, reserve: bool = True) -> bool:
        """Whether a call that costs this much at most would be let through now."""
        return self._refusal(worst, self._held, reserve=reserve) is None

    @contextmanager
    def hold(self, worst: Usage | None, *, reserve: bool = True) -> Iterator[None]:
        """Set the most that a call can cost aside until it has ended; None: nobody knows, any rest will do."""
        if stop := self._refusal(worst, self._held, reserve=reserve):
            if reserve:  # one that the end of other calls would lift is no reason to end the run
                self._refused = self._refusal(worst, Amount(), reserve=True) or self._refused
            raise BudgetExhausted(stop.reason)
        held = Amount.of(worst or Usage())
        self._held += held
        try:
            yield
        finally:
            self._held -= held

    def check_again(self, worst: Usage, *, reserve: bool = True) -> None:
        """Whether a call that holds its worst case already, and has paid for one attempt, may make another."""
        if stop := self._refusal(worst, self._held - Amount.of(worst), reserve=reserve):
            raise BudgetExhausted(stop.reason)

    def _refusal(self, worst: Usage | None, held: Amount, *, reserve: bool) -> Stop | None:
        """Why a call that spends may not begin while so much is held."""
        share = _share(reserve=reserve)
        for account in (Account(limits=self.limits, spent=self._paid, held=held), self._of_day(self.day, held)):
            if stop := account.reached(share) if worst is None else account.too_small_for(worst, share):
                return stop
        return None

    def _reached(self, *, reserve: bool) -> Stop | None:
        used, limits, share = self.used, self.limits, _share(reserve=reserve)
        if stop := Account(limits=limits, spent=self._paid, held=self._held).reached(share):
            return stop
        ours = self._paid + self._held
        day = Limits(cost=self.day.cost if ours.cost else None, tokens=self.day.tokens if ours.tokens else None)
        if stop := self._of_day(day, self._held).reached(share):
            return stop
        if limits.seconds is not None and self.seconds_left(reserve=reserve) <= 0:
            return Stop(cause="time", reason=f"Time limit reached ({used.seconds:.0f} of {limits.seconds:.0f} s)")
        if limits.pages is not None and used.pages >= limits.pages:
            return Stop(cause="pages", reason=f"Page limit reached ({used.pages} of {limits.pages} pages read)")
        return None

    def _of_day(self, limits: Limits, held: Amount) -> Account:
        """Once somebody has looked: before that, this run has spent nothing that a day could limit."""
        known = limits if self._looked else NO_DAY
        return Account(limits=known, spent=self._today + self._paid - self._mark, held=held, daily=True)


def _share(*, reserve: bool) -> Fraction:
    return _FOR_RESEARCH if reserve else _ALL


def _finite(limits: Limits) -> Limits:
    return msgspec.structs.replace(limits, cost=None) if limits.cost is not None and isinf(limits.cost) else limits
