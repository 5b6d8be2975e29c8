"""Every row from one database into another, whatever either of them is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, Text, column, delete, func, insert, select, table
from sqlalchemy.sql.expression import TableClause

from inquiro.storage.dialect import is_postgres
from inquiro.storage.tables import JsonText, metadata

ROWS_AT_ONCE = 200


def copy_rows(source: Connection, target: Connection) -> None:
    """Makes the target's tables hold exactly what the source's hold; both have the current version."""
    clear(target)
    for original in metadata.sorted_tables:
        raw = _raw(original)
        rows = source.execute(select(raw).execution_options(yield_per=ROWS_AT_ONCE)).mappings()
        for some in rows.partitions():
            target.execute(insert(raw), [dict(row) for row in some])
        _count_on(target, original)


def clear(connection: Connection) -> None:
    for original in reversed(metadata.sorted_tables):
        connection.execute(delete(original))


def _raw(original: Table) -> TableClause:
    """The table with its JSON as it is written, not taken apart and put together again."""
    return table(original.name, *(column(it.name, _raw_type(it.type)) for it in original.columns))


def _raw_type(kind: Any) -> Any:
    return Text() if isinstance(kind, JsonText) else kind


def _count_on(connection: Connection, copied: Table) -> None:
    """PostgreSQL's own numbers go on after the highest that was copied; SQLite sees to that itself."""
    if not is_postgres(connection) or copied.autoincrement_column is None:
        return
    serial = copied.autoincrement_column
    highest = connection.execute(select(func.max(serial))).scalar()
    if highest is not None:
        sequence = func.pg_get_serial_sequence(copied.name, serial.name)
        connection.execute(select(func.setval(sequence, highest)))
