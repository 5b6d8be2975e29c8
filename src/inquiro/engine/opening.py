"""Opening hits: each work once however many sources found it, and another way when the first is blocked."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from datetime import timedelta

import msgspec

from inquiro.core.errors import BudgetExhausted, EffectError, InquiroError, NotConfigured, PrivacyRefused, ReadFailed
from inquiro.core.identity import identities
from inquiro.core.protocols import Opener
from inquiro.core.snapshots import ABSTRACT_ONLY, AS_GIVEN, snapshot
from inquiro.core.types import Document, Json, Loss, PageKind, ReadText, SourceResult, Usage, Value
from inquiro.effects import Paid, Step
from inquiro.effects.gateway import Call
from inquiro.effects.retrying import FETCH, ONCE
from inquiro.engine.deps import Deps
from inquiro.engine.ending import ended, together
from inquiro.engine.obstacles import Way, handle, ways
from inquiro.engine.patience import Progress

PAGE_KEPT = timedelta(days=1)
FRESH_ENOUGH = timedelta(days=30)  # a page that was read this long ago is fetched anew, where a live source finds it
PAGE_SECONDS = 30.0
MOST_REPLACEMENTS = 2  # hits tried in place of one that could not be read
MOST_COPIES = 2
NEEDS_JAVASCRIPT = "needs javascript"  # as the opener of pages flags it
PASSING = frozenset({"RateLimited", "TimedOut", "Unavailable", "NoAddress", "Deferred"})
WEB = "web"  # the name of the effect of opening a page, whoever found it


class Opened(Value, frozen=True, kw_only=True):
    """What became of a hit: its document, or why there is none."""

    document: str | None = None
    lost: tuple[Loss, ...] = ()
    names: tuple[str, ...] = ()  # everything the work is known by; none where a later round may try it again
    retracted: bool = False  # as whoever found it this time says; the snapshot tells what its first finder knew


class Obstacle(Value, frozen=True, kw_only=True):
    """Why a way to a page ended without content."""

    reason: str
    what: str  # in the words of the decision tree: a type of error, a kind of page

    @property
    def final(self) -> bool:
        """No other way may be tried: money, time or privacy."""
        return handle(self.what).action == "abort"

    @property
    def passing(self) -> bool:
        """It may be gone in the next round."""
        return self.final or self.what in PASSING


class Opening:
    """Opens the best unread hits of every search of a round, a work that two searches found once.

    Each search has its own share of the round's pages, so that what is read does not depend on which answer came first.
    """

    def __init__(
        self,
        deps: Deps,
        step: Step,
        number: int,
        read: Sequence[str],
        progress: Progress,
        *,
        page_seconds: float = PAGE_SECONDS,
    ) -> None:
        self.round = number
        self._page_seconds = page_seconds
        self._deps = deps
        self._step = step
        self._read = frozenset(read)
        self._progress = progress
        self._tasks: dict[str, asyncio.Task[Opened]] = {}
        self._wanted: Counter[asyncio.Task[Opened]] = Counter()

    async def best(
        self, hits: Sequence[SourceResult], share: int, *, outside: bool = True, read: dict[int, Opened] | None = None
    ) -> list[Opened]:
        """What became of the best hits; `read` hears of each page at once, under its place among the hits, for whoever
        cannot wait for all."""
        fresh = self._unread(hits)
        spare = deque(enumerate(fresh[share:], share))
        told = {} if read is None else read
        slots = [
            asyncio.create_task(self._slot(place, hit, spare, outside, told)) for place, hit in enumerate(fresh[:share])
        ]
        async with together(slots):
            opened = {place: one for slot in await asyncio.gather(*slots) for place, one in slot}
        return [opened[place] for place in sorted(opened)]

    async def given(self, hits: Sequence[SourceResult], most: int) -> list[Opened]:
        """The best hits by what came with them alone; a page that is opened speaks for itself."""
        opened: list[Opened] = []
        for hit in self._unread(hits):
            if len(opened) == most:
                break
            if self._is_opened(hit) or not (hit.full_content or hit.snippet).strip():
                continue
            found = await self._open(hit.source_name, _AsGiven(), hit, outside=False, given=True)
            if isinstance(found, str):
                opened.append(Opened(document=found, names=tuple(sorted(self._claims(hit)))))
        return opened

    def _is_opened(self, hit: SourceResult) -> bool:
        """Whether its page was read, or is about to be."""
        tasks = [self._tasks[name] for name in self._claims(hit) if name in self._tasks]
        return any(not task.done() or task.result().document is not None for task in tasks)

    def _unread(self, hits: Sequence[SourceResult]) -> list[SourceResult]:
        seen, fresh = set(self._read), []
        for hit in hits:
            claims = self._claims(hit)
            if not (claims | identities(hit)) & seen:
                fresh.append(hit)
            seen |= claims
        return fresh

    def _claims(self, hit: SourceResult) -> frozenset[str]:
        """The names under which nothing else is opened once this hit is.

        A kept snapshot stands for its page while that was read not long ago; one of a file never does, since reading
        that costs nothing. Which of two snapshots of a page counts is decided among documents (engine/copies).
        """
        if not hit.document_id:
            return identities(hit)
        own = frozenset({_snapshot_name(hit)})
        age = self._deps.effects.clock() - hit.retrieved_at if hit.retrieved_at else FRESH_ENOUGH
        return own | identities(hit) if age < FRESH_ENOUGH and _on_the_web(hit) else own

    async def _slot(
        self,
        place: int,
        hit: SourceResult,
        spare: deque[tuple[int, SourceResult]],
        outside: bool,
        told: dict[int, Opened],
    ) -> list[tuple[int, Opened]]:
        """One page of the share: while it cannot be read, the next hit takes its place."""
        tried = [(place, await self._once(hit, outside))]
        while tried[-1][1].document is None and spare and len(tried) <= MOST_REPLACEMENTS:
            place, hit = spare.popleft()
            tried.append((place, await self._once(hit, outside)))
        if tried[-1][1].document is not None:
            told[tried[-1][0]] = tried[-1][1]
        return tried

    async def _once(self, hit: SourceResult, outside: bool) -> Opened:
        """The page, opened by whoever came first, under every name that anyone knows it by."""
        names = sorted(self._claims(hit))
        same = [_snapshot_name(hit)] if hit.document_id else names  # a live page that fails takes no snapshot along
        task = next((self._tasks[name] for name in same if name in self._tasks), None)
        task = task or asyncio.create_task(self._counted(hit, outside))
        self._tasks |= {name: task for name in names if name not in self._tasks}
        opened = await self._shared(task)
        known = tuple(sorted({*opened.names, *names})) if opened.names else ()
        return msgspec.structs.replace(opened, names=known, retracted=hit.retracted)

    async def _shared(self, task: asyncio.Task[Opened]) -> Opened:
        """A search that is cancelled takes a page along only when no other one waits for it."""
        self._wanted[task] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._wanted[task] -= 1
            if not self._wanted[task] and not task.done():
                await ended([task])

    async def _counted(self, hit: SourceResult, outside: bool) -> Opened:
        self._progress.ask("page", outside=outside)
        try:
            return await self._read_hit(hit)
        finally:
            self._progress.come("page", outside=outside)

    async def _read_hit(self, hit: SourceResult) -> Opened:
        """The hit's own way first, then whatever other lawful way there is."""
        names = tuple(sorted(self._claims(hit)))
        lost: list[Loss] = []
        obstacle: Obstacle | None = None
        if hit.source_name in self._deps.openers or not _abstract_is_all(hit):
            first = await self._by_itself(hit)
            if isinstance(first, str):
                return Opened(document=first, names=names)
            obstacle = first
            lost.append(await self._lose(hit, obstacle))
        for way in self._other_ways(hit, obstacle):
            found = await self._another(way, hit)
            if isinstance(found, str):
                return Opened(document=found, lost=tuple(lost), names=names)
            if found is not None:
                lost.append(await self._lose(hit, found))
                if found.final:
                    break
        lasting = obstacle is not None and not obstacle.passing
        return Opened(lost=tuple(lost), names=names if lasting else ())

    async def _by_itself(self, hit: SourceResult) -> str | Obstacle:
        if opener := self._deps.openers.get(hit.source_name):
            return await self._open(hit.source_name, opener, hit, outside=self._leaves(hit))
        if self._came_whole(hit):
            return await self._open(hit.source_name, _AsGiven(), hit, outside=False, given=True)
        if self._deps.pages is None:
            return Obstacle(reason="nothing may leave this machine", what="PrivacyRefused")
        address = hit.open_access_url or hit.url
        return await self._open(WEB, self._deps.pages, msgspec.structs.replace(hit, url=address))

    def _came_whole(self, hit: SourceResult) -> bool:
        """Whether its text is here already; services of ours send an extract, or a copy of a page that can be had."""
        source = next((one for one in self._deps.providers if one.name == hit.source_name), None)
        return bool(hit.full_content) and source is not None and not getattr(source, "content_is_extract", False)

    def _leaves(self, hit: SourceResult) -> bool:
        """Whether opening a hit leaves the machine: what a source on this machine opens never does."""
        here = any(one.name == hit.source_name and not one.leaves_machine for one in self._deps.providers)
        return _on_the_web(hit) and not here

    def _has_copies(self, hit: SourceResult) -> bool:
        return self._deps.copies is not None and hit.doi is not None

    def _other_ways(self, hit: SourceResult, obstacle: Obstacle | None) -> tuple[Way, ...]:
        if hit.document_id:  # whoever finds its page live opens that
            return ()
        if obstacle is None:
            return ("open_copy", "abstract") if self._has_copies(hit) else ("abstract",)
        have_browser = self._deps.browser is not None
        return ways(hit, obstacle.what, have_copies=self._has_copies(hit), have_browser=have_browser)

    async def _another(self, way: Way, hit: SourceResult) -> str | Obstacle | None:
        """None: there was nothing to try."""
        if way == "browser" and self._deps.browser is not None:
            return await self._open("crawler", self._deps.browser, hit)
        if way == "abstract" and hit.full_content:
            return await self._open(hit.source_name, _AsGiven(), hit, outside=False, given=True)
        if way == "open_copy" and self._deps.pages is not None:
            return await self._copy(self._deps.pages, hit)
        return None

    async def _copy(self, pages: Opener, hit: SourceResult) -> str | Obstacle | None:
        """The publisher's page if only the open copy was tried; then whatever other copies are known."""
        found: str | Obstacle | None = None
        addresses = await self._copies_of(hit)
        if isinstance(addresses, Obstacle):
            return addresses
        tried = hit.open_access_url or hit.url
        for address in [one for one in dict.fromkeys([*addresses, hit.url]) if one != tried][:MOST_COPIES]:
            found = await self._open(WEB, pages, msgspec.structs.replace(hit, url=address))
            if isinstance(found, str) or found.final:
                break
        return found

    async def _copies_of(self, hit: SourceResult) -> list[str] | Obstacle:
        copies = self._deps.copies
        if copies is None or hit.doi is None:
            return []
        doi = hit.doi

        async def perform() -> Paid:
            return Paid(value=await copies.open_copies(doi), usage=Usage(searches=1))

        call = Call(
            kind="search", name=copies.name, request={"doi": doi}, outside=True, private=hit.private,
            timeout=PAGE_SECONDS, keep=PAGE_KEPT, retry=FETCH,
        )  # fmt: skip
        try:
            return await self._step.call(call, perform, list[str])
        except (EffectError, NotConfigured, BudgetExhausted) as error:
            return _obstacle(error)

    async def _open(
        self, name: str, opener: Opener, hit: SourceResult, *, outside: bool = True, given: bool = False
    ) -> str | Obstacle:
        async def perform() -> Paid:
            document = await opener.open(hit)
            await asyncio.to_thread(self._deps.ranker.foresee, self._deps.request.question, document)
            value = [document.id, document.kind, list(document.flags)]
            serves = document.kind == "content"  # a wall may be gone tomorrow, or stand before us alone
            return Paid(value=value, usage=Usage(pages=1), documents=(document,), serves_others=serves)

        leaves = outside and _on_the_web(hit)
        request = {"url": hit.url} | ({"as": "given by the source"} if given else {}) | _which(hit)
        call = Call(
            kind="fetch",
            name=name,
            request=request,
            outside=leaves,
            private=hit.private,
            timeout=self._page_seconds,
            keep=PAGE_KEPT if leaves else None,
            retry=FETCH if leaves and self._page_seconds >= PAGE_SECONDS else ONCE,
        )
        try:
            document_id, kind, flags = await self._step.call(call, perform, tuple[str, PageKind, tuple[str, ...]])
        except (EffectError, ReadFailed, NotConfigured, BudgetExhausted) as error:
            return _obstacle(error)
        if kind != "content":
            what = "needs_javascript" if NEEDS_JAVASCRIPT in flags else kind
            return Obstacle(reason=f"{what.replace('_', ' ')} page, not content", what=what)
        told = f" ({', '.join(flags)})" if flags else ""
        self._deps.emit("fetch", f"read {hit.title or hit.url}{told}", round=self.round, url=hit.url, title=hit.title)
        return document_id

    async def _lose(self, hit: SourceResult, obstacle: Obstacle) -> Loss:
        """Into the memory of failures, the events and the report."""
        loss = Loss(what=hit.title or hit.url, reason=obstacle.reason, source=hit.source_name)
        await self._deps.store.record_failure(self._deps.effects.lease, hit.url, loss, obstacle.what)
        self._deps.emit("fetch", f"not read: {loss.what}: {obstacle.reason}", round=self.round, url=hit.url,
                        error=obstacle.reason, obstacle=obstacle.what)  # fmt: skip
        return loss


