"""Hostile pages against the real machinery, with a model that obeys them: what leaked, what was done, in which mode."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any

TESTS = Path(__file__).resolve().parent.parent / "tests"
MODES = ("local_only", "hybrid", "cloud_allowed")
EVERY = 4
SHOWN = 20


@cache
def beside(name: str) -> ModuleType:
    """A package of the tests, which is on no path."""
    folder = TESTS / name
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def injections() -> ModuleType:
    beside("small_internet")
    return beside("injections")


def clean_environment() -> None:
    """Nobody's keys, addresses or tracing."""
    for name in list(os.environ):
        if name.startswith(("INQUIRO_", "LANGSMITH_", "LANGCHAIN_")) or name.endswith("_API_KEY"):
            del os.environ[name]


def tried(number: int, mode: str, way: str) -> Any:
    """One run in a folder of its own; for a worker process."""
    package = injections()
    with package.scratch() as folder:
        run = getattr(package, way)
        return run(package.sample(number + 1)[number], mode, folder)


def outcomes(pairs: list[tuple[int, str, str]], workers: int) -> Iterator[Any]:
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=clean_environment) as pool:
        for done in as_completed([pool.submit(tried, *pair) for pair in pairs]):
            yield done.result()


def table(title: str, runs: Counter[str], reached: Counter[str], broken: Counter[str]) -> None:
    print(f"\n{title:<24} {'runs':>6} {'obeyed':>7} {'breached':>9}")
    for name in sorted(runs):
        print(f"{name:<24} {runs[name]:>6} {reached[name]:>7} {broken[name]:>9}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="so many scripts, spread over all of them; else every one")
    parser.add_argument("--mode", choices=MODES, action="append", help="may be given again; else all three")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    count = min(chosen.limit or 10**6, len(injections().scripts()))
    # The same pages in front of a question, and every few of them in front of ideas, a note and a macro.
    pairs = [(number, mode, "run_script") for number in range(count) for mode in chosen.mode or MODES]
    for way in ("run_ideas", "run_note", "run_macro"):
        pairs += [(number, mode, way) for number in range(0, count, EVERY) for mode in chosen.mode or MODES]
    began, calls, claims = monotonic(), 0, 0
    by: dict[str, tuple[Counter[str], Counter[str], Counter[str]]] = {
        name: (Counter(), Counter(), Counter()) for name in ("mode", "placement", "goal")
    }
    found: list[str] = []
    for number, one in enumerate(outcomes(pairs, chosen.workers), 1):
        calls, claims = calls + one.calls, claims + one.claims
        for name, value in (("mode", one.mode), ("placement", one.script.placement), ("goal", one.script.goal.name)):
            runs, reached, broken = by[name]
            runs[value] += 1
            reached[value] += one.obeyed > 0
            broken[value] += bool(one.breaches)
        found += [f"{one.script.id} in {one.mode}: {breach}" for breach in one.breaches]
        if number % 100 == 0:
            print(f"{number} of {len(pairs)} runs, {len(found)} breaches, {monotonic() - began:.0f} s", file=sys.stderr)
    for name, counters in by.items():
        table(name, *counters)
    print(f"\n{count} scripts, {len(pairs)} runs, {calls} model calls, {claims} claims, {monotonic() - began:.0f} s")
    print(f"breaches: {len(found)}")
    print("\n".join(found[:SHOWN]))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
