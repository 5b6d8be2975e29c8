"""Claims of notes and sentences of sources in other words, all made up: some contradict each other, some do not.

`pairs.txt` holds them: `=== set`, then a claim (`- `) and a sentence (`> `) each. Rules were built on `build`; `held` was
opened once they were done (7 found, 4 false) and used since; `fresh` was written after that, run once and not used.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Pair(NamedTuple):
    claim: str
    source: str
    differs: bool


def pairs(name: str) -> list[Pair]:
    found: list[Pair] = []
    here, claim = "", ""
    for line in (HERE / "pairs.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("=== "):
            here = line[4:]
        elif line.startswith("- "):
            claim = line[2:]
        elif line.startswith("> ") and here.partition(",")[0] == name:
            found.append(Pair(claim, line[2:], "no contradiction" not in here))
    return found
