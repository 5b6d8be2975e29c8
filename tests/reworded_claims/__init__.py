"""Claims of notes and sentences of sources in other words, all made up: some contradict each other, some do not.

`pairs.txt` holds them: `=== half`, then a claim (`- `) and a sentence (`> `) each; one half was there to build rules on,
the other was kept closed until they were done.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Pair(NamedTuple):
    claim: str
    source: str
    differs: bool


def pairs(half: str) -> list[Pair]:
    found: list[Pair] = []
    here, claim = "", ""
    for line in (HERE / "pairs.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            here = line[4:]
        elif line.startswith("- "):
            claim = line[2:]
        elif line.startswith("> ") and here.partition(",")[0] == half:
            found.append(Pair(claim, line[2:], "no contradiction" not in here))
    return found
