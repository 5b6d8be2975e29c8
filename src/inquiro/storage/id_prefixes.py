"""Ids that people shorten: the beginning of one stands for the whole as long as it is nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlalchemy import Column, Connection, Table, func, select

from inquiro.core.errors import IdNotFound
from inquiro.storage.characters import storable

SHORTEST = 4
LISTED = 5


def ids_with(
    connection: Connection, table: Table, org_id: str | None, prefix: str, shortest: int = SHORTEST
) -> list[str]:
    """The newest few that start so; a whole id wins over a longer one, and a beginning of few letters is no id.

    `org_id`: none for everybody's.
    """
    wanted = storable(prefix.strip().lower())
    if not wanted:
        return []
    lowered = func.lower(table.c.id)
    mine = select(table.c.id)
    if org_id is not None:
        mine = mine.where(table.c.org_id == org_id)
    if whole := connection.execute(mine.where(lowered == wanted)).scalars().first():
        return [whole]
    if len(wanted) < shortest:
        return []
    starts = lowered.startswith(wanted, autoescape=True)
    newest: Column[int] = table.c.seq
    return list(connection.execute(mine.where(starts).order_by(newest.desc()).limit(LISTED + 1)).scalars())


def whole_id(
    connection: Connection,
    table: Table,
    org_id: str | None,
    prefix: str,
    missing: Callable[[str, Iterable[str]], IdNotFound],
    *,
    what: str,
    command: str = "",
    shortest: int = SHORTEST,
) -> str:
    """The only id that starts so; otherwise what is `missing`, with those that it might be.

    `command`: the one that shows them all.
    """
    found = ids_with(connection, table, org_id, prefix, shortest)
    if len(found) == 1:
        return found[0]
    if not found:
        short = 0 < len(prefix.strip()) < shortest
        advice = f" (write at least {shortest} characters of it)" if short else ""
        where = f"; `{command}` shows them" if command else ""
        raise missing(f"no {what} id starts with '{prefix}'{advice}{where}", ())
    listed = ", ".join(found[:LISTED]) + (", …" if len(found) > LISTED else "")
    raise missing(f"several {what}s start with '{prefix}': {listed}", found[:LISTED])
