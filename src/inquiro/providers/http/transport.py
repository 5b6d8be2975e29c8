"""The one transport: whatever opens an address goes through here, and nothing gets past its checks.

Addresses are read once (`targets`), checked and pinned where sockets are opened (`dialing`), unpacked within limits
(`decoding`), and never carry a key away (`taint`). No proxy, cookie or credential of the environment is used.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote_plus

import httpcore2

from inquiro.core.deadlines import deadline
from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, PrivacyRefused, TimedOut, Unavailable
from inquiro.core.settings import Secret, Settings
from inquiro.core.version import __version__
from inquiro.core.web import Ready, WebAnswer, WebRequest, WebStream
from inquiro.providers.http.decoding import ACCEPTED, Body
from inquiro.providers.http.dialing import CheckedNetwork, Dialer
from inquiro.providers.http.redirects import REDIRECTS, Hop, first_hop, next_hop
from inquiro.providers.http.taint import Canaries

_IDLE_SECONDS = 15.0
_CONNECTIONS = 100
_IDLE_CONNECTIONS = 20
_BROKEN = (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError, ssl.SSLError)
_ENDED_EARLY = ("peer closed", "peer unexpectedly closed", "Server disconnected")  # h11's and httpcore2's words


class Transport:
    """A `Web` over HTTP/1.1; belongs to the event loop of its first request and is closed there."""

    def __init__(
        self,
        settings: Settings,
        *,
        dialer: Dialer | None = None,
        local_only: bool = False,
        canaries: Iterable[Secret] = (),
        tls: ssl.SSLContext | None = None,
        network: httpcore2.AsyncNetworkBackend | None = None,
    ) -> None:
        self._dialer = dialer or Dialer(settings.allow_private_hosts)
        self._local_only = local_only or settings.privacy == "local_only"
        self._canaries = Canaries.of(settings, canaries)
        self._tls = tls
        self._network = network
        self._pools: dict[tuple[str, str], httpcore2.AsyncConnectionPool] = {}
        contact = f" (+mailto:{settings.contact})" if settings.contact else ""
        self._user_agent = f"Inquiro/{__version__}{contact}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes every idle connection; the transport may be used again afterwards."""
        pools, self._pools = list(self._pools.values()), {}
        for pool in pools:
            await pool.aclose()

    async def send(self, request: WebRequest) -> WebAnswer:
        """One whole answer, redirects followed, within `request.seconds`."""
        self._canaries.refuse_in(request.url, request.headers, request.body)
        hop = first_hop(request)
        try:
            async with deadline(request.seconds):
                return await self._follow(hop, request)
        except TimeoutError:
            raise TimedOut(f"{hop.target.host} did not answer within {request.seconds:g} s") from None

    @asynccontextmanager
    async def stream(self, request: WebRequest) -> AsyncIterator[WebStream]:
        """One answer while it arrives; `request.seconds` covers what happens in the context too."""
        self._canaries.refuse_in(request.url, request.headers, request.body)
        hop = first_hop(request)
        try:
            async with deadline(request.seconds) as limit, self._exchange(hop, request.ready) as response:
                headers = _checked_headers(response, hop)
                async with aclosing(_chunks(response, headers, hop, request.max_bytes)) as chunks:
                    yield WebStream(url=hop.target.url, status=response.status, headers=headers, chunks=chunks)
        except TimeoutError:
            if not limit.expired():
                raise  # somebody else's time-out, on its way through
            raise TimedOut(f"{hop.target.host} did not finish its answer within {request.seconds:g} s") from None

    async def _follow(self, hop: Hop, request: WebRequest) -> WebAnswer:
        hops: list[str] = []
        host = hop.target.host
        asked: set[tuple[str, str]] = set()
        while True:
            ready = request.ready if hop.target.host == host else None
            async with self._exchange(hop, ready) as response:
                answer = await _read(response, hop, request.max_bytes, may_redirect=request.redirects > 0)
            location = answer.headers.get("location")
            if answer.status not in REDIRECTS or not location or request.redirects == 0:
                return replace(answer, hops=tuple(hops))
            hops.append(hop.target.url)
            asked.add((hop.method, hop.target.url))
            if len(hops) > request.redirects:
                raise BadAnswer(f"{hop.target.host} redirects more than {request.redirects} times")
            hop = next_hop(hop, answer.status, location, request)
            if (hop.method, hop.target.url) in asked:
                raise BadAnswer(f"{hop.target.host} redirects in a circle")

    @asynccontextmanager
    async def _exchange(self, hop: Hop, ready: Ready | None) -> AsyncIterator[httpcore2.Response]:
        """One request to one host, and the connection for as long as its answer is read."""
        host = hop.target.host
        self._canaries.refuse_in(hop.target.url)
        if self._local_only and not self._dialer.is_local(host, hop.target.port):
            raise PrivacyRefused(f"{host} is not on this machine, and the privacy mode is local_only")
        try:
            response = await self._pool(hop).handle_async_request(self._wire(hop, ready))
            try:
                yield response
            finally:
                await response.aclose()
        except _BROKEN as error:
            raise _in_words(error, host) from None  # the library's own text may quote a header, and so a key

    def _pool(self, hop: Hop) -> httpcore2.AsyncConnectionPool:
        """Pools keep connections per scheme, host and port; leave to be private has pools of its own."""
        key = (hop.operator_origin, hop.target.scheme)
        if key not in self._pools:
            if hop.target.scheme == "https" and self._tls is None:
                self._tls = httpcore2.default_ssl_context()  # the system's certificates; 0.1 s, so only when needed
            self._pools[key] = httpcore2.AsyncConnectionPool(
                ssl_context=self._tls,
                max_connections=_CONNECTIONS,
                max_keepalive_connections=_IDLE_CONNECTIONS,
                keepalive_expiry=_IDLE_SECONDS,
                network_backend=CheckedNetwork(self._dialer, hop.operator_origin, self._network),
            )
        return self._pools[key]

    def _wire(self, hop: Hop, ready: Ready | None) -> httpcore2.Request:
        """The bytes that travel, made from the parts that were checked: no second parser reads the address."""
        target = hop.target
        added = "&".join(f"{quote_plus(n)}={quote_plus(s.reveal())}" for n, s in hop.secret_params.items())
        resource = target.resource + (("&" if "?" in target.resource else "?") + added if added else "")
        headers = {"user-agent": self._user_agent, "accept": "*/*"} | dict(hop.headers)
        headers |= {"host": target.authority, "accept-encoding": ACCEPTED}
        if hop.method == "POST" or hop.body is not None:
            headers["content-length"] = str(len(hop.body or b""))
        for name, secret in hop.credentials.items():
            if not (secret.reveal().isascii() and secret.reveal().isprintable()):
                raise AccessDenied(f"the key for {target.host} has characters that no key has: check how it was set")
            headers[name.lower()] = secret.reveal()
        return httpcore2.Request(
            method=hop.method,
            url=httpcore2.URL(scheme=target.scheme, host=target.host, port=target.port, target=resource),
            headers=[(name.encode(), value.encode()) for name, value in headers.items()],
            content=hop.body or b"",
            extensions={"trace": _before_writing(ready)} if ready is not None else None,
        )


