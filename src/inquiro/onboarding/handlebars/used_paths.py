"""Which names of its data a template reads, as far as that can be known before the data are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inquiro.onboarding.handlebars.checking import called
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Literal, Path, Place, Template, Text


class _Scope(NamedTuple):
    """Whether each context, innermost first, is the data themselves; None: only rendering can tell."""

    contexts: tuple[bool | None, ...] = (True,)
    names: frozenset[str] = frozenset()


def paths_used(template: Template) -> dict[str, Place]:
    """Names at the root of the data, each with the place of its first use; what a loop's members hold is not among them."""
    used: dict[str, Place] = {}
    for name, place in _body(template.body, _Scope()):
        used.setdefault(name, place)
    return used


def _body(body: Body | None, scope: _Scope) -> Iterator[tuple[str, Place]]:
    for statement in body or ():
        if isinstance(statement, Block):
            yield from _block(statement, scope)
        elif not isinstance(statement, Text):
            yield from _call(statement.call, scope)


def _block(block: Block, scope: _Scope) -> Iterator[tuple[str, Place]]:
    yield from _call(block.call, scope)
    inner = scope._replace(names=scope.names.union(block.names))
    function = called(block.call, scope.names)
    if function is None:
        inner = inner._replace(contexts=(None,) * (len(scope.contexts) + 1))
    elif function.name in {"each", "with"}:
        target = block.call.params[0]
        whole = function.name == "with" and isinstance(target, Path) and _is_root(target, scope)
        # A context equal to the one around it is not counted by ../, so that `with this` opens none.
        inner = inner if whole else inner._replace(contexts=(False, *scope.contexts))
    yield from _body(block.body, inner)
    yield from _body(block.otherwise, scope)


def _call(call: Call, scope: _Scope) -> Iterator[tuple[str, Place]]:
    function = called(call, scope.names)
    if function is None:
        yield from _path(call.path, scope)
    elif function.name == "lookup":
        whole, name = call.params
        if isinstance(whole, Path) and isinstance(name, Literal) and _is_root(whole, scope):
            yield str(name.value), name.place
    for argument in (*call.params, *(value for _, value in call.options)):
        yield from _expression(argument, scope)


def _expression(expression: Expression, scope: _Scope) -> Iterator[tuple[str, Place]]:
    if isinstance(expression, Call):
        yield from _call(expression, scope)
    elif isinstance(expression, Path):
        yield from _path(expression, scope)


def _is_root(path: Path, scope: _Scope) -> bool:
    if path.data:
        return path.parts == ("root",)
    return not path.parts and path.depth < len(scope.contexts) and scope.contexts[path.depth] is True


def _path(path: Path, scope: _Scope) -> Iterator[tuple[str, Place]]:
    if not path.parts or (not path.depth and not path.scoped and path.parts[0] in scope.names):
        return
    if path.data:
        if path.parts[0] == "root" and len(path.parts) > 1:
            yield path.parts[1], path.place
    elif path.depth < len(scope.contexts) and scope.contexts[path.depth]:
        yield path.parts[0], path.place
