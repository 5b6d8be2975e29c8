"""Which parts of the objects in its data a template reads, as far as that can be known before the data are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from inquiro.onboarding.handlebars.checking import called
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Literal, Path, Template, Text

Known = tuple[str, ...] | None  # steps from the root of the data; None: only rendering can tell
MEMBER = "*"  # of whatever name
_LOOK_ONLY = frozenset({"if", "unless", "with", "each"})  # whether a value is there, not what it holds


class _Scope(NamedTuple):
    contexts: tuple[Known, ...] = ((),)  # innermost first
    names: Mapping[str, Known] = {}


def parts_read(template: Template, name: str) -> frozenset[str] | None:
    """The parts of the object under that name; None where all of it may be read."""
    found: set[str] = set()
    for path in _body(template.body, _Scope()):
        if path is None or path in {(), (name,)} or path[:2] == (name, MEMBER):
            return None
        if path[0] == name:
            found.add(path[1])
    return frozenset(found)


def _body(body: Body | None, scope: _Scope) -> Iterator[Known]:
    for statement in body or ():
        if isinstance(statement, Block):
            yield from _block(statement, scope)
        elif not isinstance(statement, Text):
            yield from _call(statement.call, scope)


def _block(block: Block, scope: _Scope) -> Iterator[Known]:
    function = called(block.call, frozenset(scope.names))
    yield from _call(block.call, scope) if function is not None else ()
    inner = scope
    if function is None:
        yield None  # a section opens lists, objects and whether something is there alike
    elif function.name in {"each", "with"}:
        target = block.call.params[0]
        opened = _resolved(target, scope) if isinstance(target, Path) else None
        if function.name == "each":
            opened = None if opened is None else (*opened, MEMBER)
        named = dict.fromkeys(block.names[1:], (MEMBER, MEMBER)) | dict.fromkeys(block.names[:1], opened)
        same = opened is not None and opened == scope.contexts[0]  # which `../` does not count
        inner = _Scope(scope.contexts if same else (opened, *scope.contexts), {**scope.names, **named})
    yield from _body(block.body, inner)
    yield from _body(block.otherwise, scope)


def _call(call: Call, scope: _Scope) -> Iterator[Known]:
    function = called(call, frozenset(scope.names))
    arguments = [*call.params, *(value for _, value in call.options)]
    if function is None:
        yield from _path(call.path, scope)
    elif function.name == "lookup" and isinstance(arguments[0], Path):
        whole, part = arguments[:2]
        known = _resolved(whole, scope) if isinstance(whole, Path) else None
        step = str(part.value) if isinstance(part, Literal) else MEMBER
        yield None if known is None else (*known, step)
        arguments = arguments[1:]
    elif function.name in _LOOK_ONLY and isinstance(arguments[0], Path):
        known = _resolved(arguments[0], scope)
        if known is not None and len(known) > 1:
            yield known
        arguments = arguments[1:]
    for argument in arguments:
        yield from _expression(argument, scope)


def _expression(expression: Expression, scope: _Scope) -> Iterator[Known]:
    if isinstance(expression, Call):
        yield from _call(expression, scope)
    elif isinstance(expression, Path):
        yield from _path(expression, scope)


def _path(path: Path, scope: _Scope) -> Iterator[Known]:
    if not path.data or path.parts[:1] == ("root",):
        yield _resolved(path, scope)


def _resolved(path: Path, scope: _Scope) -> Known:
    if path.data:
        return path.parts[1:] if path.parts[:1] == ("root",) else None
    if path.parts and not path.depth and not path.scoped and path.parts[0] in scope.names:
        base, rest = scope.names[path.parts[0]], path.parts[1:]
    else:
        base, rest = (scope.contexts[path.depth] if path.depth < len(scope.contexts) else None), path.parts
    return None if base is None else (*base, *rest)
