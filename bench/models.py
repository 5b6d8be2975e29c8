"""A deep run of three rounds, 20 pages each, with a model on a local fake API: calls, tokens, time, and the plain way."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from _base_install import without_embeddings
from _model_world import MODEL_SECONDS, WEB_SECONDS, Asked, Log, Outside, Served, outside
from _prose import paragraphs
from _table import Row, show
from inquiro.core.events import Event
from inquiro.core.models import Message, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Filters, ProviderKind, Report, ResearchRequest, SourceResult, SourceType
from inquiro.effects.pacing import StorePace
from inquiro.engine.asked.extracting import Extracted
from inquiro.engine.asking_typed import schema_of
from inquiro.engine.prompts import instructions
from inquiro.providers.http.answers import json_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.storage.store import SqlStore
from inquiro.testing import plugged_in

QUESTION = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"
MODEL = "openai:gpt-6-sol"
ROUNDS, RUNS = 3, 5
CALLS_AIM, TOKENS_AIM, RATIO_AIM = 12, 25_000, 1.15
WEB_STEPS = ("search", "page")


class FakeWeb(Service):
    """The search of the other process, asked by the client that real services are asked with."""

    name = "fakeweb"
    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    base_url = ""
    requests_per_second = 0.0

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:  # noqa: ARG002
        found = json_of(await self.get("/search", {"q": query}), self.name)
        hits = [SourceResult(source_name=self.name, **one) for one in found]
        return [msgspec.structs.replace(hit, url=self.base + hit.url) for hit in hits][:max_results]


class Measured(NamedTuple):
    report: Report
    seconds: float
    began: float
    events: list[tuple[float, Event]]
    log: Log

    @property
    def stages(self) -> list[list[Served]]:
        """Requests that went out together, in the order of the run."""
        found: list[list[Served]] = []
        for one in sorted(self.log.served, key=lambda served: served.began):
            if found and found[-1][0].what == one.what:
                found[-1].append(one)
            else:
                found.append([one])
        return found

    @property
    def chain(self) -> float:
        """The slowest of each stage, one after the other."""
        return sum(max(one.seconds for one in stage) for stage in self.stages)

    @property
    def ratio(self) -> float:
        return self.seconds / self.chain

    @property
    def same(self) -> object:
        """What must not differ from run to run."""
        return sorted(self.log.asked), Counter(one.what for one in self.log.served), self.report.answer


async def measure(world: Outside) -> Measured:
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(_settings(Path(home), world))
        request = ResearchRequest(
            question=QUESTION, depth="deep", max_iterations=ROUNDS, sources=(FakeWeb.name,), unattended=True
        )
        events: list[tuple[float, Event]] = []
        began = time.perf_counter()
        report = await runtime.ask(request, lambda event: events.append((time.perf_counter(), event)))
        seconds = time.perf_counter() - began
        runtime.close()
    return Measured(report, seconds, began, events, world.log())


def _settings(home: Path, world: Outside) -> Settings:
    return Settings(
        home=home,
        database_url=f"sqlite:///{home}/inquiro.db",
        model=MODEL,
        provider_urls={"openai": world.model_url, FakeWeb.name: world.web_url},
        keys={"OPENAI_API_KEY": Secret("a key of nobody")},
        allow_private_hosts=(world.web_url.removeprefix("http://"),),
    )


if __name__ == "__main__":
    without_embeddings()
    with outside(ROUNDS) as world, plugged_in(registry, fakeweb=FakeWeb):
        for _ in range(3):
            cpu = time.process_time()
            m = asyncio.run(measure(world))
            print(m.report.status, m.report.stop_reason, m.report.iterations_used, m.report.usage, m.report.engine, m.report.lost[:3])
            print(m.seconds, m.chain, m.ratio, Counter(a.step for a in m.log.asked), sum(a.read for a in m.log.asked))
            at = m.began
            for stage in m.stages:
                print(f"  {stage[0].what:8} {len(stage):3} gap before {1000*(stage[0].began-at):6.0f} ms; wall {1000*(max(s.ended for s in stage)-stage[0].began):6.0f} slowest {1000*max(s.seconds for s in stage):6.0f}")
                at = max(s.ended for s in stage)
            print("cpu", time.process_time() - cpu)
            print(f"  end {1000*(m.began+m.seconds-at):.0f} ms")
