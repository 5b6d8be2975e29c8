"""Fan-out: the round's queries to its sources at once, each page opened as soon as its hit arrives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, InquiroError, NotConfigured
from inquiro.core.malformed_hits import malformed_hits
from inquiro.core.protocols import Priced, SearchProvider, SelfPaced
from inquiro.core.types import Json, Loss, Query, SourceResult, Value
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import ONCE, RetryPolicy
from inquiro.engine.choosing import Ranked, fallback_for
from inquiro.engine.deps import Deps, UnderWay
from inquiro.engine.ending import ended, together
from inquiro.engine.narrowing import narrowed
from inquiro.engine.network import Network
from inquiro.engine.obstacles import Decision, handle
from inquiro.engine.opening import PAGE_SECONDS, Opened, Opening
from inquiro.engine.patience import ROUND_SECONDS, Progress, settled
from inquiro.engine.publishers import host_of
from inquiro.engine.quality import judged
from inquiro.engine.received_hits import hits_of, passed_over
from inquiro.engine.retractions import withdrawn_names
from inquiro.engine.turns import permitted, turns_of

RESULTS_PER_QUERY = 10
SEARCH_KEPT = timedelta(days=1)
SEARCH_SECONDS = 30.0
MOST_ATTEMPTS = RetryPolicy().attempts
UNTOLD = "words of the note, on this machine"
_log = logging.getLogger("inquiro.search")


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
    withdrawn: tuple[str, ...] = ()  # documents, and names of works read or not, that it says are retracted


class Waiting(Value, frozen=True, kw_only=True):
    """A search that had not ended when its round did."""

    round: int
    query: Query
    provider: str
    share: int

    @property
    def key(self) -> str:
        return f"{self.round}|{self.provider}|{self.query.text}|{' '.join(self.query.items)}"


class Admitted(Value, frozen=True, kw_only=True):
    """What made it into a round; journaled, because timing decides it."""

    searched: tuple[Searched, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    ahead: tuple[Opened, ...] = ()  # pages that the waiting searches had read by then: one that hangs holds none back

    @property
    def documents(self) -> tuple[str, ...]:
        read = (one.document for one in self.ahead if one.document)
        return tuple(dict.fromkeys([*(d for one in self.searched for d in one.documents), *read]))

    @property
    def names(self) -> tuple[str, ...]:
        known = [*(one.names for one in self.searched), *(one.names for one in self.ahead)]
        return tuple(dict.fromkeys(name for names in known for name in names))

    @property
    def withdrawn(self) -> tuple[str, ...]:
        told = [*(one.withdrawn for one in self.searched), _withdrawn(self.ahead)]
        return tuple(dict.fromkeys(name for names in told for name in names))

    @property
    def hits(self) -> int:
        return sum(one.hits for one in self.searched)

    @property
    def lost(self) -> tuple[Loss, ...]:
        """Each once, however many searches had found the page."""
        return tuple(dict.fromkeys(loss for one in self.searched for loss in one.lost))


class Round(Value, frozen=True, kw_only=True):
    number: int
    queries: tuple[Query, ...]
    pages: int
    sources: tuple[str, ...]
    own_pages: int = (
        0  # of each search on this machine, beside the others: opening them costs nothing; 0 shares `pages`
    )
    reserve: tuple[Ranked, ...] = ()  # asked in place of a source that fails, best first
    read: tuple[str, ...] = ()  # what the works that earlier rounds opened are known by
    waiting: tuple[Waiting, ...] = ()  # searches that earlier rounds left behind
    closed: tuple[str, ...] = ()  # hosts whose pages are opened last
    last: bool = False
    year: int = 0  # for judging how recent a hit is
    domain: str = "general"
    given: int = 0  # hits of each search outside that are read by what came with them, beside the opened ones
    page_seconds: float = PAGE_SECONDS
    every_query: bool = False  # each is asked outside at least once, however slow whoever is asked


async def collect(deps: Deps, step: Step, turn: Round) -> Admitted:
    """All searches in parallel; at the deadline, or when silence says so, the round goes on without the rest."""

    async def gather() -> Paid:
        progress = Progress()
        fan = _Fan(deps, turn, progress)
        begun = [Waiting(round=turn.number, query=q, provider=p.name, share=n) for q, p, n in _pairs(deps, turn)]
        searches = {one: fan.resume(one, alone=not begun) for one in turn.waiting}
        searches |= {one: fan.begin(one, step) for one in begun}
        tasks = [search.task for search in searches.values()]
        seconds = min(ROUND_SECONDS, max(deps.effects.budget.seconds_left(), 0.1))
        async with together(tasks):
            await asyncio.sleep(0)  # everybody begins before anybody's silence counts
            await settled(tasks, progress, deps.stopping, seconds, last=turn.last)
            done = [searched for task in tasks if task.done() for searched in task.result()]
        late = {one: search for one, search in searches.items() if not search.task.done()}
        deps.late.update({one.key: search for one, search in late.items()})
        ahead = tuple(search.read[place] for search in late.values() for place in sorted(search.read))
        return Paid(value=Admitted(searched=tuple(done), waiting=tuple(late), ahead=ahead))

    return await step.settle(f"round {turn.number}", gather, Admitted)


async def abandon(deps: Deps) -> None:
    """The run ends: searches that nobody waits for any more end too, before what they use is closed."""
    for error in await ended([search.task for search in deps.late.values()]):
        _log.warning("a late search failed, unnoticed by its run: %s: %s", type(error).__name__, error)
    deps.late.clear()


def told_query(deps: Deps, query: Query) -> str:
    """As events name it: whoever follows the research of a note may be another machine, which gets none of its words."""
    return UNTOLD if query.private and deps.request.note is not None else query.text


def _pairs(deps: Deps, turn: Round) -> list[tuple[Query, SearchProvider, int]]:
    """Who is asked what, and how many pages each search may open."""
    chosen = [p for name in turn.sources for p in deps.providers if p.name == name]
    queries = tuple(dict.fromkeys(turn.queries))
    kinds = {provider.kind for provider in chosen}
    queries = tuple(query if query.kind in kinds else msgspec.structs.replace(query, kind="any") for query in queries)
    turns = turns_of(chosen, queries, deps.effects.mode, everyone=turn.every_query)
    pairs = [
        (place, query, number, provider)
        for place, query in enumerate(queries)
        for number, provider in enumerate(chosen)
        if place in turns[number]
    ]
    # Every query gets a page from some source before any gets a second one.
    sharing = [pair for pair in pairs if pair[3].leaves_machine or not turn.own_pages]
    order = sorted(sharing, key=lambda pair: ((pair[2] - pair[0]) % max(len(chosen), 1), pair[0]))
    even, rest = divmod(turn.pages, len(order)) if order else (0, 0)
    shares = {(pair[0], pair[2]): even + (place < rest) for place, pair in enumerate(order)}
    own = turn.own_pages
    return [(query, provider, shares.get((place, number), own)) for place, query, number, provider in pairs]


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
        self._kept = _Turnstile()
        self._network = Network(sum(bool(one.leaves_machine) for one in deps.providers if one.name in turn.sources))

    def begin(self, one: Waiting, step: Step) -> UnderWay:
        read: dict[int, Opened] = {}
        if self._is_kept(one.provider):
            self._kept.enter()
        return self._watched(one, UnderWay(asyncio.create_task(self._follow(one, step, read)), read))

    def resume(self, one: Waiting, *, alone: bool) -> UnderWay:
        """The search that is still under way here, or, after a crash, the same one again from the journal.

        One that hangs outside would hold every round after its own, so it counts only where no other is asked.
        """
        if (late := self._deps.late.pop(one.key, None)) is None:
            return self.begin(one, self._deps.effects.step(f"collect/{one.round}"))
        return self._watched(one, late, alone=alone)

    def _watched(self, one: Waiting, search: UnderWay, *, alone: bool = False) -> UnderWay:
        """This machine is waited for from the first word to the last page, however busy it is in between."""
        provider = self._providers.get(one.provider)
        outside = bool(provider and provider.leaves_machine)
        if alone or not outside:
            self._progress.ask("search", outside=outside)
            search.task.add_done_callback(lambda _: self._progress.come("search", outside=outside))
        return search

    async def _follow(self, one: Waiting, step: Step, read: dict[int, Opened]) -> list[Searched]:
        provider = self._providers.get(one.provider)
        if provider is None:
            gone = Loss(
                what=f"search “{told_query(self._deps, one.query)}”",
                reason="the source is no longer there",
                source=one.provider,
            )
            return [Searched(provider=one.provider, query=one.query.text, lost=(gone,), failed=True)]
        try:
            searched = await self._ask(one, provider, step, read)
        finally:
            if self._is_kept(one.provider):
                self._kept.leave()
        if not searched.failed or searched.final or one.query.provider:  # nobody else understands its syntax
            return [searched]
        if self._network.gone:
            return [searched]
        if (name := self._stand_in(provider)) is None:
            return [searched]
        query = one.query
        stand_in = self._providers[name]
        if not permitted(self._deps.effects.mode, query, stand_in):
            return [searched]
        self._say(stand_in, query, f"{name} is asked instead of {provider.name}")
        return [searched, await self._ask(one, stand_in, step, read)]

    def _stand_in(self, provider: SearchProvider) -> str | None:
        """The next best source for one that fails, the same for all its queries of this round."""
        if provider.name not in self._stand_ins:
            taken = set(self._stand_ins.values())
            free = [one for one in self._turn.reserve if one.name in self._providers and one.name not in taken]
            self._stand_ins[provider.name] = fallback_for(provider.name, free, {provider.name: provider.kind})
        return self._stand_ins[provider.name]

    async def _ask(self, one: Waiting, provider: SearchProvider, step: Step, read: dict[int, Opened]) -> Searched:
        query, outside = one.query, bool(provider.leaves_machine)
        told = Searched(provider=provider.name, query=query.text, items=query.items)
        self._progress.ask("search", outside=outside)
        try:
            search = self._search(query, provider, step)
            hits, malformed = await (self._network.ask(provider.name, search) if outside else search)
        except (EffectError, NotConfigured, BudgetExhausted) as error:
            decision = handle(error, attempts=MOST_ATTEMPTS, can_fall_back=True, place="provider")
            loss = await self._lose(provider, query, error, decision)
            final = decision.action == "abort"
            return msgspec.structs.replace(told, lost=(loss,), failed=True, final=final, refused=decision.leave_source)
        finally:
            self._progress.come("search", outside=outside)
        self._say(
            provider, query, f"{provider.name}: {len(hits)} hits for “{told_query(self._deps, query)}”", hits=len(hits)
        )
        if not self._is_kept(provider.name):
            await self._kept.passed()  # what is kept here was read by then, and is not fetched
        opening = self._opening(one.round, step)
        opened = await opening.best(hits, one.share, outside=outside, read=read)
        if outside and self._turn.given:
            opened += await opening.given(hits, self._turn.given)
        withdrawn = (*withdrawn_names(hits), *_withdrawn(opened))
        summed = _summed(opened)
        lost = (*passed_over(malformed, query, provider), *summed.pop("lost"))
        return msgspec.structs.replace(told, hits=len(hits), withdrawn=withdrawn, lost=lost, **summed)

    def _is_kept(self, name: str) -> bool:
        """Whether a source gives what earlier research had read."""
        return name in self._providers and self._providers[name].kind == "knowledge"

    def _opening(self, number: int, step: Step) -> Opening:
        if number not in self._openings:
            turn = self._turn
            self._openings[number] = Opening(
                self._deps, step, number, turn.read, self._progress, page_seconds=turn.page_seconds
            )
        return self._openings[number]

    async def _search(self, query: Query, provider: SearchProvider, step: Step) -> tuple[list[SourceResult], int]:
        """Its hits, and how many of those that came were none."""
        filters = self._deps.request.filters
        outside = bool(provider.leaves_machine)

        async def perform() -> Paid:
            hits, usage = await hits_of(provider, query.text, self._most(provider), filters)
            return Paid(value=hits, usage=usage, serves_others=bool(hits))

        call = Call(
            kind="registry" if provider.kind == "registry" else "search",
            name=provider.name,
            request={"query": query.text, "limit": self._most(provider), "filters": filters.to_dict()}
            | _elsewhere(provider),
            outside=outside,
            private=query.private,
            rate=0.0 if isinstance(provider, SelfPaced) else provider.requests_per_second,
            timeout=SEARCH_SECONDS,
            keep=SEARCH_KEPT if outside else None,
            retry=self._patience(provider) if outside else ONCE,
            worst=provider.worst(query.text, filters) if isinstance(provider, Priced) else None,
        )
        with malformed_hits() as malformed:
            hits = await step.call(call, perform, list[SourceResult])
        domain = self._deps.domains[self._turn.domain]
        fitting = narrowed(hits, filters, getattr(provider, "filters", ()))
        hits = [judged(hit, self._turn.year, domain) for hit in fitting]
        hits = sorted(hits, key=lambda hit: host_of(hit.url).removeprefix("www.") in self._turn.closed)
        return hits, malformed.count

    def _most(self, provider: SearchProvider) -> int:
        return RESULTS_PER_QUERY if provider.leaves_machine else max(RESULTS_PER_QUERY, self._turn.own_pages)

    def _patience(self, provider: SearchProvider) -> RetryPolicy:
        """What is paid for may be on the bill although its answer came too late: it is not asked again for that."""
        return (
            msgspec.structs.replace(self._policy, timeout_attempts=1) if isinstance(provider, Priced) else self._policy
        )

    async def _lose(self, provider: SearchProvider, query: Query, error: InquiroError, decision: Decision) -> Loss:
        self._say(provider, query, _named(provider.name, error), error=str(error), action=decision.action)
        loss = Loss(what=f"search “{told_query(self._deps, query)}”", reason=str(error), source=provider.name)
        await self._deps.store.record_failure(self._deps.effects.lease, "", loss, type(error).__name__)
        return loss

    def _say(self, provider: SearchProvider, query: Query, message: str, **data: object) -> None:
        told = {"round": self._turn.number, "provider": provider.name, "query": told_query(self._deps, query)} | data
        self._deps.emit("search", message, None, **told)


class _Turnstile:
    """Lets the others pass once nobody is inside."""

    def __init__(self) -> None:
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    def enter(self) -> None:
        self._inside += 1
        self._empty.clear()

    def leave(self) -> None:
        self._inside -= 1
        if self._inside == 0:
            self._empty.set()

    async def passed(self) -> None:
        await self._empty.wait()


def _named(name: str, error: InquiroError) -> str:
    """Many errors name the source themselves."""
    said = str(error)
    return said if said.startswith(name) else f"{name}: {said}"


def _elsewhere(provider: SearchProvider) -> Json:
    """A twin at another address, or another model, is another source: what one answered says nothing of the other."""
    address = getattr(provider, "twin", "")
    return {"at": address} if address else {}


def _withdrawn(opened: Sequence[Opened]) -> tuple[str, ...]:
    return tuple(one.document for one in opened if one.document and one.retracted)


def _summed(opened: Sequence[Opened]) -> dict[str, tuple[Any, ...]]:
    return {
        "documents": tuple(one.document for one in opened if one.document),
        "lost": tuple(loss for one in opened for loss in one.lost),
        "names": tuple(name for one in opened for name in one.names),
    }
