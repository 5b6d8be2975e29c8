"""Several macro files at once, as somebody checks a folder of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import UsageError
from inquiro.core.types import Macro, Problem
from inquiro.onboarding.macros.definition import read_macro_file
from inquiro.onboarding.macros.folders import SUFFIXES, files_in, taken


class Checked(NamedTuple):
    path: Path
    macro: Macro | None  # none: it cannot be used
    problems: list[Problem]


def check_files(paths: Sequence[Path], *, strict: bool = False, verb_folders: Sequence[Path] = ()) -> list[Checked]:
    """Each file once, however often it is named; UsageError for a folder that holds none."""
    found: dict[Path, Checked] = {}
    for path in paths:
        for one in _in_folder(path, strict, verb_folders) if path.is_dir() else [_file(path, strict, verb_folders)]:
            found.setdefault(one.path, one)
    return list(found.values())


def _file(path: Path, strict: bool, verb_folders: Sequence[Path]) -> Checked:
    return Checked(path, *read_macro_file(path, strict=strict, verb_folders=verb_folders))


def _in_folder(folder: Path, strict: bool, verb_folders: Sequence[Path]) -> Iterator[Checked]:
    """As the registry reads a folder: no links, and a name once."""
    files = files_in(folder)
    if not files:
        raise UsageError(f"there are no macro files ({', '.join(f'*{suffix}' for suffix in SUFFIXES)}) in {folder}")
    named: dict[str, Path] = {}
    for file in files:
        if file.problem:
            yield Checked(file.path, None, [Problem(message=file.problem)])
            continue
        checked = _file(file.path, strict, verb_folders)
        if checked.macro is not None and named.setdefault(checked.macro.name, file.path) != file.path:
            twice = taken(checked.macro.name, named[checked.macro.name])
            checked = Checked(file.path, None, [*checked.problems, twice])
        yield checked
