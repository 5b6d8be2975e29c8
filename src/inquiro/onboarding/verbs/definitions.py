"""Verbs as a YAML file declares them; every problem with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from inquiro.core.decoders import convert
from inquiro.core.types import Problem, VerbArgument, VerbSpec
from inquiro.core.types.verbs import ArgumentType, VerbEffects, Yields
from inquiro.onboarding.dsl.words import KEYWORD, VERB
from inquiro.onboarding.yaml_text import Entry, Node, plain, read_yaml

T = TypeVar("T")
_VERB_KEYS = frozenset(VerbSpec.__struct_fields__)
_ARGUMENT_KEYS = frozenset(VerbArgument.__struct_fields__)
_CHOICES: dict[str, tuple[str, ...]] = {
    "type": get_args(ArgumentType),
    "effects": get_args(VerbEffects),
    "yields": get_args(Yields),
}


class VerbsRead(NamedTuple):
    """The verbs that can be used, each with its line, and what is wrong with the others."""

    verbs: list[tuple[VerbSpec, int]]
    problems: list[Problem]


def read_verbs(text: str, *, bundled: bool = False) -> VerbsRead:
    """`verbs:` as a map of names or as a list; a verb of a user's own has to say which `record` it writes."""
    node, problems = read_yaml(text)
    reader = _Definitions(list(problems), bundled=bundled)
    verbs = [] if node is None or problems else list(reader.verbs(node))
    return VerbsRead(verbs, reader.problems)


class _Definitions:
    def __init__(self, problems: list[Problem], *, bundled: bool) -> None:
        self.problems = problems
        self._bundled = bundled

    def verbs(self, node: Node) -> Iterator[tuple[VerbSpec, int]]:
        for name, place, body in self._named(node):
            known = len(self.problems)
            spec = self._verb(name, place, body)
            if spec and len(self.problems) == known:
                yield spec, place.line

    def _named(self, node: Node) -> Iterator[tuple[str, Node | Entry, Node]]:
        held = node.value.get("verbs") if isinstance(node.value, dict) else None
        if held is None:
            self._say(node, "expected 'verbs:' with a map of verbs by name")
        elif isinstance(held.node.value, dict):
            yield from ((name, entry, entry.node) for name, entry in held.node.value.items())
        elif isinstance(held.node.value, list):
            for one in held.node.value:
                name, body = _name_and_rest(one)
                yield name, one, body
        else:
            self._say(held, "'verbs' has to be a map or a list")

    def _verb(self, name: str, place: Node | Entry, body: Node) -> VerbSpec | None:
        if not VERB.fullmatch(name):
            self._say(place, f"'{name}' is no name for a verb: domain.verb or domain.group:verb")
        if not isinstance(body.value, dict):
            self._say(place, f"{name} has to be a map with 'description', 'arguments', …")
            return None
        if body.value.keys() >= {"arguments", "args"}:
            self._say(body.value["args"], f"'args' of {name} says the same as 'arguments': keep one of them")
        given = {("arguments" if key == "args" else key): entry for key, entry in body.value.items()}
        fields = self._fields(body._replace(value=given), _VERB_KEYS, name)
        arguments = tuple(self._arguments(given["arguments"].node, name)) if "arguments" in given else ()
        fields |= {"name": name, "arguments": msgspec.to_builtins(arguments)}
        if not self._bundled and fields.get("record"):
            fields.setdefault("yields", "record")
        spec = self._converted(fields, VerbSpec, place, name)
        if spec is None:
            return None
        groups = tuple(_dashed(group) for group in spec.one_of)
        spec = msgspec.structs.replace(
            spec, key=_dashed(spec.key), one_of=groups, about_all_without=_dashed(spec.about_all_without)
        )
        self._sense(spec, place)
        return spec

    def _arguments(self, node: Node, verb: str) -> Iterator[VerbArgument]:
        for name, entry in self._by_name(node, verb):
            if not KEYWORD.fullmatch(f":{name}") or name == "as":
                self._say(entry, f"'{name}' cannot be the name of an argument")
            body = entry.node
            if body.value is None or isinstance(body.value, str):  # `reason: string`
                body = Node({"type": Entry(body.line, body.column, body)} if body.value else {}, body.line, body.column)
            elif not isinstance(body.value, dict):
                self._say(entry, f":{name} of {verb} has to be a type or a map with 'type', 'required', …")
                continue
            fields = self._fields(body, _ARGUMENT_KEYS, f":{name}")
            fields["name"] = name.replace("_", "-")
            argument = self._converted(fields, VerbArgument, entry, f":{name} of {verb}")
            if argument:
                yield msgspec.structs.replace(argument, aliases=_dashed(argument.aliases))

    def _by_name(self, node: Node, verb: str) -> Iterator[tuple[str, Entry]]:
        """A map of names, or a list of arguments each with its `name`."""
        if isinstance(node.value, dict):
            yield from node.value.items()
        elif isinstance(node.value, list) and all(
            isinstance(one.value, dict) and "name" in one.value for one in node.value
        ):
            for one in node.value:
                name, body = _name_and_rest(one)
                yield name, Entry(one.line, one.column, body)
        else:
            self._say(node, f"the arguments of {verb} have to be a map of their names")

    def _fields(self, node: Node, known: Iterable[str], what: str) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, entry in node.value.items():
            choices = _CHOICES.get(key, ())
            value = plain(entry.node)
            if key not in known or key == "name":
                self._say(entry, f"{what} has an unknown key '{key}'; known: {', '.join(sorted(known))}")
            elif choices and value not in choices:
                self._say(entry, f"{what}: '{key}' is one of {', '.join(choices)}, not {value!r}")
            elif value is not None:
                fields[key] = value
        return fields

    def _converted(self, fields: dict[str, Any], kind: type[T], place: Node | Entry, what: str) -> T | None:
        try:
            return convert(fields, kind)
        except msgspec.ValidationError as error:
            self._say(place, f"{what}: {error}")
            return None

    def _sense(self, spec: VerbSpec, place: Node | Entry) -> None:
        names = [name for one in spec.arguments for name in (one.name, *one.aliases)]
        for name in sorted({name for name in names if names.count(name) > 1}):
            self._say(place, f"{spec.name} has two arguments called {name}")
        own = {argument.name for argument in spec.arguments}
        for name in (*spec.key, *spec.about_all_without, *(name for group in spec.one_of for name in group)):
            if name not in own:
                self._say(place, f"{spec.name} has no argument '{name}' to be its key or one of several")
        if not self._bundled and not spec.record:
            self._say(place, f"{spec.name}: say which kind of record it writes, e.g. 'record: visit'")
        elif not self._bundled and (spec.effects != "store" or spec.yields != "record"):
            self._say(place, f"{spec.name} writes a record: its effects are 'store' and it yields 'record'")

    def _say(self, place: Node | Entry, message: str) -> None:
        self.problems.append(Problem(message=message, line=place.line, column=place.column))


def _name_and_rest(node: Node) -> tuple[str, Node]:
    """The `name` in a map, and the map without it; others may share the node, so that it stays as it is."""
    if not isinstance(node.value, dict) or "name" not in node.value:
        return "", node
    rest = {key: entry for key, entry in node.value.items() if key != "name"}
    return str(node.value["name"].node.value), node._replace(value=rest)


def _dashed(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.replace("_", "-") for name in names)
