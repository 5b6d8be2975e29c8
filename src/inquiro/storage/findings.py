"""What a run learned and lost."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import TypeVar

from sqlalchemy import Connection, Select, Table, bindparam, select

from inquiro.core.decoders import convert
from inquiro.core.types import Lease, Loss, Value
from inquiro.storage.characters import json_text, storable
from inquiro.storage.dialect import adding, replacing
from inquiro.storage.leases import check
from inquiro.storage.tables import access_failures

V = TypeVar("V", bound=Value)
LONGEST_KEY = 200


def put(connection: Connection, run_id: str, table: Table, values: Mapping[str, Value]) -> None:
    """Stores each value under its id; a newer version takes the older one's place in the order."""
    rows = [{"run_id": run_id, "id": _short(key), "body": value} for key, value in values.items()]
    if rows:
        connection.execute(replacing(connection, table, ("run_id", "id"), ("body",)), rows)


def _short(key: str) -> str:
    """A key that every database can index."""
    return key if len(key) <= LONGEST_KEY else sha256(storable(key).encode()).hexdigest()


def all_of(connection: Connection, run_id: str, table: Table, kind: type[V]) -> list[V]:
    return [convert(body, kind) for body in connection.execute(_bodies(table), {"run": run_id}).scalars()]


@cache
def _bodies(table: Table) -> Select[tuple[object]]:
    return select(table.c.body).where(table.c.run_id == bindparam("run")).order_by(table.c.seq)


def record_failure(
    connection: Connection, lease: Lease, loss: Loss, *, url: str, error_type: str, now: datetime
) -> None:
    check(connection, lease)
    key = sha256(json_text([url, loss, error_type]).encode()).hexdigest()
    row = loss.to_dict() | {"run_id": lease.run_id, "key": key, "url": url, "error_type": error_type, "at": now}
    connection.execute(adding(connection, access_failures), row)


def losses(connection: Connection, run_id: str) -> list[Loss]:
    failed = access_failures.c
    query = select(failed.what, failed.reason, failed.source).where(failed.run_id == run_id).order_by(failed.seq)
    return [Loss(what=what, reason=reason, source=source) for what, reason, source in connection.execute(query)]
