"""Thousands of mutated research results through their parser: no crash, no invented source, no lost item.

Every one is made from its number and nothing else: `--again NUMBER` shows one of them alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from time import monotonic
from typing import Any

from fuzz import beside, clean_environment

COUNT = 10_000
AT_ONCE = 250  # that a worker does before it reports
SHOWN = 20


def tried(start: int, stop: int) -> list[Any]:
    """Some one after the other; for a worker process."""
    from inquiro.engine.modes.parsing import parse_research_result

    beside("fuzzed")
    found = list(import_module("fuzzed.result_oracle").results_tried(parse_research_result, range(start, stop)))
    for one in found:
        one.raw = ""  # too much to send
    return found


def outcomes(first: int, count: int, workers: int) -> Iterator[Any]:
    starts = range(first, first + count, AT_ONCE)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=clean_environment) as pool:
        for done in pool.map(partial(_batch, first + count), starts):
            yield from done


def _batch(end: int, start: int) -> list[Any]:
    return tried(start, min(end, start + AT_ONCE))


def again(number: int) -> int:
    """One of them, and everything that can be seen of it."""
    from inquiro.engine.modes.parsing import parse_research_result, read_result

    beside("fuzzed")
    (one,) = import_module("fuzzed.result_oracle").results_tried(parse_research_result, [number])
    print(one.raw[:20_000].encode("utf-8", "replace").decode())
    print(f"\n{one.mode}: {', '.join(one.changed)}")
    read = read_result(one.raw, one.mode)
    for item in read.items:
        print(f"- {item.source[:200]!r}\n  {item.content[:2_000]!r}")
    print(f"{read.report[:2_000]!r}\n{read.problems}\n{dict(one.dropped)}")
    print("\n".join(one.breaches) or "no breach")
    return bool(one.breaches)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=COUNT, help="mutated results to try")
    parser.add_argument("--seed", type=int, default=0, help="the first number: another one gives other results")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="one of them alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    if chosen.again is not None:
        return again(chosen.again)
    beside("fuzzed")
    import_module("fuzzed.result_oracle")  # what the workers send back is of it
    began = monotonic()
    modes, kinds, failed, dropped, found = Counter[str](), Counter[str](), Counter[str](), Counter[str](), list[str]()
    kept = untouched = 0
    for one in outcomes(chosen.seed, chosen.count, chosen.workers):
        modes[one.mode] += 1
        kinds.update(one.changed)
        dropped.update(one.dropped)
        kept, untouched = kept + one.kept, untouched + one.untouched
        if one.breaches:
            failed.update(one.changed)
            found += [f"{one.seed} ({', '.join(one.changed)}): {breach}" for breach in one.breaches]
    print(f"{'mutation':<20} {'times':>7} {'failed':>7}")
    for name, times in kinds.most_common():
        print(f"{name:<20} {times:>7} {failed[name]:>7}")
    print(f"\n{sum(modes.values())} results: {', '.join(f'{times} {mode}' for mode, times in modes.items())}")
    print(f"{kept} items and reports kept, {untouched} of them untouched; dropped: {dict(dropped)}")
    print(f"{monotonic() - began:.0f} s, failures: {len(found)}")
    print("\n".join(found[:SHOWN]))
    if found:
        print("one of them alone: python scripts/fuzz_modes.py --again NUMBER")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
