"""The schema's history: an ordered list of named functions, each run once under an exclusive lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, Engine, inspect, select

from inquiro.core.errors import NewerDatabase
from inquiro.storage.dialect import beginning, upsert
from inquiro.storage.tables import meta, metadata

Migration = Callable[[Connection], None]
VERSION_KEY = "schema_version"


def create_tables(connection: Connection) -> None:
    """The first version; a new file gets today's tables at once, so later migrations must tolerate their own work."""
    metadata.create_all(connection)


MIGRATIONS: tuple[Migration, ...] = (create_tables,)


def migrate(engine: Engine, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Brings the database up to date; writes nothing if it already is."""
    with engine.connect() as connection:
        if _version(connection, len(migrations)) == len(migrations):
            return
    with beginning(engine, "BEGIN EXCLUSIVE").begin() as connection:
        for migration in migrations[_version(connection, len(migrations)) :]:  # another process may have been first
            migration(connection)
        _set_version(connection, len(migrations))


def _version(connection: Connection, known: int) -> int:
    if not inspect(connection).has_table(meta.name):
        return 0
    found = connection.execute(select(meta.c.value).where(meta.c.key == VERSION_KEY)).scalar_one_or_none()
    version = int(found or 0)
    if version > known:
        raise NewerDatabase(
            f"the database has version {version}, this Inquiro knows {known}: "
            "upgrade Inquiro, or set INQUIRO_HOME to another folder"
        )
    return version


def _set_version(connection: Connection, version: int) -> None:
    row = {"key": VERSION_KEY, "value": str(version)}
    connection.execute(upsert(connection, meta).values(row).on_conflict_do_update(index_elements=["key"], set_=row))
