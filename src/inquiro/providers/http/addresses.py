"""Which internet addresses belong to the public; our own table, since `ipaddress.is_global` lets too much through."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# The IANA special-purpose registries. What is not reachable from everywhere is not ours to reach.
_CLOSED_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT, where one cloud keeps its metadata
        "127.0.0.0/8",
        "168.63.129.16/32",  # looks public, and answers only inside a cloud
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
_OPEN_V6 = IPv6Network("2000::/3")  # the only unicast block that was ever given out
_CLOSED_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # Teredo, ORCHID, benchmarking and other protocol assignments
        "2001:db8::/32",
        "2002::/16",  # 6to4: carries an IPv4 address of anyone's choice
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
# Where clouds hand out credentials: refused even to hosts that the operator allowed to be private.
_METADATA = frozenset(
    map(
        ip_address,
        (
            "100.100.100.200",
            "168.63.129.16",
            "169.254.169.254",
            "169.254.170.2",
            "169.254.170.23",
            "192.0.0.192",
            "fd00:ec2::23",
            "fd00:ec2::254",
            "fd20:ce::254",
            "fe80::a9fe:a9fe",
        ),
    )
)
_NAT64 = tuple(IPv6Network(block) for block in ("64:ff9b::/96", "64:ff9b:1::/48"))
_V4_COMPATIBLE = IPv6Network("::/96")


def is_public(address: str | IPv4Address | IPv6Address) -> bool:
    """Whether anyone on the internet would reach the same machine there; text that is no address is not public."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return not any(parsed in block for block in _CLOSED_V4)
    return parsed.scope_id is None and parsed in _OPEN_V6 and not any(parsed in block for block in _CLOSED_V6)


def is_loopback(address: str | IPv4Address | IPv6Address) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_metadata(address: str | IPv4Address | IPv6Address) -> bool:
    """Whether a cloud's metadata service answers there, however the address is wrapped."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(form in _METADATA for form in _unwrapped(parsed))


def _unwrapped(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address | IPv6Address]:
    if isinstance(address, IPv4Address):
        yield address
        return
    yield IPv6Address(int(address))  # without its zone
    last = IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.ipv4_mapped or address in _V4_COMPATIBLE or any(address in block for block in _NAT64):
        yield last
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo
