"""Which names and parts of its data a template reads, as far as that can be known before the data are there."""

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


class _Use(NamedTuple):
    path: Known
    whole: bool = True  # with all that the value holds


def names_read(template: Template) -> list[str]:
    """Names at the root of the data, each once; what a loop's members hold is not among them."""
    first = (use.path[0] for use in _body(template.body, _Scope()) if use.path)
    return list(dict.fromkeys(name for name in first if name != MEMBER))


def parts_read(template: Template, name: str) -> frozenset[str] | None:
    """The parts of the object under that name; None where all of it may be read."""
    found: set[str] = set()
    for path, whole in _body(template.body, _Scope()):
        if not whole and not (path and path[1:]):
            continue
        if path is None or path in {(), (name,)} or path[:2] == (name, MEMBER):
            return None
        if path[0] == name:
            found.add(path[1])
    return frozenset(found)


def _body(body: Body | None, scope: _Scope) -> Iterator[_Use]:
    for statement in body or ():
        if isinstance(statement, Block):
            yield from _block(statement, scope)
        elif not isinstance(statement, Text):
            yield from _call(statement.call, scope)


def _block(block: Block, scope: _Scope) -> Iterator[_Use]:
    function = called(block.call, frozenset(scope.names))
    yield from _call(block.call, scope)
    names: dict[str, Known] = {**scope.names, **dict.fromkeys(block.names)}
    contexts = scope.contexts
    if function is None:  # a section opens lists, objects and whether something is there alike
        yield _Use(None)
        contexts = (None,) * (len(contexts) + 1)
    elif function.name in {"each", "with"}:
        opened = _opened(function.name, block.call.params[0], scope)
        names |= dict.fromkeys(block.names[:1], opened) | dict.fromkeys(block.names[1:], (MEMBER, MEMBER))
        same = opened is not None and opened == contexts[0]  # which `../` does not count
        contexts = contexts if same else (opened, *contexts)
    yield from _body(block.body, _Scope(contexts, names))
    yield from _body(block.otherwise, scope)


def _opened(function: str, target: Expression, scope: _Scope) -> Known:
    known = _resolved(target, scope) if isinstance(target, Path) else None
    return (*known, MEMBER) if known is not None and function == "each" else known


def _call(call: Call, scope: _Scope) -> Iterator[_Use]:
    function = called(call, frozenset(scope.names))
    arguments = [*call.params, *(value for _, value in call.options)]
    first = arguments[0] if arguments else None
    if function is None:
        yield from _path(call.path, scope)
    elif function.name == "lookup" and isinstance(first, Path):
        known = _resolved(first, scope)
        step = str(arguments[1].value) if isinstance(arguments[1], Literal) else MEMBER
        yield _Use(None if known is None else (*known, step))
        arguments = arguments[1:]
    elif function.name in _LOOK_ONLY and isinstance(first, Path):
        yield _Use(_resolved(first, scope), whole=False)
        arguments = arguments[1:]
    for argument in arguments:
        yield from _expression(argument, scope)


def _expression(expression: Expression, scope: _Scope) -> Iterator[_Use]:
    if isinstance(expression, Call):
        yield from _call(expression, scope)
    elif isinstance(expression, Path):
        yield from _path(expression, scope)


def _path(path: Path, scope: _Scope) -> Iterator[_Use]:
    if not path.data or path.parts[:1] == ("root",):
        yield _Use(_resolved(path, scope))


def _resolved(path: Path, scope: _Scope) -> Known:
    if path.data:
        return path.parts[1:] if path.parts[:1] == ("root",) else None
    if path.parts and not path.depth and not path.scoped and path.parts[0] in scope.names:
        base, rest = scope.names[path.parts[0]], path.parts[1:]
    else:
        base, rest = (scope.contexts[path.depth] if path.depth < len(scope.contexts) else None), path.parts
    return None if base is None else (*base, *rest)
