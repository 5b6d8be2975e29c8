"""Our own table of what is public."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.providers.http.addresses import is_loopback, is_metadata, is_public

pytestmark = pytest.mark.fault(26)
CLOSED = """
0.0.0.0 0.1.2.3 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3
127.255.255.255 168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.8
192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.9
224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::2 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
64:ff9b:1::1 100::1 2001::1 2001:0:5ef5:79fb::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
2002:808:808::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fd12:3456::1 fe80::1 fe80::1%eth0 febf::1
fec0::1 ff02::1 ff05::2 2606:4700::1%eth0
""".split()
OPEN = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.1 192.167.1.1 198.17.255.255 198.20.0.0 223.255.255.255
2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:80b::200e 2620:fe::fe 2400:cb00::1
""".split()


@pytest.mark.parametrize("address", CLOSED)
def test_what_is_not_everyones_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN)
def test_ordinary_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("text", ["", "localhost", "1.2.3", "0x7f.1", "2130706433", "1.1.1.1/8", "[::1]", "１.1.1.1"])
def test_text_that_is_no_address_is_not_public(text: str) -> None:
    assert not is_public(text)
    assert not is_loopback(text)
    assert not is_metadata(text)


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_the_table_is_stricter_than_python(address: IPv4Address) -> None:
    assert address.is_global or not is_public(address)


@given(st.one_of(st.ip_addresses(v=6), st.integers(0, 2**128 - 1).map(IPv6Address)))
def test_public_ipv6_is_global_unicast_without_an_embedded_address(address: IPv6Address) -> None:
    if is_public(address):
        assert address.is_global
        assert int(address) >> 125 == 1
        assert not any((address.ipv4_mapped, address.sixtofour, address.teredo))


@given(st.ip_addresses(v=4))
def test_no_wrapping_makes_an_ipv4_address_public(address: IPv4Address) -> None:
    for prefix in ("::", "::ffff:", "64:ff9b::", "64:ff9b:1::", "::ffff:0:"):
        assert not is_public(f"{prefix}{address}")
    assert not is_public(IPv6Address((0x2002 << 112) | (int(address) << 80) | 1))


@pytest.mark.parametrize(
    "address",
    "169.254.169.254 fd00:ec2::254 192.0.0.192 100.100.100.200 168.63.129.16 ::ffff:169.254.169.254 "
    "::169.254.169.254 64:ff9b::169.254.169.254 2002:a9fe:a9fe:: fe80::a9fe:a9fe%eth0 169.254.170.2".split(),
)
def test_metadata_services_are_known_however_they_are_wrapped(address: str) -> None:
    assert is_metadata(address)
    assert not is_public(address)


def test_loopback() -> None:
    assert all(is_loopback(ip_address(a)) for a in ("127.0.0.1", "127.9.9.9", "::1"))
    assert not any(map(is_loopback, ("10.0.0.1", "8.8.8.8", "fe80::1")))
