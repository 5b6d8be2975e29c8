"""Politeness that every process shares: one row per provider or host, read and changed under its lock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, select, update

from inquiro.core.politeness import Outcome, Slot, Standing, book, may_go, told
from inquiro.storage.dialect import adding
from inquiro.storage.tables import pace

Clock = Callable[[], datetime]
_ONE = select(pace).where(pace.c.name == bindparam("who"))
_HELD = _ONE.with_for_update()
_SAVE = (
    update(pace)
    .where(pace.c.name == bindparam("who"))
    .values({name: bindparam(name) for name in Standing.__struct_fields__})
)


def reserve(
    connection: Connection,
    name: str,
    width: float,
    clock: Clock,
    *,
    burst: int = 1,
    probing: bool = False,
    instead_of: Slot | None = None,
) -> Slot:
    """Books the next free slot, unless the circuit is open; the clock is read once the row is held."""
    before = _standing(_held(connection, name) or _first(connection, name, clock()))
    now, booked = clock(), monotonic()
    after, slot = book(before, width, now, burst=burst, probing=probing, instead_of=instead_of)
    _save(connection, name, before, after)
    return msgspec.structs.replace(slot, booked=booked)


def report(connection: Connection, name: str, outcome: Outcome, quiet: float | None, clock: Clock) -> None:
    before = _standing(_held(connection, name) or _first(connection, name, clock()))
    _save(connection, name, before, told(before, outcome, clock(), quiet))


def holds(connection: Connection, name: str, now: datetime) -> bool:
    """Whether a slot of that name that was booked before may be used."""
    row = connection.execute(_ONE, {"who": name}).one_or_none()
    return row is None or may_go(_standing(row), now)


def _held(connection: Connection, name: str) -> Row[Any] | None:
    return connection.execute(_HELD, {"who": name}).one_or_none()


def _first(connection: Connection, name: str, now: datetime) -> Row[Any]:
    """A row that is not there cannot be locked: whoever comes first makes it, and everybody waits for that one."""
    row = {"name": name, "next_at": now, "booked_at": now}
    connection.execute(adding(connection, pace), row)
    made = _held(connection, name)
    assert made is not None
    return made


def _standing(row: Row[Any]) -> Standing:
    return Standing(**{field: getattr(row, field) for field in Standing.__struct_fields__})


def _save(connection: Connection, name: str, before: Standing, after: Standing) -> None:
    if after != before:
        connection.execute(_SAVE, {"who": name} | msgspec.structs.asdict(after))
