"""The rules of politeness, as arithmetic on one row that every process shares: slots, quiet times and the circuit."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from inquiro.core.types import Value

Outcome = Literal["answered", "failed", "slowed"]
FAILURES = 5
OPEN_SECONDS = 60.0
PROBE_SECONDS = 60.0  # whoever probes and dies keeps the others out no longer than this
FIRST_QUIET = 4.0
LONGEST_GUESS = 60.0
LONGEST_QUIET = 86_400.0  # whoever names years is mistaken


class Slot(Value, frozen=True, kw_only=True):
    """A booked turn, or for how long nobody may ask."""

    wait: float = 0.0  # seconds from the booking
    booked: float = 0.0  # when that was, on this process's monotonic clock
    refused_for: float = 0.0  # the circuit is open, and nothing was booked
    failures: int = 0
    troubled: bool = False  # something was wrong: an answer is worth telling
    probe: bool = False  # the one request that finds out whether the other side is back
    width: float = 0.0
    next_at: datetime | None = None  # the first free slot after it: as long as that holds, nobody booked since


class Standing(Value, frozen=True, kw_only=True):
    """How things stand with one provider or host."""

    next_at: datetime  # the first free slot, if none was made up for
    booked_at: datetime  # the last change
    quiet_until: datetime | None = None  # the other side asked to slow down
    slowed: int = 0  # how often in a row
    failures: int = 0  # in a row
    open_until: datetime | None = None  # not None: the circuit is open, or half open once the time is past
    probe_until: datetime | None = None


def book(
    standing: Standing,
    width: float,
    now: datetime,
    *,
    burst: int = 1,
    probing: bool = False,
    instead_of: Slot | None = None,
) -> tuple[Standing, Slot]:
    """Takes the next slot of that width; `probing` is said by whoever already holds the probe.

    Slots that nobody took may be made up for, `burst` of them at once: so a span of time never holds more than the
    burst and one for each width in it. Whoever was asked to slow down makes up for nothing until it is answered.
    A slot that was booked and will not be used is given back with `instead_of`, if it was the last one.
    """
    standing = _on_this_clock(standing, now)
    if instead_of is not None and instead_of.next_at == standing.next_at:
        unused = timedelta(seconds=instead_of.width)
        standing = msgspec.structs.replace(standing, next_at=standing.next_at - unused)
    if not probing and (refused := _refused_for(standing, now)) > 0:
        return standing, Slot(refused_for=refused, failures=standing.failures, troubled=True)
    probe = standing.open_until is not None
    ahead = timedelta(seconds=width * (burst - 1 if standing.slowed == 0 else 0))
    slot = max(now, standing.next_at - ahead, standing.quiet_until or now)
    booked = msgspec.structs.replace(
        standing,
        next_at=max(slot, standing.next_at) + timedelta(seconds=width),
        booked_at=now,
        probe_until=slot + timedelta(seconds=PROBE_SECONDS) if probe else None,
    )
    troubled = probe or standing.failures > 0 or standing.slowed > 0
    wait = (slot - now).total_seconds()
    taken = Slot(wait=wait, failures=standing.failures, troubled=troubled, probe=probe)
    return booked, msgspec.structs.replace(taken, width=width, next_at=booked.next_at)


def told(standing: Standing, outcome: Outcome, now: datetime, quiet: float | None = None) -> Standing:
    """What an outcome changes; any answer, even a refusal, shows that the other side is alive.

    `quiet` is the wait that the other side named.
    """
    standing = _on_this_clock(standing, now)
    changed = _failed(standing, now) if outcome == "failed" else _alive(standing)
    if outcome == "slowed":
        changed = _quieter(changed, now, quiet)
    elif outcome == "answered":
        changed = msgspec.structs.replace(changed, slowed=0)
    return standing if changed == standing else msgspec.structs.replace(changed, booked_at=now)


def may_go(standing: Standing, now: datetime) -> bool:
    """Whether a slot that was booked before still counts: nobody was told to stay away meanwhile."""
    standing = _on_this_clock(standing, now)
    return standing.open_until is None and (standing.quiet_until is None or standing.quiet_until <= now)


def _refused_for(standing: Standing, now: datetime) -> float:
    """Seconds for which the circuit lets nobody through."""
    if standing.open_until is None:
        return 0.0
    closed_until = max(standing.open_until, standing.probe_until or standing.open_until)
    return (closed_until - now).total_seconds()


def _failed(standing: Standing, now: datetime) -> Standing:
    if standing.open_until is not None and standing.open_until > now:
        return standing  # sent before the circuit opened: it says nothing new
    failures = standing.failures + 1
    if failures < FAILURES and standing.open_until is None:
        return msgspec.structs.replace(standing, failures=failures)
    again = now + timedelta(seconds=OPEN_SECONDS)
    return msgspec.structs.replace(standing, failures=failures, open_until=again, probe_until=None)


def _alive(standing: Standing) -> Standing:
    return msgspec.structs.replace(standing, failures=0, open_until=None, probe_until=None)


def _quieter(standing: Standing, now: datetime, quiet: float | None) -> Standing:
    """The longer wait counts; several requests that were under way together are slowed once."""
    already = standing.quiet_until is not None and standing.quiet_until > now
    slowed = standing.slowed if already else standing.slowed + 1
    guess = min(FIRST_QUIET * 2.0 ** min(max(slowed - 1, 0), 10), LONGEST_GUESS)
    seconds = guess if quiet is None else min(max(quiet, 0.0), LONGEST_QUIET)
    until = max(now + timedelta(seconds=seconds), standing.quiet_until or now)
    return msgspec.structs.replace(standing, slowed=slowed, quiet_until=until)


def _on_this_clock(standing: Standing, now: datetime) -> Standing:
    """If the clock was set back since the last change, every time moves back with it: no wait becomes longer."""
    back = standing.booked_at - now
    if back <= timedelta(0):
        return standing
    times = ("next_at", "booked_at", "quiet_until", "open_until", "probe_until")
    held = {name: value for name in times if (value := getattr(standing, name)) is not None}
    return msgspec.structs.replace(standing, **{name: value - back for name, value in held.items()})
