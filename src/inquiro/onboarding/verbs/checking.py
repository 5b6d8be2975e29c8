"""A program is checked as a whole before anything of it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from typing import Any, NamedTuple

from inquiro.core.lei import claimed_leis
from inquiro.core.types import Problem, Reference, Symbol, VerbArgument, VerbCall, VerbSpec
from inquiro.onboarding.dsl.reading import read_calls
from inquiro.onboarding.dsl.rebinding import rebindings
from inquiro.onboarding.verbs.argument_types import lei_complaint, names_of, says_nothing, type_problem
from inquiro.onboarding.verbs.complaints import missing, unknown_argument, unknown_verb
from inquiro.onboarding.verbs.registry import VerbRegistry

_BINDING = re.compile(r":as\s+@([\w-]+)")
_ANYTHING = frozenset({"value", "unknown"})  # what it is shows when it runs
_FITTING = {  # kinds of what a @name may be bound to, by the type of the argument
    "any": frozenset({"entity", "entities", "record"}),
    "string": frozenset({"entity", "record"}),  # their ids
    "entity": frozenset({"entity"}),
    "list": frozenset({"entities"}),
}
_KIND_WORDS = {
    "entity": "an entity",
    "entities": "a list of entities",
    "record": "a record",
    "nothing": "nothing: its verb has no result",
}


class _Bound(NamedTuple):
    kind: str
    line: int


def check_program(
    calls: Sequence[VerbCall], registry: VerbRegistry, bound: AbstractSet[str] = frozenset()
) -> list[Problem]:
    """What keeps it from running, and warnings, in the order of the text; `bound` are names from before it."""
    checker = _Checker(registry, bound, {call.binds: call.line for call in reversed(calls) if call.binds})
    problems = [problem for call in calls for problem in checker.call(call)]
    problems.extend(rebindings(calls, bound))
    return sorted(problems, key=lambda problem: (problem.line, problem.column))


def check_text(text: str, registry: VerbRegistry) -> tuple[int, list[Problem]]:
    """How many calls can be read, and everything that is wrong: a call that cannot be read hides no other's problem."""
    calls, unread = read_calls(text)
    if not unread:
        return len(calls), check_program(calls, registry)
    bound = frozenset(_BINDING.findall(text))  # perhaps by a call that cannot be read
    found = [one for one in check_program(calls, registry, bound) if one.severity == "error"]
    return len(calls), sorted([*unread, *found], key=lambda problem: (problem.line, problem.column))


def leis_of(calls: Sequence[VerbCall]) -> list[tuple[str, int]]:
    """Every LEI that is written in a program, right or wrong, with the index of its call."""
    return [
        (lei, index)
        for index, call in enumerate(calls)
        for lei in dict.fromkeys(lei for name, value in call.arguments.items() for lei in _leis(value, meant(name)))
    ]


def meant(name: str) -> bool:
    """Whether an argument or key says by its name that it holds an LEI."""
    return name.replace("_", "-").casefold().split("-")[-1] in {"lei", "leis"}


class _Checker:
    def __init__(self, registry: VerbRegistry, bound: AbstractSet[str], ahead: dict[str, int]) -> None:
        self._registry = registry
        self._bound = {name: _Bound("unknown", 0) for name in bound}
        self._ahead = ahead
        self._names: dict[str, dict[str, str]] = {}
        self._known: dict[str, dict[str, VerbArgument]] = {}

    def call(self, call: VerbCall) -> Iterator[Problem]:
        spec = self._registry.find(call.verb)
        if spec is None:
            yield _at(call, unknown_verb(call.verb, [one.name for one in self._registry]))
        else:
            yield from self._arguments(call, spec)
        for name, value in call.arguments.items():
            for reference in _references(value):
                if reference.name not in self._bound:
                    yield _at(call, self._unbound(reference.name, call), name)
        if call.binds:
            self._bound[call.binds] = _Bound(spec.yields if spec else "unknown", call.line)

    def _arguments(self, call: VerbCall, spec: VerbSpec) -> Iterator[Problem]:
        if spec.name not in self._names:
            self._names[spec.name] = names_of(spec)
            self._known[spec.name] = {one.name: one for one in spec.arguments}
        names, known = self._names[spec.name], self._known[spec.name]
        seen: dict[str, str] = {}
        given: set[str] = set()
        for name, value in call.arguments.items():
            own = names.get(name, name)
            if own in seen:
                yield _at(call, f":{name} says the same as :{seen[own]}: keep one of them", name)
            seen[own] = name
            if own not in known and not spec.open:
                yield _at(call, unknown_argument(spec, name), name)
            elif own in spec.about_all_without and says_nothing(known.get(own), value):
                yield _at(call, f":{name} is empty, and {spec.name} without it is about everything: leave it out", name)
            elif not says_nothing(known.get(own), value):
                if not _is_blank(value):
                    given.add(own)
                if problem := self._fit(known.get(own), name, value):
                    yield _at(call, f":{name} {problem}", name)
        yield from (_at(call, problem) for problem in missing(spec, given))

    def _fit(self, argument: VerbArgument | None, name: str, value: Any) -> str:
        if not isinstance(value, Reference):
            problem = type_problem(argument, value) if argument else ""
            return problem or next(filter(None, map(lei_complaint, _leis(value, meant(name), only_named=True))), "")
        if argument is None:
            return ""
        bound = self._bound.get(value.name)
        if bound is None or bound.kind in _ANYTHING or bound.kind in _FITTING.get(argument.type, ()):
            return ""
        takes = _article(argument.type)
        return f"takes {takes}, and @{value.name} (line {bound.line}) is {_KIND_WORDS[bound.kind]}"

    def _unbound(self, name: str, call: VerbCall) -> str:
        if call.binds == name:
            return f"@{name} is bound by this very call, and by none before it"
        if name in self._ahead:
            return f"@{name} is bound only later, in line {self._ahead[name]}"
        near = get_close_matches(name, self._bound, n=1)
        return f"@{name} is not bound by any call before this one{f'; did you mean @{near[0]}?' if near else ''}"


def _is_blank(value: Any) -> bool:
    """What a template makes of a field that nobody filled in: it names nothing."""
    return isinstance(value, str) and not value.strip()


def _article(type_: str) -> str:
    return {"lei": "an LEI", "integer": "a whole number", "entity": "an entity", "any": "any value"}.get(
        type_, f"a {type_}"
    )


def _references(value: Any) -> Iterator[Reference]:
    if isinstance(value, Reference):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _references(inner)


def _leis(value: Any, named: bool, *, only_named: bool = False) -> Iterator[str]:
    text = value.name if isinstance(value, Symbol) else value
    if named and isinstance(text, int) and not isinstance(text, bool):
        text = str(text)  # an LEI may be all digits
    if isinstance(text, str):
        if text and (named or (not only_named and claimed_leis(text) == [text])):
            yield text
    elif isinstance(text, dict):
        for key, inner in text.items():
            yield from _leis(inner, meant(key), only_named=only_named)
    elif isinstance(text, list):
        for inner in text:
            yield from _leis(inner, named, only_named=only_named)


def _at(call: VerbCall, message: str, argument: str = "") -> Problem:
    line, column = call.places.get(argument, (call.line, call.column))
    return Problem(message=message, line=line, column=column)
