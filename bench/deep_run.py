"""Four rounds of a deep run with a model over fifty pages: our time beside the longest chain, and twenty runs at once.

Pages and model are another process on loopback, 100 ms a page and 300 ms a call. Every figure that has an aim is a
ratio of two measurements of the same minutes, so that a busy machine counts in both. A number is how many runs there
are at once: 0 leaves them out.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from _model_run import FakeWeb, Measured, forget_texts, measure, request_for, settings_for
from _model_world import MODEL_SECONDS, WEB_SECONDS, Outside, outside
from _table import Row, exit_code, percentile, show
from inquiro.core.errors import InquiroError
from inquiro.providers.search import registry
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime
from inquiro.testing import plugged_in

QUESTION = "What do street trees in {} cost, who pays for them, how much water do they need, and where do they fail?"
TOWNS = (
    "Varnholt", "Korvenau", "Aldra", "Miravelle", "Ostbruck", "Lindmoor", "Tarnbridge", "Solwick", "Hartlund",
    "Brenmar", "Castrodale", "Eskmark", "Fenham", "Grausund", "Varlund", "Kormoor", "Aldale", "Miramar", "Ostwick",
    "Lindham",
)  # fmt: skip
ROUNDS, HITS, RUNS, TIMES = 4, 3, 3, 2
NEVER = 1_000_000  # judgements until the model is content: the limit of rounds ends the run
ALONE_AIM, TOGETHER_AIM = 1.3, 1.5
FLAVOURS = {"without embeddings": OFF, "with embeddings": None}


class Together(NamedTuple):
    seconds: float
    latencies: list[float]
    processor: float
    failures: list[str]


def alone(world: Outside) -> dict[str, Measured]:
    """The best of some runs of each kind, taken in turns; the first of each loads what is loaded once."""
    found: dict[str, list[Measured]] = {name: [] for name in FLAVOURS}
    for _ in range(1 + RUNS):
        for name, embeddings in FLAVOURS.items():
            found[name].append(asyncio.run(measure(world, QUESTION.format(TOWNS[0]), ROUNDS, embeddings)))
    return {name: min(runs[1:], key=lambda one: one.ratio) for name, runs in found.items()}


async def together(world: Outside, embeddings: Path | None, many: int) -> Together:
    """Runs that have nothing in common but the process, its data folder and the two cores."""
    forget_texts()
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(settings_for(Path(home), world, embeddings))
        processor, began = time.process_time(), time.perf_counter()
        ended = await asyncio.gather(*(one(runtime, number) for number in range(many)))
        seconds, used = time.perf_counter() - began, time.process_time() - processor
        runtime.close()
    world.log()
    return Together(seconds, [taken for taken, _ in ended], used, [problem for _, problem in ended if problem])


async def one(runtime: Runtime, number: int) -> tuple[float, str]:
    """How long it took, and what was wrong with it."""
    town = TOWNS[number % len(TOWNS)] + "bis" * (number // len(TOWNS))
    began = time.perf_counter()
    try:
        report = await runtime.ask(request_for(QUESTION.format(town), ROUNDS))
    except InquiroError as error:
        return time.perf_counter() - began, f"{type(error).__name__}: {error}"
    whole = report.status == "max_iterations_reached" and report.iterations_used == ROUNDS and report.sources
    return time.perf_counter() - began, "" if whole else f"{report.status}: {report.stop_reason}"


def unread(run: Measured) -> int:
    return sum(event.stage == "fetch" and "error" in event.data for event in run.events)


def rows_alone(name: str, run: Measured) -> list[Row]:
    return [
        Row(f"wall time / longest chain, {name}", run.ratio, "x", ALONE_AIM),
        Row("wall time", run.seconds, "s"),
        Row("longest chain", run.chain, "s"),
        Row("processor time of our process", run.processor, "s"),
        Row("pages read", len(run.pages)),
        Row("pages that could not be read", unread(run), "", 0),
        Row("model calls", len(run.log.asked)),
        Row("prompt tokens (4 characters each)", sum(asked.read for asked in run.log.asked)),
        Row("rounds short of four", ROUNDS - run.report.iterations_used, "", 0),
        *(Row(f"  {where}", 1000 * spent, "ms") for where, spent in run.rest().items()),
    ]


def rows_together(found: dict[str, Together], many: int) -> list[Row]:
    without, with_them = found.values()
    rows = [Row("with embeddings / without", with_them.seconds / without.seconds, "x", TOGETHER_AIM)]
    for name, runs in found.items():
        rows += [
            Row(f"{many} runs {name}", runs.seconds, "s"),
            Row("  latency, p50", percentile(runs.latencies, 0.5), "s"),
            Row("  latency, p95", percentile(runs.latencies, 0.95), "s"),
            Row("  processor time of our process, per run", runs.processor / many, "s"),
            Row("  runs that failed or ended early", len(runs.failures), "", 0),
        ]
    return rows


def main() -> int:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else len(TOWNS)
    tables = []
    with outside(NEVER, HITS) as world, plugged_in(registry, fakeweb=FakeWeb):
        for name, run in alone(world).items():
            tables.append(rows_alone(name, run))
            told = f"model calls {1000 * MODEL_SECONDS:.0f} ms, pages {1000 * WEB_SECONDS:.0f} ms"
            show(f"A deep run {name}, {told}", tables[-1])
        if not many:
            return exit_code(*tables)
        taken = [
            {name: asyncio.run(together(world, kind, many)) for name, kind in FLAVOURS.items()} for _ in range(TIMES)
        ]
    tables.append(rows_together({name: min(turn[name] for turn in taken) for name in FLAVOURS}, many))
    show(f"{many} deep runs at once in one process", tables[-1])
    for problem in {problem for turn in taken for runs in turn.values() for problem in runs.failures}:
        print(f"  failed: {problem}")
    return exit_code(*tables)


if __name__ == "__main__":
    sys.exit(main())
