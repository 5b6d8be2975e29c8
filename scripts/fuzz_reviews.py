"""Thousands of ways in which two people look at, edit, decide on and execute results while their processes die.

Every one is made from its number: `--again NUMBER` shows one of them alone. What both do at once may end either way.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from time import monotonic

from fuzz import beside, clean_environment

COUNT = 10_000
AT_ONCE = 100  # that a worker does before it reports
SHOWN = 20


def tried(end: int, start: int) -> tuple[Counter[str], list[str]]:
    """Some one after the other; for a worker process."""
    schedules = beside("review_schedules")
    tally, found = schedules.Tally(), []
    for number in range(start, min(end, start + AT_ONCE)):
        try:
            schedules.run_schedule(Random(number), tally)
        except schedules.Breach as breach:
            found.append(f"{number}: {breach}")
    schedules.leave()
    return Counter(tally), found


def again(number: int) -> int:
    _, found = tried(number + 1, number)
    print("\n".join(found) or "no breach")
    return bool(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=COUNT, help="schedules to try")
    parser.add_argument("--seed", type=int, default=0, help="the first number: another one gives other schedules")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="one of them alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    if chosen.again is not None:
        return again(chosen.again)
    began = monotonic()
    end = chosen.seed + chosen.count
    tally, found = Counter[str](), list[str]()
    with ProcessPoolExecutor(chosen.workers, get_context("spawn"), initializer=clean_environment) as pool:
        for counted, breaches in pool.map(partial(tried, end), range(chosen.seed, end, AT_ONCE)):
            tally += counted
            found += breaches
    print(f"{tally.pop('schedules', 0)} schedules, {tally.pop('steps', 0)} steps in {monotonic() - began:.0f} s")
    print(", ".join(f"{times} {name}" for name, times in sorted(tally.items())))
    twice = sum("double execution" in one for one in found)
    other = sum("hash mismatch" in one for one in found)
    print(f"{twice} double executions, {other} hash mismatches, {len(found)} violations in all")
    print("\n".join(one[:2_000] for one in found[:SHOWN]))
    if found:
        print("one of them alone: python scripts/fuzz_reviews.py --again NUMBER")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
