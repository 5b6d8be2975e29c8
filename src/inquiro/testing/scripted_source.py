"""A source that knows the given pages."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Iterable, Mapping

from inquiro.core.errors import BadAnswer, InquiroError
from inquiro.core.types import Availability, Document, Filters, PageKind, ProviderKind, SourceResult, SourceType, Value
from inquiro.retrieval.words import content_tokens
from inquiro.testing.stored import stored

_SOURCE_TYPES: Mapping[ProviderKind, SourceType] = {
    "web": "web",
    "academic": "academic",
    "reference": "web",
    "registry": "registry",
    "local": "local",
    "vault": "vault",
    "knowledge": "knowledge",
}


class Page(Value, frozen=True, kw_only=True):
    """One page of a scripted source; without an address it gets one made from its title."""

    title: str
    text: str
    url: str = ""
    published: str | None = None
    author: str | None = None
    kind: PageKind = "content"
    private: bool = False


class ScriptedProvider:
    """A source that knows the given pages, finds them by shared words, and writes down whatever it is asked.

    `search_error` and `open_error` make it fail; with a `gate` it answers a search only once the gate is open, and
    `asked` tells that someone waits there; `leaves_machine` says what a real one would send outside.
    """

    requests_per_second = 0.0
    keys: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        pages: Iterable[Page],
        *,
        kind: ProviderKind = "web",
        leaves_machine: str = "",
        unavailable: str = "",
        search_error: InquiroError | None = None,
        open_error: InquiroError | None = None,
        gate: asyncio.Event | None = None,
    ) -> None:
        self.name = name
        self.kind: ProviderKind = kind
        self.source_type: SourceType = _SOURCE_TYPES[kind]
        self.leaves_machine = leaves_machine
        self.search_error = search_error
        self.open_error = open_error
        self.gate = gate
        self.asked = asyncio.Event()
        self.searches: list[str] = []
        self.opened: list[str] = []
        self._unavailable = unavailable
        self._pages = {page.url or self._address(page): page for page in pages}

    def availability(self) -> Availability:
        return Availability(available=not self._unavailable, reason=self._unavailable)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        self.searches.append(query)
        self.asked.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.search_error is not None:
            raise self.search_error
        wanted = set(content_tokens(query))
        scored = [(len(wanted & _words_of(page)), url) for url, page in self._pages.items()]
        best = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])  # equals stay as they were given
        hits = [self._hit(url, score / len(wanted)) for score, url in best]
        return [hit for hit in hits if not _too_old(hit, filters)][:max_results]

    async def open(self, hit: SourceResult) -> Document:
        self.opened.append(hit.url)
        if self.open_error is not None:
            raise self.open_error
        if (page := self._pages.get(hit.url)) is None:
            raise BadAnswer(f"{self.name} has no page {hit.url}")
        digest = hashlib.sha256(page.text.encode()).hexdigest()
        return stored(
            hit.url,
            page.text,
            id=hashlib.sha256(f"{hit.url}\n{digest}".encode()).hexdigest()[:32],
            title=page.title,
            kind=page.kind,
            source_name=self.name,
            source_type=self.source_type,
            published=page.published,
            author=page.author,
            private=page.private,
        )

    def _hit(self, url: str, score: float) -> SourceResult:
        page = self._pages[url]
        return SourceResult(
            url=url,
            title=page.title,
            snippet=page.text[:200],
            source_name=self.name,
            source_type=self.source_type,
            score=score,
            published=page.published,
            private=page.private,
        )

    def _address(self, page: Page) -> str:
        slug = re.sub(r"\W+", "-", page.title.lower()).strip("-")
        return f"https://{self.name}.example/{slug}" if self.leaves_machine else f"scripted:{self.name}/{slug}"


def _words_of(page: Page) -> set[str]:
    return set(content_tokens(f"{page.title} {page.text}"))


def _too_old(hit: SourceResult, filters: Filters) -> bool:
    return bool(filters.since and hit.published and hit.published < filters.since[: len(hit.published)])
