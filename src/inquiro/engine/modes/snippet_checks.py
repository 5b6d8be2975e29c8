"""Whether code can be parsed, said without running it: Python, JSON, YAML, TOML and shell."""

from __future__ import annotations

import ast
import json
import re
import sys
import textwrap
import threading
import tomllib
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import yaml

from inquiro.engine.modes.shell_check import shell_problem
from inquiro.engine.modes.transcripts import is_session, is_shell_session, typed_in_python, typed_in_shell

LONGEST = 200_000  # no snippet is longer; whole files are not checked here
_DEEPEST = 200  # brackets within brackets
_MOST_EVENTS = 200_000
_TOO_DEEP = "too deeply nested to be checked"
_LONG_KEY = re.compile(r"(?:[\w\"'-]+[ \t]*\.[ \t]*){60}")  # its reader keeps every beginning of a dotted key
_MAGIC = re.compile(r"(?P<indent>[ \t]*)(?:[!%?].*|[\w.]+\?{1,2}[ \t]*)$")
_ASSIGNED_MAGIC = re.compile(r"(?P<name>[ \t]*[\w., ]+=[ \t]*)[!%].*$")
_BLANK_TO_FILL = re.compile(r"<[A-Za-z][\w .:/-]{0,40}>")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_PYTHON_2 = (
    (re.compile(r"Missing parentheses in call to '(?:print|exec)'"), "a print or exec statement"),
    (re.compile(r"multiple exception types must be parenthesized"), "`except A, b`"),
)
_PYTHON_2_LINES = (
    (re.compile(r"^\s*print\s+(?![=(.,:\[]|in\b|is\b)"), "a print statement"),
    (re.compile(r"^\s*raise \w+, "), "`raise A, b`"),
    (re.compile(r"<>"), "`<>`"),
    (re.compile(r"\b0\d+\b"), "an old octal number"),
    (re.compile(r"\bur['\"]"), "an `ur` string"),
)
_one_at_a_time = threading.Lock()  # warnings are switched for the whole process


class Check(NamedTuple):
    """How it was checked, whether it parses (None: nobody can tell), and what is wrong with it."""

    checked: str = ""
    valid: bool | None = None
    problem: str = ""


def check(code: str, language: str) -> Check:
    """`language` is one of our own names; what nobody here can check comes back without a verdict."""
    checker = _CHECKERS.get(language)
    if checker is None or not code.strip():
        return Check()
    if len(code) > LONGEST:
        return Check(problem=f"too long to be checked ({len(code):,} characters)")
    if "\x00" in code:
        return Check(language, False, f"line {code[: code.index(chr(0))].count(chr(10)) + 1}: a NUL character")
    problem = checker(code)
    if problem is None or problem == _TOO_DEEP:
        return Check(problem=problem or "")
    return Check(language, not problem, problem)


def parses(code: str, language: str) -> bool:
    return check(code, language).valid is True


def python_tree(code: str) -> ast.Module | None:
    """The syntax tree of what was typed, where there is one; notebook commands are passed over."""
    if len(code) > LONGEST or "\x00" in code:
        return None
    tree, _ = _parsed(code)
    return tree


def _python(code: str) -> str | None:
    tree, error = _parsed(code)
    if tree is not None:
        return ""
    return _TOO_DEEP if error is None else _syntax(error, code)


@lru_cache(maxsize=16)
def _parsed(code: str) -> tuple[ast.Module | None, SyntaxError | None]:
    """A tree, or what is wrong; neither where it is nested too deeply to tell."""
    typed = textwrap.dedent(typed_in_python(code) if is_session(code) else code)
    if _depth(typed) > _DEEPEST:
        return None, None
    try:
        return _tree(typed), None
    except SyntaxError as error:
        without = _without_magic(typed)
        if without == typed:
            return None, error
    except (RecursionError, MemoryError, ValueError):
        return None, None
    try:
        return _tree(without), None
    except SyntaxError as error:
        return None, error
    except (RecursionError, MemoryError, ValueError):
        return None, None


def _tree(code: str) -> ast.Module:
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the snippet's strings, not of ours
        return ast.parse(code)


