"""Limits on the shape of the code that really fail: sizes, names, swallowed errors and leftovers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 400
FUNCTION_LINES = 60
# One vocabulary, flat and without logic: cutting it would only scatter it.
LONGER_MODULES: dict[str, int] = {}
# Where a broad `except` is right, and how many of them stand there.
BROAD_EXCEPTS = {
    "src/inquiro/index/background.py": 1,  # a thread's edge: whoever waits for its result gets the error
    "src/inquiro/cli/main.py": 1,  # the edge: a person gets one line, not a traceback
    "src/inquiro/retrieval/embeddings.py": 1,  # the libraries that load a model raise nothing more exact
    "src/inquiro/runtime/attempt.py": 1,  # the edge of a run: it must not look as if it still worked
    "src/inquiro/storage/writer.py": 2,  # whatever a write raised belongs to the caller that waits for it
}
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "service", "services"}
CODE = ("src", "scripts", "bench")
LEFTOVER = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home/\w+)/")
REGISTRY = re.compile(r"https?://\S+/simple\b|(?:extra-)?index[-_]url\s*=|trusted[-_]host", re.IGNORECASE)


def tracked(root: Path) -> list[Path]:
    """Files under version control, or, in an unpacked archive, every file that is not hidden."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True).stdout
        found = [root / name for name in listed.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = [p for p in root.rglob("*") if not any(part.startswith(".") for part in p.relative_to(root).parts)]
    return sorted(path for path in found if path.is_file())


def problems(root: Path) -> Iterator[str]:
    for path in tracked(root):
        name = path.relative_to(root).as_posix()
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        yield from text_problems(name, text)
        if path.suffix == ".py":
            yield from name_problems(name)
            if name.startswith(CODE):
                yield from code_problems(name, text)


def text_problems(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if name.endswith((".py", ".toml", "Makefile")) and LEFTOVER.search(line):
            yield f"{name}:{number}: unfinished work is an issue, not a comment"
        if found := MACHINE_PATH.search(line):
            yield f"{name}:{number}: a path of one machine: {found[0]}"
        if REGISTRY.search(line):
            yield f"{name}:{number}: the package registry is the machine's business"


def name_problems(name: str) -> Iterator[str]:
    if banned := BANNED_NAMES.intersection(part.removesuffix(".py").strip("_") for part in name.split("/")):
        yield f"{name}: '{banned.pop()}' says nothing; name it after what it does"


def code_problems(name: str, text: str) -> Iterator[str]:
    tree = ast.parse(text, name)
    limit = LONGER_MODULES.get(name, MODULE_LINES)
    if (lines := text.count("\n")) > limit:
        yield f"{name}: {lines} lines; {limit} are allowed"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{name}:{node.lineno}: {node.name} has {length} lines; {FUNCTION_LINES} are allowed"
    broad = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and is_broad(node.type)]
    if len(broad) > (allowed := BROAD_EXCEPTS.get(name, 0)):
        yield f"{name}: broad except at line {', '.join(map(str, broad))}; {allowed} allowed here"


def is_broad(caught: ast.expr | None) -> bool:
    """Bare, `Exception`, `BaseException`, or a tuple that holds one of them."""
    if caught is None:
        return True
    if isinstance(caught, ast.Tuple):
        return any(is_broad(element) for element in caught.elts)
    return isinstance(caught, ast.Name) and caught.id in {"Exception", "BaseException"}


def main() -> int:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    found = list(problems(root))
    print("\n".join(found) or "sizes, names and leftovers are within their limits")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
