"""The database as a backup has it; what was there before is kept beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.engine import URL

from inquiro.core.errors import StoreBusy, StoreCorrupt, UsageError
from inquiro.core.types import Value
from inquiro.storage import copies
from inquiro.storage.backup import opened, write_copy
from inquiro.storage.copying import copy_rows
from inquiro.storage.dialect import alone, checked
from inquiro.storage.integrity import problems
from inquiro.storage.leases import Alive, everyone, is_held
from inquiro.storage.migrations import migrate, version_of
from inquiro.storage.sqlite import file_of
from inquiro.storage.tables import runs

_REPLACED = "inquiro-replaced"


class Restored(Value, frozen=True, kw_only=True):
    """What a restore did; everything written after `made_at` is not in the database any more."""

    file: str
    made_at: datetime
    runs: int
    kept: str | None = None  # the database as it was before
    damaged: bool = False  # whether that one cannot be read


def restore(
    database_url: str, home: Path, file: Path | None = None, *, force: bool = False, alive: Alive = everyone
) -> Restored:
    """From a file, or from the newest backup beside the database; nothing changes unless the backup is sound."""
    url = checked(database_url)
    folder = _folder_of(url, home)
    source = file or _newest(folder)
    made_at = _time_of(source)
    with _staged(source, folder) as staged:
        if url.get_backend_name() == "postgresql":
            kept, damaged = _into_postgres(database_url, home, staged, force, alive), False
        else:
            kept, damaged = _into_file(file_of(url), staged, force, alive)
        with opened(database_url, home) as engine, engine.connect() as connection:
            count = connection.execute(select(func.count()).select_from(runs)).scalar_one()
    return Restored(file=str(source), made_at=made_at, runs=count, kept=str(kept) if kept else None, damaged=damaged)


def _folder_of(url: URL, home: Path) -> Path:
    return home if url.get_backend_name() == "postgresql" else file_of(url).parent


def _newest(folder: Path) -> Path:
    found = copies.newest_backup(folder)
    if found is None:
        raise UsageError(
            f"there is no backup in {folder}; `inquiro backup` makes one, `inquiro restore FILE` takes any"
        )
    return found


def _time_of(file: Path) -> datetime:
    if not file.is_file():
        raise UsageError(f"there is no file {file}")
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)


@contextmanager
def _staged(source: Path, folder: Path) -> Iterator[Path]:
    """A copy of the backup that was checked and brought to the current version; the backup itself stays as it is."""
    path = copies.free_path(folder, ".inquiro-restoring")
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            copies.copy_to_file(backup, path)
        with opened(f"sqlite:///{path}", folder) as engine:
            _check(engine, source)
        yield path
    except StoreCorrupt as error:
        raise StoreCorrupt(f"{source} is damaged ({error}); nothing was changed") from error
    finally:
        for left in folder.glob(f"{path.stem}*"):
            left.unlink()


def _check(engine: Engine, source: Path) -> None:
    with engine.connect() as connection:
        if version_of(connection) == 0:
            raise UsageError(f"{source} is not a backup of Inquiro; nothing was changed")
    migrate(engine)
    with engine.connect() as connection:
        if found := problems(connection):
            raise StoreCorrupt("; ".join(found[:3]))


def _into_file(path: Path, staged: Path, force: bool, alive: Alive) -> tuple[Path | None, bool]:
    """Into the very file, since other processes may have it open; a damaged one is moved aside."""
    if not path.is_file() or path.stat().st_size == 0:
        staged.replace(path)
        return None, False
    try:
        kept = _keep(f"sqlite:///{path}", path.parent, force, alive)
    except StoreCorrupt:
        kept = _move_aside(path)
        staged.replace(path)
        return kept, True
    with closing(sqlite3.connect(staged)) as source, closing(sqlite3.connect(path)) as target:
        copies.copy_pages(source, target, path.parent)
    return kept, False


def _into_postgres(database_url: str, home: Path, staged: Path, force: bool, alive: Alive) -> Path | None:
    with opened(database_url, home) as engine:
        migrate(engine)
        with alone(engine) as connection, opened(f"sqlite:///{staged}", home) as source:
            kept = _keep_rows(connection, home, force, alive)
            with source.connect() as rows:
                copy_rows(rows, connection)
    return kept


def _keep(database_url: str, folder: Path, force: bool, alive: Alive) -> Path | None:
    with opened(database_url, folder) as engine, engine.connect() as connection:
        if found := problems(connection):
            raise StoreCorrupt("; ".join(found[:3]))
        return _keep_rows(connection, folder, force, alive)


def _keep_rows(connection: Connection, folder: Path, force: bool, alive: Alive) -> Path | None:
    version = version_of(connection)
    if version == 0:
        return None
    if not force:
        _refuse_if_at_work(connection, alive)
    kept = copies.free_path(folder, _REPLACED)
    write_copy(connection, kept, version)
    return kept


def _refuse_if_at_work(connection: Connection, alive: Alive) -> None:
    now = datetime.now(UTC)
    held = [row for row in connection.execute(select(runs)) if is_held(row, row.lease_seconds, now, alive)]
    if held:
        raise StoreBusy(
            f"{held[0].lease_owner} is at work on run {held[0].id[:8]} ({len(held)} in all): "
            "stop it first, or --force throws away what it does from here on"
        )


def _move_aside(path: Path) -> Path:
    """With its journal, without which it may say something else."""
    kept = copies.free_path(path.parent, _REPLACED)
    for suffix in ("-journal", "-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.replace(kept.with_name(kept.name + suffix))
    path.replace(kept)
    return kept
