"""Whether the database still holds what was put into it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from sqlalchemy import Column, Connection, ForeignKey, Table, func, select

from inquiro.storage.dialect import is_postgres, page_problems
from inquiro.storage.tables import blobs, metadata

AT_ONCE = 100


def problems(connection: Connection) -> list[str]:
    """What is wrong, in words; empty when all is sound. Broken pages make every further question pointless."""
    if is_postgres(connection):
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    return page_problems(connection) or [*_orphans(connection), *_changed_texts(connection)]


def _orphans(connection: Connection) -> Iterator[str]:
    """Rows that point to nothing: the databases refuse them, damage makes them."""
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda it: it.parent.name):
            if found := _pointing_nowhere(connection, table, key):
                yield f"{found} rows of {table.name} belong to no row of {key.column.table.name}"


def _pointing_nowhere(connection: Connection, table: Table, key: ForeignKey) -> int:
    child: Column[str] = key.parent
    known = select(key.column).where(key.column == child).exists()
    found: int = connection.execute(select(func.count()).select_from(table).where(~known)).scalar_one()
    return found


def _changed_texts(connection: Connection) -> Iterator[str]:
    rows = connection.execute(select(blobs.c.sha256, blobs.c.text).execution_options(yield_per=AT_ONCE))
    for text_hash, text in rows:
        if sha256(text.encode()).hexdigest() != text_hash:
            yield f"the stored text {text_hash[:12]} is not what it was"
