"""The same query twice, and another one on the same subject with and without what the first run left: calls, tokens, time."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from _base_install import without_embeddings
from _model_run import FakeWeb, forget_texts, settings_for
from _model_world import MODEL_SECONDS, WEB_SECONDS, Log, Outside, outside
from _table import Row, show, sound
from inquiro.core.types import MODES, Report, ResearchRequest
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.testing import plugged_in

QUERY = "What do street trees cost, who pays for them and where do they fail?"
RELATED = "Who paid for the street trees that failed, and what did planting them cost?"
ROUNDS, HITS = 2, 6
KNOWLEDGE = "knowledge"


class Ran(NamedTuple):
    name: str
    report: Report
    seconds: float
    log: Log

    @property
    def searches(self) -> int:
        return sum(one.what == "search" for one in self.log.served)

    @property
    def pages(self) -> int:
        return sum(one.what == "page" for one in self.log.served)

    @property
    def recalled(self) -> int:
        return sum(source.type == KNOWLEDGE for source in self.report.sources)


async def ran(name: str, runtime: Runtime, world: Outside, query: str, *sources: str) -> Ran:
    forget_texts()
    request = ResearchRequest(
        question=query, modes=MODES, top_k=5, max_iterations=ROUNDS, sources=(FakeWeb.name, *sources), unattended=True
    )
    began = time.perf_counter()
    report = sound(await runtime.ask(request))
    seconds = time.perf_counter() - began
    return Ran(name, report, seconds, world.log())


async def measured(world: Outside) -> list[Ran]:
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as elsewhere:
        runtime = Runtime.open(settings_for(Path(home), world))
        first = await ran("the first time", runtime, world, QUERY)
        again = await ran("the same again: cache", runtime, world, QUERY)
        began = time.perf_counter()
        taken = await runtime.knowledge_add(first.report.trace_id)
        kept = time.perf_counter() - began
        known = await ran("another query: cache and knowledge", runtime, world, RELATED, KNOWLEDGE)
        runtime.close()
        alone = Runtime.open(settings_for(Path(elsewhere), world))
        bare = await ran("another query: nothing known", alone, world, RELATED)
        alone.close()
    print(
        f"  Kept from the first run: {taken.facts} facts, {taken.entities} things, {taken.documents} pages, "
        f"{taken.items} items, in {kept:.2f} s\n"
    )
    return [first, again, bare, known]


def show_all(found: list[Ran]) -> None:
    for one in found:
        steps = Counter(asked.step for asked in one.log.asked)
        show(
            f"All three modes, {one.name}",
            [
                Row("model calls", len(one.log.asked)),
                Row("prompt tokens as the server counts", sum(asked.read for asked in one.log.asked)),
                Row("output tokens", sum(asked.said for asked in one.log.asked)),
                Row("searches sent", one.searches),
                Row("pages fetched", one.pages),
                Row("sources, of which", len(one.report.sources)),
                Row("... from earlier research", one.recalled),
                Row("facts", one.report.rounds[-1].facts or 0 if one.report.rounds else 0),
                Row("wall time", one.seconds, "s"),
            ],
        )
        print(f"  calls by step: {dict(steps)}\n")
    first, again, bare, known = found
    show(
        "Beside the first",
        [
            Row("the same again, wall time", again.seconds / first.seconds, "x", 0.5),
            Row("the same again, tokens", again.report.usage.tokens / max(first.report.usage.tokens, 1), "x", 0.1),
            Row(
                "another query with what is known, tokens",
                known.report.usage.tokens / max(bare.report.usage.tokens, 1),
                "x of bare",
            ),
            Row("another query with what is known, pages", known.pages / max(bare.pages, 1), "x of bare"),
            Row("another query with what is known, wall time", known.seconds / bare.seconds, "x of bare"),
        ],
    )


def main() -> None:
    print(f"A model call takes {1000 * MODEL_SECONDS:.0f} ms, a search or page {1000 * WEB_SECONDS:.0f} ms.\n")
    without_embeddings()
    with outside(ROUNDS, HITS) as world, plugged_in(registry, **{FakeWeb.name: FakeWeb}):
        show_all(asyncio.run(measured(world)))


if __name__ == "__main__":
    main()
