"""Macros over REST: found, explained, run in the background, and their result put before a person."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from inquiro.api.limits import Limits
from inquiro.core.settings import Settings

SETTINGS = {"privacy": "hybrid"}


@pytest.fixture
def client(served):
    with served.client(**served.bearer(served.token_of("research"))) as opened:
        yield opened


def test_macros_are_listed_in_the_seeds_shape_and_found_by_what_they_are_for(client):
    listed = client.get("/api/macros").json()["macros"]
    assert {"client-discovery", "ubo-investigation", "regulatory-check"} <= {one["name"] for one in listed}
    for one in listed:
        assert {"name", "description", "parameters", "tags"} <= set(one)
        assert all({"name", "type", "required"} == set(parameter) for parameter in one["parameters"])
    found = client.get("/api/macros", params={"search": "beneficial owner"}).json()["macros"]
    assert found[0]["name"] == "ubo-investigation"
    assert client.get("/api/macros", params={"search": "zzzz-nothing"}).json() == {"macros": []}


def test_a_macro_is_explained_whole(client):
    told = client.get("/api/macros/client-discovery").json()
    assert told["output"]["schema"]["required"]
    assert told["example"]["params"]["client_name"]


def test_an_unknown_macro_is_a_404_that_lists_the_known_ones(client):
    for answer in (client.get("/api/macros/nope"), client.post("/api/macros/nope/execute", json={})):
        assert answer.status_code == 404
        assert "client-discovery" in answer.json()["detail"]


@pytest.mark.fault(69)
def test_wrong_parameters_an_unknown_session_and_wider_privacy_are_refused(client):
    path = "/api/macros/client-discovery/execute"
    missing = client.post(path, json={"params": {}})
    assert (missing.status_code, "client_name" in missing.json()["detail"]) == (422, True)
    unknown = client.post(path, json={"params": {"client_name": "X"}, "session_id": "nobody"})
    assert (unknown.status_code, unknown.json()["detail"]) == (404, "Session not found")
    wider = client.post(path, json={"params": {"client_name": "X"}, "privacy_mode": "cloud_allowed"})
    assert wider.status_code == 403
    assert client.post(path, json={"params": {"client_name": "X"}, "corpora": ["/etc"]}).status_code == 422


def test_a_macro_that_needs_a_model_says_so(client):
    answer = client.post("/api/macros/regulatory-check/execute", json={"params": {"entity_name": "X"}})
    assert (answer.status_code, "model" in answer.json()["detail"]) == (409, True)


def test_only_whoever_may_research_runs_a_macro(served):
    with served.client(**served.bearer(served.token_of("read"))) as reader:
        assert reader.get("/api/macros").status_code == 200
        path = "/api/macros/client-discovery/execute"
        assert reader.post(path, json={"params": {"client_name": "X"}}).status_code == 403


@pytest.mark.real_sources
def test_a_macro_runs_in_the_background_and_its_result_waits_for_a_person(run_server, gleif_server, tmp_path):
    world = gleif_server.nordwind()
    home = tmp_path / "home"
    with ExitStack() as stack:
        stack.enter_context(world.server)
        urls = {"gleif": world.url}
        settings = Settings(home=home, database_url=f"sqlite:///{home / 'x.db'}", provider_urls=urls)
        served = stack.enter_context(run_server(settings, Limits(poll_seconds=0.02)))
        client = stack.enter_context(served.client())
        body = {"params": {"client_name": "Nordwind Kapitalverwaltung"}, "max_seconds": 60, "session_id": None}
        started = client.post("/api/macros/client-discovery/execute", json=body).json()
        assert started.get("status") == "started", started
        assert started["result_id"] == started["run_id"] != started["session_id"]
        ended = served.until(started["run_id"], "completed", "failed")
        assert ended["status"] == "completed", ended["error"]
        report = client.get(f"/api/research/{started['run_id']}").json()
        macro = report["macro"]
        assert (report["review"]["status"], report["review"]["verdict"]) == ("pending", None)
        assert macro["macro_name"] == "client-discovery"
        assert macro["session_id"] == started["session_id"]
        assert client.get(f"/api/sessions/{started['session_id']}").json()["state"] == "pending_review"
        review = client.get(f"/api/reviews/{started['result_id']}").json()
        assert review["payload_hash"] == macro["payload_hash"]
        approved = client.post(
            f"/api/reviews/{started['result_id']}/approve",
            json={"payload_hash": macro["payload_hash"], "version": macro["version"], "execute": True},
        ).json()
        served.until(approved["run_id"], "completed", "failed")
        execution = client.get(f"/api/reviews/{started['result_id']}").json()["execution"]
        assert (execution["status"], execution["error"]) == ("completed", None)
        assert "Nordwind" in execution["tree"]
        assert client.get(f"/api/sessions/{started['session_id']}").json()["state"] == "executed"
        batch = client.post(
            "/api/batches", json={"template": "onboard-fund-cbu", "from_research": started["session_id"]}
        )
        assert (batch.status_code, [row["title"] for row in batch.json()["rows"]]) == (202, ["Hafen Fonds (LU)"])
