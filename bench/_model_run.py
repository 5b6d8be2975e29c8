"""A run with a model in that world, taken apart: when each request began and ended, and what was ours in between."""

from __future__ import annotations

import functools
import gc
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import msgspec

from _model_world import Log, Outside, Served
from _table import sound
from inquiro.core.events import Event
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Depth, Filters, ProviderKind, Report, ResearchRequest, SourceResult, SourceType
from inquiro.providers.http.answers import json_of
from inquiro.providers.http.searching import Service
from inquiro.runtime import Runtime

MODEL = "openai:gpt-6-sol"
COLLECTING = ("search", "page")
_OURS = ("inquiro.core", "inquiro.engine", "inquiro.retrieval")


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


class Stage(NamedTuple):
    """Requests that wait for nothing but the stage before; collecting is a search and then a page."""

    name: str
    served: list[Served]

    @property
    def began(self) -> float:
        return min(one.began for one in self.served)

    @property
    def ended(self) -> float:
        return max(one.ended for one in self.served)

    @property
    def slowest(self) -> float:
        kinds = {one.what for one in self.served}
        return sum(max(one.seconds for one in self.served if one.what == kind) for kind in kinds)


class Measured(NamedTuple):
    """A run, its time on the clock and on the processor, and what the other process saw of it."""

    report: Report
    began: float
    ended: float
    processor: float
    events: list[Event]
    log: Log

    @property
    def seconds(self) -> float:
        return self.ended - self.began

    @property
    def stages(self) -> list[Stage]:
        found: list[Stage] = []
        for one in sorted(self.log.served, key=lambda served: served.began):
            name = "collect" if one.what in COLLECTING else one.what
            if not found or found[-1].name != name:
                found.append(Stage(name, []))
            found[-1].served.append(one)
        return found

    @property
    def chain(self) -> float:
        """The slowest of each stage, one after the other."""
        return sum(stage.slowest for stage in self.stages)

    @property
    def ratio(self) -> float:
        return self.seconds / self.chain

    @property
    def pages(self) -> list[int]:
        read = [event for event in self.events if event.stage == "fetch" and "error" not in event.data]
        return sorted({int(event.data["url"].rpartition("/")[2]) for event in read})

    def rest(self) -> dict[str, float]:
        """Seconds that nobody outside was at work on the chain, by what followed or was going on."""
        spent: defaultdict[str, float] = defaultdict(float)
        before = self.began
        for stage in self.stages:
            spent[f"up to '{stage.name}'"] += stage.began - before
            spent[f"within '{stage.name}', beyond its slowest requests"] += stage.ended - stage.began - stage.slowest
            before = stage.ended
        spent["from the last answer to the report"] += self.ended - before
        return dict(spent)

    def constant(self) -> object:
        """What must be the same in every run."""
        return sorted(self.log.asked), self.pages, self.report.answer


async def measure(
    world: Outside, question: str, rounds: int, embeddings: Path | None = None, depth: Depth = "deep"
) -> Measured:
    """One run in a data folder of its own; `embeddings` as in the settings, none named is what is installed."""
    forget_texts()
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(settings_for(Path(home), world, embeddings))
        events: list[Event] = []
        processor, began = time.process_time(), time.perf_counter()
        report = sound(await runtime.ask(request_for(question, rounds, depth), events.append))
        ended, used = time.perf_counter(), time.process_time() - processor
        runtime.close()
    return Measured(report, began, ended, used, events, world.log())


def request_for(question: str, rounds: int, depth: Depth = "deep") -> ResearchRequest:
    return ResearchRequest(
        question=question, depth=depth, max_iterations=rounds, sources=(FakeWeb.name,), unattended=True
    )


def forget_texts() -> None:
    """Every run reads the same pages, and none may profit from what another one worked out about them.

    What is kept without bound, such as compiled patterns, depends on no text.
    """
    kept = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    for one in kept:
        if one.cache_parameters()["maxsize"] is not None and one.__module__.startswith(_OURS):
            one.cache_clear()


def settings_for(home: Path, world: Outside, embeddings: Path | None = None) -> Settings:
    return Settings(
        home=home,
        database_url=f"sqlite:///{home}/inquiro.db",
        model=MODEL,
        provider_urls={"openai": world.model_url, FakeWeb.name: world.web_url},
        keys={"OPENAI_API_KEY": Secret("a key of nobody")},
        allow_private_hosts=(world.web_url.removeprefix("http://"),),
        embedding_model=embeddings,
    )
