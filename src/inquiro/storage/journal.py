"""Effects: the intent before, the outcome after; and the cache that runs share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import fsum
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, bindparam, func, insert, or_, select, update

from inquiro.core.decoders import convert
from inquiro.core.types import Document, EffectRow, Json, Lease, Usage
from inquiro.storage.dialect import replacing
from inquiro.storage.documents import put
from inquiro.storage.leases import check
from inquiro.storage.tables import cache, effects, runs

_OUTCOME = ("name", "status", "response", "error", "usage", "seconds", "cached")
_DIGITS = 12  # of a sum of dollars: below lies what binary fractions make of tenths
_PLACE = ("run_id", "step", "key", "occurrence")
# Built once, since these run for every effect. The names of the place are marked: a column's own is its new value.
_same = and_(*(effects.c[name] == bindparam(f"same_{name}") for name in _PLACE))
_FIND = select(effects).where(_same)
_FINISH = (
    update(effects)
    .where(_same, effects.c.status != "done")
    .values({name: bindparam(name) for name in (*_OUTCOME, "paid_at")})
)
_LAST = select(func.max(effects.c.seq)).where(effects.c.run_id == bindparam("same_run_id"))
_ADD = insert(effects)
_PAID = (
    select(effects.c.usage)
    .join(runs, runs.c.id == effects.c.run_id)
    .where(effects.c.paid_at >= bindparam("since"), runs.c.org_id == bindparam("org"))
)

_CACHED = (
    select(cache.c.response, cache.c.stored_at)
    .where(cache.c.key == bindparam("wanted"), or_(cache.c.org_id == bindparam("org"), cache.c.public))
    .where(cache.c.stored_at >= bindparam("not_before"), cache.c.stored_at <= bindparam("now"))
    .order_by(cache.c.stored_at.desc())
    .limit(1)
)


def begin(connection: Connection, lease: Lease, row: EffectRow) -> EffectRow:
    """The row that is already there, or this one as a fresh intent with the next number."""
    check(connection, lease)
    return _find(connection, row) or _add(connection, row)


def finish(connection: Connection, lease: Lease, row: EffectRow, documents: Sequence[Document], now: datetime) -> None:
    """Stores the outcome with the documents it brought; an outcome that is done is never overwritten."""
    check(connection, lease)
    put(connection, lease.run_id, documents)
    paid_at = now if row.usage.tokens or row.usage.cost else None
    outcome = _place(row) | {name: getattr(row, name) for name in _OUTCOME} | {"paid_at": paid_at}
    if connection.execute(_FINISH, outcome).rowcount == 0 and _find(connection, row) is None:
        _add(connection, row, paid_at)


def all_of(connection: Connection, run_id: str) -> list[EffectRow]:
    query = select(effects).where(effects.c.run_id == run_id).order_by(effects.c.seq)
    return [_effect(row) for row in connection.execute(query)]


def spent_since(connection: Connection, org_id: str, since: datetime) -> Usage:
    """Everything that the organisation's runs paid for since then."""
    found = connection.execute(_PAID, {"org": org_id, "since": since})
    paid = [convert(row.usage, Usage) for row in found]
    total = Usage(**{name: sum(getattr(usage, name) for usage in paid) for name in Usage.__struct_fields__})
    return msgspec.structs.replace(total, cost=round(fsum(usage.cost for usage in paid), _DIGITS))


def cached(
    connection: Connection, key: str, org_id: str, not_before: datetime, now: datetime
) -> tuple[Any, datetime] | None:
    """The newest answer this organisation may see; one from the future was stored under a wrong clock."""
    wanted = {"wanted": key, "org": org_id, "not_before": not_before, "now": now}
    found = connection.execute(_CACHED, wanted).one_or_none()
    return None if found is None else (found.response, found.stored_at)


def remember(connection: Connection, key: str, org_id: str, *, public: bool, response: Any, now: datetime) -> None:
    row = {"key": key, "org_id": org_id, "public": public, "response": response, "stored_at": now}
    connection.execute(replacing(connection, cache, ("key", "org_id"), ("public", "response", "stored_at")), row)


def _find(connection: Connection, row: EffectRow) -> EffectRow | None:
    found = connection.execute(_FIND, _place(row)).one_or_none()
    return None if found is None else _effect(found)


def _add(connection: Connection, row: EffectRow, paid_at: datetime | None = None) -> EffectRow:
    last = connection.execute(_LAST, {"same_run_id": row.run_id}).scalar()
    numbered = msgspec.structs.replace(row, seq=(last or 0) + 1)
    values = {name: getattr(numbered, name) for name in numbered.__struct_fields__}
    connection.execute(_ADD, values | {"paid_at": paid_at})
    return numbered


def _place(row: EffectRow) -> Json:
    return {f"same_{name}": getattr(row, name) for name in _PLACE}


def _effect(row: Row[Any]) -> EffectRow:
    return convert(row, EffectRow, from_attributes=True)
