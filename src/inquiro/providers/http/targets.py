"""What an address really points to, read once and by the rules browsers use.

Two parsers that disagree about the host of an address are the oldest way round a guard. Here one parser reads it,
and its parts, not the text, are what is checked, dialled and sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal, cast
from urllib.parse import unquote_plus

from ada_url import URL

from inquiro.core.errors import UnsafeAddress

LONGEST = 8_000
_PORTS = {"http": 80, "https": 443}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BACKSLASH_BEFORE_QUERY = re.compile(r"[^?#]*\\")
# Names that mean a machine nearby, or another network than the internet's.
_NEARBY = frozenset(
    "localhost localdomain local internal intranet private corp home lan home.arpa onion i2p alt invalid".split()
)


@dataclass(frozen=True, kw_only=True)
class Target:
    """The parts of an address that may be asked; `url` is their one spelling, without a fragment."""

    scheme: Literal["http", "https"]
    host: str  # lower case, no brackets, no final dot; an address in its usual form
    port: int
    resource: str  # path and query
    url: str

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """What the Host header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def parse_target(text: str, base: Target | None = None) -> Target:
    """An address, or a reference relative to `base`; raises UnsafeAddress when it is not plain HTTP to a host."""
    if len(text) > LONGEST:
        raise UnsafeAddress(f"an address of {len(text)} characters is too long")
    if _CONTROL.search(text):
        raise UnsafeAddress("an address with control characters in it is refused")
    if _BACKSLASH_BEFORE_QUERY.match(text):
        raise UnsafeAddress("an address with a backslash in it is refused: programs disagree about its host")
    try:
        url = URL(text, base.url if base else None)
    except (ValueError, UnicodeEncodeError):
        raise UnsafeAddress("this is not a web address") from None
    scheme = url.protocol.removesuffix(":")
    if scheme not in _PORTS:
        raise UnsafeAddress(f"only http and https addresses are opened, not '{scheme[:20]}:'")
    if url.username or url.password:
        raise UnsafeAddress("an address with a user name in it is refused")
    host = _plain(url.hostname)
    port = int(url.port) if url.port else _PORTS[scheme]
    if port == 0:
        raise UnsafeAddress(f"{host}:0 cannot be dialled")
    target = Target(
        scheme=cast("Literal['http', 'https']", scheme),
        host=host,
        port=port,
        resource=(url.pathname or "/") + url.search,
        url="",
    )
    spelled = f"{scheme}://{target.authority}{target.resource}"
    if len(spelled) > LONGEST:  # percent-encoding makes some texts three times as long
        raise UnsafeAddress(f"an address of {len(spelled)} characters is too long")
    return Target(scheme=target.scheme, host=host, port=port, resource=target.resource, url=spelled)


def plain_host(host: str) -> str:
    """A host the way `Target.host` spells it, from a name or a literal with or without brackets."""
    wrapped = f"[{host}]" if ":" in host and not host.startswith("[") else host
    if re.search(r"[/?#@\\]", wrapped):
        raise UnsafeAddress("this is not a host")
    return parse_target(f"http://{wrapped}/").host


def is_literal(host: str) -> bool:
    """Whether a host is an internet address rather than a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_nearby_name(host: str) -> bool:
    """Whether a name can only mean a machine close by: single words and the endings kept for private networks."""
    labels = host.split(".")
    return len(labels) == 1 or labels[-1] in _NEARBY or ".".join(labels[-2:]) in _NEARBY


def without_params(target: Target, names_and_values: frozenset[tuple[str, str]]) -> Target:
    """The same target with those query parameters taken out: some services repeat a key in their redirects."""
    path, mark, query = target.resource.partition("?")
    kept = [pair for pair in query.split("&") if _decoded(pair) not in names_and_values]
    if not mark or len(kept) == query.count("&") + 1:
        return target
    resource = path + (f"?{'&'.join(kept)}" if kept else "")
    url = f"{target.scheme}://{target.authority}{resource}"
    return Target(scheme=target.scheme, host=target.host, port=target.port, resource=resource, url=url)


def _plain(hostname: str) -> str:
    host = hostname.removeprefix("[").removesuffix("]").removesuffix(".")
    if is_literal(host):
        return str(ip_address(host))
    labels = host.split(".")
    if not host or not all(labels):
        raise UnsafeAddress("an address without a host is refused")
    if len(host) > 253 or any(len(label) > 63 for label in labels):
        raise UnsafeAddress("no host has so long a name")
    return host


def _decoded(pair: str) -> tuple[str, str]:
    name, _, value = pair.partition("=")
    return unquote_plus(name), unquote_plus(value)
