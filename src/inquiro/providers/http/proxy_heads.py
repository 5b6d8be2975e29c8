"""The first lines of what passes the browser's proxy: read strictly, and written anew rather than passed on."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import urlsplit

from inquiro.core.types import Value

HEAD_BYTES = 65_536

_REQUEST_LINE = re.compile(r"([A-Z]{3,10}) ([\x21-\x7e]+) HTTP/1\.[01]")
_STATUS_LINE = re.compile(r"HTTP/1\.[01] ([1-5]\d\d)(?: [^\r\n]*)?")
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*")
# Between two neighbours only, and never beyond them.
_HOP_BY_HOP = frozenset({"connection", "keep-alive", "te", "trailer", "upgrade", "host"})
_REASONS = {
    400: "Bad Request",
    403: "Forbidden",
    407: "Proxy Authentication Required",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}


class BadHead(ValueError):
    """Not a head that this proxy understands."""


class Peer(Value, frozen=True, kw_only=True):
    """Where a request wants to go; a literal IPv6 host stands without brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class ProxyRequest(Value, frozen=True, kw_only=True):
    """One request of the browser to its proxy."""

    method: str
    peer: Peer
    path: str = ""
    authority: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    body_bytes: int = 0
    username: str = ""
    password: str = ""

    @property
    def tunnel(self) -> bool:
        return self.method == "CONNECT"


def parse_request(head: bytes) -> ProxyRequest:
    """Raises BadHead on anything a browser would not send."""
    first, fields = _parts(head)
    line = _REQUEST_LINE.fullmatch(first)
    if line is None:
        raise BadHead("no request line")
    named = {name.lower(): value for name, value in fields}
    # Framing that two readers could understand differently is how requests are smuggled.
    if "transfer-encoding" in named or sum(name.lower() == "content-length" for name, _ in fields) > 1:
        raise BadHead("no plain length")
    length = named.get("content-length", "0")
    if not re.fullmatch(r"[0-9]{1,12}", length):
        raise BadHead("no length")
    tunnel = line[1] == "CONNECT"
    address = _split(f"//{line[2]}" if tunnel else line[2], "" if tunnel else "http")
    username, password = _credentials(named.get("proxy-authorization", ""))
    return ProxyRequest(
        method=line[1],
        peer=address[0],
        path="" if tunnel else address[1],
        authority=address[2],
        fields=fields,
        body_bytes=0 if tunnel else int(length),
        username=username,
        password=password,
    )


def forwarded(request: ProxyRequest) -> bytes:
    """The head as the server shall see it: no word about the proxy, and one request per connection."""
    kept = [
        f"{name}: {value}"
        for name, value in request.fields
        if name.lower() not in _HOP_BY_HOP and not name.lower().startswith("proxy-")
    ]
    lines = [f"{request.method} {request.path} HTTP/1.1", f"Host: {request.authority}", *kept, "Connection: close"]
    return "\r\n".join((*lines, "", "")).encode("latin-1")


def returned(head: bytes) -> bytes | None:
    """The head as the browser shall see it; None for an interim one."""
    first, fields = _parts(head)
    line = _STATUS_LINE.fullmatch(first)
    # A server may not ask for the proxy's password, nor change the protocol behind the proxy's back.
    if line is None or line[1] in {"101", "407"}:
        raise BadHead("no status line")
    if line[1].startswith("1"):
        return None
    kept = [
        f"{name}: {value}"
        for name, value in fields
        if name.lower() not in _HOP_BY_HOP and not name.lower().startswith("proxy-")
    ]
    return "\r\n".join((first, *kept, "Connection: close", "", "")).encode("latin-1")


def said(status: int, reason: str) -> bytes:
    """An answer of the proxy itself."""
    body = reason.encode("utf-8", "replace")
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        "Content-Type: text/plain; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    if status == 407:
        lines.append('Proxy-Authenticate: Basic realm="inquiro"')
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def _parts(head: bytes) -> tuple[str, tuple[tuple[str, str], ...]]:
    first, *rest = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    found = [_FIELD.fullmatch(line) for line in rest]
    if not all(found):
        raise BadHead("a line that is no header")
    return first, tuple((field[1], field[2]) for field in found if field)


def _split(address: str, scheme: str) -> tuple[Peer, str, str]:
    """Host and port, path with query, and what the Host header says."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise BadHead("no address") from error
    if parts.scheme != scheme or not parts.hostname or "@" in parts.netloc or (not scheme and port is None):
        raise BadHead("no address of the web")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Peer(host=parts.hostname, port=80 if port is None else port), path, parts.netloc


def _credentials(value: str) -> tuple[str, str]:
    kind, _, coded = value.partition(" ")
    if kind.lower() != "basic":
        return "", ""
    try:
        username, _, password = base64.b64decode(coded.strip(), validate=True).decode("ascii").partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return username, password
