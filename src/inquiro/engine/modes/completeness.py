"""How much of a working program a snippet is, from 0 to 1, with the reasons in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from inquiro.core.types import Snippet
from inquiro.engine.modes.languages import language_named
from inquiro.engine.modes.snippet_checks import python_tree
from inquiro.engine.modes.unbound import unbound_names

_PARSES, _NAMES, _DECLARED, _RUNS, _WHOLE = 0.3, 0.2, 0.2, 0.2, 0.1
_UNKNOWN = 0.5  # of a part that nobody can check
_ELIDED = re.compile(
    r"(?m)^[ \t]*+(?:#|//|--|/\*)?+[ \t]*+(?:\.{3}|…)(?![.\w])|\bTODO\b|\bFIXME\b|(?i:(?:#|//)[^\n]{0,40}\b(?:your code|rest of the code|implementation) (?:goes )?here)|NotImplementedError"
)
_FILL_IN = re.compile(
    r"\b(?:YOUR|MY)[_-][A-Z][A-Z_-]+|<(?:your|my)[-_ ][\w -]+>|(?i:\byour[_-](?:api[_-]?key|token|secret|password)\b)|sk-(?:\.{3}|x{3,})|\bxxx+\b"
)
_CALL = re.compile(r"(?m)^[ \t]*(?:await )?[\w.$]+\(.*\)[ \t]*;?[ \t]*$|console\.log\(|\bmain\(\)")
_DATA = frozenset({"json", "yaml", "toml", "xml", "ini", "csv"})
_SCRIPTS = frozenset({"shell", "sql", "dockerfile", "powershell"})


def completeness(snippet: Snippet, dependencies: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    language = language_named(snippet.language)
    tree = python_tree(snippet.code) if language == "python" else None
    parts = (
        _parses(snippet),
        _names(tree, language),
        _declared(snippet, dependencies, language),
        _runs(snippet.code, tree, language),
        _whole(snippet.code),
    )
    score = round(sum(weight for weight, _ in parts), 3)
    return min(1.0, max(0.0, score)), tuple(reason for _, reason in parts if reason)


def _parses(snippet: Snippet) -> tuple[float, str]:
    if snippet.valid is None:
        return _PARSES * _UNKNOWN, snippet.problem or f"{snippet.language or 'its language'} cannot be checked here"
    if snippet.valid:
        return _PARSES, f"parses as {snippet.checked}"
    return 0.0, f"does not parse: {snippet.problem}"


def _names(tree: ast.Module | None, language: str) -> tuple[float, str]:
    if tree is None:
        return (0.0, "") if language == "python" else (_NAMES * _UNKNOWN, "")
    missing = unbound_names(tree)
    if not missing:
        return _NAMES, "binds every name it uses"
    shown = ", ".join(missing[:5]) + (", …" if len(missing) > 5 else "")
    return _NAMES / (1 + len(missing)), f"uses names that it never binds: {shown}"


def _declared(snippet: Snippet, dependencies: Sequence[str], language: str) -> tuple[float, str]:
    if snippet.undeclared:
        share = 1 - len(snippet.undeclared) / len(snippet.imports) if snippet.imports else 0.0
        return _DECLARED * share, f"no dependency stated for {', '.join(snippet.undeclared[:5])}"
    if snippet.imports:
        return _DECLARED, "its dependencies are stated"
    if language == "python" and snippet.valid:
        return _DECLARED, "needs nothing beyond the standard library"
    return (_DECLARED, "its dependencies are stated") if dependencies else (_DECLARED * _UNKNOWN, "")


def _runs(code: str, tree: ast.Module | None, language: str) -> tuple[float, str]:
    if language in _SCRIPTS:
        return _RUNS, "can be run as it stands"
    if language in _DATA:
        return _RUNS * _UNKNOWN, "is data, not a program"
    if tree is not None:
        return (
            (_RUNS, "has an example that runs") if _is_run(tree) else (0.0, "only defines things, without an example")
        )
    if language == "python":
        return 0.0, ""
    return (_RUNS, "has an example that runs") if _CALL.search(code) else (0.0, "has no example that runs")


def _is_run(tree: ast.Module) -> bool:
    """A call at the top level, also in a loop, a block, an assignment or under the main guard."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))
    return False


def _whole(code: str) -> tuple[float, str]:
    if found := _ELIDED.search(code):
        return 0.0, f"something is left out: `{found[0].strip()[:40]}`"
    if found := _FILL_IN.search(code):
        return _WHOLE * 0.8, f"`{found[0][:40]}` is to be filled in"
    return _WHOLE, ""
