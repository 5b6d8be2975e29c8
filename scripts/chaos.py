"""Kill a demo run at seeded moments, resume it, and see that nothing was lost and nothing was done twice.

Half of the kills strike at a random time, half at a named moment of the code. Every resumed run must end with the
report of an undisturbed one; no effect whose answer was journaled may be performed again. With --model the run asks a
model server on loopback, and what the report says to have cost must be what an undisturbed run costs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, NamedTuple

from inquiro.cli.example_corpus import QUESTION, example_corpus
from inquiro.core.crash_points import POINTS
from inquiro.exports import strip_volatile

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # where the model server lives

MODEL = "chaos:diligent"
CHILD = Path(__file__).with_name("chaos_child.py")
OCCURRENCES = 40  # a run passes its commonest moments about this often


class Outcome(NamedTuple):
    kill: str
    struck: bool  # the process really died before it was done
    same: bool
    repeated: int
    overhead: float
    problem: str = ""


class Arena:
    """A data folder whose index is warm; on SQLite with a fresh database for every run."""

    def __init__(self, folder: Path, database: str | None, model_url: str = "", depth: str = "deep") -> None:
        self.folder = folder
        self.home = folder / "home"
        self.log = folder / "witness.log"
        self.command: tuple[str, ...] = ("demo", "--json")
        self._settings = {"INQUIRO_DATABASE_URL": database} if database else {}
        if model_url:
            asked = ("--public-corpus", str(example_corpus()), "--privacy", "local_only", "--model", MODEL)
            self.command = ("ask", QUESTION, *asked, "--max-rounds", "3", "--depth", depth, "--json")
            self._settings |= {"INQUIRO_CHAOS_URL": model_url, "INQUIRO_PRICES": f"{MODEL}=1/2"}

    def fresh(self) -> dict[str, str]:
        """The environment of one trial."""
        self.log.unlink(missing_ok=True)
        for file in self.home.glob("inquiro.db*"):
            file.unlink()
        env = {name: value for name, value in os.environ.items() if not name.startswith("INQUIRO_")}
        env |= {"INQUIRO_HOME": str(self.home), "INQUIRO_EMBEDDING_MODEL": "off"}
        return env | self._settings

    def start(self, env: dict[str, str], kill_at: str, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(CHILD), str(self.log), kill_at, *arguments]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def repeated(self) -> int:
        return len(repeated(self.log)) if self.log.exists() else 0


def repeated(log: Path) -> list[str]:
    """Effects that were performed again although their answer had been journaled, as the witness saw it."""
    journaled: set[str] = set()
    again = []
    for line in log.read_text().splitlines():
        name, _, place = line.partition(" ")
        if name == "effect.before_call" and place in journaled:
            again.append(place)
        if name == "effect.after_journal":
            journaled.add(place)
    return again


def comparable(text: str) -> Any:
    """A report without its run id, times and durations; of its usage, what models cost."""
    report = json.loads(strip_volatile(text, "json"))
    usage = json.loads(text)["usage"]
    return report | {"usage": {name: usage[name] for name in ("calls", "tokens", "cost")}}


def undisturbed(arena: Arena) -> tuple[Any, float]:
    """The report to expect, and how long a run usually takes: the first one warms the index and does not count."""
    times = []
    for _ in range(4):
        env = arena.fresh()
        began = monotonic()
        out, problems = arena.start(env, "-", *arena.command).communicate()
        times.append(monotonic() - began)
        if not out:
            raise SystemExit(f"the undisturbed run failed: {problems}")
    return comparable(out), median(times[1:])


def trial(arena: Arena, number: int, chance: random.Random, expected: Any, usual: float) -> Outcome:
    timed = number % 2 == 0
    kill_at = "-" if timed else f"{chance.choice(POINTS)}:{chance.randint(1, OCCURRENCES)}"
    delay = chance.uniform(0.2, usual) if timed else None
    env = arena.fresh()
    began = monotonic()
    first = arena.start(env, kill_at, *arena.command)
    try:
        out, told = first.communicate(timeout=delay)
    except subprocess.TimeoutExpired:
        first.kill()
        out, told = first.communicate()
    name = f"after {delay:.2f} s" if delay is not None else kill_at
    if not (struck := first.returncode != 0):
        return Outcome(name, struck, comparable(out) == expected, arena.repeated(), 0.0)
    seen = re.search(r"run ([0-9a-f]{8})", told)
    out, problems = arena.start(env, "-", "runs", "resume", *([seen[1]] if seen else []), "--json").communicate()
    if "no unfinished run" in problems:  # it died before there was a run
        out, problems = arena.start(env, "-", *arena.command).communicate()
    overhead = monotonic() - began - usual
    if not out:
        return Outcome(name, struck, False, arena.repeated(), overhead, problems.strip())
    return Outcome(name, struck, comparable(out) == expected, arena.repeated(), overhead)


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--postgres", action="store_true", help="on the server that INQUIRO_TEST_POSTGRES names")
    options.add_argument("--model", action="store_true", help="with a model server on loopback")
    options.add_argument("--thorough", action="store_true", help="with a model, other points of view and critics")
    given = options.parse_args()
    if not (given.model or given.thorough):
        return chaos(given, "")
    from inquiro.testing import DiligentModel
    from model_server import ModelServer  # type: ignore[import-not-found]  # a package of the tests

    with ModelServer(DiligentModel(rounds_needed=2), delay=0.05) as server:
        return chaos(given, server.url)


def chaos(given: argparse.Namespace, model_url: str) -> int:
    folder = Path(tempfile.mkdtemp(prefix="inquiro-chaos-"))
    try:
        depth = "thorough" if given.thorough else "deep"
        arena = Arena(folder, os.environ["INQUIRO_TEST_POSTGRES"] if given.postgres else None, model_url, depth)
        expected, usual = undisturbed(arena)
        where = ("PostgreSQL" if given.postgres else "SQLite") + (f" with a model, {depth}" if model_url else "")
        print(f"{where}, undisturbed: {usual:.1f} s, {len(expected['claims'])} sentences, {expected['usage']}")
        chance = random.Random(given.seed)
        outcomes = []
        for number in range(1, given.kills + 1):
            one = trial(arena, number, chance, expected, usual)
            outcomes.append(one)
            if not one.same or one.repeated:
                print(f"  kill {number} ({one.kill}): same={one.same} repeated={one.repeated} {one.problem}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    struck = [one for one in outcomes if one.struck]
    failures = sum(not one.same for one in outcomes)
    print(f"kills: {len(outcomes)}, of which {len(struck)} struck before the end; other reports: {failures}")
    print(f"finished effects repeated: {sum(one.repeated for one in outcomes)}")
    overheads = [max(one.overhead, 0.0) for one in struck]
    print(
        f"resume overhead: p50 {percentile(overheads, 0.5):.2f} s, p95 {percentile(overheads, 0.95):.2f} s (aim <= 2)"
    )
    return 1 if failures or any(one.repeated for one in outcomes) or not struck else 0


if __name__ == "__main__":
    sys.exit(main())
