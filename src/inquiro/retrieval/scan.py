"""Which files a folder holds: nothing hidden, nothing outside of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LARGEST = 100_000_000  # bytes; a bigger file is an archive or a dump, not a document


class Found(NamedTuple):
    """A file by its path inside the folder; `reason` says why it is not worth opening."""

    path: str
    size: int
    mtime_ns: int
    reason: str = ""


def scan(folder: Path, suffixes: frozenset[str]) -> list[Found]:
    """Every file below a folder in a stable order; links are never followed."""
    return sorted(_walk(folder.resolve(), "", suffixes))


def _walk(root: Path, inside: str, suffixes: frozenset[str]) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(root / inside), key=lambda entry: entry.name)
    except OSError as error:
        yield Found(inside, 0, 0, f"cannot be listed: {error.strerror}")
        return
    for entry in entries:
        path = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            yield from _link(root, path)
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(root, path, suffixes)
        else:
            yield _file(entry, path, suffixes)


def _link(root: Path, path: str) -> Iterator[Found]:
    """A link to a place inside the folder is no second copy; one that leaves it is not followed."""
    if not (root / path).resolve().is_relative_to(root):
        yield Found(path, 0, 0, "link leads outside the folder")


def _file(entry: os.DirEntry[str], path: str, suffixes: frozenset[str]) -> Found:
    if not entry.is_file(follow_symlinks=False):
        return Found(path, 0, 0, "not a regular file")
    suffix = Path(entry.name).suffix.lower()
    if suffix not in suffixes:
        return Found(path, 0, 0, f"unsupported file type {suffix or '(no suffix)'}")
    state = entry.stat(follow_symlinks=False)
    reason = f"larger than {LARGEST // 1_000_000} MB" if state.st_size > LARGEST else ""
    return Found(path, state.st_size, state.st_mtime_ns, reason)
