"""What is wrong with a template that can be read: functions that do not exist, arguments that do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.functions import HELPERS, Function
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Literal, Mustache, Path, Text

KNOWN_DATA = ("root", "index", "key", "first", "last", "level")
Names = frozenset[str]
_TAKES_NAMES = ("each", "with")


def check(body: Body) -> Iterator[Problem]:
    """Errors and warnings, in the order of the text."""
    yield from _body(body, frozenset())


def _body(body: Body | None, names: Names) -> Iterator[Problem]:
    for statement in body or ():
        if isinstance(statement, Mustache):
            yield from _call(statement.call, names, opens=False)
        elif isinstance(statement, Block):
            yield from _block(statement, names)
        else:
            assert isinstance(statement, Text)


def _block(block: Block, names: Names) -> Iterator[Problem]:
    yield from _call(block.call, names, opens=True)
    function = called(block.call, names)
    if block.names and function and function.name not in _TAKES_NAMES:
        yield _problem(f"#{function.name} has nothing to give to block parameters", block.call.path, warning=True)
    inner = names.union(block.names)
    yield from _body(block.body, names if block.inverted else inner)
    yield from _body(block.otherwise, inner if block.inverted else names)


def called(call: Call, names: Names) -> Function | None:
    """The function a call means, if it means one."""
    path = call.path
    if not path.simple or path.data or path.parts[0] in names:
        return None
    return HELPERS.get(path.parts[0])


def _call(call: Call, names: Names, opens: bool) -> Iterator[Problem]:
    function = called(call, names)
    if function:
        yield from _fits(call, function, opens)
    elif call.must_call:
        yield _unknown(call.path, names)
    else:
        yield from _path(call.path, names)
    for argument in (*call.params, *(value for _, value in call.options)):
        yield from _argument(argument, names)


def _argument(argument: Expression, names: Names) -> Iterator[Problem]:
    if isinstance(argument, Call):
        yield from _call(argument, names, opens=False)
    elif isinstance(argument, Path):
        yield from _path(argument, names)
    else:
        assert isinstance(argument, Literal)


def _path(path: Path, names: Names) -> Iterator[Problem]:
    if path.data and path.parts and path.parts[0] not in KNOWN_DATA and path.parts[0] not in names:
        known = ", ".join(f"@{name}" for name in KNOWN_DATA[:-1])
        yield _problem(f"{path.original} is always empty; known: {known}", path, warning=True)


def _fits(call: Call, function: Function, opens: bool) -> Iterator[Problem]:
    name, given = function.name, len(call.params)
    if given < function.fewest or (function.most is not None and given > function.most):
        hint = f"; a field of that name is read with {{{{this.{name}}}}}" if not call.must_call else ""
        yield _problem(f"'{name}' takes {_amount(function)}, not {given}: {function.usage}{hint}", call.path)
    elif function.opens and not opens:
        yield _problem(f"'{name}' opens a block: {function.usage}", call.path)
    elif opens and not function.opens and not function.tests:
        yield _problem(f"'{name}' gives a value and opens no block: {function.usage}", call.path)
    for option, _ in call.options:
        if option not in function.options:
            yield _problem(f"'{name}' does nothing with {option}=", call.path, warning=True)


def _amount(function: Function) -> str:
    if function.most is None:
        return f"{function.fewest} or more arguments"
    if function.fewest != function.most:
        return f"{function.fewest} to {function.most} arguments"
    return "one argument" if function.most == 1 else f"{function.most} arguments"


def _unknown(path: Path, names: Names) -> Problem:
    name = path.original
    if path.simple and path.parts[0] in names:
        return _problem(f"'{name}' is a block parameter and takes no arguments", path)
    if name in {"elseif", "elif", "elsif"}:
        return _problem(f"'{name}' is written as two words: {{{{else if …}}}}", path)
    near = get_close_matches(name, HELPERS, n=1)
    meant = f" (is {near[0]} meant?)" if near else ""
    return _problem(f"unknown function '{name}'{meant}; known: {', '.join(sorted(HELPERS))}", path)


def _problem(message: str, path: Path, warning: bool = False) -> Problem:
    return Problem(
        message=message, line=path.place.line, column=path.place.column, severity="warning" if warning else "error"
    )
