"""Politeness that every process shares: when the next request to a provider may go out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, select

from inquiro.storage.dialect import upsert
from inquiro.storage.tables import pace


def reserve(connection: Connection, name: str, interval: float, now: datetime) -> float:
    """Books the next free slot and returns the seconds until it.

    The queue is measured from the moment of the last booking: if the clock was set back since, the slots that
    were booked move back with it, so a wait is never longer than the requests that are really ahead.
    """
    row = _held(connection, name) or _first(connection, name, now)
    slot: datetime = max(now, row.next_at - max(row.booked_at - now, timedelta(0)))
    booked = {"name": name, "next_at": slot + timedelta(seconds=interval), "booked_at": now}
    statement = upsert(connection, pace).values(booked)
    connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_=booked))
    return (slot - now).total_seconds()


def _held(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(select(pace).where(pace.c.name == name).with_for_update()).one_or_none()


def _first(connection: Connection, name: str, now: datetime) -> Row[Any]:
    """A row that is not there cannot be locked: whoever comes first makes it, and everybody waits for that one."""
    row = {"name": name, "next_at": now, "booked_at": now}
    connection.execute(upsert(connection, pace).values(row).on_conflict_do_nothing(index_elements=["name"]))
    made = _held(connection, name)
    assert made is not None
    return made
