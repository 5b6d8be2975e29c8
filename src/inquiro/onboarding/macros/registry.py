"""Which macros there are: those that come with Inquiro, then those of the user's folders, as their files are right now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from inquiro.core.errors import BadFile, UnknownName
from inquiro.core.types import Macro, Problem
from inquiro.onboarding.macros.definition import read_macro, read_macro_file
from inquiro.onboarding.macros.folders import Found, Stamp, files_in, taken
from inquiro.onboarding.macros.searching import search as find

BUILT_IN = "built in"
_BUNDLED = files("inquiro.onboarding") / "bundled" / "macros"


class Held(NamedTuple):
    """A macro, where it comes from, and what there is to say about that."""

    macro: Macro
    origin: str = BUILT_IN  # or the path of its file
    replaces: str = ""  # where the macro came from whose place it takes
    problems: tuple[Problem, ...] = ()  # warnings; or why the file's newest version is not the one in use
    outdated: bool = False  # the file has errors since; this is its last good version

    def notes(self) -> list[str]:
        """For people, a line each."""
        said = (
            [f"{self.origin}: takes the place of the {self.replaces} macro '{self.macro.name}'"]
            if self.replaces
            else []
        )
        if self.outdated:
            said.append(f"{self.origin}: has errors; the last version without any is used")
        return said + [f"{self.origin}: {problem}" for problem in self.problems]


class Unusable(NamedTuple):
    """A file that lends no macro."""

    path: str
    problems: tuple[Problem, ...]

    def __str__(self) -> str:
        return str(BadFile(self.path, self.problems))


class _Read(NamedTuple):
    stamp: Stamp
    macro: Macro | None
    problems: tuple[Problem, ...]
    last_good: Macro | None


class MacroRegistry:
    """Looks at its folders on every access, and reads only what has changed."""

    def __init__(self, folders: Sequence[Path] = (), verb_folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._verb_folders = tuple(verb_folders)
        self._read: dict[Path, _Read] = {}
        self._seen: object = None
        self._held: dict[str, Held] = {}
        self._unusable: Sequence[Unusable] = ()

    def list(self, search: str = "") -> list[Macro]:
        """All of them by name; or those that the words fit, best first."""
        return find([held.macro for held in self._current().values()], search)

    def get(self, name: str) -> Macro:
        return self.held(name).macro

    def held(self, name: str) -> Held:
        current = self._current()
        if name not in current:
            broken = f"Files with problems: {', '.join(one.path for one in self._unusable)}" if self._unusable else ""
            raise UnknownName("macro", name, current, broken)
        return current[name]

    def problems(self) -> Sequence[Unusable]:
        """The files that cannot be used, and why; they never hide the others."""
        self._current()
        return tuple(self._unusable)

    def _current(self) -> dict[str, Held]:
        found = [one for folder in self._folders for one in files_in(folder)]
        verbs = [one for folder in self._verb_folders for one in files_in(folder)]
        if (seen := (tuple(found), tuple(verbs))) != self._seen:
            again = isinstance(self._seen, tuple) and self._seen[1] != seen[1]  # other verbs: every template anew
            self._read = {one.path: self._file(one, again=again) for one in found}
            self._held, self._unusable = self._put_together()
            self._seen = seen
        return self._held

    def _file(self, found: Found, *, again: bool) -> _Read:
        before = self._read.get(found.path)
        if before is not None and before.stamp == found.stamp and not again:
            return before
        last_good = before.last_good if before else None
        if found.problem:
            return _Read(found.stamp, None, (Problem(message=found.problem),), None)
        macro, problems = read_macro_file(found.path, verb_folders=self._verb_folders)
        return _Read(found.stamp, macro, tuple(problems), macro or last_good)

    def _put_together(self) -> tuple[dict[str, Held], Sequence[Unusable]]:
        held = {macro.name: Held(macro) for macro in bundled_macros()}
        unusable = []
        for path, read in self._read.items():
            macro, where = read.last_good, str(path)
            if macro is None:
                unusable.append(Unusable(where, read.problems))
                continue
            earlier = held.get(macro.name)
            if earlier is not None and _folder_of(earlier.origin, self._folders) == _folder_of(where, self._folders):
                unusable.append(Unusable(where, (taken(macro.name, earlier.origin),)))
                continue
            replaces = earlier.origin if earlier else ""
            held[macro.name] = Held(macro, where, replaces, read.problems, outdated=read.macro is None)
        return held, unusable


def _folder_of(origin: str, folders: Sequence[Path]) -> Path | None:
    return next((folder for folder in folders if Path(origin).is_relative_to(folder)), None)


@cache
def bundled_macros() -> tuple[Macro, ...]:
    read: list[Macro] = []
    for file in sorted(_BUNDLED.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            macro, problems = read_macro(file.read_text("utf-8"), file.name)
            if macro is None:
                raise BadFile(file.name, problems)
            read.append(macro)
    return tuple(read)
