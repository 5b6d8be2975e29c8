"""Where a socket may go: a name is resolved once, every address it has is checked, and only those are dialled.

Whoever asks a second resolver after the check, or lets a library resolve again, can be sent elsewhere in between.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import httpcore2

from inquiro.core.errors import InquiroError, NoAddress, NotConfigured, TimedOut, UnsafeAddress
from inquiro.providers.http.addresses import is_loopback, is_metadata, is_public
from inquiro.providers.http.targets import is_literal, is_nearby_name, parse_target, plain_host

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
SECONDS_TO_RESOLVE = 10.0
SECONDS_PER_ADDRESS = 4.0  # while another address is left to try


async def system_resolve(host: str, port: int) -> list[str]:
    """Every address the system's resolver knows, in the order it prefers."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Dialer:
    """Turns a host into addresses that may be dialled; the browser's proxy and our own requests share it."""

    def __init__(self, allow_private_hosts: Sequence[str] = (), resolve: Resolver = system_resolve) -> None:
        self._allowed = frozenset(_host_and_port(entry) for entry in allow_private_hosts)
        self._resolve = resolve

    async def addresses(self, host: str, port: int, *, operator_origin: str = "") -> list[str]:
        """Checked address literals; raises UnsafeAddress, Unavailable (no such name) or TimedOut."""
        host = self.check(host, port, operator_origin=operator_origin)
        if is_literal(host):
            return [host]
        if host == "localhost":
            return ["127.0.0.1", "::1"]  # asking a resolver would let it answer something else
        found = await self._resolved(host, port)
        private = self.may_be_private(host, port, operator_origin=operator_origin)
        for address in found:  # one bad address spoils the set: the next answer could hold only that one
            _require_safe(host, address, private=private)
        return found

    def check(self, host: str, port: int, *, operator_origin: str = "") -> str:
        """Everything that can be refused without asking a resolver; returns the host's plain form."""
        host = plain_host(host)
        private = self.may_be_private(host, port, operator_origin=operator_origin)
        if is_literal(host):
            _require_safe(host, host, private=private)
        elif is_nearby_name(host) and not private:
            raise UnsafeAddress(f"{host} is a name for a machine nearby; INQUIRO_ALLOW_PRIVATE_HOSTS can allow it")
        return host

    def may_be_private(self, host: str, port: int, *, operator_origin: str = "") -> bool:
        """Whether the operator named this host, in the settings or as the address of a service."""
        return self.is_listed(host, port) or is_operators(host, port, operator_origin)

    def is_listed(self, host: str, port: int) -> bool:
        return (host, port) in self._allowed or (host, None) in self._allowed

    def is_local(self, host: str, port: int) -> bool:
        """Whether dialling it stays on this machine or goes where the operator said: what `local_only` allows."""
        return host == "localhost" or is_loopback(host) or self.is_listed(host, port)

    async def _resolved(self, host: str, port: int) -> list[str]:
        try:
            async with asyncio.timeout(SECONDS_TO_RESOLVE):
                found = list(await self._resolve(host, port))
        except TimeoutError:
            raise TimedOut(f"the name {host} could not be resolved in time") from None
        except (OSError, UnicodeError) as error:
            raise NoAddress(f"the name {host} cannot be resolved: {_reason(error)}") from error
        if not found:
            raise NoAddress(f"the name {host} has no address")
        return found


def is_operators(host: str, port: int, operator_origin: str) -> bool:
    """Whether it is exactly the host and port of the base address that the operator set."""
    if not operator_origin:
        return False
    try:
        origin = parse_target(operator_origin)
    except UnsafeAddress as error:
        raise NotConfigured(f"the address of a service that you set is refused: {error}") from error
    return (origin.host, origin.port) == (host, port)


class CheckedNetwork(httpcore2.AsyncNetworkBackend):
    """The pool's way to a socket: no name gets past it, only addresses the dialer returned.

    One of these belongs to one pool, and a pool serves one `operator_origin`: a connection that was allowed to be
    private for a service is never handed to a request that has no such leave.
    """

    def __init__(
        self, dialer: Dialer, operator_origin: str = "", network: httpcore2.AsyncNetworkBackend | None = None
    ) -> None:
        self._dialer = dialer
        self._operator_origin = operator_origin
        self._network = network or httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        addresses = await self._dialer.addresses(host, port, operator_origin=self._operator_origin)
        for address in addresses[:-1]:
            try:
                return _Stream(
                    await self._network.connect_tcp(address, port, SECONDS_PER_ADDRESS, local_address, socket_options)
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return _Stream(await self._network.connect_tcp(addresses[-1], port, timeout, local_address, socket_options))

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _Stream(httpcore2.AsyncNetworkStream):
    """A connection that is closed when its TLS handshake is cancelled: httpcore2 would leave the socket open."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream) -> None:
        self._stream = stream

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.AsyncNetworkStream:
        try:
            return await self._stream.start_tls(ssl_context, server_hostname, timeout)
        except asyncio.CancelledError:
            await self._stream.aclose()
            raise

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _require_safe(host: str, address: str, *, private: bool) -> None:
    where = host if host == address else f"{host} ({address})"
    if is_metadata(address):
        raise UnsafeAddress(f"{where} is where a cloud keeps its credentials; it is never asked")
    if not private and not is_public(address):
        raise UnsafeAddress(f"{where} is not a public address; INQUIRO_ALLOW_PRIVATE_HOSTS can allow it")
    if not is_literal(address):
        raise UnsafeAddress(f"{where} is not an address")


def _host_and_port(entry: str) -> tuple[str, int | None]:
    """`host`, `host:port`, `[::1]:port` or `::1`."""
    host, colon, port = entry.rpartition(":")
    has_port = bool(colon) and port.isascii() and port.isdigit() and (":" not in host or host.endswith("]"))
    try:
        return plain_host(host if has_port else entry), int(port) if has_port else None
    except InquiroError as error:
        raise NotConfigured(f"INQUIRO_ALLOW_PRIVATE_HOSTS has '{entry}'; it takes host or host:port") from error


def _reason(error: OSError | UnicodeError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "no resolver took it"
