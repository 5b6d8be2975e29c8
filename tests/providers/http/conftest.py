"""A small internet on loopback: names with public addresses that lead to real servers, and a record of every dial."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpcore2
import pytest

from inquiro.core.settings import Settings
from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.transport import Transport

Answer = Mapping[str, bytes] | Callable[[str, asyncio.StreamWriter], Awaitable[None]]


class Network(httpcore2.AsyncNetworkBackend):
    """Dials nothing but loopback, and remembers where it was told to go."""

    def __init__(self) -> None:
        self.routes: dict[str, int] = {}  # public address -> port on loopback
        self.dialled: list[str] = []

    async def connect_tcp(self, host: str, port: int, *rest: Any, **more: Any) -> httpcore2.AsyncNetworkStream:
        self.dialled.append(host)
        if host not in self.routes:
            raise httpcore2.ConnectError("nobody listens there")
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.routes[host])


class Internet:
    """Names, their addresses, and the servers behind them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.network = Network()
        self.names: dict[str, list[str]] = {}
        self.resolved: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        self.resolved.append(host)
        if host not in self.names:
            raise OSError(-2, "Name or service not known")
        return self.names[host]

    def transport(self, *, allow: tuple[str, ...] = (), **options: Any) -> Transport:
        options.setdefault("settings", self.settings)
        return Transport(dialer=Dialer(allow, self.resolve), network=self.network, **options)

    @asynccontextmanager
    async def site(self, host: str, answer: Answer, tls: ssl.SSLContext | None = None) -> AsyncIterator[list[str]]:
        """A server that anyone would reach at a public address; yields the requests it received."""
        received: list[str] = []
        tasks: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while True:
                    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                    length = re.search(r"content-length: (\d+)", head)
                    body = (await reader.readexactly(int(length[1]))).decode() if length else ""
                    received.append(head + body)
                    if callable(answer):
                        await answer(head, writer)
                        break
                    writer.write(answer.get(head.split(" ")[1], reply(b"nothing here", status="404 Not Found")))
                    await writer.drain()
            writer.close()

        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
        address = f"93.184.215.{len(self.network.routes) + 1}"
        self.names[host] = [address]
        self.network.routes[address] = server.sockets[0].getsockname()[1]
        try:
            yield received
        finally:
            server.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)  # transports finish closing in the loop's next turn


def reply(body: bytes = b"", *, status: str = "200 OK", length: int | None = None, **headers: str) -> bytes:
    """A plain response; header names with underscores for dashes."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.fixture
def internet(settings: Settings) -> Internet:
    return Internet(settings)


@pytest.fixture(name="reply")
def _reply() -> Callable[..., bytes]:
    return reply
