"""The research routes, over a real server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from inquiro.api.limits import Limits
from inquiro.core.settings import Secret
from inquiro.core.types import ResearchRequest, Run
from inquiro.runtime import Runtime
from inquiro.testing import DiligentModel


def test_start_follow_and_fetch_the_result(served):
    with served.client() as client:
        started = client.post(
            "/api/research/start", json={"query": "How much do street trees cool?", "max_iterations": 2}
        )
        assert started.json() == {"session_id": started.json()["session_id"], "status": "started"}
        run_id = started.json()["session_id"]
        status = served.until(run_id, "completed")
        assert status["session_id"] == run_id
        assert status["progress"] == 1.0
        assert status["sources_queried"] >= 1
        assert status["checklist"]
        assert set(status["saturation_metrics"]) >= {"new_entities_ratio", "source_coverage"}
        result = client.get(f"/api/research/{run_id}").json()
        assert "1.6 °C" in result["answer"]
        assert result["trace_id"] == run_id
        assert list(result)[:4] == ["trace_id", "question", "answer", "sources"]


def test_a_question_may_follow_a_finished_run_and_no_other(served):
    earlier = served.start("How much do street trees cool?", max_iterations=1)
    served.until(earlier, "completed")
    later = served.start("and what do they cost?", follow=earlier[:8], max_iterations=1)
    served.until(later, "completed")
    with served.client() as client:
        result = client.get(f"/api/research/{later}").json()
        assert result["notices"][0].startswith(f"Follows run {earlier[:8]}")
        assert client.get(f"/api/traces/{later}").json()["input_params"]["follow"] == earlier
        unknown = client.post("/api/research/start", json={"query": "and then?", "follow": "ffffffff"})
        assert (unknown.status_code, unknown.json()["detail"]) == (404, "Session not found")
        assert client.post("/api/research/start", json={"query": "and then?", "follow": ""}).status_code == 422


def test_a_running_run_has_no_result_and_can_be_stopped_and_resumed(serve):
    served = serve(held=True)
    run_id = served.start()
    with served.client() as client:
        served.until(run_id, "running")
        early = client.get(f"/api/research/{run_id}")
        assert (early.status_code, early.json()["status"]) == (409, "running")
        assert client.delete(f"/api/traces/{run_id}").status_code == 409
        assert client.post(f"/api/research/{run_id}/stop").json() == {"session_id": run_id, "status": "stopping"}
        served.release()  # it may have ended by now: a stop does not wait for a source
        served.until(run_id, "completed")
        result = client.get(f"/api/research/{run_id}").json()
        assert result["status"] == "stopped"
        assert "User requested stop" in result["stop_reason"] or "asked" in result["stop_reason"].lower()
        assert client.post(f"/api/research/{run_id}/stop").json()["status"] == "completed"
        before = result["iterations_used"]
        client.post(f"/api/research/{run_id}/resume")
        deadline = time.monotonic() + 20
        while client.get(f"/api/research/{run_id}").json().get("iterations_used", 0) <= before:
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_as_many_work_as_set_and_the_rest_wait(serve):
    served = serve(held=True, at_once=1)
    first = served.start()
    served.until(first, "running")
    second = served.start()
    with served.client() as client:
        assert client.get("/healthz").status_code == 200  # research does not hold up the server
        assert client.get(f"/api/research/{second}/status").json()["status"] == "started"
    served.release()
    served.until(first, "completed")
    served.until(second, "completed")


def test_a_run_goes_on_when_its_listener_leaves(serve):
    served = serve(held=True)
    run_id = served.start()
    with connect(served.ws(run_id), additional_headers=served.bearer(), proxy=None) as listening:
        listening.recv(5)
    served.release()
    served.until(run_id, "completed")


def test_too_many_waiting_runs_are_refused(serve):
    served = serve(held=True, at_once=1, waiting_runs=1)
    served.until(served.start(), "running")
    with served.client() as client:
        refused = client.post("/api/research/start", json={"query": "And who pays for street trees?"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")


def test_a_question_that_waits_is_answered(served):
    run_id = served.start("it?")
    status = served.until(run_id, "waiting", "completed")
    assert status["status"] == "waiting", status
    assert status["question"]
    with served.client() as client:
        asked = client.get(f"/api/research/{run_id}")
        assert (asked.status_code, asked.json()["detail"]) == (409, status["question"])
        assert client.post(f"/api/research/{run_id}/resume").status_code == 409
        assert client.post(f"/api/research/{run_id}/answer", json={"answer": " "}).status_code == 422
        done = client.post(f"/api/research/{run_id}/answer", json={"answer": "How much do street trees cool?"})
        assert done.json()["status"] in {"started", "running"}
        served.until(run_id, "completed")
        again = client.post(f"/api/research/{run_id}/answer", json={"answer": "x"})
        assert again.status_code == 409


@pytest.mark.parametrize("call", ["status", "stop", "resume", "answer", ""])
def test_an_unknown_id_is_not_found(served, call):
    with served.client() as client:
        path = f"/api/research/unknown/{call}".rstrip("/")
        body = {"json": {"answer": "x"}} if call == "answer" else {}
        answer = client.post(path, **body) if call in {"stop", "resume", "answer"} else client.get(path)
    assert (answer.status_code, answer.json()["detail"]) == (404, "Session not found")


def test_a_failed_run_says_why(served, written):
    written(served.runtime, "broken").finish("failed")
    with served.client() as client:
        answer = client.get("/api/research/broken")
    assert (answer.status_code, answer.json()["status"], answer.json()["detail"]) == (409, "failed", "!")


def test_an_unfinished_run_of_an_earlier_server_goes_on(serve, settings):
    request = ResearchRequest(question="How much do street trees cool?", unattended=True).to_dict()
    earlier = Runtime.open(settings)
    asyncio.run(earlier._store.create_run(Run(id="left", tool_name="deep_research", input_params=request)))
    earlier.close()
    served = serve()
    served.until("left", "completed")
    with served.client() as client:
        assert "1.6 °C" in client.get("/api/research/left").json()["answer"]


# -- with a model

QUICK = Limits(poll_seconds=0.02)


@pytest.fixture
def vendor(model_server: Any, settings: Any) -> Iterator[tuple[Any, Any]]:
    """A model's API on loopback, and settings with nothing but its key and address."""
    with model_server.ModelServer(DiligentModel()) as server:
        keys = {"OPENAI_API_KEY": Secret("sk-canary-4711")}
        yield server, msgspec.structs.replace(settings, keys=keys, provider_urls={"openai": server.url})


