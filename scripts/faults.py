"""Which items of the fault catalogue (docs/faults.md) are covered by a test, read from the tests' own markers."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| ([EDN, /]+) \|[^|]*\|$", re.MULTILINE)
SUMMARY = re.compile(r"^\*\*\d+ of \d+\*\* .*$", re.MULTILINE)
Coverage = dict[int, list[str]]


def marked(path: Path, root: Path) -> Iterator[tuple[int, str]]:
    """Every (fault number, test) that a file's markers name."""
    name = path.relative_to(root).as_posix()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from ((number, f"{name}::{node.name}") for mark in node.decorator_list for number in numbers(mark))
        elif isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            yield from ((number, name) for mark in ast.walk(node.value) for number in numbers(mark))


def numbers(mark: ast.AST) -> Iterator[int]:
    """The arguments of `pytest.mark.fault(1, 2)`."""
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.fault":
        yield from (
            argument.value
            for argument in mark.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, int)
        )


def coverage(root: Path = ROOT) -> Coverage:
    found: Coverage = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for number, test in marked(path, root):
            if test not in found[number]:
                found[number].append(test)
    return dict(found)


def catalogue(text: str) -> dict[int, tuple[str, str]]:
    return {int(number): (title.strip(), outcome.strip()) for number, title, outcome in ROW.findall(text)}


def rendered(text: str, covered: Coverage) -> str:
    """The page with its generated column and summary brought up to date."""
    items = catalogue(text)

    def row(found: re.Match[str]) -> str:
        tests = covered.get(int(found[1]), [])
        # One name is proof enough on the page; `make faults` prints them all.
        shown = f"`{tests[0]}`" + (f" and {len(tests) - 1} more" if len(tests) > 1 else "") if tests else "not yet"
        return f"| {found[1]} | {found[2]} | {found[3]} | {shown} |"

    done = sum(number in covered for number in items)
    return SUMMARY.sub(f"**{done} of {len(items)}** items are covered by a test so far.", ROW.sub(row, text))


def print_table(items: dict[int, tuple[str, str]], covered: Coverage) -> None:
    for number, (title, outcome) in items.items():
        tests = covered.get(number, [])
        print(f"{'✓' if tests else '·'} {number:>2}  {outcome:<5} {title}")
        for test in tests:
            print(f"            {test}")
    print(f"\n{sum(number in covered for number in items)} of {len(items)} items covered")


def main() -> int:
    page = ROOT / "docs" / "faults.md"
    text = page.read_text("utf-8")
    items, covered = catalogue(text), coverage()
    if unknown := sorted(set(covered) - set(items)):
        for number in unknown:
            print(f"no item {number} in docs/faults.md, but named by {', '.join(covered[number])}", file=sys.stderr)
        return 1
    if "--write" in sys.argv:
        page.write_text(rendered(text, covered), "utf-8")
    elif "--check" in sys.argv:
        if rendered(text, covered) != text:
            print("docs/faults.md is out of date; run `make docs`", file=sys.stderr)
            return 1
    else:
        print_table(items, covered)
    return 0


if __name__ == "__main__":
    sys.exit(main())
