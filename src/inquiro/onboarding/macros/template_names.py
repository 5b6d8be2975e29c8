"""The names that a template uses, held against what its data can have: through loops, blocks and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.checking import called
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Literal, Path, Place, Template, Text
from inquiro.onboarding.macros.shapes import UNKNOWN, Shape

_MOST_KNOWN = 20  # names that are listed
_CONTAINERS = frozenset({"object", "array"})
_WORDS = {
    frozenset({"string"}): "which is text and has no fields",
    frozenset({"number"}): "which is a number and has no fields",
    frozenset({"boolean"}): "which is true or false and has no fields",
}


class _Member(NamedTuple):
    """Where a loop is: at any of its members, the same one for all that stands in the loop."""

    loop: int


_Place = tuple[str | _Member, ...]


class _Known(NamedTuple):
    """A value, what people call it, and which one it is: the same for the same place in the data."""

    shape: Shape = UNKNOWN
    path: str = ""
    place: _Place | None = None  # steps from the root; None: it may be any


class _Scope(NamedTuple):
    context: _Known
    around: tuple[_Known, ...]  # what ../ leads to, the context itself first
    names: Mapping[str, _Known]  # block parameters
    sure: bool = True  # how many contexts there are


_ANY = _Known()


def unknown_names(template: Template, data: Shape, why: str) -> list[Problem]:
    """A warning for each name that the data cannot have, at its first use; `why` is said of those at the top."""
    reader = _Reader(_Known(data, "", ()), why)
    reader.read(template.body)
    return list(reader.found.values())


class _Reader:
    def __init__(self, root: _Known, why: str) -> None:
        self.found: dict[str, Problem] = {}
        self._root = root
        self._why = why

    def read(self, body: Body) -> None:
        self._body(body, _Scope(self._root, (self._root,), {}))

    def _body(self, body: Body | None, scope: _Scope) -> None:
        for statement in body or ():
            if isinstance(statement, Block):
                self._block(statement, scope)
            elif not isinstance(statement, Text):
                self._call(statement.call, scope)

    def _block(self, block: Block, scope: _Scope) -> None:
        function = called(block.call, frozenset(scope.names))
        if function is not None and function.name in {"each", "with"}:
            value = self._value(block.call.params[0], scope)
            self._options(block.call, scope)
            inner = _looped(block, value, scope) if function.name == "each" else _entered(block, value, scope)
        else:
            value = self._call(block.call, scope)
            inner = scope if function is not None else _section(block, value, scope)
        self._body(block.body, inner)
        self._body(block.otherwise, scope)

    def _call(self, call: Call, scope: _Scope) -> _Known:
        function = called(call, frozenset(scope.names))
        if function is None:
            return self._path(call.path, scope)
        values = [self._value(param, scope) for param in call.params]
        self._options(call, scope)
        if function.name != "lookup":
            return _ANY
        key = call.params[1]
        if isinstance(key, Literal):
            name = _key(key.value)
            return self._followed(values[0], (name,), name, key.place, scope)
        return _Known(values[0].shape.members(), f"{values[0].path}[]")

    def _options(self, call: Call, scope: _Scope) -> None:
        for _, option in call.options:
            self._value(option, scope)

    def _value(self, expression: Expression, scope: _Scope) -> _Known:
        if isinstance(expression, Literal):
            return _ANY
        return self._path(expression, scope) if isinstance(expression, Path) else self._call(expression, scope)

    def _path(self, path: Path, scope: _Scope) -> _Known:
        parts = path.parts if path.parts and path.parts[0] else ()
        first = parts[0] if parts else ""
        if not path.depth and not path.scoped and first in scope.names:
            return self._followed(scope.names[first], parts[1:], path.original, path.place, scope)
        if path.data and first:
            start, parts = (self._root, parts[1:]) if first == "root" else (_ANY, ())
        elif not path.depth:
            start = scope.context
        elif path.depth < len(scope.around):
            start = scope.around[path.depth]
        else:
            if scope.sure:
                self._outside(path)
            return _ANY
        return self._followed(start, parts, path.original, path.place, scope)

    def _followed(self, start: _Known, parts: tuple[str, ...], said: str, place: Place, scope: _Scope) -> _Known:
        known = start
        for part in parts:
            inner = known.shape.member(part)
            if inner is None:
                outer = _outer(part, said, known, scope)
                self._note(said, place, self._complaint(known, part, outer))
                return _ANY
            path = f"{known.path}.{part}" if known.path else part
            known = _Known(inner, path, None if known.place is None else (*known.place, part))
        return known

    def _complaint(self, known: _Known, name: str, outer: str) -> str:
        kinds, names = known.shape.kinds - {"null"}, known.shape.names
        used = f"the template uses '{name}'"
        if known.path and "object" not in kinds:
            if kinds == {"array"}:
                return f"{used} of {known.path}, which is a list: go through it with {{{{#each}}}}"
            return f"{used} of {known.path}, {_WORDS.get(kinds, 'which has no fields')}"
        near = outer or next(iter(get_close_matches(name, names, n=1)), "")
        meant = f"did you mean '{near}'? " if near else ""
        why = f"of {known.path}, which has no such field" if known.path else f"which {self._why}"
        return f"{used}{'' if known.path else ','} {why}; {meant}known: {_listed(names)}"

    def _outside(self, path: Path) -> None:
        advice = "if, unless and else do not count as a step, only what #each and #with go into"
        self._note(path.original, path.place, f"'{path.original}' climbs out of the data: {advice}")

    def _note(self, said: str, place: Place, message: str) -> None:
        problem = Problem(message=message, line=place.line, column=place.column, severity="warning")
        self.found.setdefault(f"{said}\n{message}", problem)


def _looped(block: Block, value: _Known, scope: _Scope) -> _Scope:
    place = None if value.place is None else (*value.place, _Member(id(block)))
    member = _Known(value.shape.members(), f"{value.path}[]", place)
    return _opened(member, scope, _named(block, member, _ANY))


def _entered(block: Block, value: _Known, scope: _Scope) -> _Scope:
    return _opened(value, scope, _named(block, value))


def _section(block: Block, value: _Known, scope: _Scope) -> _Scope:
    """`{{#x}}`: a loop, a context or a condition, as x turns out to be."""
    kinds = value.shape.kinds - {"null"}
    if kinds == {"array"}:
        return _looped(block, value, scope)
    if kinds == {"object"}:
        return _opened(value, scope, _named(block))
    return _Scope(_ANY, (_ANY,) * (len(scope.around) + 1), {**scope.names, **_named(block)}, sure=False)


def _opened(value: _Known, scope: _Scope, names: Mapping[str, _Known]) -> _Scope:
    """A context that is the same as the one around it is not counted by `../`."""
    names = {**scope.names, **names}
    around = scope.around[0]
    if value.place is not None and value.place == around.place:
        return scope._replace(context=value, names=names)
    if _differ(value, around):
        return scope._replace(context=value, around=(value, *scope.around), names=names)
    return _Scope(value, (_ANY,) * (len(scope.around) + 1), names, sure=False)


def _differ(one: _Known, other: _Known) -> bool:
    """Whether two values cannot be equal: objects at different places never are, 5 and another 5 may be."""
    if one.place is None or other.place is None or _may_be_same(one.place, other.place):
        return False
    kinds = (one.shape.kinds - {"null"}, other.shape.kinds - {"null"})
    return {"object"} in kinds or all(one <= _CONTAINERS for one in kinds)


def _may_be_same(one: _Place, other: _Place) -> bool:
    """A loop comes to every member, also to one that is named elsewhere."""
    return len(one) == len(other) and all(
        a == b or isinstance(a, _Member) or isinstance(b, _Member) for a, b in zip(one, other, strict=True)
    )


def _named(block: Block, *values: _Known) -> dict[str, _Known]:
    return {name: values[at] if at < len(values) else _ANY for at, name in enumerate(block.names)}


def _outer(name: str, said: str, known: _Known, scope: _Scope) -> str:
    """Where else the name stands: a block does not see what is around it."""
    if known is not scope.context or not scope.sure or not said.startswith(name):
        return ""
    for depth, around in enumerate(scope.around[1:], 1):
        if name in around.shape.names:
            return f"{'../' * depth}{said}"
    return ""


def _key(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower() if value is not None else "null"
    return str(value)


def _listed(names: list[str]) -> str:
    shown = ", ".join(sorted(names)[:_MOST_KNOWN]) or "none"
    return f"{shown} and {len(names) - _MOST_KNOWN:,} more" if len(names) > _MOST_KNOWN else shown
