"""What a run costs beyond waiting: every outside call is a fixed sleep, and the rest of the wall time is ours."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from _base_install import without_embeddings
from _sleeper import SECONDS, OnlySleeper, SleepingReasoner
from _table import Row, show, sound
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import Report, ResearchRequest
from inquiro.runtime import Runtime, wiring
from inquiro.storage.writer import GroupWriter

ROUNDS = 4
RUNS = 3
AIM = 1.10
QUESTION = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"


class Measured(NamedTuple):
    """A run, its wall time, when its events came, and how long each transaction took."""

    report: Report
    seconds: float
    events: list[tuple[float, Event]]
    commits: list[float]
    chain: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.chain

    def by_stage(self) -> dict[str, float]:
        """Seconds up to an event of each stage from the event before it."""
        spent: dict[str, float] = {}
        for (before, _), (after, event) in zip(self.events, self.events[1:], strict=False):
            spent[event.stage] = spent.get(event.stage, 0.0) + after - before
        return spent


async def measure(runtime: Runtime, *, thinking: bool) -> Measured:
    request = ResearchRequest(question=QUESTION, max_iterations=ROUNDS, unattended=True, fresh=True)
    events: list[tuple[float, Event]] = []
    with timed_commits() as commits:
        started = time.perf_counter()
        report = sound(await runtime.ask(request, lambda event: events.append((time.perf_counter(), event))))
        seconds = time.perf_counter() - started
    return Measured(report, seconds, events, commits, chain(report.iterations_used, thinking=thinking))


def chain(rounds: int, *, thinking: bool) -> float:
    """Effects that wait for each other: prepare, then search and open per round; a model also plans, reads, judges, writes."""
    effects = 1 + 2 * rounds + (2 + 2 * rounds if thinking else 0)
    return SECONDS * effects


@contextmanager
def timed_commits() -> Iterator[list[float]]:
    """How long each transaction of the store takes."""
    plain = GroupWriter._commit
    times: list[float] = []

    def commit(writer: GroupWriter, batch: Any) -> None:
        started = time.perf_counter()
        plain(writer, batch)
        times.append(time.perf_counter() - started)

    GroupWriter._commit = commit  # type: ignore[assignment, method-assign]
    yield times
    GroupWriter._commit = plain  # type: ignore[method-assign]


async def best_run(*, thinking: bool) -> Measured:
    """The best of some runs after one that warms everything up: loading LangGraph is start-up, not overhead."""
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(Settings(home=Path(home), database_url=f"sqlite:///{home}/inquiro.db"))
        await measure(runtime, thinking=thinking)
        found = [await measure(runtime, thinking=thinking) for _ in range(RUNS)]
        runtime.close()
    return min(found, key=lambda one: one.ratio)


def rows_for(run: Measured) -> list[Row]:
    rounds = run.report.iterations_used
    return [
        Row("wall time / longest chain of dependent effects", run.ratio, "x", AIM),
        Row(f"longest chain ({rounds} rounds)", run.chain, "s"),
        Row("wall time", run.seconds, "s"),
        Row("the rest, per round", 1000 * (run.seconds - run.chain) / rounds, "ms"),
        Row(f"{len(run.commits)} transactions of the store (partly in the sleeps)", 1000 * sum(run.commits), "ms"),
        *(Row(f"up to '{stage}' events", 1000 * spent, "ms") for stage, spent in run.by_stage().items()),
    ]


def main() -> None:
    without_embeddings()
    wiring.sources = OnlySleeper()  # type: ignore[assignment, attr-defined]
    extractive = asyncio.run(best_run(thinking=False))
    wiring.embedded_reasoner = SleepingReasoner  # type: ignore[assignment]
    sleeping = asyncio.run(best_run(thinking=True))
    show(f"Overhead, every effect {1000 * SECONDS:.0f} ms, model calls too", rows_for(sleeping))
    show(f"Overhead, every effect {1000 * SECONDS:.0f} ms, extractive reasoner", rows_for(extractive))
    print("  The extractive reasoner's own thinking counts as overhead in the second table.\n")


if __name__ == "__main__":
    main()
