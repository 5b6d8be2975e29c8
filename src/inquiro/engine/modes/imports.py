"""What code needs beyond its language's own: imported packages, and those that nobody declared."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Sequence

from inquiro.engine.modes.package_names import normal, package_of, provides
from inquiro.engine.modes.snippet_checks import LONGEST, python_tree
from inquiro.engine.modes.transcripts import bare_line

_NODE = frozenset(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http"
    " http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys"
    " timers tls trace_events tty url util v8 vm wasi worker_threads zlib test sqlite sea".split()
)
_PYTHON_LINE = re.compile(r"[ \t]*(?:from[ \t]+(?P<source>[\w.]+)[ \t]+import\b|import[ \t]+(?P<modules>[\w., \t]+))")
_SCRIPT = re.compile(
    r"""\bfrom[ \t]*(?P<a>['"])(?P<source>[^'"\n]{1,200})(?P=a)|\brequire\([ \t]*(?P<b>['"])(?P<required>[^'"\n]{1,200})(?P=b)"""
    r"""|\bimport[ \t]*\(?[ \t]*(?P<c>['"])(?P<bare>[^'"\n]{1,200})(?P=c)"""
)
_SPACES = frozenset({"google", "google.cloud", "azure", "ruamel"})  # shared by packages: the name below tells which


def imports_of(code: str, language: str) -> tuple[str, ...]:
    """In their order; what a language brings itself and what lies beside the code is left out."""
    if language == "python":
        return _python(code[:LONGEST])
    return _script(code[:LONGEST]) if language in {"javascript", "typescript"} else ()


def undeclared(imports: Sequence[str], language: str, dependencies: Sequence[str]) -> tuple[str, ...]:
    packages = frozenset(name for stated in dependencies if (name := package_of(stated)))
    if language == "python":
        return tuple(module for module in imports if not provides(module, packages))
    return tuple(module for module in imports if normal(module) not in packages)


def _python(code: str) -> tuple[str, ...]:
    tree = python_tree(code)
    modules = _of_tree(tree) if tree is not None else _of_lines(code)
    found = dict.fromkeys(_top(module) for module in modules if module)
    return tuple(name for name in found if name.partition(".")[0] not in sys.stdlib_module_names)


def _of_tree(tree: ast.Module) -> list[str]:
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            shared = node.module in _SPACES
            found += [(node.lineno, f"{node.module}.{alias.name}" if shared else node.module) for alias in node.names]
    return [name for _, name in sorted(found, key=lambda one: one[0])]


def _of_lines(code: str) -> Iterable[str]:
    """Of code that does not parse."""
    for line in code.splitlines():
        found = _PYTHON_LINE.match(bare_line(line))
        if found and found["source"]:
            yield found["source"] if not found["source"].startswith(".") else ""
        elif found and found["modules"]:
            yield from (part.split()[0] for part in found["modules"].split(",") if part.split())


def _top(module: str) -> str:
    parts = module.split(".")
    depth = next((count for count in (3, 2) if ".".join(parts[: count - 1]) in _SPACES), 1)
    return ".".join(parts[:depth])


def _script(code: str) -> tuple[str, ...]:
    names = (found["source"] or found["required"] or found["bare"] for found in _SCRIPT.finditer(code))
    return tuple(dict.fromkeys(name for one in names if (name := _script_package(one))))


def _script_package(name: str) -> str:
    if name.startswith((".", "/", "node:", "@/", "~", "#")) or ":" in name:
        return ""
    parts = name.split("/")
    package = "/".join(parts[:2]) if name.startswith("@") else parts[0]
    return "" if package in _NODE or (name.startswith("@") and len(parts) < 2) else package
