"""The container of a pack: a zip of one possible shape.

Entries are stored, sorted and dated alike, so that the same files give the same bytes on every machine, and an entry
can never be larger than the file that holds it. Opening refuses every other shape before anything is unpacked.
"""

from __future__ import annotations

import hashlib
import struct
import tempfile
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Self

from inquiro.core.errors import NotAPack, ReadFailed
from inquiro.exports._pack_files import FIXED, MANIFEST, REPORT, SNAPSHOT, PackedFile

LARGEST_PACK = 512 * 2**20
LARGEST_FILE = 64 * 2**20
LARGEST_REPORT = 4 * 2**20  # its sentences are all looked for in its answer
LARGEST_HELD = 16 * 2**20  # of what is read as a whole
MOST_FILES = 2_000
_LARGEST_LIST = 2**20
_MOMENT = (1980, 1, 1, 0, 0, 0)
_CHUNK = 2**16
_END = struct.Struct("<4s4H2LH")  # the last record of a zip without a comment


def zipped(files: Mapping[str, bytes]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(_entry(name), files[name])
    return target.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _MOMENT)
    entry.create_system = 3
    entry.external_attr = 0o100644 << 16
    return entry


class OpenedPack:
    """A pack's files, read one at a time; `with OpenedPack(path) as pack`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sizes: dict[str, int] = {}

    def __enter__(self) -> Self:
        try:
            self._file = self.path.open("rb")
        except OSError as error:
            raise NotAPack(f"{self.path} cannot be read: {error.strerror}") from error
        try:
            self._zip = self._checked()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, struct.error) as error:
            self._file.close()
            raise NotAPack(f"{self.path} is no evidence pack: {error}") from error
        except NotAPack:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def names(self) -> list[str]:
        return list(self._sizes)

    def held(self, name: str) -> bytes:
        """A whole file, if it is of a size that a pack's own files have."""
        largest = LARGEST_REPORT if name == REPORT else LARGEST_HELD
        if self._sizes[name] > largest:
            raise self._refused(f"{name} has {self._sizes[name]:,} bytes, more than {largest:,}")
        return self._read(name)

    def snapshot(self, name: str) -> bytes | None:
        return self._read(name) if name in self._sizes else None

    def digests(self) -> dict[str, PackedFile]:
        """The sha256 of every file, and proof that the container holds nothing else."""
        with tempfile.TemporaryFile() as twin:
            found = self._copied(twin)
            if not _same(self._file, twin):
                raise self._refused("there is more or other in it than its files")
        return found

    def _checked(self) -> zipfile.ZipFile:
        size = self._file.seek(0, 2)
        if size > LARGEST_PACK:
            raise self._refused(f"it has {size:,} bytes, more than {LARGEST_PACK:,}")
        if size < _END.size:
            raise self._refused("it is too short")
        self._file.seek(size - _END.size)
        mark, _, _, _, count, listed, _, _ = _END.unpack(self._file.read(_END.size))
        if mark != b"PK\x05\x06":
            raise self._refused("it does not end like a pack")
        if count > MOST_FILES or listed > _LARGEST_LIST:
            raise self._refused(f"it lists {count:,} files in {listed:,} bytes")
        archive = zipfile.ZipFile(self._file)
        entries = archive.infolist()
        names = [entry.orig_filename for entry in entries]
        if names != sorted(set(names)):
            raise self._refused("a name is there twice, or the names are not in order")
        for entry in entries:
            self._check(entry)
            self._sizes[entry.orig_filename] = entry.file_size
        if sum(self._sizes.values()) > size:
            raise self._refused("its files are larger than itself")
        if missing := sorted(FIXED - self._sizes.keys()):
            raise self._refused(f"{', '.join(missing)} is missing")
        return archive

    def _check(self, entry: zipfile.ZipInfo) -> None:
        name = entry.orig_filename
        if name not in FIXED and not SNAPSHOT.fullmatch(name):
            raise self._refused(f"{name[:80]!r} is no file of a pack")
        if entry.external_attr != _entry(name).external_attr:
            raise self._refused(f"{name} is a link or no plain file")
        if entry.compress_type != zipfile.ZIP_STORED or entry.compress_size != entry.file_size or entry.flag_bits:
            raise self._refused(f"{name} is compressed or encrypted")
        if entry.file_size > LARGEST_FILE:
            raise self._refused(f"{name} has {entry.file_size:,} bytes, more than {LARGEST_FILE:,}")

    def _refused(self, why: str) -> NotAPack:
        return NotAPack(f"{self.path} is no evidence pack: {why}")

    def _read(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except (zipfile.BadZipFile, EOFError, ValueError) as error:
            raise ReadFailed(f"damaged: {error}") from error

    def _copied(self, twin: IO[bytes]) -> dict[str, PackedFile]:
        found: dict[str, PackedFile] = {}
        try:
            with zipfile.ZipFile(twin, "w", zipfile.ZIP_STORED) as copy:
                for name, size in self._sizes.items():
                    digest = hashlib.sha256()
                    target = _entry(name)
                    target.file_size = size
                    with self._zip.open(name) as source, copy.open(target, "w") as written:
                        while chunk := source.read(_CHUNK):
                            digest.update(chunk)
                            written.write(chunk)
                    if name != MANIFEST:
                        found[name] = PackedFile(bytes=size, sha256=digest.hexdigest())
        except (zipfile.BadZipFile, EOFError, ValueError) as error:
            raise ReadFailed(f"damaged: {error}") from error
        return found


def _same(one: IO[bytes], other: IO[bytes]) -> bool:
    one.seek(0)
    other.seek(0)
    while True:
        chunk = one.read(_CHUNK)
        if chunk != other.read(_CHUNK):
            return False
        if not chunk:
            return True
