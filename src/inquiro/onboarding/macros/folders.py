"""The macro files of a folder: which there are, and whether they have changed. Nothing leads out of the folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from inquiro.core.types import Problem

SUFFIXES = (".yaml", ".yml")
DEEPEST = 3
MOST_FILES = 2_000


class Stamp(NamedTuple):
    """What changes when a file does."""

    changed: int
    size: int
    inode: int


class Found(NamedTuple):
    path: Path
    stamp: Stamp
    problem: str = ""  # why it is not read


def files_in(folder: Path) -> list[Found]:
    """In the order of their names; a folder that is not there, or cannot be read, holds none."""
    found = sorted(_walk(folder, 0), key=lambda one: str(one.path))
    return found[:MOST_FILES]


def taken(name: str, where: object) -> Problem:
    """A folder has a macro of one name once."""
    return Problem(message=f"the macro '{name}' is in {where} already; give it another name")


def _walk(folder: Path, deep: int) -> Iterator[Found]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = Path(entry.path)
        try:
            if entry.is_symlink() and entry.name.endswith(SUFFIXES):
                yield Found(path, Stamp(0, 0, 0), "it is a link; only files that lie in the folder are read")
            elif entry.is_dir(follow_symlinks=False) and deep < DEEPEST:
                yield from _walk(path, deep + 1)
            elif entry.is_file(follow_symlinks=False) and entry.name.endswith(SUFFIXES):
                status = entry.stat(follow_symlinks=False)
                yield Found(path, Stamp(status.st_mtime_ns, status.st_size, status.st_ino))
        except OSError:  # gone between the listing and the look
            continue
