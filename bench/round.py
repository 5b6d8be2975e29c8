"""How long a round takes: 8 queries over 4 providers on a slow web, against the slowest answer that was used."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from _slow_web import SlowWeb, slow_web
from _table import Row, show
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Filters, ProviderKind, Query, ResearchRequest, Run, SourceResult, SourceType
from inquiro.effects import Budget, Effects
from inquiro.effects.pacing import StorePace
from inquiro.engine.deps import Deps
from inquiro.engine.domains import load_domains
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.search import Admitted, Round, abandon, collect
from inquiro.providers.http.answers import json_of
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.searching import Service
from inquiro.providers.http.transport import Transport
from inquiro.providers.pages.fetcher import Fetcher
from inquiro.readers.pool import ReadingPool
from inquiro.retrieval.ranking import PassageRanker
from inquiro.storage.store import SqlStore

QUERIES, PROVIDERS, PAGES, ROUNDS = 8, 4, 20, 3
AIM = 1.15


class Slow(Service):
    """A search service of the slow web."""

    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    base_url = ""
    requests_per_second = 0.0

    def __init__(self, context: ProviderContext, number: int) -> None:
        super().__init__(context)
        self.number = number
        self.name = f"slow{number}"

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:  # noqa: ARG002
        start = 100 * int(query.rsplit(maxsplit=1)[-1]) + 10 * self.number
        found = json_of(await self.get("/search", {"q": query, "start": start}), self.name)
        hits = [msgspec.structs.replace(SourceResult(source_name=self.name, **one)) for one in found]
        return hits[:max_results]


async def one_round(folder: Path, first: int) -> tuple[float, float, Admitted]:
    """Seconds of the round, seconds until the slowest answer that it used, and what it used."""
    store = SqlStore.open(f"sqlite:///{folder}/round.db", folder)
    pool = ReadingPool()
    async with slow_web() as web:
        settings = _settings(folder, web)
        dialer = Dialer(settings.allow_private_hosts, resolve=_loopback)
        try:
            async with Transport(settings, dialer=dialer) as transport:
                context = ProviderContext(settings=settings, web=transport, pace=StorePace(store), read=pool.read)
                deps = await _deps(store, context)
                await pool.read(b"<p>warm</p>", "warm.html", "text/html")
                queries = tuple(Query(text=f"street trees {first + n}") for n in range(QUERIES))
                turn = Round(number=1, queries=queries, pages=PAGES, sources=tuple(p.name for p in deps.providers))
                began = asyncio.get_running_loop().time()
                admitted = await collect(deps, deps.effects.step("collect/1"), turn)
                seconds = asyncio.get_running_loop().time() - began
                await abandon(deps)
                read = await deps.shelf.get(admitted.documents)
                useful = max(web.served[document.url.split("/")[2].split(":")[0]] for document in read)
                return seconds, useful - began, admitted
        finally:
            await pool.aclose()
            store.close()


def _settings(folder: Path, web: SlowWeb) -> Settings:
    hosts = [f"{web.host(n)}:{web.port}" for n in range(2_000)]
    return Settings(
        home=folder,
        database_url="",
        allow_private_hosts=tuple(hosts),
        provider_urls={f"slow{n}": f"http://127.0.0.1:{web.port}" for n in range(PROVIDERS)},
    )


async def _loopback(host: str, port: int) -> list[str]:  # noqa: ARG001
    return ["127.0.0.1"]


async def _deps(store: SqlStore, context: ProviderContext) -> Deps:
    await store.create_run(Run(id="run", tool_name="deep_research", input_params={}))
    lease = await store.acquire("run", "bench", 600)
    effects = await Effects.open(store, lease, budget=Budget(), mode="hybrid", pace=context.pace)
    return Deps(
        request=ResearchRequest(question="street trees"),
        store=store,
        effects=effects,
        reasoner=ExtractiveReasoner(),
        ranker=PassageRanker(),
        providers=tuple(Slow(context, n) for n in range(PROVIDERS)),
        openers={},
        domains=load_domains(None),
        emit=lambda *_, **__: None,
        pages=Fetcher(context),
    )


async def main() -> None:
    rows = []
    for number in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            seconds, useful, admitted = await one_round(Path(folder), 1 + number)
        rows += [
            Row(f"round {number + 1}: pages read", len(admitted.documents), ""),
            Row(f"round {number + 1}: searches left for later", len(admitted.waiting), ""),
            Row(f"round {number + 1}: slowest useful answer", useful, "s"),
            Row(f"round {number + 1}: round", seconds, "s"),
            Row(f"round {number + 1}: ratio", seconds / useful, "×", AIM),
        ]
    show("a round of 8 queries over 4 providers, a slow web", rows)


if __name__ == "__main__":
    asyncio.run(main())
