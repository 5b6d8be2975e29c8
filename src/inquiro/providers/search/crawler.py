"""The sites a user named, read with a real browser: for pages that are empty without JavaScript."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

import msgspec

from inquiro.core.errors import AccessDenied, EffectError
from inquiro.core.identity import canonical_url
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import Availability, Document, Filters, ProviderKind, SourceResult, SourceType
from inquiro.providers.browser.chromium import Browser
from inquiro.providers.browser.installed import why_unavailable
from inquiro.providers.browser.polite import PoliteBrowser, Visits
from inquiro.providers.http.dialing import Dialer
from inquiro.retrieval.snippets import snippet
from inquiro.retrieval.words import content_tokens, tokens

if TYPE_CHECKING:
    from inquiro.providers.browser.page import Link

_PAGES_PER_SITE = 5
_REMEMBERED = 40
_UNREAD = 0.5  # what a link promises counts half of what a page says


class Crawler:
    """Reads a site from its start page on, best-looking links first; without a named site it finds nothing."""

    name = "crawler"
    kind: ProviderKind = "web"
    source_type: SourceType = "web"
    requests_per_second = 1.0  # per host
    leaves_machine = "addresses of pages, as any browser"
    keys: tuple[str, ...] = ()
    paces_requests: Literal[True] = True

    def __init__(self, context: ProviderContext, browser: Visits | None = None) -> None:
        settings = context.settings
        self._own = None
        if browser is None:
            dialer = Dialer(settings.allow_private_hosts)
            browser = self._own = Browser(dialer, local_only=settings.privacy == "local_only")
        self._browser = PoliteBrowser(context, browser)
        self._read: dict[str, Document] = {}  # what a search has read need not be loaded again to be opened

    def availability(self) -> Availability:
        reason = why_unavailable()
        return Availability(available=not reason, reason=reason)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        wanted = frozenset(content_tokens(query))
        crawls = [_Crawl(self._browser, site, wanted) for site in filters.sites]
        outcomes = await asyncio.gather(*(crawl.run() for crawl in crawls), return_exceptions=True)
        if failures := [outcome for outcome in outcomes if isinstance(outcome, BaseException)]:
            unexpected = [error for error in failures if not isinstance(error, EffectError)]
            if unexpected or len(failures) == len(crawls):
                raise (unexpected or failures)[0]
        for crawl in crawls:
            self._remember(crawl.read)
        hits = [hit for crawl in crawls for hit in crawl.hits() if not _too_old(hit, filters)]
        return sorted(hits, key=lambda hit: -hit.score)[:max_results]

    async def open(self, hit: SourceResult) -> Document:
        if (known := self._read.get(hit.url)) is not None:
            return known
        return await self._browser.document(hit, await self._browser.visit(hit.url))

    async def aclose(self) -> None:
        """Ends Chromium; the next page would start it again."""
        if self._own is not None:
            await self._own.close()

    def _remember(self, read: Iterable[Document]) -> None:
        self._read |= {document.url: document for document in read}
        for oldest in list(self._read)[:-_REMEMBERED]:
            del self._read[oldest]


class _Crawl:
    """One site: what was read, and what else looked promising."""

    def __init__(self, browser: PoliteBrowser, site: str, wanted: frozenset[str]) -> None:
        self._browser = browser
        self._start = site if "://" in site else f"https://{site}/"
        self._wanted = wanted
        self._visits = 0
        self._seen: set[str] = set()
        self._promising: dict[str, SourceResult] = {}  # by address, not yet read
        self.read: list[Document] = []

    async def run(self) -> None:
        """Raises only for the start page: whatever lies behind it may fail alone."""
        await self._visit(_hit(self._start, "", "", 0.0))
        while self._promising and self._visits < _PAGES_PER_SITE:
            best = max(self._promising.values(), key=lambda hit: hit.score)
            with suppress(EffectError):
                await self._visit(best)

    def hits(self) -> list[SourceResult]:
        found = [self._found(document) for document in self.read]
        return [hit for hit in (*found, *self._promising.values()) if hit.score > 0]

    async def _visit(self, hit: SourceResult) -> None:
        self._visits += 1
        self._seen.add(canonical_url(hit.url))
        self._promising.pop(hit.url, None)
        rendered = await self._browser.visit(hit.url)
        self._seen.add(canonical_url(rendered.answer.url))
        if not _same_site(rendered.answer.url, self._start):
            raise AccessDenied(f"{hit.url} leads to another site, {rendered.answer.url}")
        # The page's own title is better than what a link to it said.
        document = await self._browser.document(msgspec.structs.replace(hit, title=""), rendered)
        if document.kind != "content":
            raise AccessDenied(f"{document.url} shows machines an obstacle: {document.kind}")
        self.read.append(document)
        for link in rendered.links:
            self._consider(link)

    def _consider(self, link: Link) -> None:
        url = link.url.partition("#")[0]
        if canonical_url(url) in self._seen or not _same_site(url, self._start):
            return
        words = re.sub(r"[^\w]+|_", " ", unquote(urlsplit(url).path))
        score = _UNREAD * self._share(f"{link.text} {words}")
        known = self._promising.get(url)
        if score > (known.score if known else 0):
            text = " ".join(link.text.split())
            self._promising[url] = _hit(url, text or words.strip(), text, score)

    def _found(self, document: Document) -> SourceResult:
        score = self._share(f"{document.title} {document.text}")
        hit = _hit(document.url, document.title, snippet(document.text, self._wanted), score)
        return msgspec.structs.replace(hit, published=document.published, retrieved_at=document.fetched_at)

    def _share(self, text: str) -> float:
        """How much of the query is there."""
        return len(self._wanted.intersection(tokens(text))) / len(self._wanted) if self._wanted else 0.0


def _hit(url: str, title: str, said: str, score: float) -> SourceResult:
    return SourceResult(url=url, title=title, snippet=said, source_name=Crawler.name, score=round(score, 4))


def _too_old(hit: SourceResult, filters: Filters) -> bool:
    """What has no date cannot be too old."""
    return bool(filters.since and hit.published and hit.published < filters.since[: len(hit.published)])


def _same_site(url: str, start: str) -> bool:
    """The named host and what lies below it, over the web's own schemes."""
    try:
        parts, named = urlsplit(url), urlsplit(start)
        ports = parts.port, named.port
    except ValueError:
        return False
    host, home = (parts.hostname or ""), (named.hostname or "").removeprefix("www.")
    within = host == home or host.endswith(f".{home}")
    return parts.scheme in {"http", "https"} and within and ports[0] == ports[1]


plugin: Callable[[ProviderContext], Crawler] = Crawler
