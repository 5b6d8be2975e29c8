from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from inquiro.api.limits import Limits
from inquiro.api.server import Place, listen
from inquiro.core.errors import NotConfigured


def test_a_taken_port_is_said_with_a_way_out():
    with listen(Place()) as taken, pytest.raises(NotConfigured, match="try --port"):
        listen(Place(port=taken.getsockname()[1]))


def test_answers_are_not_delayed():
    with listen(Place()) as bound:
        assert bound.proto == socket.IPPROTO_TCP  # asyncio switches Nagle off only for these


@pytest.mark.parametrize(
    ("place", "host", "fine"),
    [
        (Place(), "localhost", True),
        (Place(host="10.1.2.3"), "10.1.2.3", True),
        (Place(host="0.0.0.0"), "0.0.0.0", False),
        (Place(host="0.0.0.0", names=("box.example",)), "box.example", True),
        (Place(proxy="https://research.example"), "research.example", True),
    ],
)
def test_a_server_answers_to_its_own_names(place, host, fine):
    assert (place.hosts().objection(Headers({"host": host}), "http") is None) == fine


def test_a_server_that_ends_tells_its_listeners_and_leaves_runs_resumable(run_server, settings):
    quick = Limits(poll_seconds=0.02)
    with ExitStack() as stack:
        first = stack.enter_context(run_server(settings, quick, held=True))
        run_id = first.start()
        first.until(run_id, "running")
        ended = stack.pop_all()
        address, bearer = first.ws(run_id), first.bearer()
        with connect(address, additional_headers=bearer, proxy=None) as listening:
            listening.recv(5)
            ended.close()
            with pytest.raises(ConnectionClosed) as closed:
                list(iter(lambda: listening.recv(5), None))
    assert closed.value.rcvd.code == 1012
    with run_server(settings, quick) as second:
        second.until(run_id, "completed")
