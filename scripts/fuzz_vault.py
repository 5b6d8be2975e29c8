"""Thousands of edit schedules of one note: nothing outside the section changes, and no line of its reader is lost.

Every one is made from its number and nothing else: `--again NUMBER` shows one of them alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz import beside
from schedules import AT_ONCE, try_many

COUNT = 5_000


def tried(end: int, start: int) -> tuple[Counter[str], list[str]]:
    """Some one after the other; for a worker process."""
    schedules = beside("note_schedules")
    tally, found = schedules.Tally(), []
    for number in range(start, min(end, start + AT_ONCE)):
        with TemporaryDirectory() as folder:
            try:
                schedules.run_schedule(Path(folder), Random(number), tally)
            except schedules.Breach as breach:
                found.append(f"{number}: {breach}")
    return Counter(tally), found


if __name__ == "__main__":
    kinds = {"with bytes changed outside the section": "bytes outside", "with lost edits": "are lost"}
    sys.exit(try_many(__doc__, tried, COUNT, kinds))
