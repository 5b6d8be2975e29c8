"""One group of verbs for each row, under a key that is never executed twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from unicodedata import normalize

from inquiro.core.errors import BadFile, UsageError
from inquiro.core.lei import lei_problem
from inquiro.core.types import Json, Macro, Problem, VerbGroup
from inquiro.onboarding.batches.columns import Columns
from inquiro.onboarding.batches.parts import Parts
from inquiro.onboarding.batches.rows import Row, same_name
from inquiro.onboarding.batches.templates import BatchTemplate
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_program
from inquiro.onboarding.handlebars import Template, TemplateError, names_read, parse, render, render_verbs
from inquiro.onboarding.macros.parameters import fill

LONGEST_KEY = 200


class Groups(NamedTuple):
    groups: list[VerbGroup]
    problems: list[Problem]  # of single rows, which have no group; warnings of rows or columns that add nothing


def groups_of(
    template: BatchTemplate, rows: Iterable[Row], shared: Mapping[str, Any] | None = None, *, found: bool = False
) -> Groups:
    """What a row says itself counts before what is shared. A key that comes a second time is taken once.

    `found`: the rows come from research, so that nobody chose the names of their fields for this template.
    """
    maker = _Maker(template, dict(shared or {}))
    given = list(rows)
    groups: dict[str, VerbGroup] = {}
    first: dict[str, Row] = {}
    problems = [] if found else maker.warnings(given)
    for row in given:
        try:
            group = maker.group(row)
        except UsageError as error:
            problems.append(_said(row, str(error)))
            continue
        if group.key in groups:
            same = group.verbs == groups[group.key].verbs
            other = "; it is taken once" if same else ", and says something else: only the first one is taken"
            again = f"has the key of {first[group.key].where} ({group.key}){other}"
            problems.append(_said(row, again, severity="warning" if same else "error"))
        else:
            groups[group.key] = group
            first[group.key] = row
    return Groups(list(groups.values()), problems)


def read_of(template: BatchTemplate, rows: Iterable[Row], shared: Mapping[str, Any] | None = None) -> list[Json]:
    """Of each row that can be used what the template reads: nothing else may speak for an LEI in it."""
    maker = _Maker(template, dict(shared or {}))
    found: list[Json] = []
    for row in rows:
        with suppress(UsageError):  # told where its verbs are made
            found.append(maker.read(row))
    return found


class _Maker:
    def __init__(self, template: BatchTemplate, shared: Json) -> None:
        self._template = template
        self._verbs = parse(template.verbs)
        self._title = parse(template.title)
        self._key = parse(template.key) if template.key else None
        self._as_macro = Macro(name=template.name, parameters=template.parameters)
        declared = [parameter.name for parameter in template.parameters]
        read = [self._verbs, self._title, *([self._key] if self._key else [])]
        used = [name for one in read for name in names_read(one)]
        self.columns = Columns([*declared, *used, *(() if self._key else ("lei", "name"))])
        self.parts = Parts(template.parameters, read)
        self._shared = self.columns.shared(shared)

    def warnings(self, rows: Sequence[Row]) -> list[Problem]:
        """Of names that nobody reads; a known one that is written wrongly is an error for all rows."""
        known = [row._replace(values=self._known(row)) for row in rows]
        return [*self.columns.warnings(rows), *self.parts.warnings(known, self._shared)]

    def _known(self, row: Row) -> Json:
        return {self.columns.meant(name) or name: value for name, value in row.values.items()}

    def read(self, row: Row) -> Json:
        values = self._values(row.values)
        return {name: self.parts.read(name, values[name]) for name in self.columns.known if name in values}

    def group(self, row: Row) -> VerbGroup:
        values = self._values(row.values)
        verbs = format_program(self._calls(values))
        if not verbs:
            raise UsageError("leads to no verbs at all")
        return VerbGroup(
            key=f"{self._template.name}@{self._template.version}:{self._row_key(values)}",
            title=" ".join(_rendered(self._title, values).split()),
            verbs=verbs,
        )

    def _values(self, own: Json) -> Json:
        """Declared parameters are checked; other columns are there for the template, too."""
        given = {**self._shared, **self.columns.renamed(own)}
        declared: Json = {}
        for parameter in self._template.parameters:
            value = given.get(parameter.name)
            if parameter.type == "object" and isinstance(value, str) and not value.lstrip().startswith("{"):
                value = {"name": value} if lei_problem(value) else {"lei": value}
            elif parameter.type == "object" and isinstance(value, dict):
                value = self.parts.renamed(parameter.name, value)
            if value is not None:
                declared[parameter.name] = value
        try:
            return given | fill(self._as_macro, declared, texts=True)
        except UsageError as error:
            raise UsageError(str(error).removeprefix(f"{self._template.name} cannot run: ")) from error

    def _calls(self, values: Json) -> Any:
        try:
            return read_program(render_verbs(self._verbs, values))
        except BadFile as error:
            problems = "; ".join(str(problem) for problem in error.problems)
            raise UsageError(f"its verbs cannot be read: {problems}") from error

    def _row_key(self, values: Json) -> str:
        if self._key is None:
            lei, name = values.get("lei"), values.get("name")
            key = lei if isinstance(lei, str) and lei else same_name(name) if isinstance(name, str) else ""
        else:
            key = " ".join(normalize("NFKC", _rendered(self._key, values)).split())
        if not key and self._key is not None:
            raise UsageError(f"its key is empty: '{self._template.key}' gives nothing for it")
        if not key:
            raise UsageError("has nothing to know it by: a key, an LEI or a name")
        if len(key) > LONGEST_KEY:
            raise UsageError(f"its key has {len(key)} characters; {LONGEST_KEY} are allowed")
        return key


def _rendered(template: Template, values: Json) -> str:
    try:
        return render(template, values)
    except TemplateError as error:
        raise UsageError(f"cannot be rendered: {error}") from error


def _said(row: Row, message: str, severity: Any = "error") -> Problem:
    where = "" if row.where == f"line {row.line}" else f"{row.where}: "
    return Problem(message=f"{where}{message}", line=row.line, severity=severity)
