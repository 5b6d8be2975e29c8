"""The calls that can be seen in a verb template before there is any data: which verbs, with which arguments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from inquiro.core.types import Problem, VerbSpec
from inquiro.onboarding.verbs.argument_types import names_of
from inquiro.onboarding.verbs.complaints import missing, unknown_argument, unknown_verb

_MUSTACHE = re.compile(
    r"\{\{~?!--.*?--~?\}\}|\{\{\{\{.*?\}\}\}\}|\{\{\{.*?\}\}\}|\{\{(?:[^\"'{}]|\"[^\"]*\"|'[^']*')*\}\}", re.DOTALL
)
_BLOCK = re.compile(r"\{\{~?\s*(?:[#/^!]|else\b)")
_VALUE = "\x00"  # stands for whatever a mustache will print
_STARRED = re.compile(r"\x00+")
_TOKEN = re.compile(
    r";[^\n]*|\"(?:[^\"\\]|\\.)*\"?|(?P<open>\()\s*(?P<verb>[A-Za-z\x00][\w\x00.:/-]*)?|(?P<value>[\[{])|(?P<close>[)\]}])"
    r"|(?P<argument>:[A-Za-z\x00][\w\x00-]*)|(?P<reference>@[\w\x00-]+)",
    re.DOTALL,
)


class SeenCall(NamedTuple):
    verb: str
    line: int
    column: int
    arguments: tuple[str, ...] = ()
    known: bool = True  # no name in it depends on data


class SeenName(NamedTuple):
    """`@name` where it is bound (`:as`) or used; what depends on data stands as a star."""

    name: str
    binds: bool
    line: int
    column: int


class Seen(NamedTuple):
    calls: list[SeenCall]
    names: list[SeenName]


def scan(template: str) -> Seen:
    """Tolerant: what a template does with its parentheses in blocks is known only when it is rendered."""
    text = _MUSTACHE.sub(_stand_in, template)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    calls: list[SeenCall] = []
    names: list[SeenName] = []
    open_calls: list[int] = []  # places in `calls`; -1: a bracket that is no call
    awaited, since = "", 0  # the argument whose value comes next, and where its name ended
    for match in _TOKEN.finditer(text):
        adjacent = bool(awaited) and not text[since : match.start()].strip()
        if match["open"]:
            open_calls.append(_opened(starts, match, calls))
        elif match["value"]:
            open_calls.append(-1)  # the keys of a map are no arguments
        elif match["close"]:
            del open_calls[-1:]
        elif match["reference"]:
            name = _STARRED.sub("*", match["reference"][1:])
            names.append(SeenName(name, adjacent and awaited == "as", *_at(starts, match.start())))
        elif match["argument"] and not adjacent:  # else it is a keyword that stands as a value
            awaited, since = match["argument"][1:], match.end()
            _argument(calls, open_calls, awaited)
            continue
        awaited = ""
    for at in open_calls:  # begun in one block and closed in another: nobody can say what is in it
        if at >= 0:
            calls[at] = calls[at]._replace(known=False)
    return Seen(calls, names)


def verb_problems(template: str, specs: Mapping[str, VerbSpec]) -> Iterator[Problem]:
    """Unknown verbs, unknown or missing arguments, and @names that nothing in the template binds."""
    seen = scan(template)
    for call in seen.calls:
        if call.verb in specs:
            yield from _arguments(call, specs[call.verb])
        elif _VALUE not in call.verb:
            yield _problem(call, unknown_verb(call.verb, specs))
    bound = {name.name for name in seen.names if name.binds}
    for name in seen.names:
        if not name.binds and name.name not in bound and not any(_may_be(name.name, other) for other in bound):
            message = f"@{name.name} is used here, and nothing in this template binds it (:as @{name.name})"
            yield Problem(message=message, line=name.line, column=name.column, severity="warning")


def _may_be(used: str, bound: str) -> bool:
    """`fund_0` may be what `fund_*` turns into, and the other way round."""
    return "*" in used + bound and (fnmatchcase(used, bound) or fnmatchcase(bound, used))


def _arguments(call: SeenCall, spec: VerbSpec) -> Iterator[Problem]:
    if not call.known:
        return
    names = names_of(spec)
    given = {names.get(argument.replace("_", "-"), argument) for argument in call.arguments}
    for argument in call.arguments:
        if argument.replace("_", "-") not in names and not spec.open:
            yield _problem(call, unknown_argument(spec, argument))
    yield from (_problem(call, lacking) for lacking in missing(spec, given))


def _stand_in(match: re.Match[str]) -> str:
    """Blanks for a block tag, a mark for a value; lines and columns stay as they are."""
    blank = re.sub(r"[^\n]", " ", match[0])
    return blank if _BLOCK.match(match[0]) else _VALUE + blank[1:] if "\n" in blank else _VALUE * len(blank)


def _opened(starts: list[int], match: re.Match[str], calls: list[SeenCall]) -> int:
    verb = match["verb"] or ""
    if "." not in verb:
        return -1
    calls.append(SeenCall(verb, *_at(starts, match.start()), known=_VALUE not in verb))
    return len(calls) - 1


def _argument(calls: list[SeenCall], open_calls: list[int], name: str) -> None:
    if name == "as" or not open_calls or open_calls[-1] < 0:
        return
    at = open_calls[-1]
    if _VALUE in name:
        calls[at] = calls[at]._replace(known=False)
    elif name not in calls[at].arguments:
        calls[at] = calls[at]._replace(arguments=(*calls[at].arguments, name))


def _at(starts: list[int], offset: int) -> tuple[int, int]:
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def _problem(call: SeenCall, message: str) -> Problem:
    return Problem(message=message, line=call.line, column=call.column)
