"""The server process: a socket, uvicorn with our limits, and an end that leaves every run resumable."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from inquiro.api.access_log import JsonLines
from inquiro.api.app import create_app
from inquiro.api.connections import bounded_protocol
from inquiro.api.desk import Desk
from inquiro.api.hosts import LOOPBACK, Hosts
from inquiro.core.errors import NotConfigured

SHUTDOWN_SECONDS = 5
BACKLOG = 128
HEADERS = [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")]
_EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - an address is recognised here, not bound


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a server listens and how it is reached."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    proxy: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    def hosts(self) -> Hosts:
        own = () if self.host in _EVERYWHERE else (self.host,)
        return Hosts({*LOOPBACK, *own, *self.names}, self.proxy)


class Server(uvicorn.Server):
    """Streams hear that the server ends, so that it need not cut them off."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self._desk = desk

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._desk.closing.set()
        await asyncio.sleep(2 * self._desk.limits.poll_seconds)
        await super().shutdown(sockets)


def make_server(desk: Desk, place: Place) -> Server:
    limits = desk.limits
    config = uvicorn.Config(
        create_app(desk, place.hosts()),
        http=bounded_protocol(limits),
        ws="websockets-sansio",
        ws_max_size=limits.header_bytes,  # nothing a listener says is of interest
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        headers=HEADERS,
        h11_max_incomplete_event_size=limits.header_bytes,
        limit_concurrency=limits.connections + 1,  # beyond it the protocol itself turns them away
        backlog=BACKLOG,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ssl_certfile=place.tls_cert,
        ssl_keyfile=place.tls_key,
    )
    return Server(config, desk)


def listen(place: Place) -> socket.socket:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    # Named as TCP, or asyncio would leave Nagle's delay on and every answer would take 40 ms.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((place.host, place.port))
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise NotConfigured(f"cannot listen on {place.host}:{place.port}: {error.strerror}; try --port") from error
    return bound


def serve(desk: Desk, place: Place, ready: Callable[[str], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; both are an orderly end."""
    with listen(place) as bound:
        server = make_server(desk, place)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)  # uvicorn raises it once more when all is done
        log_to_stderr()
        scheme = "https" if place.tls_cert else "http"
        name = f"[{place.host}]" if ":" in place.host else place.host
        ready(f"{scheme}://{name}:{bound.getsockname()[1]}")
        server.run([bound])


def log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name, level in (("inquiro", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
