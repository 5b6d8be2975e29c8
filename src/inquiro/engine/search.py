"""Fan-out: every query to every provider at once, each page opened as soon as its hit arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, PrivacyRefused, ReadFailed
from inquiro.core.protocols import SearchProvider
from inquiro.core.types import Loss, PrivacyMode, Query, SourceResult, Usage, Value
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import ONCE, RetryPolicy
from inquiro.engine.deps import Deps

RESULTS_PER_QUERY = 10
ROUND_SECONDS = 45.0
SEARCH_KEPT = timedelta(days=1)


class Searched(Value, frozen=True, kw_only=True):
    """What became of one query at one provider."""

    provider: str
    query: str
    items: tuple[str, ...] = ()
    hits: int = 0
    documents: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    failed: bool = False


class Admitted(Value, frozen=True, kw_only=True):
    """What made it into a round; journaled, because timing decides it."""

    searched: tuple[Searched, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(d for one in self.searched for d in one.documents))


class Round(Value, frozen=True, kw_only=True):
    number: int
    queries: tuple[Query, ...]
    pages: int
    read: tuple[str, ...] = ()  # addresses that earlier rounds opened


async def collect(deps: Deps, step: Step, turn: Round) -> Admitted:
    """All pairs of query and provider in parallel; at the deadline the round goes on without the rest."""

    async def gather() -> Paid:
        pairs = [(q, p) for q in turn.queries for p in deps.providers if permitted(deps.effects.mode, q, p)]
        opening = Opening(deps, step, turn.number, turn.read)
        earlier = list(deps.late)
        deps.late.clear()
        shares = [turn.pages // len(pairs) + (place < turn.pages % len(pairs)) for place in range(len(pairs))]
        asked = zip(pairs, shares, strict=True)
        tasks = [asyncio.create_task(_follow(deps, step, pair, opening, share)) for pair, share in asked]
        seconds = min(ROUND_SECONDS, max(deps.effects.budget.seconds_left(), 0.1))
        try:
            await _settled([*earlier, *tasks], deps.stopping, seconds)
        except asyncio.CancelledError:
            for task in (*earlier, *tasks):
                task.cancel()
            raise
        waiting = [task for task in (*earlier, *tasks) if not task.done()]
        deps.late.extend(waiting)
        done = [task.result() for task in (*earlier, *tasks) if task.done()]
        return Paid(value=Admitted(searched=tuple(one for one in done if isinstance(one, Searched))))

    return await step.settle(f"round {turn.number}", gather, Admitted)


async def _settled(tasks: Sequence[asyncio.Task[Any]], stopping: asyncio.Event, seconds: float) -> None:
    """Wait for all of them, for the deadline, or for someone who asks the run to stop."""
    waiting = asyncio.ensure_future(_all(tasks))
    stop = asyncio.ensure_future(stopping.wait())
    try:
        await asyncio.wait((waiting, stop), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        stop.cancel()


async def _all(tasks: Sequence[asyncio.Task[Any]]) -> bool:
    """Waiting can be given up without ending the tasks: late answers join the next round."""
    if tasks:
        await asyncio.wait(tasks)
    return True


def permitted(mode: PrivacyMode, query: Query, provider: SearchProvider) -> bool:
    """Whether a query may go to a provider at all: one made from private text is not even offered outside."""
    return not provider.leaves_machine or mode == "cloud_allowed" or (mode == "hybrid" and not query.private)


async def _follow(deps: Deps, step: Step, pair: tuple[Query, SearchProvider], opening: Opening, share: int) -> Searched:
    query, provider = pair
    told = Searched(provider=provider.name, query=query.text, items=query.items)
    try:
        hits = await _search(deps, step, query, provider)
    except (EffectError, PrivacyRefused, BudgetExhausted) as error:
        deps.emit("search", f"{provider.name}: {error}", round=opening.round, provider=provider.name,
                  query=query.text, error=str(error))  # fmt: skip
        loss = Loss(what=f"search “{query.text}”", reason=str(error), source=provider.name)
        await deps.store.record_failure(deps.effects.lease, "", loss, type(error).__name__)
        return msgspec.structs.replace(told, lost=(loss,), failed=True)
    deps.emit("search", f"{provider.name}: {len(hits)} hits for “{query.text}”", round=opening.round,
              provider=provider.name, query=query.text, hits=len(hits))  # fmt: skip
    opened = await opening.best(hits, share)
    return msgspec.structs.replace(
        told,
        hits=len(hits),
        documents=tuple(one for one in opened if isinstance(one, str)),
        lost=tuple(one for one in opened if isinstance(one, Loss)),
    )


async def _search(deps: Deps, step: Step, query: Query, provider: SearchProvider) -> list[SourceResult]:
    outside = bool(provider.leaves_machine)

    async def perform() -> Paid:
        hits = await provider.search(query.text, RESULTS_PER_QUERY, deps.request.filters)
        return Paid(value=hits, usage=Usage(searches=1))

    request = {"query": query.text, "limit": RESULTS_PER_QUERY, "filters": deps.request.filters.to_dict()}
    call = Call(
        kind="registry" if provider.kind == "registry" else "search",
        name=provider.name,
        request=request,
        outside=outside,
        private=query.private,
        rate=provider.requests_per_second,
        timeout=30.0,
        keep=SEARCH_KEPT if outside else None,
        retry=RetryPolicy() if outside else ONCE,
    )
    return await step.call(call, perform, list[SourceResult])


class Opening:
    """Opens the best unread hits of every search, a page that two searches found once.

    Each search has its own share of the round's pages, so that what is read does not depend on which answer came first.
    """

    def __init__(self, deps: Deps, step: Step, number: int, read: Sequence[str]) -> None:
        self.round = number
        self._deps = deps
        self._step = step
        self._read = frozenset(read)
        self._tasks: dict[str, asyncio.Task[str | Loss]] = {}

    async def best(self, hits: Sequence[SourceResult], share: int) -> list[str | Loss]:
        chosen = [hit for hit in hits if hit.url not in self._read][:share]
        for hit in chosen:
            if hit.url not in self._tasks:
                self._tasks[hit.url] = asyncio.create_task(_open(self._deps, self._step, self.round, hit))
        return list(await asyncio.gather(*(self._tasks[hit.url] for hit in chosen)))


async def _open(deps: Deps, step: Step, number: int, hit: SourceResult) -> str | Loss:
    opener = deps.openers[hit.source_name]

    async def perform() -> Paid:
        document = await opener.open(hit)
        return Paid(value=[document.id, document.kind], usage=Usage(pages=1), documents=(document,))

    call = Call(kind="fetch", name=hit.source_name, request={"url": hit.url}, outside=hit.url.startswith("http"))
    try:
        document_id, kind = await step.call(call, perform, tuple[str, str])
    except (EffectError, ReadFailed, PrivacyRefused, BudgetExhausted) as error:
        loss = Loss(what=hit.title or hit.url, reason=str(error), source=hit.source_name)
        await deps.store.record_failure(deps.effects.lease, hit.url, loss, type(error).__name__)
        deps.emit("fetch", f"not read: {hit.title}: {error}", round=number, url=hit.url, error=str(error))
        return loss
    if kind != "content":
        loss = Loss(what=hit.title or hit.url, reason=f"{kind} page, not content", source=hit.source_name)
        await deps.store.record_failure(deps.effects.lease, hit.url, loss, kind)
        return loss
    deps.emit("fetch", f"read {hit.title}", round=number, url=hit.url, title=hit.title)
    return document_id
