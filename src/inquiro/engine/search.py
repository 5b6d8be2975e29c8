"""Fan-out: the round's queries to its sources at once, each page opened as soon as its hit arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, InquiroError, PrivacyRefused
from inquiro.core.protocols import SearchProvider, SelfPaced
from inquiro.core.types import Loss, PrivacyMode, Query, SourceResult, Usage, Value
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import ONCE, RetryPolicy
from inquiro.engine.choosing import Ranked, fallback_for
from inquiro.engine.deps import Deps
from inquiro.engine.narrowing import narrowed
from inquiro.engine.obstacles import Decision, handle
from inquiro.engine.opening import Opened, Opening
from inquiro.engine.patience import ROUND_SECONDS, Progress, settled
from inquiro.engine.quality import judged

RESULTS_PER_QUERY = 10
SEARCH_KEPT = timedelta(days=1)
SEARCH_SECONDS = 30.0
MOST_ATTEMPTS = RetryPolicy().attempts
PATIENT_SECONDS = 6.0  # a slow source gets as many queries of a round as its rate allows in this time


class Searched(Value, frozen=True, kw_only=True):
    """What became of one query at one provider."""

    provider: str
    query: str
    items: tuple[str, ...] = ()
    hits: int = 0
    documents: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    failed: bool = False
    final: bool = False  # nobody may be asked in its place: money, time or privacy
    refused: bool = False  # it will not answer this run at all: its key, or our address, is not welcome
    names: tuple[str, ...] = ()  # what the opened works are known by


class Waiting(Value, frozen=True, kw_only=True):
    """A search that had not ended when its round did."""

    round: int
    query: Query
    provider: str
    share: int

    @property
    def key(self) -> str:
        return f"{self.round}|{self.provider}|{self.query.text}"


class Admitted(Value, frozen=True, kw_only=True):
    """What made it into a round; journaled, because timing decides it."""

    searched: tuple[Searched, ...] = ()
    waiting: tuple[Waiting, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(d for one in self.searched for d in one.documents))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for one in self.searched for name in one.names))


class Round(Value, frozen=True, kw_only=True):
    number: int
    queries: tuple[Query, ...]
    pages: int
    sources: tuple[str, ...]
    reserve: tuple[Ranked, ...] = ()  # asked in place of a source that fails, best first
    read: tuple[str, ...] = ()  # what the works that earlier rounds opened are known by
    waiting: tuple[Waiting, ...] = ()  # searches that earlier rounds left behind
    last: bool = False
    year: int = 0  # for judging how recent a hit is
    domain: str = "general"


async def collect(deps: Deps, step: Step, turn: Round) -> Admitted:
    """All searches in parallel; at the deadline, or when silence says so, the round goes on without the rest."""

    async def gather() -> Paid:
        progress = Progress()
        fan = _Fan(deps, turn, progress)
        begun = [Waiting(round=turn.number, query=q, provider=p.name, share=n) for q, p, n in _pairs(deps, turn)]
        tasks = {one: fan.resume(one) for one in turn.waiting} | {one: fan.begin(one, step) for one in begun}
        seconds = min(ROUND_SECONDS, max(deps.effects.budget.seconds_left(), 0.1))
        try:
            await settled(list(tasks.values()), progress, deps.stopping, seconds, last=turn.last)
        except asyncio.CancelledError:
            for task in tasks.values():
                task.cancel()
            raise
        late = {one: task for one, task in tasks.items() if not task.done()}
        deps.late.update({one.key: task for one, task in late.items()})
        done = [searched for task in tasks.values() if task.done() for searched in task.result()]
        return Paid(value=Admitted(searched=tuple(done), waiting=tuple(late)))

    return await step.settle(f"round {turn.number}", gather, Admitted)


def permitted(mode: PrivacyMode, query: Query, provider: SearchProvider) -> bool:
    """Whether a query may go to a provider at all: one made from private text is not even offered outside."""
    return not provider.leaves_machine or mode == "cloud_allowed" or (mode == "hybrid" and not query.private)


def _pairs(deps: Deps, turn: Round) -> list[tuple[Query, SearchProvider, int]]:
    """Who is asked what, and how many pages each search may open."""
    chosen = [p for name in turn.sources for p in deps.providers if p.name == name]
    pairs = [
        (place, query, number, provider)
        for place, query in enumerate(turn.queries)
        for number, provider in enumerate(chosen)
        if query.kind in {"any", provider.kind}
        and permitted(deps.effects.mode, query, provider)
        and place in _turns(provider, number, len(turn.queries))
    ]
    # Every query gets a page from some source before any gets a second one.
    order = sorted(pairs, key=lambda pair: ((pair[2] - pair[0]) % max(len(chosen), 1), pair[0]))
    even, rest = divmod(turn.pages, len(pairs)) if pairs else (0, 0)
    shares = {(pair[0], pair[2]): even + (place < rest) for place, pair in enumerate(order)}
    return [(query, provider, shares[place, number]) for place, query, number, provider in pairs]


def _turns(provider: SearchProvider, number: int, queries: int) -> frozenset[int]:
    """Which queries a source gets: all, or as many as its pace allows, beginning elsewhere for each source."""
    rate = provider.requests_per_second
    if not provider.leaves_machine or rate <= 0:
        return frozenset(range(queries))
    most = max(1, min(queries, int(rate * PATIENT_SECONDS)))
    return frozenset((number * most + turn) % queries for turn in range(most))


class _Fan:
    """Searches of one round, with what they share."""

    def __init__(self, deps: Deps, turn: Round, progress: Progress) -> None:
        self._deps = deps
        self._turn = turn
        self._progress = progress
        self._providers = {provider.name: provider for provider in deps.providers}
        self._openings: dict[int, Opening] = {}
        self._stand_ins: dict[str, str | None] = {}
        self._policy = RetryPolicy(outage_attempts=2) if turn.reserve else RetryPolicy()

    def begin(self, one: Waiting, step: Step) -> asyncio.Task[list[Searched]]:
        return asyncio.create_task(self._follow(one, step))

    def resume(self, one: Waiting) -> asyncio.Task[list[Searched]]:
        """The search that is still under way here, or, after a crash, the same one again from the journal."""
        if task := self._deps.late.pop(one.key, None):
            self._progress.ask("search", outside=True)
            task.add_done_callback(lambda _: self._progress.come("search", outside=True))
            return task
        return self.begin(one, self._deps.effects.step(f"collect/{one.round}"))

    async def _follow(self, one: Waiting, step: Step) -> list[Searched]:
        provider = self._providers.get(one.provider)
        if provider is None:
            return []
        searched = await self._ask(one, provider, step)
        if not searched.failed or searched.final or (name := self._stand_in(provider)) is None:
            return [searched]
        query = one.query
        stand_in = self._providers[name]
        if not permitted(self._deps.effects.mode, query, stand_in):
            return [searched]
        self._say(stand_in, query, f"{name} is asked instead of {provider.name}")
        return [searched, await self._ask(one, stand_in, step)]

    def _stand_in(self, provider: SearchProvider) -> str | None:
        """The next best source for one that fails, the same for all its queries of this round."""
        if provider.name not in self._stand_ins:
            taken = set(self._stand_ins.values())
            free = [one for one in self._turn.reserve if one.name in self._providers and one.name not in taken]
            self._stand_ins[provider.name] = fallback_for(provider.name, free, {provider.name: provider.kind})
        return self._stand_ins[provider.name]

    async def _ask(self, one: Waiting, provider: SearchProvider, step: Step) -> Searched:
        query, outside = one.query, bool(provider.leaves_machine)
        told = Searched(provider=provider.name, query=query.text, items=query.items)
        self._progress.ask("search", outside=outside)
        try:
            hits = await self._search(query, provider, step)
        except (EffectError, PrivacyRefused, BudgetExhausted) as error:
            decision = handle(error, attempts=MOST_ATTEMPTS, can_fall_back=True, place="provider")
            loss = await self._lose(provider, query, error, decision)
            final = decision.action == "abort"
            return msgspec.structs.replace(told, lost=(loss,), failed=True, final=final, refused=decision.leave_source)
        finally:
            self._progress.come("search", outside=outside)
        self._say(provider, query, f"{provider.name}: {len(hits)} hits for “{query.text}”", hits=len(hits))
        opened = await self._opening(one.round, step).best(hits, one.share, outside=outside)
        return msgspec.structs.replace(told, hits=len(hits), **_summed(opened))

    def _opening(self, number: int, step: Step) -> Opening:
        if number not in self._openings:
            self._openings[number] = Opening(self._deps, step, number, self._turn.read, self._progress)
        return self._openings[number]

    async def _search(self, query: Query, provider: SearchProvider, step: Step) -> list[SourceResult]:
        filters = self._deps.request.filters
        outside = bool(provider.leaves_machine)

        async def perform() -> Paid:
            hits = await provider.search(query.text, RESULTS_PER_QUERY, filters)
            return Paid(value=hits, usage=Usage(searches=1))

        call = Call(
            kind="registry" if provider.kind == "registry" else "search",
            name=provider.name,
            request={"query": query.text, "limit": RESULTS_PER_QUERY, "filters": filters.to_dict()},
            outside=outside,
            private=query.private,
            rate=0.0 if isinstance(provider, SelfPaced) else provider.requests_per_second,
            timeout=SEARCH_SECONDS,
            keep=SEARCH_KEPT if outside else None,
            retry=self._policy if outside else ONCE,
        )
        hits = await step.call(call, perform, list[SourceResult])
        domain = self._deps.domains[self._turn.domain]
        fitting = narrowed(hits, filters, getattr(provider, "filters", ()))
        return [judged(hit, self._turn.year, domain) for hit in fitting]

    async def _lose(self, provider: SearchProvider, query: Query, error: InquiroError, decision: Decision) -> Loss:
        self._say(provider, query, _named(provider.name, error), error=str(error), action=decision.action)
        loss = Loss(what=f"search “{query.text}”", reason=str(error), source=provider.name)
        await self._deps.store.record_failure(self._deps.effects.lease, "", loss, type(error).__name__)
        return loss

    def _say(self, provider: SearchProvider, query: Query, message: str, **data: object) -> None:
        told = {"round": self._turn.number, "provider": provider.name, "query": query.text} | data
        self._deps.emit("search", message, None, **told)


def _named(name: str, error: InquiroError) -> str:
    """Many errors name the source themselves."""
    said = str(error)
    return said if said.startswith(name) else f"{name}: {said}"


def _summed(opened: Sequence[Opened]) -> dict[str, object]:
    return {
        "documents": tuple(one.document for one in opened if one.document),
        "lost": tuple(loss for one in opened for loss in one.lost),
        "names": tuple(name for one in opened if one.document for name in one.names),
    }
