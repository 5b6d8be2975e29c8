"""What is SQLite's own: files, journals, locks and error codes."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from inquiro.core.errors import StoreBusy, StoreCorrupt, StoreError, StoreFull
from inquiro.storage.meanings import BUSY_ATTEMPTS, Meaning

WAL_SAFE_SINCE = (3, 51, 3)  # older ones can lose a commit when the log is reset under load
SYNCHRONOUS = "FULL"  # a commit that was acknowledged outlives a power cut
CHECKED_AT_OPEN = 32_000_000  # bytes; checking the pages of so much takes about 20 ms
APPLICATION_ID = 0x494E5152  # "INQR": what a file is, to whoever asks `file`
Begin = Literal["", "BEGIN", "BEGIN IMMEDIATE"]

_MEANINGS: dict[int, Meaning] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "full",
    sqlite3.SQLITE_READONLY: "full",
    sqlite3.SQLITE_CANTOPEN: "full",
    sqlite3.SQLITE_PERM: "full",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}


# SQLite finds its pages sound, and what we put into them is gone: our statements name only what a migration has made.
_LOST_CONTENT = re.compile(r"Could not decode to UTF-8|no such (?:table|column)")
_QUOTED = re.compile(r" with text .*", re.DOTALL)  # an error of the driver repeats the value, which may be private


def connect(url: URL, home: Path, busy_seconds: float) -> Engine:
    """An engine on a file that is created, with its folder, for its owner alone."""
    path = file_of(url)
    try:
        _make_folder(home)
        _make_file(path)
    except OSError as error:
        raise StoreFull(f"cannot write {home}: {error.strerror}. {_way_out(home)}") from error
    if path.stat().st_size == 0:
        raise damaged(home, f"{path.name} is empty, and it never is one of ours")
    # Private text must not reach a log through an error's list of parameters.
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": busy_seconds / BUSY_ATTEMPTS})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def file_of(url: URL) -> Path:
    assert url.database is not None
    return Path(url.database)


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


def is_suspect(path: Path) -> bool:
    """Whether to check the pages at once: it is cheap, or someone did not finish (SQLite rolls that back itself)."""
    return path.stat().st_size <= CHECKED_AT_OPEN or path.with_name(f"{path.name}-journal").exists()


def page_problems(connection: Connection) -> list[str]:
    """SQLite's own check of its pages and indexes."""
    rows = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
    return [] if list(rows) == ["ok"] else [str(row) for row in rows]


def meaning(error: DBAPIError | sqlite3.Error) -> Meaning:
    said = getattr(error, "orig", error)
    code: int | None = getattr(said, "sqlite_errorcode", None)
    if _LOST_CONTENT.match(str(said)):
        return "corrupt"
    # The upper bits only say which kind of it.
    return "refused" if code is None else _MEANINGS.get(code & 0xFF, "refused")


def explained(error: DBAPIError | sqlite3.Error, home: Path) -> StoreError:
    said = _QUOTED.sub("", str(getattr(error, "orig", error)))
    match meaning(error):
        case "busy":
            return StoreBusy(f"another process kept the database in {home} locked for too long; try again")
        case "full":
            return StoreFull(f"the database in {home} cannot be written: {said}. {_way_out(home)}")
        case "corrupt":
            return damaged(home, said)
    return StoreError(f"the database in {home} refused: {said}")


def damaged(home: Path, what: str) -> StoreCorrupt:
    return StoreCorrupt(
        f"the database in {home} is damaged: {what}. `inquiro restore --latest` puts its newest backup back and "
        "keeps the damaged file; without a backup, move the file away or set INQUIRO_HOME to another folder"
    )


def _way_out(home: Path) -> str:
    return f"Free some space, make {home} writable, or set INQUIRO_HOME to another folder"


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _make_file(path: Path) -> None:
    """Whole from its first moment on: a file without a single page is one that lost them, never one that is new."""
    _make_folder(path.parent)
    if path.exists():
        return
    made = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}")
    try:
        os.close(os.open(made, os.O_CREAT | os.O_RDWR, 0o600))
        give_first_page(made)
        _name_once(made, path)
    finally:
        made.unlink(missing_ok=True)


def give_first_page(path: Path) -> None:
    """Makes an empty file one of ours."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")


def _name_once(made: Path, path: Path) -> None:
    try:
        os.link(made, path)
    except FileExistsError:
        return  # another process was first
    except OSError:  # a file system without links
        if not path.exists():
            made.replace(path)


def _prepare(connection: Any, _record: object) -> None:
    # The driver must not begin or commit by itself, or SAVEPOINT loses its meaning.
    connection.isolation_level = None
    run: Callable[[str], object] = connection.execute
    run(f"PRAGMA synchronous={SYNCHRONOUS}")
    run("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    begin: Begin = connection.get_execution_options().get("inquiro_begin", "BEGIN")
    if begin:
        connection.exec_driver_sql(begin)