def _without_magic(code: str) -> str:
    """A notebook's own commands become `pass`, so that everything else keeps its place."""
    lines = code.split("\n")
    for at, line in enumerate(lines):
        if magic := _MAGIC.match(line):
            lines[at] = f"{magic['indent']}pass"
        elif assigned := _ASSIGNED_MAGIC.match(line):
            lines[at] = f"{assigned['name']}None"
    return "\n".join(lines)


def _syntax(error: SyntaxError, code: str) -> str:
    line = error.lineno or 1
    message = str(error.msg)
    source = code.split("\n")[line - 1] if 0 < line <= code.count("\n") + 1 else ""
    old = next((what for sign, what in _PYTHON_2 if sign.search(message)), "")
    old = old or next((what for sign, what in _PYTHON_2_LINES if sign.search(source)), "")
    if old:
        return f"line {line}: Python 2: {old}"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"line {line}: {message[:200]} (as Python {version} reads it)"


def _json(code: str) -> str | None:
    problem = _json_problem(code)
    lines = [(number, line) for number, line in enumerate(code.splitlines(), 1) if line.strip()]
    if not problem or problem == _TOO_DEEP:
        return problem
    if len(lines) > 1 and all(line.lstrip()[:1] in {"{", "["} and not _json_problem(line) for _, line in lines):
        return ""
    comments = [number for number, line in lines if line.lstrip().startswith(("//", "#"))]
    bare = "\n".join(line for number, line in lines if number not in comments)
    if comments and bare and not _json_problem(bare):
        return f"line {comments[0]}: a comment, which JSON does not have"
    return problem


def _json_problem(code: str) -> str:
    if _depth(code) > _DEEPEST:
        return _TOO_DEEP
    try:
        json.loads(code, parse_int=str, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        return f"line {error.lineno}: {error.msg}"
    except ValueError as error:
        return f"line 1: {error}"
    return ""


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _toml(code: str) -> str | None:
    if _depth(code) > _DEEPEST or _LONG_KEY.search(code):
        return _TOO_DEEP
    try:
        tomllib.loads(code)
    except ValueError as error:
        found = re.search(r"\(at (?:line (?P<line>\d+), column \d+|end of document)\)", str(error))
        line = found["line"] if found and found["line"] else str(code.count("\n") + 1)
        return f"line {line}: {str(error).partition(' (at ')[0][:200]}"
    return ""


def _yaml(code: str) -> str | None:
    """Only parsed, never built: what refers to itself a billion times stays as small as it is written."""
    if _depth(code) > _DEEPEST:
        return _TOO_DEEP
    anchors: set[str] = set()
    try:
        for count, event in enumerate(yaml.parse(code, Loader=_YAML)):
            if count > _MOST_EVENTS:
                return None
            anchor = getattr(event, "anchor", None)
            if isinstance(event, yaml.AliasEvent) and anchor not in anchors:
                line = event.start_mark.line + 1 if event.start_mark else 1
                return f"line {line}: *{anchor} refers to nothing before it"
            if anchor is not None:
                anchors.add(anchor)
    except yaml.MarkedYAMLError as error:
        line = min(error.problem_mark.line, code.rstrip().count("\n")) + 1 if error.problem_mark else 1
        return f"line {line}: {(error.problem or error.context or 'cannot be parsed')[:200]}"
    except yaml.YAMLError as error:
        return f"line 1: {str(error).splitlines()[0][:200]}"
    return ""


def _shell(code: str) -> str | None:
    typed = textwrap.dedent(typed_in_shell(code) if is_shell_session(code) else code)
    problem = shell_problem(typed)
    blank = _BLANK_TO_FILL.search(typed) if problem else None
    if blank and shell_problem(_BLANK_TO_FILL.sub("x", typed)) == "":
        return f"line {typed.count(chr(10), 0, blank.start()) + 1}: `{blank[0]}` is to be filled in"
    return problem


def _depth(code: str) -> int:
    """Brackets within brackets, and signs before signs, which nest as deeply."""
    deepest = depth = run = 0
    for character in code:
        if character in _OPENING:
            depth += 1
            deepest = max(deepest, depth)
        elif character in _CLOSING:
            depth = max(0, depth - 1)
        run = run + 1 if character in "-~+!" else 0
        deepest = max(deepest, run // 10)
    return deepest


_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CHECKERS: dict[str, Callable[[str], str | None]] = {
    "python": _python,
    "json": _json,
    "yaml": _yaml,
    "toml": _toml,
    "shell": _shell,
}
