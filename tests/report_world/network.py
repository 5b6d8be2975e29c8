"""The way to a world on loopback: real names and real addresses for the transport, one local port behind them all."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any

import httpcore2

from inquiro.providers.http.dialing import Dialer
from inquiro.providers.http.transport import Transport


class Loopback(httpcore2.AsyncNetworkBackend):
    """Dials one local port whatever the address; writes down every address that the transport let through."""

    def __init__(self, port: Callable[[], int]) -> None:
        self._port = port
        self._inner = httpcore2.AnyIOBackend()
        self.dialled: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        self.dialled.append(host)
        return _Plain(await self._inner.connect_tcp("127.0.0.1", self._port(), timeout))

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class _Plain(httpcore2.AsyncNetworkStream):
    """A stream on which a handshake changes nothing: the world behind it has no certificates."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        return self

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        return None if info == "ssl_object" else self._stream.get_extra_info(info)


def names_of(hosts: Iterable[str]) -> dict[str, str]:
    """A public address of its own for every name."""
    return {host: f"93.184.{at // 250}.{at % 250 + 1}" for at, host in enumerate(sorted(hosts))}


def transport_to(names: dict[str, str], network: Loopback) -> Callable[..., Transport]:
    """What stands in for `Transport`: the same checks, with a resolver that knows these names and no other."""

    async def resolve(host: str, _: int) -> list[str]:
        if host not in names:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [names[host]]

    def made(settings: Any, **options: Any) -> Transport:
        dialer = Dialer(settings.allow_private_hosts, resolve=resolve)
        return Transport(settings, dialer=dialer, network=network, **options)

    return made
