"""Runs and their events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select, update

from inquiro.core.decoders import convert
from inquiro.core.errors import RunNotFound
from inquiro.core.events import Event
from inquiro.core.types import CanaryCount, Json, Lease, Run
from inquiro.storage.characters import storable
from inquiro.storage.dialect import adding
from inquiro.storage.id_prefixes import whole_id
from inquiro.storage.leases import FINISHED, Alive, check, everyone, is_held
from inquiro.storage.tables import events, runs

RUNNABLE = ("pending", "in_progress")
_ONE = select(runs).where(runs.c.id == bindparam("run"))
_STOP = select(runs.c.stop_requested).where(runs.c.id == bindparam("run"))


def create(connection: Connection, run: Run, now: datetime) -> Run:
    row = {name: getattr(run, name) for name in run.__struct_fields__}
    row["created_at"] = run.created_at or now
    connection.execute(adding(connection, runs), row)
    return get(connection, run.id)


def get(connection: Connection, run_id: str) -> Run:
    row = connection.execute(_ONE, {"run": run_id}).one_or_none()
    if row is None:
        raise RunNotFound(f"there is no run {run_id}; `inquiro runs list` shows them")
    return _run(row)


def find(connection: Connection, prefix: str) -> Run:
    """The run whose id starts so; a single letter will do."""
    command = "inquiro runs list"
    found = whole_id(connection, runs, None, prefix, RunNotFound, what="run", command=command, shortest=1)
    return get(connection, found)


def newest(connection: Connection, wanted: Json, limit: int) -> list[Run]:
    """The newest first, of those whose columns have the wanted values; None wants nothing."""
    query = select(runs).order_by(runs.c.seq.desc()).limit(limit)
    for name, value in wanted.items():
        if value is not None:
            query = query.where(runs.c[name] == value)
    return [_run(row) for row in connection.execute(query)]


def canaries(connection: Connection, org_id: str, besides: str, limit: int) -> list[CanaryCount]:
    """How the checker did in the newest finished runs, but one; only their metrics are read."""
    finished = (runs.c.status == "completed") & (runs.c.org_id == org_id) & (runs.c.id != besides)
    found = connection.execute(select(runs.c.metrics).where(finished).order_by(runs.c.seq.desc()).limit(limit))
    counted = [row.metrics.get("canaries") for row in found]
    return [convert(one, CanaryCount) for one in counted if one]


def unfinished(connection: Connection, now: datetime, alive: Alive = everyone) -> list[Run]:
    """Runs that should go on and that nobody works on, oldest first."""
    rows = connection.execute(select(runs).where(runs.c.status.in_(RUNNABLE)).order_by(runs.c.seq))
    return [_run(row) for row in rows if not is_held(row, row.lease_seconds, now, alive)]


def change(connection: Connection, lease: Lease, changes: Json, now: datetime) -> None:
    """Writes the fields that are not None; the status brings its times along."""
    check(connection, lease)
    values = {name: value for name, value in changes.items() if value is not None}
    if values.get("status") == "in_progress":
        values |= {"started_at": func.coalesce(runs.c.started_at, now), "completed_at": None}
        values.setdefault("error_message", None)
    elif values.get("status") in FINISHED:
        values["completed_at"] = now
    if values:
        connection.execute(update(runs).where(runs.c.id == lease.run_id).values(values))


def request_stop(connection: Connection, run_id: str, reason: str) -> None:
    """Asks whoever works on the run to stop; the first reason stays."""
    first = func.coalesce(runs.c.stop_requested, storable(reason))
    if connection.execute(update(runs).where(runs.c.id == run_id).values(stop_requested=first)).rowcount == 0:
        raise RunNotFound(f"there is no run {run_id}; `inquiro runs list` shows them")


def stop_requested(connection: Connection, run_id: str) -> str | None:
    return connection.execute(_STOP, {"run": run_id}).scalar_one_or_none()


def append_events(connection: Connection, lease: Lease, new: Sequence[Event], now: datetime) -> None:
    check(connection, lease)
    rows = [_event_row(event, now) for event in new]
    if rows:
        connection.execute(adding(connection, events), rows)


def events_after(connection: Connection, run_id: str, after: int, limit: int | None = None) -> list[Event]:
    later = select(events).where(events.c.run_id == run_id, events.c.seq > after)
    query = later.order_by(events.c.seq).limit(limit)
    return [convert(row, Event, from_attributes=True) for row in connection.execute(query)]


def _event_row(event: Event, now: datetime) -> Json:
    row = {name: getattr(event, name) for name in event.__struct_fields__}
    row["at"] = event.at or now
    return row


def _run(row: Row[Any]) -> Run:
    return convert(row, Run, from_attributes=True)
