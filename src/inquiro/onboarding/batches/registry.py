"""Which batch templates there are: those that come with Inquiro, then those of the user's folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from inquiro.core.errors import BadFile, UnknownName
from inquiro.core.types import Problem
from inquiro.onboarding.batches.templates import BatchTemplate, TemplateRead, read_template
from inquiro.onboarding.macros.folders import files_in

_BUNDLED = files("inquiro.onboarding") / "bundled" / "batches"


class TemplateRegistry:
    """Templates by name, as their files are when it is made; a user's own takes the place of a built-in one."""

    def __init__(self, folders: Sequence[Path] = (), verb_folders: Sequence[Path] = ()) -> None:
        self._templates = {template.name: template for template in bundled_templates()}
        self.faults: dict[str, Sequence[Problem]] = {}  # by path: files that lend no template
        for folder in folders:
            self._take(folder, verb_folders)

    def _take(self, folder: Path, verb_folders: Sequence[Path]) -> None:
        taken: dict[str, str] = {}
        for found in files_in(folder):
            where = str(found.path)
            unfit = [Problem(message=found.problem)] if found.problem else []
            template, problems = TemplateRead(None, unfit) if unfit else _read(found.path, verb_folders)
            if template and template.name in taken:
                problems = [Problem(message=f"the template '{template.name}' is in {taken[template.name]} already")]
                template = None
            if template is None:
                self.faults[where] = problems
            else:
                taken[template.name] = where
                self._templates[template.name] = template

    def __iter__(self) -> Iterator[BatchTemplate]:
        return iter(sorted(self._templates.values(), key=lambda template: template.name))

    def __len__(self) -> int:
        return len(self._templates)

    def get(self, name: str) -> BatchTemplate:
        if name not in self._templates:
            broken = f"Files with problems: {', '.join(self.faults)}" if self.faults else ""
            raise UnknownName("batch template", name, self._templates, broken)
        return self._templates[name]


@cache
def bundled_templates() -> tuple[BatchTemplate, ...]:
    read: list[BatchTemplate] = []
    for file in sorted(_BUNDLED.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml"):
            template, problems = read_template(file.read_text("utf-8"), file.name)
            if template is None:
                raise BadFile(file.name, problems)
            read.append(template)
    return tuple(read)


def _read(path: Path, verb_folders: Sequence[Path]) -> TemplateRead:
    try:
        return read_template(path.read_text("utf-8-sig"), path.name, verb_folders=verb_folders)
    except (OSError, UnicodeDecodeError) as error:
        return TemplateRead(None, [Problem(message=f"cannot be read: {error}")])
