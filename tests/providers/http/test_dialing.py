"""Names are resolved once, and only what was checked is dialled."""

from __future__ import annotations

import asyncio
import inspect
import socket
from collections.abc import Sequence
from typing import Any

import httpcore2
import pytest

from inquiro.core.errors import NotConfigured, TimedOut, Unavailable, UnsafeAddress
from inquiro.providers.http import dialing
from inquiro.providers.http.dialing import CheckedNetwork, Dialer, system_resolve


class Names:
    """A resolver that gives one answer after the other and counts how often it was asked."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0)


def addresses(dialer: Dialer, host: str, port: int = 443, operator_origin: str = "") -> list[str]:
    return asyncio.run(dialer.addresses(host, port, operator_origin=operator_origin))


def test_a_public_name_gives_all_its_addresses() -> None:
    names = Names(["93.184.215.14", "2606:4700::1111"])
    assert addresses(Dialer(resolve=names), "Example.COM.") == ["93.184.215.14", "2606:4700::1111"]
    assert names.asked == ["example.com"]


@pytest.mark.fault(26)
@pytest.mark.parametrize("host", ["127.0.0.1", "0x7f.1", "[::1]", "::ffff:10.0.0.1", "localhost", "router", "a.local"])
def test_what_is_near_is_refused_without_asking_a_resolver(host: str) -> None:
    names = Names()
    with pytest.raises(UnsafeAddress):
        addresses(Dialer(resolve=names), host)
    assert names.asked == []


@pytest.mark.fault(27)
@pytest.mark.parametrize(
    "found",
    [["10.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["2606:4700::1", "::1"], ["fe80::1%eth0"], ["64:ff9b::7f00:1"]],
)
def test_one_private_address_spoils_the_set(found: list[str]) -> None:
    with pytest.raises(UnsafeAddress):
        addresses(Dialer(resolve=Names(found)), "example.com")


@pytest.mark.fault(14)
@pytest.mark.parametrize(
    "error",
    [socket.gaierror(-2, "Name or service not known"), socket.gaierror(-3, "Temporary failure"), UnicodeError()],
)
def test_a_name_that_cannot_be_resolved_is_unavailable(error: Exception) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        raise error

    with pytest.raises(Unavailable, match=r"example\.com"):
        addresses(Dialer(resolve=resolve), "example.com")
    with pytest.raises(Unavailable, match="no address"):
        addresses(Dialer(resolve=Names([])), "example.com")


@pytest.mark.fault(14)
def test_a_resolver_that_hangs_is_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialing, "SECONDS_TO_RESOLVE", 0.02)

    async def resolve(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(TimedOut):
        addresses(Dialer(resolve=resolve), "example.com")


def test_the_operator_may_list_private_hosts() -> None:
    listed = ("searx.lan:8080", "10.0.0.5", "[fd00::7]:81", "fd00::8", "LOCALHOST:11434")
    dialer = Dialer(listed, Names(["192.168.1.9", "93.184.215.14"]))
    assert addresses(dialer, "searx.lan", 8080) == ["192.168.1.9", "93.184.215.14"]
    assert addresses(dialer, "10.0.0.5", 1) == ["10.0.0.5"]
    assert addresses(dialer, "fd00::7", 81) == ["fd00::7"]
    assert addresses(dialer, "[fd00::8]", 99) == ["fd00::8"]
    assert addresses(dialer, "localhost", 11434) == ["127.0.0.1", "::1"]
    for host, port in (("searx.lan", 80), ("localhost", 80), ("fd00::7", 82), ("10.0.0.6", 1)):
        with pytest.raises(UnsafeAddress):
            addresses(dialer, host, port)


def test_a_listed_address_is_not_leave_for_names_that_point_to_it() -> None:
    with pytest.raises(UnsafeAddress):
        addresses(Dialer(["127.0.0.1:8080"], Names(["127.0.0.1"])), "evil.com", 8080)


@pytest.mark.fault(26)
@pytest.mark.parametrize("address", ["169.254.169.254", "fd00:ec2::254", "192.0.0.192", "100.100.100.200"])
def test_metadata_services_are_refused_even_when_listed(address: str) -> None:
    with pytest.raises(UnsafeAddress):
        addresses(Dialer([address]), address)
    with pytest.raises(UnsafeAddress):
        addresses(Dialer(["box.lan"], Names([address])), "box.lan")


def test_leave_for_an_operators_service_is_for_that_host_and_port_only() -> None:
    origin = "http://searx.lan:8080/search"
    assert addresses(Dialer(resolve=Names(["10.1.1.1"])), "searx.lan", 8080, origin) == ["10.1.1.1"]
    assert addresses(Dialer(), "127.0.0.1", 80, "http://127.1") == ["127.0.0.1"]
    for host, port in (("searx.lan", 8081), ("other.lan", 8080), ("10.1.1.1", 8080)):
        with pytest.raises(UnsafeAddress):
            addresses(Dialer(resolve=Names(["10.1.1.1"])), host, port, origin)
    with pytest.raises(NotConfigured):
        addresses(Dialer(), "example.com", 443, "ftp://example.com")


@pytest.mark.parametrize("entry", ["http://localhost", "10.0.0.0/8", "user@host", "a b", "[::1"])
def test_a_setting_that_is_no_host_is_an_error_that_quotes_it(entry: str) -> None:
    with pytest.raises(NotConfigured, match="INQUIRO_ALLOW_PRIVATE_HOSTS"):
        Dialer([entry])


def test_what_counts_as_local() -> None:
    dialer = Dialer(["gpu.lan:8000"])
    assert all(dialer.is_local(h, 8000) for h in ("127.0.0.1", "::1", "localhost", "gpu.lan"))
    assert not any(dialer.is_local(h, 80) for h in ("10.0.0.1", "example.com", "gpu.lan"))


def test_the_systems_resolver_lists_each_address_once() -> None:
    found = asyncio.run(system_resolve("127.0.0.1", 80))
    assert found == ["127.0.0.1"]


class Recorded(httpcore2.AsyncNetworkBackend):
    def __init__(self, up: str = "") -> None:
        self.up = up
        self.dialled: list[tuple[str, int]] = []

    async def connect_tcp(self, host: str, port: int, *rest: Any, **more: Any) -> httpcore2.AsyncNetworkStream:
        self.dialled.append((host, port))
        if host != self.up:
            raise httpcore2.ConnectError("down")
        return httpcore2.AsyncMockStream([])


@pytest.mark.fault(27)
def test_each_address_is_tried_in_turn_and_the_name_never() -> None:
    network = Recorded(up="93.184.215.3")
    names = Names(["93.184.215.1", "93.184.215.2", "93.184.215.3"], ["127.0.0.1"])
    asyncio.run(CheckedNetwork(Dialer(resolve=names), network=network).connect_tcp("example.com", 443))
    assert network.dialled == [("93.184.215.1", 443), ("93.184.215.2", 443), ("93.184.215.3", 443)]
    assert names.asked == ["example.com"]


@pytest.mark.fault(27)
def test_a_name_that_moves_to_a_private_address_is_refused_at_the_next_connection() -> None:
    network = Recorded(up="93.184.215.1")
    checked = CheckedNetwork(Dialer(resolve=Names(["93.184.215.1"], ["127.0.0.1"])), network=network)

    async def twice() -> None:
        await checked.connect_tcp("rebind.example.com", 80)
        with pytest.raises(UnsafeAddress):
            await checked.connect_tcp("rebind.example.com", 80)

    asyncio.run(twice())
    assert network.dialled == [("93.184.215.1", 80)]


def test_sockets_in_the_file_system_are_never_dialled() -> None:
    with pytest.raises(NotImplementedError):
        asyncio.run(CheckedNetwork(Dialer()).connect_unix_socket("/run/docker.sock"))


def test_the_hook_into_the_pool_is_where_we_think_it_is() -> None:
    """If this fails, httpcore2 changed how it opens sockets: nothing may be released before it is understood."""
    assert httpcore2.__version__.startswith("2.16.")
    assert "network_backend" in inspect.signature(httpcore2.AsyncConnectionPool.__init__).parameters
    ours, theirs = (
        list(inspect.signature(cls.connect_tcp).parameters) for cls in (CheckedNetwork, httpcore2.AsyncNetworkBackend)
    )
    assert ours == theirs
    opened = {name for name in vars(httpcore2.AsyncNetworkBackend) if not name.startswith("_")}
    assert opened == {"connect_tcp", "connect_unix_socket", "sleep"}
    asked: list[str] = []

    class Refusing(httpcore2.AsyncNetworkBackend):
        async def connect_tcp(self, host: str, port: int, *rest: Any, **more: Any) -> httpcore2.AsyncNetworkStream:
            asked.append(host)
            raise UnsafeAddress("not there")

    async def ask() -> None:
        async with httpcore2.AsyncConnectionPool(network_backend=Refusing()) as pool:
            await pool.request("GET", httpcore2.URL(scheme="http", host="example.com", port=80, target="/"))

    with pytest.raises(UnsafeAddress):
        asyncio.run(ask())
    assert asked == ["example.com"]