class _AsGiven:
    """The text that came with a hit, when nothing more can be had."""

    async def open(self, hit: SourceResult) -> Document:
        text = hit.full_content or hit.snippet
        flag = ABSTRACT_ONLY if hit.source_type in {"academic", "pubmed"} else f"{AS_GIVEN} {hit.source_name}"
        return snapshot(hit, ReadText(text=text, media_type="text/plain", title=hit.title), flags=(flag,))


def _on_the_web(hit: SourceResult) -> bool:
    return hit.url.startswith("http")


def _snapshot_name(hit: SourceResult) -> str:
    return f"snapshot:{hit.document_id}"


def _which(hit: SourceResult) -> Json:
    """Several snapshots of one page are several things to open."""
    return {"snapshot": hit.document_id} if hit.document_id else {}


def _abstract_is_all(hit: SourceResult) -> bool:
    """A publisher's page behind a DOI seldom lets a program in: the abstract at hand says as much."""
    scholarly = hit.source_type in {"academic", "pubmed"} and hit.doi is not None
    return scholarly and bool(hit.full_content) and hit.open_access_url is None


def _obstacle(error: InquiroError) -> Obstacle:
    unset = isinstance(error, NotConfigured) and not isinstance(error, PrivacyRefused)
    return Obstacle(reason=str(error), what=NotConfigured.__name__ if unset else type(error).__name__)
