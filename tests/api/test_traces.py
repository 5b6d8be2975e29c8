from __future__ import annotations

import pytest


def test_traces_are_listed_shown_and_deleted(serve, written):
    served = serve()
    run_id = served.start()
    served.until(run_id, "completed")
    written(served.runtime, "other").finish("failed")
    with served.client() as client:
        assert [trace["id"] for trace in client.get("/api/traces").json()] == ["other", run_id]
        assert [trace["id"] for trace in client.get("/api/traces?status=failed").json()] == ["other"]
        assert client.get("/api/traces?tool=nothing").json() == []
        assert len(client.get("/api/traces?tool=deep_research&limit=1").json()) == 1
        trace = client.get(f"/api/traces/{run_id}").json()
        assert (trace["tool_name"], trace["status"]) == ("deep_research", "completed")
        assert trace["metrics"]["total_iterations"] >= 1
        assert trace["result"]["trace_id"] == run_id
        assert client.delete(f"/api/traces/{run_id}").status_code == 204
        assert client.delete(f"/api/traces/{run_id}").status_code == 404
        assert client.get(f"/api/traces/{run_id}").json()["detail"] == "Session not found"
        assert [trace["id"] for trace in client.get("/api/traces").json()] == ["other"]


@pytest.mark.parametrize("query", ["status=nonsense", "limit=0", "limit=100000"])
def test_a_wrong_filter_is_refused(served, query):
    with served.client() as client:
        assert client.get(f"/api/traces?{query}").status_code == 422


def test_sources_say_what_leaves_the_machine(served):
    with served.client() as client:
        found = {source["name"]: source for source in client.get("/api/sources").json()}
    assert found["scripted"]["available"] is True
    assert "leaves_machine" in found["corpus"]
