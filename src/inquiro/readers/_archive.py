"""Office files are archives: how much they may unpack to, and their parts as text."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import NamedTuple

from inquiro.core.errors import ReadFailed

MAX_UNPACKED = 200_000_000
MAX_RATIO = 200  # XML of real documents shrinks to a twentieth or so
_SMALL = 10_000_000
_DAMAGE = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError, OSError)


def refuse_bomb(data: bytes, name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        unpacked = sum(info.file_size for info in archive.infolist())
    if unpacked > MAX_UNPACKED or (unpacked > _SMALL and unpacked > MAX_RATIO * len(data)):
        raise ReadFailed(f"{name} would unpack to {unpacked / 1e6:,.0f} MB: refused")


class Parts(NamedTuple):
    """The files inside an archive that was found to be of bearable size."""

    name: str
    archive: zipfile.ZipFile

    @classmethod
    def opened(cls, data: bytes, name: str) -> Parts:
        refuse_bomb(data, name)
        return cls(name, zipfile.ZipFile(io.BytesIO(data)))

    def text(self, path: str) -> str:
        """A part as text; empty where there is none. What it really unpacks to is never more than it declares."""
        try:
            size = self.archive.getinfo(path).file_size
            with self.archive.open(path) as part:
                return part.read(size).decode("utf-8-sig", "replace")
        except KeyError:
            return ""
        except _DAMAGE as error:
            raise ReadFailed(f"{self.name} is damaged ({type(error).__name__})") from error
