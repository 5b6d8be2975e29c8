"""A folder of a vault, opened step by step so that no link leads out of it, and files in it replaced whole.

A note with a second hard link is written in place, so that both names stay one file. All of it, before and after, lies in
a hidden file beside it meanwhile: what a crash tears is put back as it was (`recover`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import time
from types import TracebackType
from typing import NamedTuple, Self
from uuid import uuid4

from inquiro.core.crash_points import reach
from inquiro.core.errors import StoreFull, UsageError
from inquiro.vault.exchange import exchange

TEMPORARY = ".inquiro-"
_WHOLE = "whole-"  # of a note that is written in place
_ABANDONED = 3_600.0  # seconds
_BY_FOLDER = {os.open, os.stat, os.unlink, os.rename, os.link} <= os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Found(NamedTuple):
    """A file as it was read."""

    data: bytes
    info: os.stat_result
    attributes: tuple[tuple[str, bytes], ...] = ()  # extended ones

    @property
    def sha256(self) -> str:
        return sha256(self.data).hexdigest()

    def is_as_in(self, info: os.stat_result) -> bool:
        mine = self.info
        same = (mine.st_ino, mine.st_size, mine.st_mtime_ns) == (info.st_ino, info.st_size, info.st_mtime_ns)
        return same and mine.st_dev == info.st_dev


class SafeFolder:
    """An open folder; it stays the same one if somebody renames it or puts a link in its place."""

    def __init__(self, vault: Path, inside: str) -> None:
        self._path = Path(vault).resolve() / inside
        self._descriptor: int | None = None
        names = [name for name in inside.split("/") if name]
        if _BY_FOLDER:
            self._descriptor = _opened(Path(vault).resolve(), names)
        else:
            _refuse_links(Path(vault).resolve(), names)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def read(self, name: str) -> Found | None:
        """None where there is no such file; UsageError for a link, a folder, a device."""
        try:
            descriptor = self._open(name, os.O_RDONLY)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"the note '{name}' cannot be opened, or is a link: {error.strerror}") from None
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode):
            os.close(descriptor)
            raise UsageError(f"'{name}' is no ordinary file")
        with os.fdopen(descriptor, "rb") as file:
            return Found(file.read(), info, _attributes(file.fileno()))

    def stat(self, name: str) -> os.stat_result | None:
        with suppress(FileNotFoundError):
            return os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)
        return None

    def replace(self, name: str, data: bytes, read: Found) -> bool:
        """The note with new bytes, unless it is no longer the one that was read: then False, and nothing is changed."""
        if read.info.st_nlink > 1:
            return self._rewritten(name, data, read)
        with self._temporary(name, data, like=read) as temporary:
            reach("note.after_temporary", name)
            info = self.stat(name)
            if info is None or not read.is_as_in(info) or not self._same(name, read):
                return False
            reach("note.before_rename", name)
            if not self._exchanged(temporary, name, read):
                return False
        self._flush()
        reach("note.after_rename", name)
        return True

    def recover(self, name: str) -> None:
        """Put back a note that a crash left half written in place; one that somebody has changed since stays as it is."""
        start = f"{_temporary_start(name)}{_WHOLE}"
        for other in self._listed():
            kept = self.read(other) if other.startswith(start) else None
            now = self.read(name) if kept else None
            if kept and now and (old := _torn(now.data, kept.data)) is not None:
                self._fill(name, old)
            if kept:
                self._discard(other)

    def _rewritten(self, name: str, data: bytes, read: Found) -> bool:
        """In place, for a file with several names; put back at once where it cannot be done."""
        with self._temporary(name, _both(read.data, data), like=read, kind=_WHOLE):
            self._flush()
            reach("note.after_temporary", name)
            info = self.stat(name)
            if info is None or not read.is_as_in(info) or not self._same(name, read):
                return False
            reach("note.before_rename", name)
            try:
                self._fill(name, data)
            except OSError as error:
                self._fill(name, read.data)
                raise StoreFull(f"'{name}' could not be written ({error.strerror}); it is as it was") from error
        reach("note.after_rename", name)
        return True

    def _fill(self, name: str, data: bytes) -> None:
        """Other bytes in the same file."""
        with os.fdopen(self._open(name, os.O_WRONLY), "wb") as file:
            file.write(data)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())

    def create(self, name: str, data: bytes) -> bool:
        """A new note; False where something of that name is there."""
        with self._temporary(name, data, like=None) as temporary:
            reach("note.after_temporary", name)
            try:
                os.link(self._at(temporary), self._at(name), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
            except FileExistsError:
                return False
            except OSError:  # a file system without hard links
                if self.stat(name) is not None:
                    return False
                self._rename(temporary, name)
        self._flush()
        reach("note.after_rename", name)
        return True

    def remove(self, name: str, read: Found) -> bool:
        """Delete a note of our own making, if it is still the one that was read."""
        if not self._same(name, read):
            return False
        reach("note.before_rename", name)
        os.unlink(self._at(name), dir_fd=self._descriptor)
        self._flush()
        reach("note.after_rename", name)
        return True

    def tidy(self, name: str) -> None:
        """Remove what crashed writes have left: of this note, and of others what is too old to be in use."""
        start = _temporary_start(name)
        for other in self._listed():
            if other.startswith(start) or (other.startswith(TEMPORARY) and self._is_old(other)):
                self._discard(other)

    def _listed(self) -> list[str]:
        return os.listdir(self._path if self._descriptor is None else self._descriptor)  # noqa: PTH208 - of an open folder

    def _is_old(self, name: str) -> bool:
        info = self.stat(name)
        return info is not None and time() - info.st_mtime > _ABANDONED

    def _same(self, name: str, read: Found) -> bool:
        now = self.read(name)
        return now is not None and now.data == read.data

    def _exchanged(self, temporary: str, name: str, read: Found) -> bool:
        """Put the new note in place. Where both can change places at once, what somebody saved in that very moment is
        found under the other name, and goes back."""
        if not exchange(self._descriptor, temporary, name):
            self._rename(temporary, name)
            return True
        if self._same(temporary, read):
            return True
        exchange(self._descriptor, temporary, name)
        return False

    @contextmanager
    def _temporary(self, name: str, data: bytes, like: Found | None, kind: str = "") -> Iterator[str]:
        """A hidden file beside the note with all the bytes on disk; gone afterwards, whatever happens."""
        temporary = f"{_temporary_start(name)}{kind}{uuid4().hex}"
        try:
            try:
                descriptor = self._open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if like else 0o666)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                    file.flush()
                    _dress(file.fileno(), like)
                    os.fsync(file.fileno())
            except OSError as error:
                raise StoreFull(f"'{name}' could not be written ({error.strerror}); it is as it was") from error
            yield temporary
        finally:
            self._discard(temporary)

    def _discard(self, name: str) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._at(name), dir_fd=self._descriptor)

    def _at(self, name: str) -> str:
        return name if self._descriptor is not None else str(self._path / name)

    def _open(self, name: str, flags: int, mode: int = 0o600) -> int:
        return os.open(self._at(name), flags | _NO_LINK | _BINARY, mode, dir_fd=self._descriptor)

    def _rename(self, temporary: str, name: str) -> None:
        os.replace(self._at(temporary), self._at(name), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def _flush(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):  # some file systems cannot do it for folders
                os.fsync(self._descriptor)


def _both(old: bytes, new: bytes) -> bytes:
    return b"%d\n%s%s" % (len(old), old, new)


def _torn(now: bytes, kept: bytes) -> bytes | None:
    """What a note was, where it now begins as the new one and goes on as the old one; None for anything else."""
    size, _, both = kept.partition(b"\n")
    if not size.isdigit() or len(both) < int(size):
        return None  # half of it: nothing had been written yet
    old, new = both[: int(size)], both[int(size) :]
    if now in {old, new}:
        return None
    same = next((at for at, (a, b) in enumerate(zip(now, new, strict=False)) if a != b), min(len(now), len(new)))
    return old if now[same:] in {old[same:], b""} else None


def _temporary_start(name: str) -> str:
    return f"{TEMPORARY}{sha256(os.fsencode(name)).hexdigest()[:12]}-"


def _opened(vault: Path, names: list[str]) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY
    descriptor = os.open(vault, flags | os.O_CLOEXEC)
    for name in names:
        try:
            below = os.open(name, flags | _NO_LINK, dir_fd=descriptor)
        except FileNotFoundError:
            raise
        except OSError:
            raise UsageError(
                f"'{name}' in '{vault}' is a link or no folder; nothing is written through links"
            ) from None
        finally:
            os.close(descriptor)
        descriptor = below
    return descriptor


def _refuse_links(vault: Path, names: list[str]) -> None:
    at = vault
    for name in names:
        at /= name
        if at.is_symlink() or (at.exists() and not at.is_dir()):
            raise UsageError(f"'{name}' in '{vault}' is a link or no folder; nothing is written through links")
    if not at.is_dir():
        raise FileNotFoundError(at)


def _dress(descriptor: int, like: Found | None) -> None:
    """Give a new file the owner, the mode and the extended attributes of the one that it replaces, as far as allowed."""
    if like is None or not hasattr(os, "fchmod"):
        return
    with suppress(PermissionError):
        os.fchown(descriptor, like.info.st_uid, like.info.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(like.info.st_mode))
    for name, value in like.attributes:
        with suppress(OSError):
            os.setxattr(descriptor, name, value)


def _attributes(descriptor: int) -> tuple[tuple[str, bytes], ...]:
    if not hasattr(os, "listxattr"):
        return ()
    with suppress(OSError):
        return tuple((name, os.getxattr(descriptor, name)) for name in os.listxattr(descriptor))
    return ()
