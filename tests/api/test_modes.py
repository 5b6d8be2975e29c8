"""/api/modes, over a real server; what follows the start is the research routes' business."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.types import Run

QUERY = "How much do street trees cool, and what do they cost?"


def post(served, **body):
    with served.client() as client:
        return client.post("/api/modes", json=body)


def test_start_follow_and_fetch_ideas_code_and_paper(served):
    started = post(served, query=QUERY, top_k=2, max_iterations=2)
    assert started.status_code == 200, started.text
    assert started.json() == {"session_id": started.json()["session_id"], "status": "started"}
    run_id = started.json()["session_id"]
    status = served.until(run_id, "completed", "failed")
    assert (status["status"], status["query"]) == ("completed", QUERY)
    with served.client() as client:
        trace = client.get(f"/api/traces/{run_id}").json()
        result = client.get(f"/api/research/{run_id}").json()
        assert client.get(f"/api/research/{run_id}/events").status_code == 200
    assert trace["tool_name"] == "research"
    assert (result["query"], result["modes"], result["top_k"]) == (QUERY, ["idea", "implementation", "freeform"], 2)
    assert any("1.6 °C" in idea["content"] for idea in result["ideas"])
    assert len(result["ideas"]) <= 2
    assert "## Abstract" in result["report"]["content"]
    assert "findings" not in result


@pytest.mark.parametrize(
    ("named", "modes"),
    [
        ({}, ["idea", "implementation", "freeform"]),
        ({"mode": "idea"}, ["idea"]),
        ({"mode": ["idea", "freeform"]}, ["idea", "freeform"]),
        ({"modes": ["implementation"]}, ["implementation"]),
    ],
)
def test_modes_are_one_name_a_list_or_all(named, modes, serve):
    served = serve(held=True)
    run_id = post(served, query=QUERY, depth="light", strict=True, **named).json()["session_id"]
    run: Run = asyncio.run(served.runtime.run(run_id))
    assert (run.input_params["modes"], run.input_params["top_k"]) == (modes, 5)
    assert (run.input_params["depth"], run.input_params["strict"]) == ("light", True)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"query": QUERY, "mode": "both"}, "unknown mode 'both'; known: idea, implementation, freeform; for what 'both' did, use freeform"),
        ({"query": QUERY, "modes": ["poem"]}, "unknown mode 'poem'; known: idea, implementation, freeform"),
        ({"query": QUERY, "modes": []}, "no mode was named"),
        ({"query": QUERY, "mode": "idea", "modes": ["idea"]}, "give one of them"),
        ({"query": "  "}, "the question is empty"),
        ({"query": QUERY, "top_k": 0}, "top_k: Input should be greater than or equal to 1"),
        ({"query": QUERY, "depth": "bottomless"}, "depth"),
        ({"query": QUERY, "corpus": "private"}, "corpus: Extra inputs are not permitted"),
    ],
)  # fmt: skip
def test_what_cannot_be_researched_is_refused_in_words(body, said, served):
    before = len(asyncio.run(served.runtime.runs(limit=500)))
    answer = post(served, **body)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert len(asyncio.run(served.runtime.runs(limit=500))) == before


def test_it_needs_a_token_and_waits_its_turn(serve):
    served = serve(held=True, at_once=1, waiting_runs=1)
    with served.client(Authorization="Bearer wrong") as client:
        assert client.post("/api/modes", json={"query": QUERY}).status_code == 401
    served.until(post(served, query=QUERY).json()["session_id"], "running")
    assert post(served, query=QUERY).status_code == 429
