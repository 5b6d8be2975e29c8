"""Sockets without end, headers without end, silence."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest


def opened(served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=10)


def said(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionResetError:
        return b""


@pytest.mark.fault(66)
def test_sockets_beyond_the_limit_are_turned_away_and_the_server_lives(serve):
    served = serve(connections=20)
    with ExitStack() as stack:
        idle = [stack.enter_context(opened(served)) for _ in range(20)]
        for _ in range(30):
            extra = stack.enter_context(opened(served))
            assert said(extra).startswith(b"HTTP/1.1 503 ")
        for one in idle:
            one.close()
    with served.client() as client:
        for _ in range(100):
            if client.get("/healthz").status_code == 200:
                return
    pytest.fail("the server did not recover")


@pytest.mark.fault(66)
def test_a_connection_that_says_nothing_is_closed(serve):
    served = serve(header_seconds=0.1)
    with opened(served) as silent, opened(served) as dripping:
        dripping.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127")
        assert said(silent) == b""
        assert said(dripping) == b""


@pytest.mark.fault(66)
@pytest.mark.parametrize("flood", [b"X: y\r\n" * 10_000, b"X: " + b"y" * 60_000])
def test_a_flood_of_headers_is_refused(served, flood):
    with opened(served) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + flood)
        assert said(connection)[:12] in {b"HTTP/1.1 400", b"HTTP/1.1 431", b""}
    with served.client() as client:
        assert client.get("/healthz").status_code == 200


def test_a_connection_that_asked_is_not_closed_for_silence(serve, written):
    served = serve(header_seconds=0.05)
    run = written(served.runtime, "run")
    with served.client() as client, client.stream("GET", "/api/research/run/events") as stream:
        run.say(1)
        lines = stream.iter_lines()
        assert next(lines) == "id: 1"
        run.say(1)
        assert "id: 2" in lines
