"""A file of a vault opened step by step, so that no link, however late it was put there, leads anywhere else."""

from __future__ import annotations

import errno
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import ReadFailed, UsageError

_PIECE = 1 << 20
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
# Opening a pipe that nobody writes to must not wait.
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_STEP_BY_STEP = os.open in os.supports_dir_fd


class FileStart(NamedTuple):
    """The beginning of a file, and the sum of all of it."""

    data: bytes
    sha256: str
    size: int


def open_inside(vault: Path, path: str) -> int:
    """A descriptor of a plain file by its path inside the vault; UsageError for a link, a device, a way out."""
    names = path.split("/")
    if any(name in {"", ".", ".."} or "\0" in name for name in names):
        raise UsageError(f"'{path}' is no path inside a vault")
    if not _STEP_BY_STEP:
        return _plain(vault, names, path)
    at = os.open(vault, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        for name in names[:-1]:
            at = _replaced(at, os.open(name, _FOLDER, dir_fd=at))
        return _regular(os.open(names[-1], _FILE, dir_fd=at), path)
    except OSError as error:
        raise _refused(error, path) from error
    finally:
        os.close(at)


def read_inside(vault: Path, path: str, most: int) -> FileStart:
    """At most the first `most` bytes are kept; the sum is of the whole file."""
    descriptor = open_inside(vault, path)
    with os.fdopen(descriptor, "rb") as opened:
        data = opened.read(most)
        total, size = sha256(data), len(data)
        while piece := opened.read(_PIECE):
            total.update(piece)
            size += len(piece)
    return FileStart(data, total.hexdigest(), size)


def _replaced(old: int, new: int) -> int:
    os.close(old)
    return new


def _regular(descriptor: int, path: str) -> int:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UsageError(f"'{path}' is no plain file")
    return descriptor


def _plain(vault: Path, names: list[str], path: str) -> int:
    """Where folders cannot be opened one in the other: as good as looking before opening can be."""
    at = vault
    for name in names:
        at /= name
        if at.is_symlink() or getattr(at, "is_junction", bool)():
            raise UsageError(f"'{path}': {at} is a link; links are not followed")
    try:
        return _regular(os.open(at, _FILE), path)
    except OSError as error:
        raise _refused(error, path) from error


def _refused(error: OSError, path: str) -> UsageError | ReadFailed:
    if error.errno in {errno.ELOOP, errno.EMLINK}:
        return UsageError(f"'{path}' is reached through a link; links are not followed")
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return UsageError(f"there is no note '{path}' any more")
    return ReadFailed(f"'{path}' cannot be read: {error.strerror or error}")
