"""What a run costs beyond waiting for its sources: every outside call is a fixed sleep and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _table import Row, show

from inquiro.core.events import Emit, Event
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    Loss,
    ProviderKind,
    Report,
    ResearchRequest,
    SourceResult,
    SourceType,
)
from inquiro.runtime import Runtime, wiring
from inquiro.storage.writer import GroupWriter

EFFECT_SECONDS = 0.3
ROUNDS = 4
RUNS = 3
AIM = 1.10
QUESTION = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"
_TOPICS = ("cost of planting", "who pays", "water in dry summers", "failure in narrow streets", "cooling at noon")


class Sleeper:
    """A source whose every answer takes the same time and no work: ten new pages for each search."""

    name = "sleeper"
    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    requests_per_second = 0.0
    leaves_machine = "nothing, but it behaves as if"
    keys: tuple[str, ...] = ()
    calls: Counter[str] = Counter()

    def __init__(self, _context: ProviderContext) -> None:
        self._found = 0

    def availability(self) -> Availability:
        return Availability(available=True)

    async def prepare(self, _emit: Emit) -> list[Loss]:
        await self._sleep("prepare")
        return []

    async def search(self, _query: str, max_results: int, _filters: Filters) -> list[SourceResult]:
        self._found += max_results
        numbers = range(self._found - max_results, self._found)
        await self._sleep("search")
        return [self._hit(number) for number in numbers]

    async def open(self, hit: SourceResult) -> Document:
        await self._sleep("open")
        number = int(hit.url.rsplit("/", 1)[1])
        text = page(number)
        return Document(
            id=hashlib.sha256(hit.url.encode()).hexdigest()[:32],
            url=hit.url,
            title=hit.title,
            text=text,
            sha256=hashlib.sha256(text.encode()).hexdigest(),
            media_type="text/plain",
            fetched_at=datetime.now(UTC),
            source_name=self.name,
        )

    def _hit(self, number: int) -> SourceResult:
        title = f"Report {number} on street trees"
        return SourceResult(url=f"https://example.org/{number}", title=title, snippet=title, source_name=self.name)

    async def _sleep(self, kind: str) -> None:
        self.calls[kind] += 1
        await asyncio.sleep(EFFECT_SECONDS)


class OnlySleeper:
    """A registry with one name."""

    def names(self) -> list[str]:
        return [Sleeper.name]

    def get(self, _name: str) -> Callable[[ProviderContext], Sleeper]:
        return Sleeper


def page(number: int) -> str:
    """About 500 words; what it says differs from page to page, so that no round is saturated."""
    place = f"Town{number:03}"
    paragraphs = [
        f"In {place} the {topic} was recorded in {1950 + number % 70} as {number * 17 + at * 31} units per street. "
        f"Officer {place}berg of the {topic} office said that street trees were counted {number + at} times. "
        f"The neighbours of {place} keep records of the {topic} and compare them with those of other towns every year. "
        for at, topic in enumerate(_TOPICS)
    ]
    return "\n\n".join(paragraph * 2 for paragraph in paragraphs)


class Measured:
    """The wall time of a run, when each of its events came, and what its writes cost."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.events: list[tuple[float, Event]] = []
        self.commits: list[float] = []

    def hear(self, event: Event) -> None:
        self.events.append((time.perf_counter(), event))

    def chain(self, report: Report) -> float:
        """Effects that had to wait for each other: get ready once, then search and open in every round."""
        return EFFECT_SECONDS * (1 + 2 * report.iterations_used)

    def between(self) -> dict[str, float]:
        """Seconds that ended with an event of each stage."""
        spent: dict[str, float] = {}
        for (before, _), (after, event) in zip(self.events, self.events[1:], strict=False):
            spent[event.stage] = spent.get(event.stage, 0.0) + after - before
        return spent


async def measure(runtime: Runtime, request: ResearchRequest) -> tuple[Measured, Report]:
    measured = Measured()
    with timed_commits(measured.commits):
        started = time.perf_counter()
        report = await runtime.ask(request, measured.hear)
        measured.seconds = time.perf_counter() - started
    return measured, report


class timed_commits:  # noqa: N801 - reads as what it does in a with statement
    """Writes down how long each transaction of the store takes."""

    def __init__(self, times: list[float]) -> None:
        self._times = times
        self._plain: Any = GroupWriter._commit

    def __enter__(self) -> None:
        def commit(writer: GroupWriter, batch: Any) -> None:
            started = time.perf_counter()
            self._plain(writer, batch)
            self._times.append(time.perf_counter() - started)

        GroupWriter._commit = commit  # type: ignore[method-assign]

    def __exit__(self, *_: object) -> None:
        GroupWriter._commit = self._plain  # type: ignore[method-assign]


def research(*, semantic: bool) -> tuple[Measured, Report]:
    """The best of some runs after one that warms everything up: loading LangGraph is start-up, not overhead."""
    wiring.sources = OnlySleeper()  # type: ignore[assignment]
    if not semantic:
        wiring.load_embedder = lambda _path=None: None
    request = ResearchRequest(question=QUESTION, max_iterations=ROUNDS, unattended=True, fresh=True)

    async def all_runs() -> tuple[Measured, Report]:
        with tempfile.TemporaryDirectory() as home:
            runtime = Runtime.open(Settings(home=Path(home), database_url=f"sqlite:///{home}/inquiro.db"))
            await measure(runtime, request)
            found = [await measure(runtime, request) for _ in range(RUNS)]
            runtime.close()
        return min(found, key=lambda one: one[0].seconds / one[0].chain(one[1]))

    return asyncio.run(all_runs())


def main() -> None:
    semantic = "--semantic" in sys.argv
    measured, report = research(semantic=semantic)
    chain = measured.chain(report)
    extra = measured.seconds - chain
    rows = [
        Row("wall time / longest chain of dependent effects", measured.seconds / chain, "x", AIM),
        Row("wall time", measured.seconds, "s"),
        Row(f"longest chain ({report.iterations_used} rounds)", chain, "s"),
        Row("the rest, per round", 1000 * extra / report.iterations_used, "ms"),
        Row("transactions of the store", len(measured.commits)),
        Row("  all of them together", 1000 * sum(measured.commits), "ms"),
    ]
    rows += [Row(f"  until '{stage}' events", 1000 * spent, "ms") for stage, spent in measured.between().items()]
    show(f"Overhead, every effect a sleep of {1000 * EFFECT_SECONDS:.0f} ms", rows)
    print(f"  {sum(Sleeper.calls.values())} sleeps in {RUNS + 1} runs; {report.usage.pages} pages and "
          f"{report.usage.searches} searches in this one; {report.stop_reason}\n")  # fmt: skip


if __name__ == "__main__":
    main()
