"""Thousands of ways in which two people look at, edit, decide on and execute results while their processes die.

Every one is made from its number: `--again NUMBER` shows one of them alone. What both do at once may end either way.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from fuzz import beside
from schedules import AT_ONCE, try_many

COUNT = 10_000


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


if __name__ == "__main__":
    kinds = {"double executions": "double execution", "hash mismatches": "hash mismatch"}
    sys.exit(try_many(__doc__, tried, COUNT, kinds))