def test_a_run_uses_the_configured_model_and_its_result_says_what_it_cost(vendor, run_server):
    server, settings = vendor
    with run_server(settings, QUICK) as served:
        run_id = served.start(max_iterations=2)
        seen = served.until(run_id, "completed", "failed")
        with served.client() as client:
            result = client.get(f"/api/research/{run_id}").json()
    assert seen["status"] == "completed"
    assert result["engine"] == "llm (openai:gpt-6-sol)"
    assert result["usage"]["calls"] == len(server.asked) > 0
    assert result["usage"]["tokens"] > 0
    assert result["usage"]["cost"] > 0


def test_a_request_cannot_name_a_model(vendor, run_server):
    server, settings = vendor
    with run_server(settings, QUICK) as served, served.client() as client:
        refused = client.post("/api/research/start", json={"query": "Do trees cool?", "model": "openai:dearest"})
    assert (refused.status_code, server.received) == (422, [])


@pytest.mark.fault(5, 13, 68)
def test_a_refused_key_ends_the_run_with_its_reason_in_the_status(vendor, run_server, model_server):
    server, settings = vendor
    server.misbehave(model_server.refuses(401, "no: sk-canary-4711", code="invalid_api_key"))
    with run_server(settings, QUICK) as served:
        run_id = served.start()
        seen = served.until(run_id, "completed", "failed")
        with served.client() as client:
            result = client.get(f"/api/research/{run_id}")
            messages = client.get(f"/api/research/{run_id}/events").text
    assert seen["status"] == "failed"
    assert "openai refused access (401): check OPENAI_API_KEY" in seen["message"]
    assert result.status_code == 409
    assert "check OPENAI_API_KEY" in result.json()["detail"]
    told = str(seen) + result.text + messages
    assert "Traceback" not in told
    assert "canary" not in told
