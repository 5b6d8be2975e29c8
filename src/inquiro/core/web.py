"""The one way out: what a request is, what comes back, and who may send it.

Everything that opens an address goes through one `Web`: it decides where a socket may go, how long an answer may
take and how large it may be. Providers, the page fetcher and the browser's proxy know only this protocol.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Secret

API_BYTES = 10_000_000
PAGE_BYTES = 5_000_000
Ready = Callable[[], Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class WebRequest:
    """What shall be asked; secrets stand apart, so that no log, error or journal can hold them."""

    url: str
    method: Literal["GET", "POST", "HEAD"] = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    credentials: Mapping[str, Secret] = field(default_factory=dict)  # headers; never sent to another origin
    secret_params: Mapping[str, Secret] = field(default_factory=dict)  # added to the query; never sent elsewhere
    max_bytes: int = API_BYTES  # of the decoded body
    seconds: float = 20.0  # for everything, redirects included
    redirects: int = 10
    operator_origin: str = ""  # a base address the operator set: it may be private, and only it
    ready: Ready | None = field(default=None, compare=False)  # awaited before each request to this host is written


@dataclass(frozen=True, kw_only=True)
class WebAnswer:
    """What came back, whatever its status."""

    url: str  # after redirects, without secret parameters
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)  # names in lower case
    body: bytes = b""
    truncated: bool = False  # the body reached `max_bytes`
    hops: tuple[str, ...] = ()  # the addresses before the last one


@dataclass(frozen=True, kw_only=True)
class WebStream:
    """What is coming back, whatever its status; whoever reads `chunks` to the end has the whole decoded body."""

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)  # names in lower case
    chunks: AsyncIterator[bytes]


class Web(Protocol):
    """Sends a request; raises an EffectError when no whole answer came.

    Unavailable: no address, refused, cut off. TimedOut: the deadline passed. UnsafeAddress: our own guard refused.
    BadAnswer: not HTTP, a certificate that cannot be trusted, too many redirects, an encoding we did not ask for.

    `stream` hands the body on while it arrives, under the same guards: `seconds` covers everything until the context
    is left, a body over `max_bytes` is a BadAnswer (half of it is no use to anyone), and redirects are not followed.
    """

    async def send(self, request: WebRequest) -> WebAnswer: ...
    def stream(self, request: WebRequest) -> AbstractAsyncContextManager[WebStream]: ...


class NoWeb:
    """Where nothing may leave: listing sources, replaying a run."""

    async def send(self, request: WebRequest) -> WebAnswer:
        raise _no_way_out(request)

    def stream(self, request: WebRequest) -> AbstractAsyncContextManager[WebStream]:
        raise _no_way_out(request)


def _no_way_out(request: WebRequest) -> NotConfigured:
    return NotConfigured(f"{request.url} cannot be asked here: there is no way out of this process")