def _before_writing(ready: Ready) -> Callable[[str, Any], Awaitable[None]]:
    """Called by the library at every step of a request: the connection stands, and nothing has been written."""

    async def trace(step: str, _: Any) -> None:
        if step.endswith(".send_request_headers.started"):
            await ready()

    return trace


async def _read(response: httpcore2.Response, hop: Hop, max_bytes: int, *, may_redirect: bool) -> WebAnswer:
    """One whole answer of one host; the body of a redirect is left unread."""
    headers = _checked_headers(response, hop)
    if hop.method == "HEAD" or (may_redirect and response.status in REDIRECTS and "location" in headers):
        return WebAnswer(url=hop.target.url, status=response.status, headers=headers)
    try:
        body = Body(headers.get("content-encoding", ""), max_bytes)
        async for chunk in response.aiter_stream():
            body.feed(chunk)
            if body.full:
                break
        return WebAnswer(
            url=hop.target.url, status=response.status, headers=headers, body=body.whole(), truncated=body.full
        )
    except (BadAnswer, Unavailable) as error:
        raise type(error)(f"{hop.target.host}: {error}") from None


async def _chunks(
    response: httpcore2.Response, headers: dict[str, str], hop: Hop, max_bytes: int
) -> AsyncGenerator[bytes]:
    """The decoded body piece by piece; it ends only when the body did."""
    try:
        body = Body(headers.get("content-encoding", ""), max_bytes)
        async with aclosing(response.aiter_stream()) as packed:
            async for chunk in packed:
                if piece := _unpacked(chunk, body):
                    yield piece
        body.whole()
    except (BadAnswer, Unavailable) as error:
        raise type(error)(f"{hop.target.host}: {error}") from None
    except _BROKEN as error:
        raise _in_words(error, hop.target.host) from None


def _unpacked(chunk: bytes, body: Body) -> bytes:
    body.feed(chunk)
    if body.full:
        raise BadAnswer("the answer is longer than it may be")
    return body.so_far()


def _checked_headers(response: httpcore2.Response, hop: Hop) -> dict[str, str]:
    headers = _headers_of(response)
    if response.status < 200:
        raise BadAnswer(f"{hop.target.host} wants to speak something other than HTTP")
    if "transfer-encoding" in headers and "content-length" in headers:
        raise BadAnswer(f"{hop.target.host} gives two lengths for one body")
    return headers


def _headers_of(response: httpcore2.Response) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in response.headers:
        name, value = raw_name.decode("ascii").lower(), _text(raw_value)
        headers[name] = f"{headers[name]}, {value}" if name in headers and name != "location" else value
    return headers


def _text(value: bytes) -> str:
    """Header values are Latin-1 by the book, and UTF-8 where a redirect leads to a page with another alphabet."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _in_words(error: Exception, host: str) -> EffectError:
    cause = error.args[0] if error.args else None
    if isinstance(error, httpcore2.TimeoutException):
        return TimedOut(f"{host} did not answer in time")
    if isinstance(cause, ssl.SSLCertVerificationError):
        return BadAnswer(f"the certificate of {host} cannot be trusted: {cause.verify_message}")
    if isinstance(cause, ssl.SSLError) and isinstance(error, httpcore2.ConnectError):
        return BadAnswer(f"{host} does not speak TLS as it should ({cause.reason or 'no reason given'})")
    if isinstance(error, httpcore2.ConnectError):
        return Unavailable(f"{host} cannot be reached")
    if isinstance(error, httpcore2.NetworkError | ssl.SSLError):  # the latter when a record is damaged on the way
        return Unavailable(f"the connection to {host} broke off")
    if isinstance(error, httpcore2.LocalProtocolError):
        return BadAnswer(f"the request to {host} has a header that cannot be sent")
    if str(error).startswith(_ENDED_EARLY):
        return Unavailable(f"{host} hung up before its answer was whole")
    return BadAnswer(f"{host} does not answer in HTTP")
