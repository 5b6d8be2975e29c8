"""Files beside the database: consistent copies of it, for their owner alone."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

from inquiro.core.errors import StoreBusy, StoreFull
from inquiro.storage.sqlite import explained

COPY_SECONDS = 60.0
_BACKUP = "inquiro-backup"
_PAUSE = 0.05


def new_backup(folder: Path, version: int) -> Path:
    return free_path(folder, f"{_BACKUP}-v{version}")


def newest_backup(folder: Path) -> Path | None:
    found = [path for path in folder.glob(f"{_BACKUP}-*.db") if path.is_file()]
    return max(found, key=lambda path: (path.stat().st_mtime, path.name), default=None)


def free_path(folder: Path, stem: str) -> Path:
    """A new empty file `stem-<n>.db`, with its folder, for its owner alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFull(f"cannot write {folder}: {error.strerror}") from error
    for number in count(1):
        path = folder / f"{stem}-{number}.db"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            continue
        except OSError as error:
            raise StoreFull(f"cannot write {path}: {error.strerror}") from error
        return path
    raise AssertionError("numbers do not end")


def copy_to_file(source: sqlite3.Connection, path: Path) -> None:
    """All pages in one go, so that they belong together whoever else writes; a half copy is removed."""
    whole = False
    try:
        with closing(sqlite3.connect(path)) as target:
            target.execute("PRAGMA synchronous=FULL")
            copy_pages(source, target, path.parent)
        whole = True
    finally:
        if not whole:
            path.unlink(missing_ok=True)


def copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, home: Path) -> None:
    deadline = time.monotonic() + COPY_SECONDS

    def give_up(status: int, _remaining: int, _total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise StoreBusy(f"another process kept the database in {home} locked for too long; try again")

    try:
        source.backup(target, pages=-1, progress=give_up, sleep=_PAUSE)
    except sqlite3.Error as error:
        raise explained(error, home) from error
