"""One address, politely: against a scripted web, and over real sockets with the real transport."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    Deferred,
    EffectError,
    Gone,
    RateLimited,
    TimedOut,
    Unavailable,
    UnsafeAddress,
)
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Document, ReadText, SourceResult
from inquiro.core.web import PAGE_BYTES, WebAnswer, WebRequest
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.transport import Transport
from inquiro.providers.pages.fetcher import PDF_BYTES, Fetcher
from inquiro.providers.pages.memory import Validators
from inquiro.readers import read as read_now
from inquiro.testing import ScriptedWeb

URL = "https://site.example/story"
STORY = (
    b"<html><head><title>Trees</title></head><body><p>Street trees lowered the temperature by 1.6 C.</p></body></html>"
)
CHALLENGE = b"<html><head><title>Just a moment...</title><script>_cf_chl_opt={}</script></head><body></body></html>"
Answer = WebAnswer | EffectError | Callable[[WebRequest], WebAnswer]


class Sites(ScriptedWeb):
    """Answers by address; a site without a robots.txt has none."""

    def __init__(self, pages: Mapping[str, Answer]) -> None:
        super().__init__()
        self.pages = pages

    async def send(self, request: WebRequest) -> WebAnswer:
        self.requests.append(request)
        answer = self.pages.get(request.url, WebAnswer(url=request.url, status=404))
        if isinstance(answer, EffectError):
            raise answer
        return answer(request) if callable(answer) else answer

    @property
    def opened(self) -> list[str]:
        return [request.url for request in self.requests if not request.url.endswith("/robots.txt")]


class Pace(NoPace):
    def __init__(self) -> None:
        self.admitted: list[tuple[str, float]] = []
        self.reported: list[tuple[str, str]] = []

    async def admit(self, name: str, requests_per_second: float, burst: int = 1) -> None:
        self.admitted.append((name, requests_per_second))

    async def report(self, name: str, error: EffectError | None) -> None:
        self.reported.append((name, type(error).__name__ if error else "fine"))


class Shelf:
    def __init__(self) -> None:
        self.kept: dict[str, Validators] = {}

    async def recall(self, url: str) -> Validators | None:
        return self.kept.get(url)

    async def keep(self, url: str, validators: Validators) -> None:
        self.kept[url] = validators


async def read(data: bytes, name: str, media_type: str | None) -> ReadText:
    return read_now(data, name, media_type)


def answered(
    body: bytes = STORY, status: int = 200, url: str = URL, truncated: bool = False, **headers: str
) -> WebAnswer:
    named = {"content-type": "text/html"} | {name.replace("_", "-"): value for name, value in headers.items()}
    return WebAnswer(url=url, status=status, body=body, headers=named, truncated=truncated)


def hit_for(url: str = URL, **more: Any) -> SourceResult:
    return SourceResult(url=url, title=more.pop("title", ""), snippet="", source_name="web", **more)


@pytest.fixture
def fetch(settings: Settings) -> Callable[..., Document]:
    def run(
        web: Any, hit: SourceResult | None = None, pace: Pace | None = None, memory: Shelf | None = None
    ) -> Document:
        context = ProviderContext(settings=settings, web=web, pace=pace or Pace(), read=read)
        return asyncio.run(Fetcher(context, memory).open(hit or hit_for()))

    return run


def test_a_page_becomes_a_document_at_its_last_address(fetch: Callable[..., Document]):
    web, pace = Sites({URL: answered(url="https://site.example/final")}), Pace()
    document = fetch(web, hit_for(open_access_url="https://elsewhere.example/", doi="10.1/x"), pace)
    assert (document.url, document.title, document.kind, document.doi) == (
        "https://site.example/final",
        "Trees",
        "content",
        "10.1/x",
    )
    assert "1.6 C" in document.text
    assert web.opened == [URL]
    assert pace.admitted == [("host:site.example", 1.0)]
    assert pace.reported == [("host:site.example", "fine")]
    assert web.requests[-1].max_bytes == PAGE_BYTES
    assert 10 <= web.requests[-1].seconds <= 20


@pytest.mark.fault(25)
def test_what_robots_forbid_is_not_asked_for(fetch: Callable[..., Document]):
    web, pace = (
        Sites({"https://site.example/robots.txt": answered(b"User-agent: *\nDisallow: /story"), URL: answered()}),
        Pace(),
    )
    with pytest.raises(AccessDenied, match=r"robots\.txt"):
        fetch(web, pace=pace)
    assert (web.opened, pace.admitted) == ([], [])


@pytest.mark.fault(25)
def test_a_redirect_to_where_robots_forbid_is_not_used(fetch: Callable[..., Document]):
    rules = answered(b"User-agent: *\nDisallow: /", url="https://other.example/robots.txt")
    web = Sites({URL: answered(url="https://other.example/x"), "https://other.example/robots.txt": rules})
    with pytest.raises(AccessDenied, match=r"robots\.txt of https://other\.example"):
        fetch(web)


@pytest.mark.fault(25)
def test_while_robots_are_unknown_nothing_is_asked(fetch: Callable[..., Document]):
    web = Sites({"https://site.example/robots.txt": Unavailable("refused"), URL: answered()})
    with pytest.raises(Deferred):
        fetch(web)
    assert web.opened == []


def test_a_crawl_delay_sets_the_pace(fetch: Callable[..., Document]):
    pace = Pace()
    fetch(
        Sites({"https://site.example/robots.txt": answered(b"User-agent: *\nCrawl-delay: 4"), URL: answered()}),
        pace=pace,
    )
    assert pace.admitted == [("host:site.example", 0.25)]


@pytest.mark.parametrize(
    ("answer", "error", "told"),
    [
        (answered(b"", 404), Gone, "BadAnswer"),
        (answered(b"", 410), Gone, "BadAnswer"),
        (answered(b"slow down", 429, retry_after="7"), RateLimited, "RateLimited"),
        (answered(b"", 500), Unavailable, "Unavailable"),
        (answered(b"", 504), TimedOut, "TimedOut"),
        (answered(b"<html><body><p>No.</p></body></html>", 403), AccessDenied, "AccessDenied"),
        (answered(b"", 401), AccessDenied, "AccessDenied"),
        (answered(b"", 418), BadAnswer, "BadAnswer"),
        (Unavailable("refused"), Unavailable, "Unavailable"),
        (TimedOut("15 s"), TimedOut, "TimedOut"),
        (UnsafeAddress("private"), UnsafeAddress, "UnsafeAddress"),
    ],
)
def test_failures_mean_something(fetch: Callable[..., Document], answer: Answer, error: type[EffectError], told: str):
    pace = Pace()
    with pytest.raises(error) as caught:
        fetch(Sites({URL: answer}), pace=pace)
    assert type(caught.value) is error
    assert pace.reported == [("host:site.example", told)]


def test_gone_says_gone_and_slow_down_says_how_long(fetch: Callable[..., Document]):
    with pytest.raises(BadAnswer, match="gone"):
        fetch(Sites({URL: answered(b"", 404)}))
    with pytest.raises(RateLimited) as caught:
        fetch(Sites({URL: answered(b"", 429, retry_after="7")}))
    assert caught.value.retry_after == 7


@pytest.mark.fault(24)
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (403, CHALLENGE, "challenge"),
        (503, CHALLENGE, "challenge"),
        (200, CHALLENGE, "challenge"),
        (429, b"<html><body><div class='g-recaptcha'></div><p>Verify you are human</p></body></html>", "captcha"),
        (402, b"<html><body><p>This article is for subscribers only.</p></body></html>", "paywall"),
        (401, b"<html><head><title>Log in</title></head><body><input type=password></body></html>", "login"),
    ],
)
def test_an_obstacle_is_returned_as_what_it_is(fetch: Callable[..., Document], status: int, body: bytes, kind: str):
    memory = Shelf()
    assert fetch(Sites({URL: answered(body, status, etag='"1"')}), memory=memory).kind == kind
    assert memory.kept == {}


def test_an_unchanged_page_is_not_sent_twice(fetch: Callable[..., Document]):
    def page(request: WebRequest) -> WebAnswer:
        known = request.headers.get("if-none-match") == '"v1"' and request.headers.get("if-modified-since") == "Sun"
        return answered(b"" if known else STORY, 304 if known else 200, etag='"v1"', last_modified="Sun")

    web, memory = Sites({URL: page}), Shelf()
    first = fetch(web, memory=memory)
    second = fetch(web, hit_for(title="Found again", quality_score=0.9), memory=memory)
    assert (second.id, second.text, second.headings) == (first.id, first.text, first.headings)
    assert (second.title, second.quality) == ("Found again", 0.9)
    assert second.fetched_at >= first.fetched_at


def test_unchanged_of_another_page_is_asked_again(fetch: Callable[..., Document]):
    def moved(request: WebRequest) -> WebAnswer:
        known = "if-none-match" in request.headers
        body = b"<html><body><p>Another page.</p></body></html>"
        return answered(b"" if known else body, 304 if known else 200, url="https://site.example/other")

    memory = Shelf()
    fetch(Sites({URL: answered(etag='"v1"')}), memory=memory)
    assert fetch(Sites({URL: moved}), memory=memory).text == "Another page."


@pytest.mark.parametrize(
    ("hit", "answer"),
    [
        (hit_for(private=True), answered(etag='"1"')),
        (hit_for(), answered(truncated=True, etag='"1"')),
        (hit_for(), answered()),
    ],
)
def test_private_cut_off_and_unmarked_pages_are_not_remembered(
    fetch: Callable[..., Document], hit: SourceResult, answer: WebAnswer
):
    memory = Shelf()
    fetch(Sites({URL: answer}), hit, memory=memory)
    assert memory.kept == {}


def refresh(target: str, text: str = "") -> bytes:
    return f"<html><head><meta http-equiv=refresh content='0;url={target}'></head><body>{text}</body></html>".encode()


@pytest.mark.fault(28)
@pytest.mark.parametrize("text", ["", "<p>You are being redirected.</p>", "<script>go()</script>"])
def test_a_page_that_only_points_elsewhere_is_followed_once(fetch: Callable[..., Document], text: str):
    there = "https://there.example/new"
    web = Sites({URL: answered(refresh(there, text)), there: answered(url=there)})
    document = fetch(web)
    assert (document.url, document.kind) == (there, "content")
    assert [request.url for request in web.requests] == [
        "https://site.example/robots.txt",
        URL,
        "https://there.example/robots.txt",
        there,
    ]


@pytest.mark.fault(28)
def test_a_chain_of_pointers_ends(fetch: Callable[..., Document]):
    web = Sites(
        {URL: answered(refresh("/b")), "https://site.example/b": answered(refresh("/c"), url="https://site.example/b")}
    )
    with pytest.raises(BadAnswer, match="on and on"):
        fetch(web)
    assert web.opened == [URL, "https://site.example/b"]


@pytest.mark.fault(28)
@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "ftp://a.example/"]
)
def test_a_pointer_to_anything_but_the_web_is_refused(fetch: Callable[..., Document], target: str):
    web = Sites({URL: answered(refresh(target))})
    with pytest.raises(UnsafeAddress):
        fetch(web)
    assert web.opened == [URL]


@pytest.mark.fault(31)
@pytest.mark.parametrize("url", ["http://a:99999/", "http://h:abc/", "http://[x/", "https://ex\u2100mple.org/"])
def test_a_hit_that_is_no_address_is_refused_and_nothing_breaks(fetch: Callable[..., Document], url: str):
    with pytest.raises(UnsafeAddress):
        fetch(Sites({}), hit=hit_for(url))


@pytest.mark.fault(31)
@pytest.mark.parametrize("url", ["http://a:99999/", "http://h:abc/"])
def test_a_pointer_to_no_address_is_refused_and_nothing_breaks(fetch: Callable[..., Document], url: str):
    with pytest.raises(UnsafeAddress):
        fetch(Sites({URL: answered(refresh(url))}))


def test_a_page_with_content_is_not_left(fetch: Callable[..., Document]):
    body = refresh("/live", f"<p>{'Street trees lowered the temperature. ' * 10}</p>")
    assert fetch(Sites({URL: answered(body)})).url == URL


def test_a_large_pdf_is_fetched_whole(fetch: Callable[..., Document], settings: Settings):
    async def told(data: bytes, name: str, media_type: str | None) -> ReadText:
        return ReadText(text=f"{len(data)} bytes", media_type=media_type or "")

    def serve(request: WebRequest) -> WebAnswer:
        body = (b"%PDF-1.4" + b"x" * (PAGE_BYTES + 10))[: request.max_bytes]
        return answered(body, truncated=len(body) == request.max_bytes, url=request.url, content_type="application/pdf")

    named = "https://site.example/pdf/2101.00001"
    web = Sites({URL: serve, named: serve})
    fetcher = Fetcher(ProviderContext(settings=settings, web=web, read=told))
    assert asyncio.run(fetcher.open(hit_for())).text == f"{PAGE_BYTES + 18} bytes"
    assert asyncio.run(fetcher.open(hit_for(named))).text == f"{PAGE_BYTES + 18} bytes"
    asked = [request.max_bytes for request in web.requests if "robots" not in request.url]
    assert asked == [PAGE_BYTES, PDF_BYTES, PDF_BYTES]


def serving(pages: Mapping[str, bytes], requests: list[str]) -> Callable[..., Any]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        requests.append(head)
        writer.write(
            pages.get(head.split()[1], b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        )
        await writer.drain()
        writer.close()

    return serve


def response(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body)}", "connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + body


async def over_sockets(
    settings: Settings, pages: Mapping[str, bytes], path: str = "/story"
) -> tuple[Document, list[str]]:
    requests: list[str] = []
    server = await asyncio.start_server(serving(pages, requests), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def resolve(host: str, _port: int) -> list[str]:
        return ["127.0.0.1"]

    try:
        async with Transport(settings, dialer=Dialer((f"site.test:{port}",), resolve)) as web:
            context = ProviderContext(settings=settings, web=web, read=read)
            return await Fetcher(context).open(hit_for(f"http://site.test:{port}{path}")), requests
    finally:
        server.close()
        await asyncio.sleep(0.01)


def test_a_page_over_real_sockets(settings: Settings):
    body = gzip.compress("<html><body><p>Größe: fünf Meter.</p></body></html>".encode("latin-1"))
    pages = {
        "/robots.txt": response(b"User-agent: *\nDisallow: /no", content_type="text/plain"),
        "/story": response(b"", "301 Moved", location="/new"),
        "/new": response(body, content_type="text/html; charset=iso-8859-1", content_encoding="gzip"),
    }
    document, requests = asyncio.run(over_sockets(settings, pages))
    assert document.text == "Größe: fünf Meter."
    assert document.url.endswith("/new")
    assert [head.split()[1] for head in requests] == ["/robots.txt", "/story", "/new"]
    with pytest.raises(AccessDenied, match="robots"):
        asyncio.run(over_sockets(settings, pages, "/no"))


@pytest.mark.fault(28)
@pytest.mark.parametrize(
    "target", ["http://127.0.0.1:9/", "http://169.254.169.254/latest/", "http://[::1]/", "http://0x7f.1/"]
)
def test_a_pointer_to_a_private_address_is_refused_over_real_sockets(settings: Settings, target: str):
    with pytest.raises(UnsafeAddress):
        asyncio.run(over_sockets(settings, {"/story": response(refresh(target), content_type="text/html")}))
