"""How many planted faults `inquiro check` finds: `python scripts/check_reports.py FOLDER [--verbose] [--json]`.

FOLDER holds `reports/*.md`, `world/` (pages and records of registers) and `faults.jsonl` (`report`, `kind`, `where`,
`why`). The world is served from loopback under its own names; the transport is the real one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.report_world import Loopback, ReportWorld, names_of, transport_to

from inquiro.core.pace import NoPace
from inquiro.core.settings import Settings
from inquiro.core.types import CheckFinding, Report
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime, outside
from inquiro.runtime.checks import check_request

# Which findings answer which kind of fault: the first that fits its place counts.
ANSWERS: dict[str, tuple[str, ...]] = {
    "dead_link": ("dead_link", "moved"),
    "wrong_doi": ("wrong_identifier", "not_found"),
    "retracted": ("retracted",),
    "swapped_reference": ("swapped_reference",),
    "invented_quote": ("invented_quote",),
    "missing_reference": ("unlisted",),
    "mismatched_metadata": ("mismatch", "wrong_identifier"),
    "wrong_claim": ("contradicted",),
}
DOUBTS = frozenset({"unsupported", "open"})  # said without alarm: the editor is asked to look
QUIET = frozenset({"corrected", "never_cited", "listed_twice", "concern"})  # true of the list, no fault of it
KIND_OF = {answer: kind for kind, answers in reversed(ANSWERS.items()) for answer in answers}


def flat(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def at_place(finding: CheckFinding, where: str, text: str) -> bool:
    """Whether a finding is about the place of a fault: the same sentence, or an entry on the same line."""
    first = text.count("\n", 0, text.find(where)) + 1
    last = first + where.count("\n")
    if finding.sentence and not finding.sentence.startswith("http"):
        said, there = flat(finding.sentence), flat(where)
        return said in there or there in said or _shares(said, there)
    return first <= finding.line <= last


def _shares(one: str, other: str) -> bool:
    mine, theirs = set(one.split()), set(other.split())
    return len(mine & theirs) >= 0.75 * max(min(len(mine), len(theirs)), 1) and len(mine) > 3


class Tally:
    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.otherwise: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.alarms: Counter[str] = Counter()
        self.doubts = self.sentences = self.borne_out = self.cited = 0
        self.lines: dict[str, list[str]] = defaultdict(list)

    def add(self, name: str, report: Report, text: str, faults: list[dict[str, str]]) -> None:
        assert report.check is not None
        check = report.check
        self.sentences += check.counts.sentences
        self.cited += check.counts.cited
        self.borne_out += check.counts.borne_out
        used: set[int] = set()
        for fault in faults:
            here = [at for at, one in enumerate(check.findings) if at_place(one, fault["where"], text)]
            right = [at for at in here if check.findings[at].kind in ANSWERS[fault["kind"]]]
            used |= set(here)
            if right:
                self.found[fault["kind"]] += 1
            elif here:
                self.otherwise[fault["kind"]] += 1
                told = ", ".join(sorted({check.findings[at].kind for at in here}))
                self.lines[name].append(f"OTHERWISE {fault['kind']} as {told}: {fault['where'][:110]!r}")
            else:
                self.missed[fault["kind"]] += 1
                self.lines[name].append(f"MISSED {fault['kind']}: {fault['where'][:130]!r} ({fault['why'][:90]})")
        for at, one in enumerate(check.findings):
            if at in used or one.kind in QUIET:
                continue
            if one.kind in DOUBTS:
                self.doubts += 1
                self.lines[name].append(f"doubt: {one.sentence[:100]!r}: {one.problem[:140]}")
            else:
                self.alarms[KIND_OF.get(one.kind, one.kind)] += 1
                self.lines[name].append(
                    f"FALSE ALARM {one.kind}: {(one.sentence or one.problem)[:120]!r}: {one.problem[:160]}"
                )

    def told(self) -> dict[str, Any]:
        kinds = list(ANSWERS)
        rows = {
            kind: {
                "planted": self.found[kind] + self.otherwise[kind] + self.missed[kind],
                "found": self.found[kind],
                "told_otherwise": self.otherwise[kind],
                "missed": self.missed[kind],
                "false_alarms": self.alarms[kind],
            }
            for kind in kinds
        }
        other = {kind: number for kind, number in self.alarms.items() if kind not in kinds}
        return {"kinds": rows, "other_alarms": other, "doubts": self.doubts, "sentences": self.sentences,
                "cited": self.cited, "borne_out": self.borne_out}  # fmt: skip


async def checked(folder: Path, only: str | None) -> tuple[Tally, dict[str, Any]]:
    world = ReportWorld(folder / "world")
    faults = [json.loads(line) for line in (folder / "faults.jsonl").read_text("utf-8").splitlines() if line.strip()]
    names, tally = names_of(world.hosts), Tally()
    with world.server, ExitStack() as doubles, tempfile.TemporaryDirectory(prefix="check-reports-") as home:
        network = Loopback(lambda: world.server.port)
        doubles.enter_context(patch.object(outside, "Transport", transport_to(names, network)))
        doubles.enter_context(patch.object(outside, "StorePace", lambda _: NoPace()))  # nobody here has to be spared
        settings = Settings(home=Path(home), database_url=f"sqlite:///{home}/check.db", embedding_model=OFF)
        runtime = Runtime.open(settings)
        began = time.perf_counter()
        try:
            for path in sorted((folder / "reports").glob("*.md")):
                if only and only not in path.name:
                    continue
                report = await runtime.ask(check_request(path))
                mine = [fault for fault in faults if fault["report"] == path.name]
                tally.add(path.name, report, path.read_text("utf-8"), mine)
        finally:
            runtime.close()
        known = set(names.values())
        sockets = {"dialled": len(network.dialled), "not_allowed": sum(one not in known for one in network.dialled)}
        return tally, {"seconds": round(time.perf_counter() - began, 1), **sockets}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--only", help="reports whose name holds this")
    asked.add_argument("--verbose", action="store_true", help="every miss and every false alarm")
    asked.add_argument("--json", action="store_true")
    options = asked.parse_args()
    tally, run = asyncio.run(checked(options.folder, options.only))
    told = tally.told() | run
    if options.json:
        json.dump(told, sys.stdout, indent=1)
        return
    print(f"{'kind':<22}{'planted':>8}{'found':>8}{'otherwise':>11}{'missed':>8}{'false alarms':>14}")
    for kind, row in told["kinds"].items():
        print(
            f"{kind:<22}{row['planted']:>8}{row['found']:>8}{row['told_otherwise']:>11}{row['missed']:>8}{row['false_alarms']:>14}"
        )
    print(f"other alarms: {told['other_alarms'] or 'none'}")
    print(
        f"sentences {told['sentences']}, cited {told['cited']}, borne out {told['borne_out']}, doubts beside faults {told['doubts']}"
    )
    print(f"{told['seconds']} s, {told['dialled']} connections, {told['not_allowed']} that the transport did not allow")
    if options.verbose:
        for name, lines in tally.lines.items():
            print(f"\n{name}")
            for line in lines:
                print(f"  {line}")


if __name__ == "__main__":
    main()
