"""No network but loopback."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch


class NetworkForbidden(RuntimeError):
    """Something tried to leave the machine; not an OSError, so that nothing takes it for an outage."""


@contextmanager
def forbid_network() -> Iterator[None]:
    """Only loopback and Unix sockets, name resolution included, for threads and asyncio too."""
    with ExitStack() as stack:
        for name in ("connect", "connect_ex", "sendto"):
            stack.enter_context(patch.object(socket.socket, name, _connecting(getattr(socket.socket, name))))
        for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
            stack.enter_context(patch.object(socket, name, _resolving(getattr(socket, name))))
        yield


def _connecting(original: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: socket.socket, *args: Any) -> Any:
        if isinstance(args[-1], tuple):  # an internet address; a Unix socket's is a path
            _require_loopback(args[-1][0])
        return original(self, *args)

    return call


def _resolving(original: Callable[..., Any]) -> Callable[..., Any]:
    def call(host: Any, *args: Any, **kwargs: Any) -> Any:
        _require_loopback(host)
        return original(host, *args, **kwargs)

    return call


def _require_loopback(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
    try:
        local = ipaddress.ip_address(name.partition("%")[0]).is_loopback
    except ValueError:
        local = name == "localhost"
    if not local:
        raise NetworkForbidden(f"tests may not reach '{name}': use a loopback server or a shipped double")
