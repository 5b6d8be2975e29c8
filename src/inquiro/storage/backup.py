"""A consistent copy of the database as one SQLite file, while others go on using it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.storage import copies
from inquiro.storage.copying import copy_rows
from inquiro.storage.dialect import (
    UNREADABLE,
    checked,
    connect,
    explained,
    is_from,
    is_postgres,
    reading,
    unreadable,
    writing,
)
from inquiro.storage.migrations import MIGRATIONS, migrate, version_of
from inquiro.storage.sqlite import file_of, give_first_page

BUSY_SECONDS = 60.0


def back_up(database_url: str, home: Path, file: Path | None = None, *, force: bool = False) -> Path:
    """Writes the copy to the file, or beside the database under a name that `restore --latest` finds."""
    if file is not None and file.exists() and not force:
        raise UsageError(f"{file} exists; --force replaces it")
    with opened(database_url, home) as engine:
        folder = folder_of(engine, home)
        with reading(engine).connect() as connection:
            version = version_of(connection)
            if version == 0:
                raise UsageError("there is no database to back up yet")
            return _write(connection, file or copies.new_backup(folder, version), version)


@contextmanager
def opened(database_url: str, home: Path) -> Iterator[Engine]:
    """The database as it is, neither created nor migrated; its errors in our words."""
    url = checked(database_url)
    if url.get_backend_name() == "sqlite" and not file_of(url).is_file():
        raise UsageError(f"there is no database in {home} yet")
    engine = connect(database_url, home, BUSY_SECONDS)
    try:
        yield engine
    except DBAPIError as error:
        if not is_from(error, engine):
            raise  # of the other database, which is open around this one
        raise explained(error, engine, home) from error
    except UNREADABLE as error:
        raise unreadable(error, engine, home) from error
    finally:
        engine.dispose()


def folder_of(engine: Engine, home: Path) -> Path:
    """Where copies lie: beside the file, or in the data directory."""
    return home if is_postgres(engine) else file_of(engine.url).parent


def write_copy(connection: Connection, path: Path, version: int) -> None:
    """Fills a new file with what this connection sees."""
    if not is_postgres(connection):
        source = connection.connection.driver_connection
        assert source is not None
        copies.copy_to_file(source, path)
    elif version < len(MIGRATIONS):
        raise NotConfigured(
            f"the database has the older version {version}: any other command migrates it (pg_dump first)"
        )
    else:
        _export(connection, path)


def _write(connection: Connection, path: Path, version: int) -> Path:
    """Under another name first: a file with the asked-for name is always whole."""
    partial = copies.free_path(path.parent, f".{path.stem}-partial")
    try:
        write_copy(connection, partial, version)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return path


def _export(connection: Connection, path: Path) -> None:
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    give_first_page(path)
    with opened(f"sqlite:///{path}", path.parent) as engine:
        migrate(engine)
        with writing(engine).begin() as target:
            copy_rows(connection, target)
