"""Many runs in one process: whether they get in each other's way, and what each of them keeps in memory."""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from _base_install import without_embeddings
from _sleeper import SECONDS, OnlySleeper
from _table import Row, did_work, percentile, show
from inquiro.cli.example_corpus import example_corpus
from inquiro.core.errors import InquiroError
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchRequest
from inquiro.runtime import Runtime, wiring

RUNS = 100
ERRORS = "errors"
ALONE = 15  # runs that are enough to know how long one takes
_ASKED = ("What does {} cost?", "Who pays for {}?", "How is {} measured?", "Where does {} fail?", "Who runs {}?",
          "What do critics say about {}?", "When did {} begin?", "How large is the effect of {}?", "Why is {} disputed?",
          "What changed about {} since 2019?")  # fmt: skip
_SUBJECTS = ("a street tree in Korvenau", "heat pump noise in Brenmoor", "the Nordlicht night train",
             "the cooling of streets in Varnholt", "the Warm Houses programme", "tree care in dry summers",
             "the heat pump field study", "the sleeper cooperative", "walking in shaded streets",
             "the conversion of Tessin Street")  # fmt: skip
QUESTIONS = [asked.format(subject) for asked in _ASKED for subject in _SUBJECTS]


class Outcome(NamedTuple):
    """How long all of it took, how long each run took, and how many failed."""

    seconds: float
    latencies: list[float]
    errors: int

    @property
    def rate(self) -> float:
        """What failed is no work done, however fast it was."""
        return (len(self.latencies) - self.errors) / self.seconds


async def one(runtime: Runtime, question: str, corpora: tuple[str, ...]) -> tuple[float, bool]:
    request = ResearchRequest(question=question, public_corpora=corpora, unattended=True, fresh=True)
    started = time.perf_counter()
    try:
        report = await runtime.ask(request)
    except InquiroError as error:
        print(f"  failed: {error}")
        return time.perf_counter() - started, False
    return time.perf_counter() - started, did_work(report)


async def together(runtime: Runtime, questions: list[str], corpora: tuple[str, ...]) -> Outcome:
    started = time.perf_counter()
    ended = await asyncio.gather(*(one(runtime, question, corpora) for question in questions))
    return _outcome(time.perf_counter() - started, ended)


async def one_by_one(runtime: Runtime, questions: list[str], corpora: tuple[str, ...]) -> Outcome:
    started = time.perf_counter()
    ended = [await one(runtime, question, corpora) for question in questions]
    return _outcome(time.perf_counter() - started, ended)


def _outcome(seconds: float, ended: list[tuple[float, bool]]) -> Outcome:
    return Outcome(seconds, [taken for taken, _ in ended], sum(not good for _, good in ended))


def resident_mb() -> float:
    """Memory that this process holds now; where /proc is missing, the most it ever held."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


class Peak:
    """The most memory that was held while it watched."""

    def __init__(self) -> None:
        self.megabytes = resident_mb()

    async def watch(self) -> None:
        while True:
            self.megabytes = max(self.megabytes, resident_mb())
            await asyncio.sleep(0.05)


async def measure(questions: list[str], *, alone: int, corpora: tuple[str, ...] = ()) -> list[Row]:
    """Without folders, whatever source is plugged in is asked: given ones would be searched alone."""
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(Settings(home=Path(home), database_url=f"sqlite:///{home}/inquiro.db"))
        await one(runtime, QUESTIONS[0], corpora)  # the corpus is indexed and everything is loaded from here on
        before = resident_mb()
        peak = Peak()
        watching = asyncio.create_task(peak.watch())
        many = await together(runtime, questions, corpora)
        watching.cancel()
        after = resident_mb()
        single = await one_by_one(runtime, questions[:alone], corpora)
        runtime.close()
    return [
        Row(f"{len(questions)} runs at once", many.rate, "runs/s"),
        Row(f"{alone} runs one after another", single.rate, "runs/s"),
        Row("at once / one after another", many.rate / single.rate if single.rate else 0.0, "x"),
        Row(ERRORS, many.errors + single.errors, "", 0),
        Row("latency at once, p50", percentile(many.latencies, 0.5), "s"),
        Row("latency at once, p95", percentile(many.latencies, 0.95), "s"),
        Row("latency alone, p50", percentile(single.latencies, 0.5), "s"),
        Row("latency alone, p95", percentile(single.latencies, 0.95), "s"),
        Row("memory at the peak, per run", (peak.megabytes - before) / len(questions), "MB"),
        Row("memory kept afterwards, per run", (after - before) / len(questions), "MB"),
        Row("memory before", before, "MB"),
    ]


def main() -> int:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    without_embeddings()
    questions = (QUESTIONS * (1 + many // len(QUESTIONS)))[:many]
    alone = min(ALONE, many)
    own = asyncio.run(measure(questions, alone=alone, corpora=(str(example_corpus()),)))
    show("Concurrency, over the example corpus", own)
    wiring.sources = OnlySleeper()  # type: ignore[assignment, attr-defined]
    asleep = asyncio.run(measure(questions, alone=alone))
    show(f"Concurrency, a source that takes {1000 * SECONDS:.0f} ms", asleep)
    return 1 if any(row.name == ERRORS and row.figure for row in (*own, *asleep)) else 0


if __name__ == "__main__":
    sys.exit(main())
