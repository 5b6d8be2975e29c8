"""Connections are counted, and one that does not say what it wants is closed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from inquiro.api.limits import Limits

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: 43\r\n\r\n"
    b'{"detail": "too many connections are open"}'
)


def bounded_protocol(limits: Limits) -> type[asyncio.Protocol]:
    """uvicorn's protocol with the limits it does not have: open sockets, and the time until a request is there."""

    class Bounded(H11Protocol):
        def __init__(self, config: Config, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> None:
            super().__init__(config, server_state, {**app_state, "hang_up": self._hang_up}, _loop)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > limits.connections:
                transport.write(FULL)
                transport.close()
            else:
                self.loop.call_later(limits.header_seconds, self._close_if_silent)

        def _close_if_silent(self) -> None:
            if not self.headers and not self.transport.is_closing():
                self.transport.close()

        def _hang_up(self, after: float) -> None:
            """Cut off a client that takes nothing: what waits for it is thrown away."""
            self.loop.call_later(after, self.transport.abort)

    return Bounded
