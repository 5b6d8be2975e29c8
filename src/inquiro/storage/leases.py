"""Who may write for a run: an owner, until a time, under an attempt number that only grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, bindparam, select, update

from inquiro.core.errors import LeaseLost, RunNotFound
from inquiro.core.types import Lease, Run
from inquiro.storage.tables import runs

Alive = Callable[[str], bool]
FINISHED = ("completed", "failed", "cancelled")
SKEW = timedelta(seconds=60)
# Built once: it runs before every write, and building it anew costs more than running it.
_HOLDER = select(runs.c.attempt, runs.c.lease_owner).where(runs.c.id == bindparam("run")).with_for_update()


def everyone(owner: str) -> bool:  # noqa: ARG001 - the answer when nobody can tell who lives
    return True


def is_held(
    run: Run | Row[tuple[object, ...]], lease_seconds: float | None, now: datetime, alive: Alive = everyone
) -> bool:
    """Whether someone's lease still counts; one that ends later than it can was made under a wrong clock."""
    if run.lease_owner is None or run.lease_until is None or not alive(run.lease_owner):
        return False
    latest = now + timedelta(seconds=lease_seconds or 0) + SKEW
    held: bool = now < run.lease_until <= latest
    return held


def acquire(
    connection: Connection, run_id: str, owner: str, seconds: float, *, now: datetime, alive: Alive = everyone
) -> Lease:
    """Takes a lease that is free, expired, a dead owner's or already this owner's, under the next attempt number."""
    row = connection.execute(select(runs).where(runs.c.id == run_id).with_for_update()).one_or_none()
    if row is None:
        raise RunNotFound(f"there is no run {run_id}; `inquiro runs list` shows them")
    if row.lease_owner != owner and is_held(row, row.lease_seconds, now, alive):
        raise LeaseLost(f"run {run_id} is being worked on by {row.lease_owner} (attempt {row.attempt})")
    connection.execute(
        update(runs)
        .where(runs.c.id == run_id)
        .values(
            attempt=row.attempt + 1,
            lease_owner=owner,
            lease_until=now + timedelta(seconds=seconds),
            lease_seconds=seconds,
            # A stop that a finished attempt obeyed must not stop the next one; an unheard one still counts.
            stop_requested=None if row.status in FINISHED else row.stop_requested,
        )
    )
    return Lease(run_id=run_id, owner=owner, attempt=row.attempt + 1)


def renew(connection: Connection, leases: Sequence[Lease], seconds: float, now: datetime) -> list[Lease]:
    """Prolongs the leases that still hold, and returns those."""
    until = now + timedelta(seconds=seconds)
    return [lease for lease in leases if _change(connection, lease, lease_until=until, lease_seconds=seconds)]


def release(connection: Connection, lease: Lease) -> None:
    """Gives a lease back; one that was lost already is nobody's business any more."""
    _change(connection, lease, lease_owner=None, lease_until=None, lease_seconds=None)


def check(connection: Connection, lease: Lease) -> None:
    """Holds the run's row for this transaction, or raises LeaseLost."""
    found = connection.execute(_HOLDER, {"run": lease.run_id}).one_or_none()
    if found is None:
        raise LeaseLost(f"run {lease.run_id} is gone")
    if (found.attempt, found.lease_owner) != (lease.attempt, lease.owner):
        owner = found.lease_owner or "nobody"
        raise LeaseLost(
            f"run {lease.run_id} belongs to {owner} (attempt {found.attempt}), not to {lease.owner} (attempt {lease.attempt})"
        )


def _change(connection: Connection, lease: Lease, **values: object) -> bool:
    mine = (runs.c.id == lease.run_id) & (runs.c.attempt == lease.attempt) & (runs.c.lease_owner == lease.owner)
    return connection.execute(update(runs).where(mine).values(**values)).rowcount == 1
