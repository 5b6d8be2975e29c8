"""One page in a profile of its own: opened, left until its text has come to rest, and read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Error
from playwright.async_api import TimeoutError as TooSlow

from inquiro.core.errors import BadAnswer, EffectError, TimedOut, Unavailable
from inquiro.core.web import WebAnswer
from inquiro.providers.http.proxy import Pass

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page, Request, Response, Route

_LOOK_EVERY = 0.15
_STILL_LOOKS = 4  # equal ones before a page counts as finished
_STILL_ANYWAY = 20  # the same while it still asks for something: some pages listen for ever
_SETTLE_SECONDS = 10.0
_PROXY_SAYS = frozenset({403, 502, 504})
_NOT_TEXT = frozenset({"image", "media", "font"})
# Elements can stand in for members of `document`, by their names; not for those of its prototype.
_FIND = "const find = (what) => Document.prototype.querySelectorAll.call(document, what);"
_STATE = f"{{{_FIND} [document.readyState !== 'loading', find('body')[0]?.innerText.length ?? 0]}}"
_HTML = f"{{{_FIND} const html = find(':root')[0]?.outerHTML ?? ''; [html.length, html.slice(0, LIMIT)]}}"
_LINKS = f"{{{_FIND} [...find('a[href]')].slice(0, 500).map(a => [String(a.href).slice(0, 2000), (a.innerText ?? '').slice(0, 200)])}}"
# What held for the bytes on the wire; the body is now HTML in UTF-8, whatever came.
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "content-type", "transfer-encoding"})


class Link(NamedTuple):
    url: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A page as it was read, and where it leads; found by Chromium, so that we parse nothing hostile."""

    answer: WebAnswer
    links: tuple[Link, ...] = ()


class Visit:
    """Follows one page from its first request to its text."""

    def __init__(self, page: Page, allowed: Pass) -> None:
        self._page = page
        self._allowed = allowed
        self._wanted = ""  # where the page itself, not a part of it, last tried to go
        self._answers: list[Response] = []
        self._under_way: set[Request] = set()
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_end)
        page.on("requestfailed", self._on_end)

    async def read(self, url: str, max_bytes: int) -> Rendered:
        await self._page.route("**/*", _let_text_pass)
        try:
            # Further on we look for ourselves: a page may start a download while it loads, and is then never "loaded".
            await self._page.goto(url, wait_until="commit")
        except TooSlow as error:
            raise TimedOut(f"{url} took too long to load") from error
        except Error as error:
            raise self._failure(url, error) from error
        self._require_web(url)
        session = await self._page.context.new_cdp_session(self._page)
        whole = await self._settle(session)
        self._require_web(url)
        html, cut = await _html(session, max_bytes)
        links = tuple(Link(*pair) for pair in await _in_a_world_of_our_own(session, _LINKS))
        shown = self._shown()
        before = [answer.url for answer in self._answers[: self._answers.index(shown)]] if shown else []
        answer = WebAnswer(
            url=self._page.url,
            status=shown.status if shown else 200,
            headers=_headers(shown.headers if shown else {}),
            body=html,
            truncated=cut or not whole or self._allowed.exhausted,
            hops=tuple(dict.fromkeys(before)),
        )
        return Rendered(answer=answer, links=links)

    def _on_request(self, request: Request) -> None:
        self._under_way.add(request)
        if self._is_the_page(request):
            self._wanted = request.url

    def _on_end(self, request: Request) -> None:
        self._under_way.discard(request)

    def _on_response(self, response: Response) -> None:
        if self._is_the_page(response.request):
            self._answers.append(response)

    def _is_the_page(self, request: Request) -> bool:
        return request.is_navigation_request() and request.frame == self._page.main_frame

    async def _settle(self, session: CDPSession) -> bool:
        """Until the text stops growing; a page that never does is read as it stands. Whether all of it had come."""
        before, still, loaded = -1, 0, False
        loop = asyncio.get_running_loop()
        end = loop.time() + _SETTLE_SECONDS
        while loop.time() < end and (still < _STILL_LOOKS or (self._under_way and still < _STILL_ANYWAY)):
            try:
                loaded, length = await _in_a_world_of_our_own(session, _STATE)
            except Error:  # the page is just going elsewhere
                loaded, length = False, -1
            still = still + 1 if loaded and length == before else 0
            before = length
            await asyncio.sleep(_LOOK_EVERY)
        return loaded

    def _require_web(self, url: str) -> None:
        """A page may have gone where it may not, or left nothing behind."""
        here = self._page.url
        shown = self._shown()
        if shown and shown.status in _PROXY_SAYS and (error := self._allowed.failures.get(_peer(here))):
            raise type(error)(f"{url} leads to {here}: {error}")
        if here.startswith("chrome-error:"):
            raise self._failure(url, None)
        if not here.startswith(("http://", "https://")):
            raise BadAnswer(f"{url} left the web for {here[:80]}")

    def _failure(self, url: str, error: Error | None) -> EffectError:
        if known := self._allowed.failures.get(_peer(self._wanted or url)):
            return type(known)(f"{url} leads to {self._wanted or url}: {known}")
        said = error.message.splitlines()[0] if error else "the page it leads to did not load"
        if "Download is starting" in said or "ERR_ABORTED" in said:
            return BadAnswer(f"{url} is a file to download, not a page")
        if "ERR_CERT" in said or "ERR_SSL" in said:
            return BadAnswer(f"{url} has a certificate that cannot be trusted")
        if "ERR_TOO_MANY_REDIRECTS" in said:
            return BadAnswer(f"{url} redirects without end")
        return Unavailable(f"{url} could not be loaded: {said}")

    def _shown(self) -> Response | None:
        """The answer behind what is shown; a later one may have been a download, or nothing at all."""
        here = self._page.url.partition("#")[0]
        found = [answer for answer in self._answers if answer.url == here] or self._answers
        return found[-1] if found else None


async def _let_text_pass(route: Route) -> None:
    if route.request.resource_type in _NOT_TEXT:
        await route.abort()
    else:
        await route.continue_()


async def _html(session: CDPSession, max_bytes: int) -> tuple[bytes, bool]:
    """The rendered page and whether it was cut; it is cut inside Chromium, so that no page can flood us."""
    length, text = await _in_a_world_of_our_own(session, _HTML.replace("LIMIT", str(max_bytes)))
    body = str(text).encode("utf-8", "replace")
    return body[:max_bytes], length > max_bytes or len(body) > max_bytes


async def _in_a_world_of_our_own(session: CDPSession, expression: str) -> Any:
    """Runs where the page's scripts cannot have changed what `slice` or `innerText` do."""
    tree = await session.send("Page.getFrameTree")
    world = await session.send(
        "Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "inquiro"}
    )
    answer = await session.send(
        "Runtime.evaluate",
        {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True},
    )
    if "exceptionDetails" in answer:
        raise Error(f"the page cannot be read: {answer['exceptionDetails'].get('text', '')}")
    return answer["result"].get("value")


def _headers(received: Mapping[str, str]) -> dict[str, str]:
    kept = {name.lower(): value for name, value in received.items() if name.lower() not in _OF_THE_WIRE}
    return kept | {"content-type": "text/html; charset=utf-8"}


def _peer(url: str) -> str:
    """An address as the proxy names it."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return ""
    host = parts.hostname or ""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
