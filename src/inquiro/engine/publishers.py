"""Who stands behind an address: known names, public suffixes, then the way a name begins."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import urlsplit

from inquiro.core.decoders import convert
from inquiro.core.types import Value


class Publisher(NamedTuple):
    """A kind of publisher and what it adds to a source's quality."""

    kind: str
    label: str
    weight: float


UNKNOWN = Publisher("unknown", "unknown publisher", 0.0)
# What registries sell names under, besides the ending of a country: example.co.uk belongs to one owner, co.uk to none.
_SOLD_UNDER = frozenset(
    "ac asn co com edu ed ecn gen go gob gouv gov govt gub gv id idv info lg ltd me mil ne net nhs nom "
    "or org plc police res sch".split()
)


class _Kind(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    label: str
    weight: float
    hosts: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


class _Book(NamedTuple):
    kinds: dict[str, Publisher]
    hosts: dict[str, Publisher]
    suffixes: dict[str, Publisher]
    labels: dict[str, Publisher]


def publisher_kinds() -> dict[str, Publisher]:
    """Every kind by name."""
    return dict(_book().kinds)


def host_of(url: str) -> str:
    """The host of a web address in lower case, or nothing."""
    try:
        parts = urlsplit(url.strip())
        return (parts.hostname or "").rstrip(".") if parts.scheme.lower() in ("http", "https") else ""
    except ValueError:
        return ""


def registrable(host: str) -> str:
    """The part of a host that one owner registered: `news.bbc.co.uk` is `bbc.co.uk`; nothing for an IP address.

    On hosts that lend their name to many writers (`alice.github.io`) the writer is the owner.
    """
    parts = host.lower().rstrip(".").removeprefix("www.").split(".")
    if len(parts) < 2 or parts[-1].isdigit() or ":" in host:
        return ""
    kept = 3 if len(parts) > 2 and len(parts[-1]) == 2 and parts[-2] in _SOLD_UNDER else 2
    owner = ".".join(parts[-kept:])
    lent = len(parts) > kept and publisher_of(owner).kind == "blog"
    return ".".join(parts[-kept - 1 :]) if lent else owner


@lru_cache(maxsize=10_000)
def publisher_of(host: str) -> Publisher:
    """The publisher of a host: what its owner is known to be beats what its name looks like."""
    book = _book()
    parts = host.lower().rstrip(".").removeprefix("www.").split(".")
    endings = [".".join(parts[at:]) for at in range(len(parts))]  # the longest first
    for ending in endings:
        if known := book.hosts.get(ending):
            return known
    if len(parts) == 1:
        return UNKNOWN
    for ending in endings:
        if known := book.suffixes.get(ending) or book.suffixes.get(_any_country(ending)):
            return known
    return _by_label(parts, book)


def _any_country(ending: str) -> str:
    """`gov.uk` as `gov.cc`, and `state.tx.us` as `state.cc.us`."""
    parts = ending.split(".")
    if len(parts) == 2 and len(parts[1]) == 2:
        return f"{parts[0]}.cc"
    return f"{parts[0]}.cc.us" if len(parts) == 3 and parts[2] == "us" else ending


def _by_label(parts: list[str], book: _Book) -> Publisher:
    """`uni-` counts where a country registered it (uni-koeln.de), `docs` where a host is named (docs.example.org)."""
    owner, first = parts[-2] if len(parts[-1]) == 2 else "", parts[0]
    for label, known in book.labels.items():
        stem = label.removesuffix("*")
        if (label != stem and owner.startswith(stem)) or (label == stem == first and len(parts) > 2):
            return known
    return UNKNOWN


@cache
def _book() -> _Book:
    text = files("inquiro.engine").joinpath("publishers.toml").read_text("utf-8")
    book = _Book({}, {}, {}, {})
    for name, kind in convert(tomllib.loads(text), dict[str, _Kind]).items():
        publisher = Publisher(name, kind.label, kind.weight)
        book.kinds[name] = publisher
        book.hosts.update(dict.fromkeys(kind.hosts, publisher))
        book.suffixes.update(dict.fromkeys(kind.suffixes, publisher))
        book.labels.update(dict.fromkeys(kind.labels, publisher))
    return book
