"""Bodies: size, depth, time."""

from __future__ import annotations

import json
import socket
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.api.bodies import depth

VALUES = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def nesting(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max((nesting(one) for one in value.values()), default=0)
    return 1 + max((nesting(one) for one in value), default=0) if isinstance(value, list) else 0


@given(VALUES, st.booleans())
def test_depth_is_counted_outside_strings(value, ascii_only):
    assert depth(json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass"), 10_000) == nesting(value)


@given(st.binary())
def test_any_bytes_have_a_depth(body):
    assert depth(body, 5) <= 6


@pytest.mark.fault(66)
@pytest.mark.parametrize("body", [b'"' + b'\\"' * 400_000, b'"' * 999_999, b'"\\', b"[" * 999_999])
def test_hostile_bodies_take_linear_time(body):
    began = time.process_time()
    depth(body, 20)
    assert time.process_time() - began < 1


def raw(served, head: str, body: bytes = b"", rest: bytes | None = None) -> bytes:
    """What the server says to a hand-made request."""
    lines = f"{head}\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {served.token}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
        connection.sendall(lines.encode() + body)
        try:
            while rest:
                connection.sendall(rest)
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            return connection.recv(65_536)
        except ConnectionResetError:
            return b"reset"


@pytest.mark.fault(66)
def test_a_declared_100_megabytes_is_refused_unread(served):
    answer = raw(served, "POST /api/research/start HTTP/1.1", b"Content-Length: 100000000\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.fault(66)
def test_a_body_without_a_declared_length_is_cut_off(serve):
    served = serve(body_bytes=10_000)
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    answer = raw(served, "POST /api/research/start HTTP/1.1", b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 3)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.fault(66)
def test_deep_json_is_refused_before_it_is_parsed(served):
    with served.client() as client:
        deep = client.post(
            "/api/research/start",
            content=b'{"query": "x", "context": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            headers={"Content-Type": "application/json"},
        )
    assert deep.status_code == 413
    assert "nested" in deep.json()["detail"]


@pytest.mark.fault(66)
def test_a_body_that_does_not_arrive_is_a_408(serve):
    served = serve(body_seconds=0.1)
    assert raw(served, "POST /api/research/start HTTP/1.1", b"Content-Length: 10\r\n\r\n{").startswith(b"HTTP/1.1 408 ")


def test_an_empty_body_is_fine_where_none_is_needed(served):
    with served.client() as client:
        assert client.post("/api/tickets").status_code == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff\xfe", b'{"query": 1}', b'{"query": "\\ud800"}'])
def test_a_body_that_says_nothing_is_a_422(served, body):
    with served.client() as client:
        answer = client.post("/api/research/start", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], str)
