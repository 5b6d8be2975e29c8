"""Which names this server answers to: a page of another site, or a name that was bent to this address, gets nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from inquiro.core.errors import UsageError

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(?P<port>[0-9]{1,5}))?")
Address = tuple[str, int]


class Hosts:
    """`names` may stand in the Host header; a browser's Origin must be that same host, or the declared proxy."""

    def __init__(self, names: Iterable[str] = LOOPBACK, proxy: str | None = None) -> None:
        self._names = {_bracketed(name) for name in names}
        self._proxy = None if proxy is None else proxy_address(proxy)
        if self._proxy:
            self._names.add(self._proxy[0])

    def objection(self, headers: Headers, scheme: str) -> str | None:
        """Why a request is refused; None when it is not."""
        host = _address(headers.getlist("host"), _PORTS[scheme])
        if host is None or host[0] not in self._names:
            return "this server does not answer to that Host"
        if origins := headers.getlist("origin"):
            origin = _origin(origins)
            if origin is None or origin not in {host, self._proxy}:
                return "requests from pages of another origin are refused"
        return None


def proxy_address(url: str) -> Address:
    """The public address of a proxy in front, such as https://research.example.org."""
    parts = urlsplit(url)
    address = _address([parts.netloc], _PORTS.get(parts.scheme, 0))
    if parts.scheme not in {"http", "https"} or address is None or parts.path.strip("/"):
        raise UsageError(f"'{url}' is not the address of a proxy; write https://research.example.org")
    return address


def _origin(values: list[str]) -> Address | None:
    scheme, separator, rest = values[0].partition("://")
    return _address([rest], _PORTS[scheme]) if len(values) == 1 and separator and scheme in _PORTS else None


def _address(values: list[str], default_port: int) -> Address | None:
    found = _HOST.fullmatch(values[0].lower()) if len(values) == 1 else None
    return None if found is None else (found["name"], int(found["port"] or default_port))


def _bracketed(name: str) -> str:
    return f"[{name}]".lower() if ":" in name and not name.startswith("[") else name.lower()
