"""The thin spot where databases differ: connecting, beginning, upserting, and what their errors mean."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from inquiro.core.errors import NotConfigured, StoreBusy, StoreCorrupt, StoreError, StoreFull

WAL_SAFE_SINCE = (3, 51, 3)  # older ones can lose a commit when the log is reset under load
BUSY_ATTEMPTS = 3
Begin = Literal["", "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_FULL = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def connect(database_url: str, home: Path, busy_seconds: float) -> Engine:
    """An engine for the URL; the data folder and an SQLite file are created for their owner alone."""
    url = _checked(database_url)
    assert url.database is not None
    try:
        _make_folder(home)
        _make_file(Path(url.database))
    except OSError as error:
        raise StoreFull(f"cannot write {home}: {error.strerror}. {_way_out(home)}") from error
    # Private text must not reach a log through an error's list of parameters.
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": busy_seconds / BUSY_ATTEMPTS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def beginning(engine: Engine, begin: Begin) -> Engine:
    """The same engine and pool, whose transactions start with that statement."""
    return engine.execution_options(inquiro_begin=begin)


def set_journal(engine: Engine, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """Write-ahead log where this SQLite is safe with it, else the rollback journal; written only on a change."""
    wanted = "wal" if version >= WAL_SAFE_SINCE else "delete"
    with beginning(engine, "").connect() as connection:
        if connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() != wanted:
            connection.exec_driver_sql(f"PRAGMA journal_mode={wanted}")
    return wanted


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def is_busy(error: DBAPIError) -> bool:
    return _code(error) in _BUSY


def explained(error: DBAPIError, home: Path) -> StoreError:
    """The database's error in words that say what to do."""
    code = _code(error)
    if code in _BUSY:
        return StoreBusy(f"another process kept the database in {home} locked for too long; try again")
    if code in _FULL:
        return StoreFull(f"the database in {home} cannot be written: {error.orig}. {_way_out(home)}")
    if code in _CORRUPT:
        return StoreCorrupt(f"the database in {home} is damaged: {error.orig}. Restore a backup, or set INQUIRO_HOME")
    return StoreError(f"the database in {home} refused: {error.orig}")


def problems(connection: Connection) -> list[str]:
    """The database's own check of its pages and indexes."""
    rows = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
    return [] if list(rows) == ["ok"] else [str(row) for row in rows]


def _way_out(home: Path) -> str:
    return f"Free some space, make {home} writable, or set INQUIRO_HOME to another folder"


def _code(error: DBAPIError) -> int | None:
    code: int | None = getattr(error.orig, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF  # the upper bits only say which kind of it


def _checked(database_url: str) -> URL:
    try:
        url = make_url(database_url)
    except ArgumentError as error:
        raise NotConfigured("INQUIRO_DATABASE_URL is not a database URL, such as sqlite:////path/to/file.db") from error
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        raise NotConfigured("INQUIRO_DATABASE_URL must name an SQLite file: sqlite:////path/to/file.db")
    return url


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _make_file(path: Path) -> None:
    _make_folder(path.parent)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver must not begin or commit by itself, or SAVEPOINT loses its meaning.
    connection.isolation_level = None
    run: Callable[[str], object] = connection.execute
    run("PRAGMA synchronous=FULL")
    run("PRAGMA foreign_keys=ON")


def _begin_sqlite(connection: Connection) -> None:
    begin: Begin = connection.get_execution_options().get("inquiro_begin", "BEGIN")
    if begin:
        connection.exec_driver_sql(begin)
