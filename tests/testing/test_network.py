"""Nothing leaves this machine."""

from __future__ import annotations

import socket

import pytest

from inquiro.testing import NetworkForbidden, forbid_network


@pytest.mark.parametrize("host", ["192.0.2.1", "example.org", "2001:db8::1", b"example.org"])
def test_nothing_leaves_while_the_network_is_forbidden(host):
    with forbid_network():
        with pytest.raises(NetworkForbidden, match="may not reach"):
            socket.getaddrinfo(host, 80)
        with socket.socket() as outward, pytest.raises(NetworkForbidden):
            outward.connect((host, 80))


def test_loopback_stays_open_and_everything_is_put_back():
    before = socket.getaddrinfo
    with forbid_network():
        assert socket.getaddrinfo is not before
        with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
            client.connect(server.getsockname())
    assert socket.getaddrinfo is before
