"""The browser's only way out: a proxy on loopback that checks every target and dials it itself.

A page gets a pass: a name and a password of its own, so that no other process and no other page can use it, and a
limit on what it may move. What has no pass, the browser's own errands included, gets nowhere.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from inquiro.core.errors import EffectError, TimedOut, Unavailable, UnsafeAddress
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.proxy_heads import (
    HEAD_BYTES,
    BadHead,
    Peer,
    forwarded,
    parse_request,
    returned,
    said,
)

PAGE_TRAFFIC = 40_000_000  # both ways; the scripts of a page are many times its text
PAGE_CONNECTIONS = 600
_WEB_PORTS = frozenset({80, 443})
_AT_ONCE = 256
_HEAD_SECONDS = 10.0
_CONNECT_SECONDS = 10.0
_CONNECTION_SECONDS = 120.0  # a page's own deadline is far shorter
_CHUNK = 65_536


class Pass:
    """What one page may still use, and what it tried to reach in vain: `failures` says why, by host:port."""

    def __init__(self, max_bytes: int, max_connections: int) -> None:
        self.username = secrets.token_hex(8)
        self.password = secrets.token_hex(16)
        self.failures: dict[str, EffectError] = {}
        self.exhausted = False
        self._bytes = max_bytes
        self._connections = max_connections
        self._tasks: set[asyncio.Task[None]] = set()

    def use(self, task: asyncio.Task[None]) -> bool:
        """Whether one more connection may be opened."""
        self._connections -= 1
        self.exhausted = self.exhausted or self._connections < 0
        if self.exhausted:
            return False
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    def move(self, count: int) -> bool:
        """Whether that many bytes more may pass."""
        self._bytes -= count
        self.exhausted = self.exhausted or self._bytes < 0
        return not self.exhausted

    @property
    def refused(self) -> list[str]:
        """What our own guard kept the page from."""
        return [peer for peer, error in self.failures.items() if isinstance(error, UnsafeAddress)]

    def revoke(self) -> None:
        for task in self._tasks:
            task.cancel()


class Proxy:
    """Serves while the block lasts. Pages reach ports 80 and 443 of public hosts, and what the operator listed."""

    def __init__(self, dialer: Dialer, *, local_only: bool = False) -> None:
        self._dialer = dialer
        self._local_only = local_only
        self._passes: dict[str, Pass] = {}
        self._clients: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._server: asyncio.Server | None = None
        self.url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=HEAD_BYTES)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is None:
            return
        self._server.close()
        for task, writer in self._clients.items():
            task.cancel()
            writer.transport.abort()
        await asyncio.gather(*self._clients, return_exceptions=True)
        await self._server.wait_closed()

    @contextmanager
    def admit(self, max_bytes: int = PAGE_TRAFFIC, max_connections: int = PAGE_CONNECTIONS) -> Iterator[Pass]:
        """A pass that is worth nothing, and whose connections are cut, once the block ends."""
        allowed = Pass(max_bytes, max_connections)
        self._passes[allowed.username] = allowed
        try:
            yield allowed
        finally:
            del self._passes[allowed.username]
            allowed.revoke()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._clients) >= _AT_ONCE:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._clients[task] = writer
        task.add_done_callback(lambda done: self._clients.pop(done, None))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request; whatever goes wrong on either side ends only this connection."""
        try:
            async with asyncio.timeout(_CONNECTION_SECONDS):
                await self._answer(reader, writer)
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # the browser sees a connection that ended
        finally:
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_HEAD_SECONDS):
                request = parse_request(await reader.readuntil(b"\r\n\r\n"))
        except (BadHead, asyncio.LimitOverrunError):
            writer.write(said(400, "this proxy does not understand the request"))
            return
        allowed = self._passes.get(request.username)
        if allowed is None or not hmac.compare_digest(allowed.password, request.password):
            writer.write(said(407, "this proxy serves one page at a time, and only with its pass"))
            return
        upstream = await self._dial(request.peer, allowed, writer)
        if upstream is None:
            return
        above, below = upstream
        try:
            if request.tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                below.write(forwarded(request))
                if not await _copy(reader, below, allowed.move, request.body_bytes):
                    return
            # After its one request a plain connection has nothing more to say: its next bytes, or its end, end it.
            back = _pump(above, writer, allowed.move) if request.tunnel else _give_back(above, writer, allowed.move)
            await _first(back, _pump(reader, below, allowed.move) if request.tunnel else _gone(reader))
        finally:
            below.transport.abort()

    async def _dial(
        self, peer: Peer, allowed: Pass, writer: asyncio.StreamWriter
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to an address that was checked, or None after the browser was told why not."""
        task = asyncio.current_task()
        if task is None or not allowed.use(task):
            writer.write(said(503, "this page has used up what a page may use"))
            return None
        try:
            host = permitted(self._dialer, peer.host, peer.port, local_only=self._local_only)
            connection = await _connected(await self._dialer.addresses(host, peer.port), peer)
        except EffectError as error:
            allowed.failures[str(peer)] = error
            writer.write(_sorry(error))
            return None
        allowed.failures.pop(str(peer), None)
        return connection


def permitted(dialer: Dialer, host: str, port: int, *, local_only: bool = False) -> str:
    """The host in its plain form; raises UnsafeAddress for what a page may not even try."""
    plain = dialer.check(host, port)
    if local_only and not dialer.is_local(plain, port):
        raise UnsafeAddress(f"{plain} is not on this machine, and the privacy mode is local_only")
    if port not in _WEB_PORTS and not dialer.is_listed(plain, port):
        raise UnsafeAddress(f"pages may not reach port {port} of {plain}; INQUIRO_ALLOW_PRIVATE_HOSTS can allow it")
    return plain


def _sorry(error: EffectError) -> bytes:
    """To the page it is the same whatever is there: it shall learn nothing about the network we are in."""
    if isinstance(error, UnsafeAddress):
        return said(403, "pages may not reach this address")
    return said(504 if isinstance(error, TimedOut) else 502, "this address does not answer")


async def _connected(addresses: list[str], peer: Peer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """The first address that answers."""
    for address in addresses:
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                return await asyncio.open_connection(address, peer.port, limit=HEAD_BYTES)
        except (OSError, TimeoutError):
            continue
    raise Unavailable(f"{peer} does not answer")


async def _first(*work: Awaitable[None]) -> None:
    """As soon as one side is done, so is the connection."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, move: Callable[[int], bool]) -> None:
    while (data := await source.read(_CHUNK)) and move(len(data)):
        sink.write(data)
        await sink.drain()


async def _copy(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, move: Callable[[int], bool], count: int
) -> bool:
    """Exactly that many bytes; False when they may not all pass."""
    while count:
        data = await source.read(min(count, _CHUNK))
        if not data or not move(len(data)):
            return False
        count -= len(data)
        sink.write(data)
        await sink.drain()
    return True


async def _gone(source: asyncio.StreamReader) -> None:
    await source.read(1)


async def _give_back(source: asyncio.StreamReader, sink: asyncio.StreamWriter, move: Callable[[int], bool]) -> None:
    """The answer, marked as the last one on its connection."""
    try:
        while (head := returned(await source.readuntil(b"\r\n\r\n"))) is None:
            continue  # an interim answer, which nobody waits for
    except (BadHead, asyncio.LimitOverrunError, asyncio.IncompleteReadError):
        sink.write(said(502, "the server did not answer in HTTP"))
        return
    if move(len(head)):
        sink.write(head)
        await _pump(source, sink, move)
