"""Thousands of mutated model answers through whole runs and through the reasoning alone: no invented source may show.

Every run is made from its name (`whole:17`, `inner:204`) and nothing else: `--again NAME` shows one of them alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from time import monotonic
from typing import Any

from fuzz import beside, clean_environment

OUTPUTS = 10_000
WHOLE = 0.25  # of the mutated answers go through whole runs
AT_ONCE = {"whole": 15, "inner": 100}  # runs that a worker does before it reports
SHOWN = 20


@dataclass
class Tally:
    """What was done and seen in one way of running."""

    runs: int = 0
    refused: int = 0
    breached: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, one: Any) -> None:
        self.runs += 1
        self.refused += bool(one.refused)
        self.breached += bool(one.breaches)
        self.seconds += one.seconds
        self.counts.update(outputs=one.outputs, mutated=one.spoiled, claims=one.claims, citations=one.citations)
        self.counts.update(one.labels)


def tried(way: str, seeds: range) -> list[Any]:
    """Some runs one after the other; for a worker process."""
    outcomes = list(getattr(beside("fuzzed"), way)(seeds))
    for one in outcomes:
        one.report = None  # too much to send
    return outcomes


def outcomes(wanted: int, first: int, workers: int) -> Iterator[Any]:
    """Until so many answers were mutated; both ways side by side, each up to its share."""
    left = {"whole": int(wanted * WHOLE), "inner": wanted - int(wanted * WHOLE)}
    seeds = {way: count(first, size) for way, size in AT_ONCE.items()}
    running: dict[Future[list[Any]], str] = {}
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=clean_environment) as pool:
        while running or any(number > 0 for number in left.values()):
            for way in [way for way, number in left.items() if number > 0]:
                while sum(one == way for one in running.values()) < -(-workers // 2):
                    start = next(seeds[way])
                    running[pool.submit(tried, way, range(start, start + AT_ONCE[way]))] = way
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                way = running.pop(future)
                for one in future.result():
                    left[way] -= one.spoiled
                    yield one


def again(name: str) -> int:
    """One run, and everything that can be seen of it."""
    way, _, seed = name.partition(":")
    (one,) = getattr(beside("fuzzed"), way)([int(seed)])
    print(one.report.answer if one.report else one.refused)
    print(f"\n{one.outputs} answers, {one.spoiled} mutated: {dict(one.kinds)}")
    print("\n".join(one.breaches) or "no breach")
    return bool(one.breaches)


def table(tallies: dict[str, Tally]) -> None:
    columns = ("outputs", "mutated", "claims", "citations", "quoted", "supported", "inferred", "uncited")
    print(f"{'way':<7} {'runs':>6} " + " ".join(f"{name:>9}" for name in columns) + "   refused  breached")
    for way, tally in tallies.items():
        cells = " ".join(f"{tally.counts[name]:>9}" for name in columns)
        print(f"{way:<7} {tally.runs:>6} {cells} {tally.refused:>9} {tally.breached:>9}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--outputs", type=int, default=OUTPUTS, help="mutated answers to try at least")
    parser.add_argument("--first", type=int, default=0, help="the first seed: another one gives other answers")
    parser.add_argument("--again", metavar="NAME", help="one run alone, such as inner:204")
    parser.add_argument("--kinds", action="store_true", help="say how often each mutation was used")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    chosen = parser.parse_args()
    if chosen.again:
        return again(chosen.again)
    beside("fuzzed")  # what the workers send back is of it
    began, tallies, kinds = monotonic(), {way: Tally() for way in AT_ONCE}, Counter[str]()
    found: list[str] = []
    for number, one in enumerate(outcomes(chosen.outputs, chosen.first, chosen.workers), 1):
        tallies[one.way].add(one)
        kinds.update(one.kinds)
        found += [f"{one.way}:{one.seed}: {breach}" for breach in one.breaches]
        if number % 200 == 0:
            print(f"{number} runs, {len(found)} breaches, {monotonic() - began:.0f} s", file=sys.stderr)
    table(tallies)
    if chosen.kinds:
        print("\n".join(f"{times:>7} {name}" for name, times in kinds.most_common()))
    mutated = sum(tally.counts["mutated"] for tally in tallies.values())
    print(f"\n{mutated} mutated answers, {len(kinds)} kinds of mutation, {monotonic() - began:.0f} s")
    print(f"breaches: {len(found)}")
    print("\n".join(found[:SHOWN]))
    if found:
        print("one of them alone: python scripts/fuzz_outputs.py --again NAME")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
