from __future__ import annotations

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from inquiro.api import callers
from inquiro.api.callers import TICKET_SECONDS, Tickets
from inquiro.api.refusal import Refused
from inquiro.core.access import Token

ANN = Token(id="1", name="Ann", scope="read")


def test_a_ticket_is_good_once():
    tickets = Tickets()
    ticket = tickets.issue(ANN)
    assert tickets.redeem(ticket) == ANN
    assert tickets.redeem(ticket) is None


def test_a_ticket_is_good_for_a_minute():
    now = [0.0]
    tickets = Tickets(lambda: now[0])
    first, second = tickets.issue(ANN), tickets.issue(ANN)
    now[0] = TICKET_SECONDS - 0.1
    assert tickets.redeem(first) == ANN
    now[0] = TICKET_SECONDS
    assert tickets.redeem(second) is None


def test_unused_tickets_are_bounded_and_expire(monkeypatch):
    monkeypatch.setattr(callers, "MOST_TICKETS", 2)
    now = [0.0]
    tickets = Tickets(lambda: now[0])
    tickets.issue(ANN)
    tickets.issue(ANN)
    with pytest.raises(Refused):
        tickets.issue(ANN)
    now[0] = TICKET_SECONDS + 1
    assert tickets.issue(ANN)


@pytest.mark.fault(63)
def test_a_browser_connects_with_a_ticket_once(served, written):
    written(served.runtime, "run").finish()
    with served.client() as client:
        bought = client.post("/api/tickets").json()
    assert bought["expires_in"] == 60
    address = served.ws("run", f"?ticket={bought['ticket']}")
    page = f"http://127.0.0.1:{served.port}"
    with connect(address, origin=page, proxy=None) as socket:
        assert '"complete"' in socket.recv(5)
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin=page, proxy=None)
    assert refused.value.response.status_code == 401
