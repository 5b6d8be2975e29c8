"""The door: no token, no answer; foreign pages and names get nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from inquiro.core.access import new_secret

OPEN = "/healthz"


def routes(served) -> Iterator[tuple[str, str]]:
    """Every method and path that the application has, and some that it has not."""
    inner = served.app._app._app

    def walk(found):
        for route in found:
            if hasattr(route, "routes"):
                yield from walk(route.routes)
            elif hasattr(route, "original_router"):
                yield from walk(route.original_router.routes)
            else:
                yield route

    for route in walk(inner.routes):
        path = re.sub(r"\{\w+\}", "some-id", route.path)
        if isinstance(route, WebSocketRoute):
            yield "WEBSOCKET", path
        elif isinstance(route, Route):
            yield from ((method, path) for method in route.methods)
    yield from (
        ("GET", "/"),
        ("GET", "/docs"),
        ("POST", "/nothing"),
        ("DELETE", "/healthz"),
        ("GET", "/healthz/"),
        ("OPTIONS", "/api/traces"),
    )


@pytest.mark.fault(63)
@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer x", "Basic abc", "Bearer wrong", "bearer a b"])
def test_without_a_good_token_every_route_is_a_401(served, header):
    if header == "Bearer wrong":
        header = f"Bearer {new_secret()}"
    headers = {} if header is None else {"Authorization": header}
    found = list(routes(served))
    assert ("WEBSOCKET", "/api/research/some-id/progress") in found
    assert ("GET", "/openapi.json") in found
    assert len(found) > 15
    with served.client() as client:
        client.headers.pop("Authorization")
        for method, path in found:
            if method == "WEBSOCKET":
                with pytest.raises(InvalidStatus) as refused:
                    connect(f"ws://127.0.0.1:{served.port}{path}", additional_headers=headers, proxy=None)
                assert refused.value.response.status_code == 401
            elif (method, path) != ("GET", OPEN):
                answer = client.request(method, path, headers=headers)
                assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer"), (method, path)
        assert client.get(OPEN).json() == {"status": "ok"}


@pytest.mark.fault(63)
def test_a_token_in_the_address_is_no_token(served):
    with served.client() as client:
        client.headers.pop("Authorization")
        assert client.get("/api/traces", params={"token": served.token}).status_code == 401
        assert client.get("/api/traces", params={"ticket": served.token}).status_code == 401


@pytest.mark.fault(63)
def test_a_revoked_token_opens_nothing_from_then_on(served):
    token, secret = asyncio.run(served.runtime.tokens.create("guest", "read"))
    with served.client(**served.bearer(secret)) as client:
        assert client.get("/api/traces").status_code == 200
        asyncio.run(served.runtime.tokens.revoke(token.id))
        assert client.get("/api/traces").status_code == 401


@pytest.mark.fault(64)
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "localhost.evil.example:80"},
        {"Host": ""},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:1"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": ""},
    ],
)
@pytest.mark.parametrize("path", ["/api/traces", "/healthz", "/api/research/start"])
def test_a_foreign_host_or_origin_is_a_403_even_with_the_token(served, headers, path):
    with served.client(**headers) as client:
        answer = client.post(path, json={"query": "x"}) if path.endswith("start") else client.get(path)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.fault(64)
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_its_own_pages_may_ask(served, name):
    with served.client(Host=f"{name}:{served.port}", Origin=f"http://{name}:{served.port}") as client:
        assert client.get("/api/traces").status_code == 200


@pytest.mark.fault(64)
@pytest.mark.parametrize("origin", ["null", "https://evil.example"])
def test_a_websocket_from_another_page_is_refused(served, origin):
    with pytest.raises(InvalidStatus) as refused:
        connect(served.ws("x"), additional_headers=served.bearer(), origin=origin, proxy=None)
    assert refused.value.response.status_code == 403


@pytest.mark.fault(64)
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain", '{"query": "x"}'),
        ("application/x-www-form-urlencoded", "query=x"),
        ("multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="query"\r\n\r\nx\r\n--b--'),
        ("application/json-patch+json", '{"query": "x"}'),
        ("", '{"query": "x"}'),
        ("text/plain", ""),
    ],
)
def test_a_body_that_a_form_could_send_is_a_415(served, kind, body):
    headers = {"Content-Type": kind} if kind else {}
    with served.client() as client:
        before = client.get("/api/traces").json()
        answer = client.post("/api/research/start", content=body.encode(), headers=headers)
        assert answer.status_code == 415
        assert client.get("/api/traces").json() == before


def test_scopes_open_what_they_name(served):
    asked = {
        "read": [("GET", "/api/traces"), ("POST", "/api/tickets")],
        "research": [("POST", "/api/research/start"), ("POST", "/api/research/x/stop")],
        "review": [
            ("POST", "/api/reviews/x/execute"),
            ("POST", "/api/sessions/x/clear"),
            ("POST", "/api/browser/codes"),
        ],
        "admin": [("DELETE", "/api/traces/x")],
    }
    order = ["read", "research", "review", "admin"]
    for held in order:
        _, secret = asyncio.run(served.runtime.tokens.create(held, held))
        with served.client(**served.bearer(secret)) as client:
            for needed, calls in asked.items():
                for method, path in calls:
                    body = {"json": {"query": "?"}} if path.endswith("start") else {}
                    refused = client.request(method, path, **body).status_code == 403
                    assert refused == (order.index(needed) > order.index(held)), (held, method, path)
