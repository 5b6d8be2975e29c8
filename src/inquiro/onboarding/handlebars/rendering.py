"""A template and plain JSON, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inquiro.onboarding.handlebars.functions import HELPERS, Function
from inquiro.onboarding.handlebars.javascript import (
    MISSING,
    found,
    holds,
    is_empty,
    is_list,
    is_nothing,
    is_same_context,
    is_truthy,
    keys_of,
)
from inquiro.onboarding.handlebars.limits import LIMITS, Limits, Meter
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Literal, Path, Template, Text
from inquiro.onboarding.handlebars.output import Output, PlainOutput


def render(template: Template, data: Any, *, output: Output | None = None, limits: Limits = LIMITS) -> str:
    """Nothing is escaped unless the output does it; what is missing prints as nothing."""
    target = PlainOutput() if output is None else output
    scope = _Scope(data, (data, None), _Frame({"root": data}, None), {})
    _Renderer(target, Meter(limits), template.climbs).body(template.body, scope)
    return target.text()


class _Frame(NamedTuple):
    """What `@name` reads: `@root`, and of a loop where it is."""

    values: Mapping[str, Any]
    above: _Frame | None


_Contexts = tuple[Any, Any]  # the innermost context, and those around it in the same shape


class _Scope(NamedTuple):
    context: Any
    contexts: _Contexts | None
    frame: _Frame
    names: Mapping[str, Any]  # block parameters


# In a context of null, functions are called with an object that has nothing, and so it stays in their blocks.
_NULL_CONTEXT: dict[str, Any] = {}


class _Renderer:
    def __init__(self, output: Output, meter: Meter, climbs: bool) -> None:
        self._output = output
        self._meter = meter
        self._climbs = climbs

    def body(self, body: Body | None, scope: _Scope) -> None:
        for statement in body or ():
            self._meter.spend()
            if isinstance(statement, Text):
                self._output.literal(statement.text, self._meter)
                continue
            self._meter.place = statement.call.path.place
            if isinstance(statement, Block):
                self._block(statement, scope)
            else:
                self._output.value(self._called(statement.call, scope), self._meter)

    def _called(self, call: Call, scope: _Scope) -> Any:
        function = _function(call, scope)
        return self._computed(function, call, scope) if function else self._read(call.path, scope)

    def _computed(self, function: Function, call: Call, scope: _Scope) -> Any:
        assert function.compute
        self._meter.spend()
        return function.compute([self._value(param, scope) for param in call.params], self._meter)

    def _value(self, expression: Expression, scope: _Scope) -> Any:
        if isinstance(expression, Literal):
            return expression.value
        if isinstance(expression, Path):
            return self._read(expression, scope)
        return self._called(expression, scope)

    def _read(self, path: Path, scope: _Scope) -> Any:
        parts = path.parts
        first = parts[0] if parts else ""
        if not path.depth and not path.scoped and first in scope.names:
            return _followed(scope.names[first], parts[1:])
        if path.data and first:
            return _data(scope.frame, path)
        context = scope.context if not path.depth else _climbed(scope.contexts, path.depth)
        return _followed(context, parts if first else ())

    def _block(self, block: Block, scope: _Scope) -> None:
        function = _function(block.call, scope)
        if function is None:
            self._section(block, self._read(block.call.path, scope), scope)
            return
        inside = scope._replace(context=_NULL_CONTEXT) if scope.context is None else scope
        if function.tests:
            yes = is_truthy(self._computed(function, block.call, scope))
            self.body(block.body if yes else block.otherwise, inside)
            return
        value = self._value(block.call.params[0], scope)
        if function.name == "each":
            self._each(block, value, scope, inside)
        elif function.name == "with":
            if is_empty(value):
                self.body(block.otherwise, inside)
            else:
                self.body(block.body, self._entered(value, scope, _named(block, [value])))
        else:
            option = block.call.option("includeZero")
            zero = option is not None and is_truthy(self._value(option, scope))
            yes = not is_empty(value) if zero else holds(value)
            self.body(block.body if yes == (function.name == "if") else block.otherwise, inside)

    def _section(self, block: Block, value: Any, scope: _Scope) -> None:
        """`{{#x}}` on data: once for something, for every member of a list, never for nothing."""
        if value is True:
            self.body(block.body, scope._replace(names={**scope.names, **_named(block, [])}))
        elif is_nothing(value) or value is False or (is_list(value) and not value):
            self.body(block.otherwise, scope)
        elif is_list(value):
            self._each(block, value, scope, scope)
        else:
            self.body(block.body, self._entered(value, scope, _named(block, [])))

    def _each(self, block: Block, value: Any, scope: _Scope, outside: _Scope) -> None:
        if is_list(value):
            members: list[tuple[int | str, Any]] = list(enumerate(value))
        else:
            members = [(key, value[key]) for key in keys_of(value)] if isinstance(value, dict) else []
        if not members:
            self.body(block.otherwise, outside)
        for index, (key, member) in enumerate(members):
            self._meter.spend()
            here = {"key": key, "index": index, "first": index == 0, "last": index == len(members) - 1}
            entered = self._entered(member, scope, _named(block, [member, key]))
            self.body(block.body, entered._replace(frame=_Frame({**scope.frame.values, **here}, scope.frame)))

    def _entered(self, context: Any, scope: _Scope, names: Mapping[str, Any]) -> _Scope:
        contexts = scope.contexts
        if self._climbs and contexts and not is_same_context(context, contexts[0], self._meter):
            contexts = (context, contexts)
        return _Scope(context, contexts, scope.frame, {**scope.names, **names} if names else scope.names)


def _function(call: Call, scope: _Scope) -> Function | None:
    path = call.path
    if not path.simple or path.data or path.parts[0] in scope.names:
        return None
    return HELPERS.get(path.parts[0])


def _named(block: Block, values: list[Any]) -> Mapping[str, Any]:
    return {name: values[at] if at < len(values) else MISSING for at, name in enumerate(block.names)}


def _followed(value: Any, parts: tuple[str, ...]) -> Any:
    for part in parts:
        if is_nothing(value):
            return value
        value = found(value, part)
    return value


def _climbed(contexts: _Contexts | None, depth: int) -> Any:
    while contexts and depth:
        contexts, depth = contexts[1], depth - 1
    return contexts[0] if contexts else MISSING


def _data(frame: _Frame | None, path: Path) -> Any:
    for _ in range(path.depth):
        frame = frame.above if frame else None
    value: Any = frame.values if frame else MISSING
    for part in path.parts:
        if not is_truthy(value):  # here, unlike on other paths, 0 and "" end the search
            return value
        value = found(value, part)
    return value
