from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from inquiro.api.hosts import LOOPBACK, Hosts, proxy_address
from inquiro.core.errors import UsageError


def objection(hosts: Hosts, *headers: tuple[str, str], scheme: str = "http") -> str | None:
    return hosts.objection(Headers(raw=[(n.encode(), v.encode("latin-1", "ignore")) for n, v in headers]), scheme)


@given(st.text(st.characters(max_codepoint=255), max_size=40))
def test_no_other_name_is_taken_for_ours(name):
    allowed = name.lower().rpartition(":")[0] if name.lower().rpartition(":")[2].isdigit() else name.lower()
    if allowed not in LOOPBACK:
        assert objection(Hosts(), ("host", name)) is not None


def test_two_hosts_are_no_host():
    assert objection(Hosts(), ("host", "localhost"), ("host", "evil.example"))
    assert objection(Hosts())


def test_two_origins_are_no_origin():
    assert objection(Hosts(), ("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://localhost"))


@pytest.mark.parametrize(
    ("host", "origin", "scheme", "fine"),
    [
        ("localhost", "http://localhost:80", "http", True),
        ("localhost:443", "https://localhost", "https", True),
        ("localhost:9000", "http://localhost:9000", "http", True),
        ("localhost:9000", "http://localhost:9001", "http", False),
        ("localhost", "ftp://localhost", "http", False),
        ("localhost", "http://localhost/", "http", False),
        ("localhost", "http://user@localhost", "http", False),
        ("[::1]:8", "http://[::1]:8", "ws", True),
    ],
)
def test_an_origin_has_to_be_the_host_itself(host, origin, scheme, fine):
    assert (objection(Hosts(), ("host", host), ("origin", origin), scheme=scheme) is None) == fine


def test_a_declared_proxy_is_a_name_and_an_origin():
    hosts = Hosts(proxy="https://research.example.org")
    page = ("origin", "https://research.example.org")
    assert objection(hosts, ("host", "research.example.org"), page) is None
    assert objection(hosts, ("host", "127.0.0.1:8742"), page) is None  # a proxy that rewrites the host
    assert objection(hosts, ("host", "127.0.0.1:8742"), ("origin", "http://research.example.org"))


@pytest.mark.parametrize(
    "url", ["research.example.org", "ftp://a.example", "https://a.example/path", "https://", "x y"]
)
def test_what_is_no_proxy_is_refused(url):
    with pytest.raises(UsageError, match="not the address of a proxy"):
        proxy_address(url)


def test_more_names_can_be_given():
    assert objection(Hosts(["fe80::1", "Box.example"]), ("host", "[fe80::1]:1")) is None
    assert objection(Hosts(["fe80::1", "Box.example"]), ("host", "box.example")) is None
    assert objection(Hosts(["box.example"]), ("host", "localhost"))
