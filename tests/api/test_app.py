from __future__ import annotations

import asyncio

import pytest

from inquiro.api.app import create_app
from inquiro.api.desk import Desk
from inquiro.api.hosts import Hosts
from inquiro.core.errors import StoreBusy
from inquiro.runtime import Runner, Runtime

ROUTES = {
    "/healthz",
    "/api/modes",
    "/api/check",
    "/api/notes",
    "/api/notes/accept",
    "/api/notes/preview",
    "/api/notes/related",
    "/api/notes/text",
    "/api/notes/undo",
    "/api/notes/vault",
    "/api/batches",
    "/api/batches/{batch_id}",
    "/api/browser/codes",
    "/api/entities",
    "/api/entities/tree",
    "/api/macros",
    "/api/macros/{name}",
    "/api/macros/{name}/execute",
    "/api/reviews",
    "/api/reviews/{review_id}",
    "/api/reviews/{review_id}/approve",
    "/api/reviews/{review_id}/execute",
    "/api/reviews/{review_id}/reject",
    "/api/sessions/{session_id}",
    "/api/sessions/{session_id}/clear",
    "/api/research/start",
    "/api/research/{session_id}",
    "/api/research/{session_id}/status",
    "/api/research/{session_id}/stop",
    "/api/research/{session_id}/resume",
    "/api/research/{session_id}/answer",
    "/api/research/{session_id}/events",
    "/api/traces",
    "/api/traces/{trace_id}",
    "/api/sources",
    "/api/tickets",
}


def test_the_description_names_every_route_and_how_to_be_let_in(served):
    with served.client() as client:
        described = client.get("/openapi.json").json()
    assert set(described["paths"]) == ROUTES
    assert described["components"]["securitySchemes"] == {"HTTPBearer": {"type": "http", "scheme": "bearer"}}
    for path, methods in described["paths"].items():
        for method in methods.values():
            assert ("security" in method) == (path != "/healthz")
            assert method["description"]


def test_answers_carry_headers_that_keep_them_to_the_asker(served):
    with served.client() as client:
        headers = client.get("/api/traces").headers
    assert (headers["Cache-Control"], headers["X-Content-Type-Options"]) == ("no-store", "nosniff")
    assert "server" not in headers
    assert not [name for name in headers if name.startswith("access-control")]


def test_a_wrong_method_or_path_is_json_too(served):
    with served.client() as client:
        assert client.delete("/api/sources").json() == {"detail": "Method Not Allowed"}
        assert client.get("/nothing").json() == {"detail": "Not Found"}


def test_a_busy_database_says_when_to_come_back(served, monkeypatch):
    async def busy(*_, **__):
        raise StoreBusy("another process kept the database locked")

    monkeypatch.setattr(served.runtime, "runs", busy)
    with served.client() as client:
        answer = client.get("/api/traces")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    monkeypatch.setattr(served.runtime.tokens, "holder", busy)
    with served.client() as client:
        assert client.get("/api/traces").status_code == 503


@pytest.mark.fault(68)
def test_an_unexpected_error_tells_the_client_nothing(served, monkeypatch):
    async def broken(*_, **__):
        raise ZeroDivisionError("inq_secret-in-the-error")

    monkeypatch.setattr(served.runtime, "runs", broken)
    with served.client() as client:
        answer = client.get("/api/traces")
    assert (answer.status_code, answer.json()) == (500, {"detail": "unexpected error; the server's log has it"})


@pytest.mark.fault(69)
def test_the_frameworks_own_telemetry_stays_off_whatever_the_environment_says(settings, monkeypatch):
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    runtime = Runtime.open(settings)
    runner = Runner(runtime)

    async def made():
        return create_app(Desk(runtime, runner), Hosts())

    inner = asyncio.run(made())._app._app
    assert [inner._telemetry[name] for name in ("tracing", "metrics", "logs", "auto_configure")] == [False] * 4
    runner.close()
    runtime.close()
