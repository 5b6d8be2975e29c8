"""One real Chromium for all tests here, small sites on loopback, and a canary that must never be reached."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from typing import Any

import pytest

from inquiro.providers.browser.chromium import Browser
from inquiro.providers.http.dialing import Dialer

SITE = "site.test"
PATIENT = 60.0  # on a busy machine everything takes longer
Answer = bytes | str | tuple[int, Mapping[str, str], bytes]
Handler = Callable[[asyncio.StreamWriter], Awaitable[None]]


class Site:
    """Answers on loopback from a table of paths; `{site}` and `{canary}` in a page are filled in."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer | Handler] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.words: dict[str, str] = {}
        self.port = 0

    @property
    def paths(self) -> list[str]:
        return [line.split()[1] for line, _ in self.requests]

    def url(self, path: str) -> str:
        return f"http://{SITE}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            fields = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            self.requests.append((head[0], fields))
            page = self.pages.get(head[0].split()[1].partition("?")[0], (404, {}, b"not here"))
            await page(writer) if callable(page) else writer.write(self._response(page))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _response(self, page: Answer) -> bytes:
        status, headers, body = page if isinstance(page, tuple) else (200, {}, page)
        text = body.decode("latin-1") if isinstance(body, bytes) else body
        for word, value in self.words.items():
            text = text.replace(f"{{{word}}}", value)
        filled = {name: value.format(**self.words) for name, value in headers.items()}
        data = text.encode("utf-8" if isinstance(body, str) else "latin-1")
        all_headers = {"content-type": "text/html; charset=utf-8", "content-length": str(len(data)), **filled}
        lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in all_headers.items())]
        return "\r\n".join((*lines, "connection: close", "", "")).encode("latin-1") + data


class Canary:
    """Counts everything that arrives, TCP and UDP on one port."""

    def __init__(self) -> None:
        self.reached = 0
        self.port = 0

    async def serve(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reached += 1
        writer.close()

    def datagrams(self) -> asyncio.DatagramProtocol:
        canary = self

        class Counting(asyncio.DatagramProtocol):
            def datagram_received(self, data: bytes, addr: Any) -> None:
                canary.reached += 1

        return Counting()


class World:
    """The loop, the browser, a site it may read and a canary it may not reach."""

    def __init__(self, runner: asyncio.Runner, browser: Browser, site: Site, canary: Canary, dialer: Dialer) -> None:
        self.runner = runner
        self.browser = browser
        self.site = site
        self.canary = canary
        self.dialer = dialer

    def render(self, path: str, *, seconds: float = PATIENT, **options: Any) -> Any:
        return self.runner.run(self.browser.render(self.site.url(path), seconds=seconds, **options))

    def render_all(self, *pages: Answer) -> list[Any]:
        """Each page's answer, or the error it ended in."""
        paths = [f"/page-{number}" for number, _ in enumerate(pages)]
        self.site.pages |= dict(zip(paths, pages, strict=True))

        async def together() -> list[Any]:
            visits = (self.browser.render(self.site.url(path), seconds=PATIENT) for path in paths)
            return await asyncio.gather(*visits, return_exceptions=True)

        return self.runner.run(together())

    def text(self, path: str, **options: Any) -> str:
        return self.render(path, **options).body.decode()


async def resolve(host: str, port: int) -> list[str]:
    known = {SITE: ["127.0.0.1"], "rebound.test": ["127.0.0.1"], "mixed.test": ["93.184.215.14", "127.0.0.1"]}
    if host not in known:
        raise OSError("no such name")
    return known[host]


async def _opened(stack: AsyncExitStack, site: Site, canary: Canary) -> None:
    loop = asyncio.get_running_loop()
    for one in (site, canary):
        server = await stack.enter_async_context(await asyncio.start_server(one.serve, "127.0.0.1", 0))
        one.port = server.sockets[0].getsockname()[1]
    transport, _ = await loop.create_datagram_endpoint(canary.datagrams, ("127.0.0.1", canary.port))
    stack.callback(transport.close)
    site.words = {"site": f"{SITE}:{site.port}", "canary": f"127.0.0.1:{canary.port}", "port": str(canary.port)}


@pytest.fixture(scope="module")
def module_world(chromium_here: None) -> Iterator[World]:
    site, canary = Site(), Canary()
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        runner.run(_opened(stack, site, canary))
        dialer = Dialer((f"{SITE}:{site.port}",), resolve)
        browser = Browser(dialer, sandbox=False)
        yield World(runner, browser, site, canary, dialer)
        runner.run(browser.close())
        runner.run(stack.aclose())


@pytest.fixture
def world(module_world: World) -> Iterator[World]:
    module_world.site.pages.clear()
    module_world.site.requests.clear()
    module_world.canary.reached = 0
    return module_world
