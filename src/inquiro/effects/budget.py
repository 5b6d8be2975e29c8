"""What a run may spend, with the share for writing the report set aside first."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import msgspec

from inquiro.core.errors import BudgetExhausted
from inquiro.core.types import Stop, Usage, Value

SYNTHESIS_SHARE = 0.15
MOST_SECONDS_RESERVED = 30.0


class Limits(Value, frozen=True, kw_only=True):
    """None means unlimited."""

    seconds: float | None = 600.0
    cost: float | None = None
    tokens: int | None = None
    pages: int | None = None


def add(a: Usage, b: Usage) -> Usage:
    return Usage(**{name: getattr(a, name) + getattr(b, name) for name in Usage.__struct_fields__})


class Budget:
    """Counts each paid call once, over resumes too: what the journal holds is charged when it is opened."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        spent: Usage | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.limits = limits or Limits()
        self._spent = spent or Usage()
        self._clock = clock
        self._began = clock()

    @property
    def used(self) -> Usage:
        """Everything spent so far; seconds run on the monotonic clock, so a clock jump costs nothing."""
        return msgspec.structs.replace(self._spent, seconds=self._spent.seconds + self._clock() - self._began)

    def charge(self, usage: Usage) -> None:
        self._spent = add(self._spent, msgspec.structs.replace(usage, seconds=0.0))

    def seconds_left(self) -> float:
        """Until only the writing share is left."""
        limit = self.limits.seconds
        return float("inf") if limit is None else limit - _for_writing(limit) - self.used.seconds

    def exhausted(self, *, reserve: bool = True) -> Stop | None:
        """Why no more may be spent; with `reserve`, the writing share counts as gone."""
        used, limits, keep = self.used, self.limits, SYNTHESIS_SHARE if reserve else 0.0
        if limits.cost is not None and used.cost >= limits.cost * (1 - keep):
            return Stop(cause="money", reason=f"Money limit reached (${used.cost:.2f} of ${limits.cost:.2f} spent)")
        if limits.tokens is not None and used.tokens >= limits.tokens * (1 - keep):
            return Stop(cause="tokens", reason=f"Token limit reached ({used.tokens:,} of {limits.tokens:,} used)")
        if limits.seconds is not None:
            kept = _for_writing(limits.seconds) if reserve else 0.0
            if used.seconds >= limits.seconds - kept:
                return Stop(cause="time", reason=f"Time limit reached ({used.seconds:.0f} of {limits.seconds:.0f} s)")
        if limits.pages is not None and used.pages >= limits.pages:
            return Stop(cause="pages", reason=f"Page limit reached ({used.pages} of {limits.pages} pages read)")
        return None

    def check(self, *, reserve: bool = True) -> None:
        if stop := self.exhausted(reserve=reserve):
            raise BudgetExhausted(stop.reason)


def _for_writing(seconds: float) -> float:
    return min(seconds * SYNTHESIS_SHARE, MOST_SECONDS_RESERVED)
