"""Trying thousands of schedules, each made from its number alone, on all cores; what `fuzz_vault` and `fuzz_reviews` share."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import monotonic

from fuzz import clean_environment

AT_ONCE = 100  # that a worker does before it reports
SHOWN = 20
Tried = Callable[[int, int], tuple[Counter[str], list[str]]]  # up to, and from which number


def try_many(description: str, tried: Tried, count: int, kinds: Mapping[str, str]) -> int:
    """`kinds`: what is counted apart, and the words by which a breach of that kind is known."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("--count", type=int, default=count, help="schedules to try")
    parser.add_argument("--seed", type=int, default=0, help="the first number: another one gives other schedules")
    parser.add_argument("--again", type=int, metavar="NUMBER", help="one of them alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    if chosen.again is not None:
        _, found = tried(chosen.again + 1, chosen.again)
        print("\n".join(found) or "no breach")
        return bool(found)
    began = monotonic()
    end = chosen.seed + chosen.count
    tally, found = Counter[str](), list[str]()
    with ProcessPoolExecutor(chosen.workers, get_context("spawn"), initializer=clean_environment) as pool:
        for counted, breaches in pool.map(partial(tried, end), range(chosen.seed, end, AT_ONCE)):
            tally += counted
            found += breaches
    print(f"{tally.pop('schedules', 0)} schedules, {tally.pop('steps', 0)} steps in {monotonic() - began:.0f} s")
    print(", ".join(f"{times} {name}" for name, times in sorted(tally.items())))
    counted_apart = [f"{sum(words in one for one in found)} {kind}" for kind, words in kinds.items()]
    print(f"{', '.join(counted_apart)}, {len(found)} breaches in all")
    print("\n".join(one[:2_000] for one in found[:SHOWN]))
    if found:
        print("one of them alone: --again NUMBER")
    return bool(found)
