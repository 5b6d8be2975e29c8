"""The thin spot where databases differ: connecting, beginning, upserting, and what their errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, Table
from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from inquiro.core.errors import NotConfigured, StoreCorrupt, StoreError
from inquiro.storage import postgres, sqlite
from inquiro.storage.meanings import Meaning

Upsert = SqliteInsert | PostgresInsert
UNREADABLE = (UnicodeDecodeError, msgspec.DecodeError)
_KNOWN = "sqlite:////path/to/file.db or postgresql://user:password@host/database"


def connect(database_url: str, home: Path, busy_seconds: float) -> Engine:
    """An engine for the URL; nothing is asked of the database yet."""
    url = checked(database_url)
    if url.get_backend_name() == "postgresql":
        return postgres.connect(url, busy_seconds)
    return sqlite.connect(url, home, busy_seconds)


def prepare(engine: Engine, home: Path) -> None:
    """What has to be so before the first work: a journal that loses nothing and sound pages, or the right encoding."""
    if is_postgres(engine):
        postgres.check_encoding(engine)
        return
    suspect = sqlite.is_suspect(sqlite.file_of(engine.url))
    sqlite.set_journal(engine)
    if suspect:
        with engine.connect() as connection:
            if problems := sqlite.page_problems(connection):
                raise sqlite.damaged(home, problems[0])


def is_postgres(bind: Engine | Connection) -> bool:
    return bind.dialect.name == "postgresql"


def writing(engine: Engine) -> Engine:
    """The same engine for transactions that write; in SQLite a lock taken later could deadlock with a reader's."""
    return engine if is_postgres(engine) else sqlite.beginning(engine, "BEGIN IMMEDIATE")


def reading(engine: Engine) -> Engine:
    """The same engine for transactions that see one state of the database from beginning to end."""
    return engine.execution_options(isolation_level="REPEATABLE READ") if is_postgres(engine) else engine


@contextmanager
def alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that keeps every other of its kind out, and in SQLite every writer: for migrations and restores."""
    if is_postgres(engine):
        with engine.begin() as connection:
            connection.exec_driver_sql(postgres.MIGRATION_LOCK)
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            yield connection
    else:
        with writing(engine).begin() as connection:
            yield connection


def decide_alone(connection: Connection) -> None:
    """Until the transaction ends nobody else decides: each decision names the one before it. SQLite has one writer."""
    if is_postgres(connection):
        connection.exec_driver_sql(postgres.DECISION_LOCK)


def upsert(connection: Connection, table: Table) -> Upsert:
    """An INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return insert_into(table, for_postgres=is_postgres(connection))


def insert_into(table: Table, *, for_postgres: bool) -> Upsert:
    return insert_postgres(table) if for_postgres else insert_sqlite(table)


def adding(connection: Connection, table: Table) -> Upsert:
    """An INSERT that leaves out what is there already."""
    return _adding(table, is_postgres(connection))


def replacing(connection: Connection, table: Table, keys: tuple[str, ...], columns: tuple[str, ...]) -> Upsert:
    """An INSERT that gives a row with the same keys the new values of some columns."""
    return _replacing(table, keys, columns, is_postgres(connection))


# Built once: these run for every effect, and building one costs more than running it.
@cache
def _adding(table: Table, for_postgres: bool) -> Upsert:
    return insert_into(table, for_postgres=for_postgres).on_conflict_do_nothing()


@cache
def _replacing(table: Table, keys: tuple[str, ...], columns: tuple[str, ...], for_postgres: bool) -> Upsert:
    statement = insert_into(table, for_postgres=for_postgres)
    newer = {name: statement.excluded[name] for name in columns}
    return statement.on_conflict_do_update(index_elements=list(keys), set_=newer)


def meaning(error: DBAPIError) -> Meaning:
    return postgres.meaning(error) if hasattr(error.orig, "sqlstate") else sqlite.meaning(error)


def is_from(error: DBAPIError, engine: Engine) -> bool:
    return hasattr(error.orig, "sqlstate") == is_postgres(engine)


def explained(error: DBAPIError, engine: Engine, home: Path) -> StoreError:
    """The database's error in words that say what to do and hold no secret."""
    return postgres.explained(error, engine.url) if is_postgres(engine) else sqlite.explained(error, home)


def unreadable(error: Exception, engine: Engine, home: Path) -> StoreCorrupt:
    """For what UNREADABLE holds: the database gave a value back that is not what was put in."""
    what = f"a stored value cannot be read ({type(error).__name__})"
    if is_postgres(engine):
        return StoreCorrupt(f"{postgres.place(engine.url)} is damaged: {what}. Restore it from a backup of its server")
    return sqlite.damaged(home, what)


def page_problems(connection: Connection) -> list[str]:
    """The database's own check of its pages, where it has one."""
    return [] if is_postgres(connection) else sqlite.page_problems(connection)


def checked(database_url: str) -> URL:
    """The URL's parts; what cannot be used is refused without repeating it, since it may hold a password."""
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError):
        raise NotConfigured(f"INQUIRO_DATABASE_URL is not a database URL, such as {_KNOWN}") from None
    if url.drivername in ("postgresql", "postgresql+psycopg") and url.database:
        return url
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    raise NotConfigured(f"INQUIRO_DATABASE_URL must name an SQLite file or a PostgreSQL database: {_KNOWN}")
