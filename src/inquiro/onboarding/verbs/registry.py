"""Which verbs there are: those that come with Inquiro, and record verbs of the user's own from YAML files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from inquiro.core.errors import BadFile, UnknownName
from inquiro.core.types import Problem, VerbSpec
from inquiro.onboarding.verbs.definitions import read_verbs

_BUNDLED = files("inquiro.onboarding") / "bundled" / "verbs"


class VerbRegistry:
    """Verbs by name. A file with problems lends no verbs; `faults` says why, by its path."""

    def __init__(self, specs: Iterable[VerbSpec], faults: Mapping[str, Sequence[Problem]] | None = None) -> None:
        self._specs = {spec.name: spec for spec in specs}
        self.faults = dict(faults or {})

    @classmethod
    def load(cls, folders: Iterable[Path] = ()) -> VerbRegistry:
        """The built-in verbs, then every YAML file of these folders; a folder that is not there holds none."""
        specs = {spec.name: (spec, "inquiro") for spec in bundled_verbs()}
        faults: dict[str, Sequence[Problem]] = {}
        for path in (path for folder in folders for path in _files(folder)):
            found, problems = _read(path)
            for spec, line in found:
                if spec.name in specs:
                    whose = specs[spec.name][1]
                    problems.append(Problem(message=f"{spec.name} is there already, from {whose}", line=line))
                else:
                    specs[spec.name] = (spec, str(path))
            if problems:
                faults[str(path)] = problems
                specs = {name: held for name, held in specs.items() if held[1] != str(path)}
        return cls((spec for spec, _ in specs.values()), faults)

    def __iter__(self) -> Iterator[VerbSpec]:
        return iter(sorted(self._specs.values(), key=lambda spec: spec.name))

    def __len__(self) -> int:
        return len(self._specs)

    def __contains__(self, name: str) -> bool:
        return name in self._specs

    def find(self, name: str) -> VerbSpec | None:
        return self._specs.get(name)

    def get(self, name: str) -> VerbSpec:
        spec = self._specs.get(name)
        if spec is None:
            broken = f"Files with problems: {', '.join(self.faults)}" if self.faults else ""
            raise UnknownName("verb", name, self._specs, broken)
        return spec


@cache
def bundled_verbs() -> tuple[VerbSpec, ...]:
    found: list[VerbSpec] = []
    for file in sorted(_BUNDLED.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            read = read_verbs(file.read_text("utf-8"), bundled=True)
            if read.problems:
                raise BadFile(file.name, read.problems)
            found.extend(spec for spec, _ in read.verbs)
    return tuple(found)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in {".yaml", ".yml"} and path.is_file())


def _read(path: Path) -> tuple[list[tuple[VerbSpec, int]], list[Problem]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        return [], [Problem(message=f"cannot be read: {error}")]
    read = read_verbs(text)
    return read.verbs, read.problems
