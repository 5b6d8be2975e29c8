"""Ids that people shorten: the beginning of one stands for the whole as long as it is nobody else's."""

from __future__ import annotations

from sqlalchemy import Column, Connection, Table, func, select

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


def listed(ids: list[str]) -> str:
    return ", ".join(ids[:LISTED]) + (", …" if len(ids) > LISTED else "")


def advice(prefix: str) -> str:
    """What to do about a beginning that nothing has, if it was too short to be looked for."""
    return f" (write at least {SHORTEST} characters of it)" if 0 < len(prefix.strip()) < SHORTEST else ""
