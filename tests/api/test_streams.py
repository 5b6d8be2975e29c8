"""Listening over real sockets: leaving, coming back, being too slow."""

from __future__ import annotations

import json
import socket
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from inquiro.api import streams
from inquiro.api.streams import as_event


def sse(served, run_id: str, after: int | None = None, last_id: str | None = None, most: int | None = None) -> list:
    """Messages of an event stream, until it ends or so many came."""
    headers = {} if last_id is None else {"Last-Event-ID": last_id}
    params = {} if after is None else {"after": after}
    told: list = []
    with (
        served.client(**headers) as client,
        client.stream("GET", f"/api/research/{run_id}/events", params=params) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        block: dict[str, str] = {}
        for line in stream.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                block[name] = value
                continue
            if "data" in block:
                message = json.loads(block["data"])
                assert (block["id"], block["event"]) == (str(message["seq"]), message["type"])
                told.append(message)
            block = {}
            if most is not None and len(told) >= most:
                break
    return told


def ws(served, run_id: str, after: int = 0, most: int | None = None) -> list:
    told = []
    with connect(served.ws(run_id, f"?after={after}"), additional_headers=served.bearer(), proxy=None) as opened:
        while most is None or len(told) < most:
            told.append(json.loads(opened.recv(10)))
            if told[-1]["type"] == "complete":
                with pytest.raises(ConnectionClosed) as closed:
                    opened.recv(10)
                assert closed.value.rcvd.code == 1000
                break
    return told


LISTEN = {"sse": lambda served, run_id, after, most: sse(served, run_id, after, most=most), "ws": ws}


@pytest.mark.parametrize("way", sorted(LISTEN))
def test_a_listener_that_leaves_and_returns_misses_nothing_and_hears_nothing_twice(served, written, way):
    run = written(served.runtime, f"leaving-{way}")
    heard: list[int] = []
    for number in range(4):
        run.say(5)
        heard += [m["seq"] for m in LISTEN[way](served, run.id, heard[-1] if heard else 0, 3 + number % 2)]
    run.finish()
    heard += [m["seq"] for m in LISTEN[way](served, run.id, heard[-1], None)]
    assert heard == list(range(1, 22))


@pytest.mark.parametrize("way", sorted(LISTEN))
def test_events_of_another_process_arrive_while_they_happen(served, written, way):
    run = written(served.runtime, f"live-{way}")
    run.say(2)
    heard: list = []
    listener = threading.Thread(target=lambda: heard.extend(LISTEN[way](served, run.id, 0, None)))
    listener.start()
    run.say(2)
    run.finish()
    listener.join(10)
    assert [m["seq"] for m in heard] == [1, 2, 3, 4, 5]
    assert heard[-1]["type"] == "complete"


def test_both_ways_tell_the_same(served):
    run_id = served.start()
    live = ws(served, run_id)
    assert live == ws(served, run_id) == sse(served, run_id)
    assert [m["seq"] for m in live] == list(range(1, len(live) + 1))
    assert live[-1]["result"]["trace_id"] == run_id
    assert set(live[0]) >= {"type", "phase", "sources_queried", "entities_found", "message", "seq"}


def test_last_event_id_wins_and_a_finished_stream_says_not_to_come_back(served, written):
    run = written(served.runtime, "resumed")
    run.say(3)
    run.finish()
    assert [m["seq"] for m in sse(served, "resumed", after=0, last_id="2")] == [3, 4]
    with served.client(**{"Last-Event-ID": "4"}) as client:
        assert client.get("/api/research/resumed/events").status_code == 204
    assert [m["seq"] for m in sse(served, "resumed", last_id="nonsense")] == [1, 2, 3, 4]


def test_an_unknown_run_is_not_found_either_way(served):
    with served.client() as client:
        answer = client.get("/api/research/none/events")
    assert (answer.status_code, answer.json()["detail"]) == (404, "Session not found")
    with connect(served.ws("none"), additional_headers=served.bearer(), proxy=None) as opened:
        assert json.loads(opened.recv(5)) == {"type": "error", "message": "Session not found"}
        with pytest.raises(ConnectionClosed) as closed:
            opened.recv(5)
    assert closed.value.rcvd.code == 1008


def test_a_quiet_stream_is_kept_alive(serve, written):
    served = serve(quiet_seconds=0.01)
    written(served.runtime, "quiet")
    with served.client() as client, client.stream("GET", "/api/research/quiet/events") as stream:
        assert next(stream.iter_lines()) == ": still here"


def test_a_message_cannot_break_out_of_its_line():
    message = {"type": "progress", "seq": 1, "message": "a\n\ndata: b\r\nid: 9\u2028"}
    assert as_event(message).count(b"\n") == 4


@pytest.mark.fault(66)
def test_listeners_are_bounded(serve, written):
    served = serve(streams=2)
    written(served.runtime, "run")
    with served.client() as client, client.stream("GET", "/api/research/run/events") as first:
        assert first.status_code == 200
        with connect(served.ws("run"), additional_headers=served.bearer(), proxy=None):
            assert client.get("/api/research/run/events").status_code == 429
            with pytest.raises(InvalidStatus) as refused:
                connect(served.ws("run"), additional_headers=served.bearer(), proxy=None)
            assert refused.value.response.status_code == 429
    assert eventually(lambda: served.desk.room._free == 2)


def eventually(condition) -> bool:
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def stalled(served, request: str) -> socket.socket:
    """A client that asks and then reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.settimeout(20)
    client.connect(("127.0.0.1", served.port))
    client.sendall(
        f"GET {request} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {served.token}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        if "progress" in request
        else f"GET {request} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {served.token}\r\n\r\n".encode()
    )
    return client


def everything(client: socket.socket) -> bytes:
    received = bytearray()
    try:
        while b"too slow" not in received and (chunk := client.recv(1 << 20)):
            received += chunk
    except ConnectionResetError:
        received += b"<reset>"
    return bytes(received)


def numbers(received: bytes) -> list[int]:
    return [int(part.split(b",", 1)[0]) for part in received.split(b'"seq":')[1:-1]]


@pytest.mark.fault(65)
def test_a_websocket_that_is_too_slow_is_closed_with_1013_and_can_come_back(serve, written, monkeypatch):
    given_up, part = threading.Event(), streams._part

    def noted(*args):
        given_up.set()
        return part(*args)

    monkeypatch.setattr(streams, "_part", noted)
    served = serve(send_seconds=0.3, farewell_seconds=10.0, page=10)
    run = written(served.runtime, "flood")
    run.say(400, size=20_000)
    with stalled(served, "/api/research/flood/progress") as client:
        assert given_up.wait(10)
        received = everything(client)
    assert (1013).to_bytes(2, "big") + b"too slow" in received
    heard = numbers(received)
    assert heard == list(range(1, len(heard) + 1))
    assert len(heard) < 400
    run.finish()
    rest = [m["seq"] for m in ws(served, "flood", heard[-1])]
    assert heard + rest == list(range(1, 402))


@pytest.mark.fault(65)
@pytest.mark.parametrize("way", ["progress", "events"])
def test_one_that_never_reads_is_cut_off_and_others_notice_nothing(serve, written, way):
    served = serve(send_seconds=0.2, farewell_seconds=0.2, page=10, streams=2)
    run = written(served.runtime, "flood")
    run.say(400, size=20_000)
    with stalled(served, f"/api/research/flood/{way}") as client:
        assert len(sse(served, "flood", most=400)) == 400
        assert eventually(lambda: served.desk.room._free == 2)
        assert numbers(everything(client))[-1] < 400  # cut off: the rest was thrown away
