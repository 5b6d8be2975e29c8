"""Test doubles that ship with the package: a scripted source and model, a clock set by hand, no network.

    with forbid_network(), plugged_in(registry, wiki=lambda _: ScriptedProvider("wiki", [Page(title=…, text=…)])):
        report = deep_research("…", sources=("wiki",), settings=…)

Everything here is deterministic: the same script and the same questions give the same answers.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from inquiro.core.errors import BadAnswer, EffectError, InquiroError
from inquiro.core.models import FREE, Capabilities, Heard, ModelAnswer, ModelRequest, ModelUsage, Price
from inquiro.core.registry import Registry
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    PageKind,
    ProviderKind,
    SourceResult,
    SourceType,
    Value,
)
from inquiro.core.web import WebAnswer, WebRequest, WebStream
from inquiro.retrieval.words import content_tokens

DAWN = datetime(2026, 1, 1, tzinfo=UTC)
_PIECE = 1_000
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


class ScriptedWeb:
    """A web that plays the given answers in order, the last one again and again, and keeps what it was asked.

    An answer may be an error to raise, or a function of the request.
    """

    def __init__(self, *answers: WebAnswer | EffectError | Callable[[WebRequest], WebAnswer]) -> None:
        self.requests: list[WebRequest] = []
        self._answers = answers

    async def send(self, request: WebRequest) -> WebAnswer:
        answer = self._answers[min(len(self.requests), len(self._answers) - 1)]
        self.requests.append(request)
        if isinstance(answer, EffectError):
            raise answer
        return answer(request) if callable(answer) else answer

    @asynccontextmanager
    async def stream(self, request: WebRequest) -> AsyncIterator[WebStream]:
        """The same answers, in small pieces."""
        answer = await self.send(request)
        yield WebStream(url=answer.url, status=answer.status, headers=answer.headers, chunks=_in_pieces(answer.body))


class ScriptedModel:
    """A model that says what its script says, in order, the last line again and again, and keeps what it was asked.

    A line may be plain text, a whole answer, an error to raise, or a function of the request; words count as tokens.
    """

    def __init__(
        self,
        *lines: str | ModelAnswer | InquiroError | Callable[[ModelRequest], str | ModelAnswer],
        provider: str = "scripted",
        model: str = "model",
        capabilities: Capabilities | None = None,
        price: Price | None = FREE,
    ) -> None:
        self.provider = provider
        self.model = model
        self.capabilities = capabilities or Capabilities(schema=True, web_search=False, local=True)
        self.price = price
        self.requests: list[ModelRequest] = []
        self._lines = lines

    def availability(self) -> Availability:
        return Availability(available=True)

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        line = self._lines[min(len(self.requests), len(self._lines) - 1)]
        self.requests.append(request)
        if isinstance(line, InquiroError):
            raise line
        said = line(request) if callable(line) else line
        if isinstance(said, str):
            read = sum(len(message.text.split()) for message in request.messages)
            usage = ModelUsage(input=read, output=len(said.split()))
            said = ModelAnswer(text=said, finish="stop", usage=usage, model=self.model)
        if heard is not None:
            heard(said.text)
        return said


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
        return Document(
            id=hashlib.sha256(f"{hit.url}\n{digest}".encode()).hexdigest()[:32],
            url=hit.url,
            title=page.title,
            text=page.text,
            sha256=digest,
            media_type="text/plain",
            fetched_at=DAWN,
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


class ManualClock:
    """Time that passes only when told to; the wall clock can also jump, which the monotonic one does not notice."""

    def __init__(self, start: datetime = DAWN) -> None:
        self.wall = start
        self.elapsed = 0.0

    def __call__(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.elapsed

    def advance(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.elapsed += seconds

    def jump(self, by: timedelta) -> None:
        self.wall += by


class NetworkForbidden(RuntimeError):
    """Something tried to leave the machine; not an OSError, so that nothing takes it for an outage."""


def write_corpus(folder: Path, texts: Mapping[str, str | bytes]) -> Path:
    """A folder of files by name; a name may hold subfolders."""
    for name, content in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@contextmanager
def plugged_in(registry: Registry[Any], **factories: Callable[..., Any]) -> Iterator[None]:
    """For a while the registry knows these plug-ins too, as if an installed package had brought them."""
    installed = registry._entry_points()  # noqa: SLF001 - the one seam that outside packages have
    points = {**installed, **{name: _Point(factory) for name, factory in factories.items()}}
    with patch.object(registry, "_entry_points", lambda: points):
        yield


@contextmanager
def forbid_network() -> Iterator[None]:
    """Only loopback and Unix sockets, name resolution included, for threads and asyncio too."""
    with ExitStack() as stack:
        for name in ("connect", "connect_ex", "sendto"):
            stack.enter_context(patch.object(socket.socket, name, _connecting(getattr(socket.socket, name))))
        for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
            stack.enter_context(patch.object(socket, name, _resolving(getattr(socket, name))))
        yield


class _Point:
    """What a registry asks of an entry point."""

    def __init__(self, factory: Callable[..., Any]) -> None:
        self._factory = factory

    def load(self) -> Callable[..., Any]:
        return self._factory


async def _in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]


def _words_of(page: Page) -> set[str]:
    return set(content_tokens(f"{page.title} {page.text}"))


def _too_old(hit: SourceResult, filters: Filters) -> bool:
    return bool(filters.since and hit.published and hit.published < filters.since[: len(hit.published)])


def _connecting(original: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: socket.socket, *args: Any) -> Any:
        if isinstance(args[-1], tuple):  # an internet address; a Unix socket's is a path
            _require_loopback(args[-1][0])
        return original(self, *args)

    return call


def _resolving(original: Callable[..., Any]) -> Callable[..., Any]:
    def call(host: Any, *args: Any, **kwargs: Any) -> Any:
        _require_loopback(host)
        return original(host, *args, **kwargs)

    return call


def _require_loopback(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
    try:
        local = ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        local = name == "localhost"
    if not local:
        raise NetworkForbidden(f"tests may not reach '{name}': use a loopback server or a shipped double")
