"""Pages as a visitor with JavaScript sees them: one Chromium for many pages, a fresh profile for each."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from inquiro.core.deadlines import stopped_clock
from inquiro.core.errors import TimedOut, Unavailable
from inquiro.core.version import __version__
from inquiro.core.web import PAGE_BYTES, WebAnswer
from inquiro.providers.browser.launching import launch
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.proxy import Proxy, permitted
from inquiro.providers.http.targets import parse_target

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext

    from inquiro.providers.browser.page import Rendered

RENDER_SECONDS = 20.0
_PAGES_AT_ONCE = 4
_CLOSE_SECONDS = 3.0


class _Running(NamedTuple):
    chromium: Chromium
    user_agent: str
    proxy: Proxy
    resources: AsyncExitStack


class Browser:
    """Started by the first page, and ended with the block or by `close`; a Chromium that died is started anew.

    `net_log` is where Chromium writes down every socket it opens, for whoever wants to check.
    """

    def __init__(
        self,
        dialer: Dialer,
        *,
        local_only: bool = False,
        sandbox: bool = True,
        net_log: Path | None = None,
    ) -> None:
        self._dialer = dialer
        self._local_only = local_only
        self._sandbox = sandbox
        self._net_log = net_log
        self._starting: asyncio.Task[_Running] | None = None
        self._turn = asyncio.Semaphore(_PAGES_AT_ONCE)
        self._lock = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def render(self, url: str, *, seconds: float = RENDER_SECONDS, max_bytes: int = PAGE_BYTES) -> WebAnswer:
        """The page once its text has come to rest, as HTML in UTF-8; raises an EffectError when there is none."""
        return (await self.visit(url, seconds=seconds, max_bytes=max_bytes)).answer

    async def visit(self, url: str, *, seconds: float = RENDER_SECONDS, max_bytes: int = PAGE_BYTES) -> Rendered:
        """The same, with the page's links."""
        fragment = url.partition("#")[2]  # some pages choose by it what they show
        target = parse_target(url)
        permitted(self._dialer, target.host, target.port, local_only=self._local_only)
        address = target.url + (f"#{fragment}" if fragment else "")
        with stopped_clock():
            await self._turn.acquire()
        try:
            running = await self._running()
            async with asyncio.timeout(seconds):
                return await _visit(running, address, seconds, max_bytes)
        except TimeoutError as error:
            raise TimedOut(f"{url} was not rendered within {seconds:g} s") from error
        finally:
            self._turn.release()

    async def close(self) -> None:
        """Ends Chromium, its driver and the proxy, also when they are only just starting."""
        async with self._lock:
            await self._end()

    async def _running(self) -> _Running:
        async with self._lock:
            if self._starting is not None and self._starting.done() and not _alive(self._starting):
                await self._end()
            if self._starting is None:
                self._starting = asyncio.get_running_loop().create_task(self._start())
        # Whoever gives up waiting does not stop the start: half a browser would stay behind.
        return await asyncio.shield(self._starting)

    async def _start(self) -> _Running:
        async with AsyncExitStack() as resources:
            proxy = await resources.enter_async_context(Proxy(self._dialer, local_only=self._local_only))
            chromium = await launch(resources, proxy.url, sandbox=self._sandbox, net_log=self._net_log)
            return _Running(chromium, await _user_agent(chromium), proxy, resources.pop_all())

    async def _end(self) -> None:
        starting, self._starting = self._starting, None
        if starting is None:
            return
        await asyncio.wait([starting])
        if not starting.cancelled() and starting.exception() is None:
            await starting.result().resources.aclose()


def _alive(started: asyncio.Task[_Running]) -> bool:
    return not started.cancelled() and started.exception() is None and started.result().chromium.is_connected()


async def _visit(running: _Running, url: str, seconds: float, max_bytes: int) -> Rendered:
    """One page in a profile that nothing was in before and nothing outlives."""
    from playwright.async_api import Error

    from inquiro.providers.browser.page import Visit

    with running.proxy.admit() as allowed:
        try:
            context = await running.chromium.new_context(
                accept_downloads=False,
                permissions=[],
                proxy={
                    "server": running.proxy.url,
                    "bypass": "<-loopback>",
                    "username": allowed.username,
                    "password": allowed.password,
                },
                service_workers="block",
                user_agent=running.user_agent,
            )
            try:
                context.set_default_timeout(seconds * 1000)
                return await Visit(await context.new_page(), allowed).read(url, max_bytes)
            finally:
                await _close(context, running.chromium)
        except Error as error:
            raise Unavailable(f"{url} could not be rendered: {error.message.splitlines()[0]}") from error


async def _close(context: BrowserContext, chromium: Chromium) -> None:
    """A profile that does not close takes Chromium with it; the next page starts another."""
    try:
        async with asyncio.timeout(_CLOSE_SECONDS):
            await context.close()
    except TimeoutError:
        await chromium.close()


async def _user_agent(chromium: Chromium) -> str:
    """Chromium's own, which says that it is headless, and who sends it."""
    session = await chromium.new_browser_cdp_session()
    version = await session.send("Browser.getVersion")
    await session.detach()
    return f"{version['userAgent']} Inquiro/{__version__}"
