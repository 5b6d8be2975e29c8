"""A batch template as YAML declares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec

from inquiro.core.types import MacroParameter, Problem, Value
from inquiro.onboarding.batches.dollar_names import strays, with_mustaches
from inquiro.onboarding.batches.entity_references import key_of, title_of, understood
from inquiro.onboarding.batches.roles import role
from inquiro.onboarding.handlebars import problems as template_problems
from inquiro.onboarding.macros.findings import Findings
from inquiro.onboarding.macros.parameter_reading import as_list, read_parameters
from inquiro.onboarding.macros.verb_scan import verb_problems
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.onboarding.yaml_text import Entry, Node, read_yaml

Cardinality = Literal["batch", "shared"]
_KEYS = ("template", "name", "version", "description", "parameters", "key", "title", "verbs", "roles", "tags")
_OTHER_KEYS = ("params", "body", "suggested_verbs")  # that say the same as some of these
_WRAPPERS = ("template", "batch")
_DEFAULT_TITLE = "{{name}}"


class BatchTemplate(Value, frozen=True, kw_only=True):
    """Verbs over one row; `shared` parameters are the same for all rows that do not say otherwise themselves."""

    name: str
    version: str = "1"
    description: str = ""
    parameters: tuple[MacroParameter, ...] = ()
    shared: tuple[str, ...] = ()  # names of parameters that do not come from the row
    key: str = ""  # Handlebars over the row; without it the LEI, else the name
    title: str = _DEFAULT_TITLE
    verbs: str = ""  # Handlebars, rendered into the verb language
    row_roles: tuple[str, ...] = ()  # entities of a result that make rows
    shared_roles: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # parameter -> roles that fill it
    row_entity: str = ""  # the parameter that is the entity of a row as a whole
    tags: tuple[str, ...] = ()


class TemplateRead(NamedTuple):
    template: BatchTemplate | None
    problems: list[Problem]


def read_template(
    text: str, where: str = "template", *, strict: bool = False, verb_folders: Sequence[Path] = ()
) -> TemplateRead:
    """The template, if nothing stands against using it, and every problem with its line."""
    node, problems = read_yaml(text)
    findings = Findings(text, strict=strict)
    findings.doubt(problems)
    template = _Reader(findings, verb_folders).template(node, where) if node is not None else None
    return TemplateRead(None if findings.hopeless else template, findings.problems)


class _Declared(NamedTuple):
    """What a template says of its parameters."""

    parameters: tuple[MacroParameter, ...] = ()
    shared: tuple[str, ...] = ()
    role_hints: Mapping[str, tuple[str, ...]] = {}
    entity: str = ""  # the parameter that stands for the entity of a row


class _Reader:
    def __init__(self, findings: Findings, verb_folders: Sequence[Path]) -> None:
        self._findings = findings
        self._verb_folders = verb_folders

    def template(self, node: Node, where: str) -> BatchTemplate:
        entries = self._findings.entries(node, "a batch template")
        for wrapper in _WRAPPERS:
            if wrapper in entries and isinstance(entries[wrapper].node.value, dict):
                entries = entries[wrapper].node.value
        if "name" in entries and "template" in entries and not entries.keys() & {"verbs", "body"}:
            entries = {("verbs" if key == "template" else key): entry for key, entry in entries.items()}
        self._findings.unknown(entries, _KEYS, "a batch template", _OTHER_KEYS)
        name = self._text(entries, "template", "name")
        if not name:
            self._findings.error(node, f"{where} has no name: say 'template: some-name'")
        verbs = self._findings.first(entries, "verbs", "body", "suggested_verbs")
        if verbs is None or not str(verbs.value or "").strip():
            self._findings.error(verbs or node, "a template without 'verbs' does nothing")
        declared = self._declared(entries)
        rows, filled_by = self._roles(entries, declared.parameters)
        for hinted, words in declared.role_hints.items():
            if hinted in declared.shared:
                filled_by.setdefault(hinted, words)
            else:
                rows = (*rows, *(word for word in words if word not in rows))
        return BatchTemplate(
            name=name,
            version=self._version(entries),
            description=self._text(entries, "description"),
            parameters=declared.parameters,
            shared=declared.shared,
            key=self._key(entries, declared),
            title=self._title(entries, declared),
            verbs=self._handlebars(verbs, "verbs", declared.parameters),
            row_roles=rows,
            shared_roles=filled_by,
            row_entity=declared.entity,
            tags=self._findings.texts_of(entries["tags"].node, "tags") if "tags" in entries else (),
        )

    def _text(self, entries: Mapping[str, Entry], *keys: str) -> str:
        node = self._findings.first(entries, *keys)
        return "" if node is None else self._findings.text_of(node, keys[0]).strip()

    def _version(self, entries: Mapping[str, Entry]) -> str:
        node = entries["version"].node if "version" in entries else None
        if node is not None and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            self._findings.warning(node, f'a version is text: quote it ("{node.written}")')
            return node.written
        return self._text(entries, "version") or "1"

    def _key(self, entries: Mapping[str, Entry], declared: _Declared) -> str:
        """A template, or the names of the parameters that make the key."""
        node = self._findings.first(entries, "key")
        if node is not None and isinstance(node.value, list):
            return " ".join(f"{{{{[{name}]}}}}" for name in self._findings.texts_of(node, "key"))
        stated = self._handlebars(node, "key", declared.parameters)
        return stated or (key_of(declared.entity) if declared.entity else "")

    def _title(self, entries: Mapping[str, Entry], declared: _Declared) -> str:
        stated = self._handlebars(self._findings.first(entries, "title"), "title", declared.parameters)
        return stated or (title_of(declared.entity) if declared.entity else _DEFAULT_TITLE)

    def _handlebars(self, node: Node | None, what: str, parameters: Sequence[MacroParameter]) -> str:
        if node is None:
            return ""
        written = self._findings.text_of(node, what)
        text = with_mustaches(written, parameters)
        found = template_problems(text)
        if what == "verbs" and not found:
            specs = {spec.name: spec for spec in VerbRegistry.load(self._verb_folders)}
            found = list(verb_problems(text, specs))
        self._findings.inside(node, [*found, *strays(written, parameters)])
        return text

    def _declared(self, entries: Mapping[str, Entry]) -> _Declared:
        node = self._findings.first(entries, "parameters", "params")
        if node is None:
            return _Declared()
        if isinstance(node.value, dict):
            node = node._replace(value=as_list(node))
        node, entity = understood(node)
        parameters = read_parameters(node, self._findings, also=("cardinality", "role_hint"))
        shared: list[str] = []
        hints: dict[str, tuple[str, ...]] = {}
        for item in node.value if isinstance(node.value, list) else []:
            given = item.value if isinstance(item.value, dict) else {}
            name = str(given["name"].node.value) if "name" in given else ""
            if "cardinality" in given and self._cardinality(given["cardinality"].node, name) == "shared":
                shared.append(name)
            if "role_hint" in given:
                hints[name] = self._words(given["role_hint"].node, "role_hint")
        return _Declared(parameters, tuple(shared), hints, entity)

    def _cardinality(self, node: Node, name: str) -> str:
        known = get_args(Cardinality)
        if node.value not in known:
            self._findings.error(node, f"'cardinality' of parameter '{name}' is one of {', '.join(known)}")
        return str(node.value)

    def _roles(
        self, entries: Mapping[str, Entry], parameters: tuple[MacroParameter, ...]
    ) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        if "roles" not in entries:
            return (), {}
        stated = entries["roles"].node
        if isinstance(stated.value, (list, str)):
            return self._words(stated, "'roles'"), {}
        given = self._findings.entries(stated, "'roles'")
        self._findings.unknown(given, ("rows", "shared"), "'roles'")
        rows = self._words(given["rows"].node, "'rows' of 'roles'") if "rows" in given else ()
        filled_by: dict[str, tuple[str, ...]] = {}
        names = {parameter.name for parameter in parameters}
        shared = self._findings.entries(given["shared"].node, "'shared' of 'roles'") if "shared" in given else {}
        for name, entry in shared.items():
            if name not in names:
                self._findings.error(entry, f"there is no parameter '{name}' for a role to fill")
            filled_by[name] = self._words(entry.node, f"'{name}'")
        return rows, filled_by

    def _words(self, node: Node, what: str) -> tuple[str, ...]:
        return tuple(role(word) for word in self._findings.texts_of(node, what))
