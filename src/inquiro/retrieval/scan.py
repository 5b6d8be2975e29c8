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
    found: list[Found] = []
    _walk(folder.resolve(), "", suffixes, found)
    found.sort()
    return found


def _walk(root: Path, inside: str, suffixes: frozenset[str], found: list[Found]) -> None:
    try:
        entries = list(os.scandir(root / inside))
    except OSError as error:
        found.append(Found(inside, 0, 0, f"cannot be listed: {error.strerror}"))
        return
    start = f"{inside}/" if inside else ""
    for entry in entries:
        name = entry.name
        if name.startswith("."):
            continue
        if not is_unicode(name):  # such a name fits into no index, no address and no report
            found.append(Found(start + spelled(name), 0, 0, "its name is not UTF-8: rename it to have it read"))
            continue
        if entry.is_file(follow_symlinks=False):
            found.append(_file(entry, start + name, suffixes))
        elif entry.is_symlink():
            found.extend(_link(root, start + name))
        elif entry.is_dir(follow_symlinks=False):
            _walk(root, start + name, suffixes, found)
        else:
            found.append(Found(start + name, 0, 0, "not a regular file"))


def is_unicode(name: str) -> bool:
    """Whether a name from the file system holds text; bytes that are none arrive as lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def spelled(name: str) -> str:
    """With its bytes that are no text written out: `b\\xff.md`."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _link(root: Path, path: str) -> Iterator[Found]:
    """A link to a place inside the folder is no second copy; one that leaves it is not followed."""
    if not (root / path).resolve().is_relative_to(root):
        yield Found(path, 0, 0, "link leads outside the folder")


def _file(entry: os.DirEntry[str], path: str, suffixes: frozenset[str]) -> Found:
    before, dot, after = entry.name.rpartition(".")  # for every file: a Path takes ten times as long
    suffix = f".{after.lower()}" if dot and before else ""
    if suffix not in suffixes:
        return Found(path, 0, 0, f"unsupported file type {suffix or '(no suffix)'}")
    state = entry.stat(follow_symlinks=False)
    reason = f"larger than {LARGEST // 1_000_000} MB" if state.st_size > LARGEST else ""
    return Found(path, state.st_size, state.st_mtime_ns, reason)
