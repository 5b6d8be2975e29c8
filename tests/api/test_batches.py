"""Batches, and the entities that came of them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

SETTINGS = {"privacy": "local_only"}
ROWS = [{"name": "Fund One"}, {"name": "Fund Two"}]


@pytest.fixture
def client(served):
    with served.client() as opened:
        yield opened


def test_what_is_wrong_with_a_batch_is_said(client):
    def refused(**body):
        answer = client.post("/api/batches", json=body)
        return answer.status_code, answer.json()["detail"]

    assert refused(template="nope", rows=ROWS)[0] == 422
    assert refused(template="onboard-fund-cbu") == (422, "say where the rows come from: either from_research or rows")
    assert refused(template="onboard-fund-cbu", rows=ROWS, from_research="x")[0] == 422
    assert refused(template="onboard-fund-cbu", from_research="x") == (404, "Session not found")
    unknown = client.get("/api/batches/nope")
    assert (unknown.status_code, unknown.json()["detail"]) == (404, "Session not found")


def test_a_batch_may_be_spelled_as_tools_spell_it(client):
    def answered(**body):
        answer = client.post("/api/batches", json={"template_id": "onboard-fund-cbu"} | body)
        return answer.status_code, answer.json().get("detail")

    assert answered(rows=ROWS)[0] == 202
    assert answered(from_research=True, session_id="x") == (404, "Session not found")
    assert answered(from_research="x", session_id="x") == (404, "Session not found")
    for wrong in ({"from_research": True}, {"session_id": "x"}, {"from_research": "y", "session_id": "x"}):
        assert answered(**wrong) == (422, "from_research names a session, or is true beside the session_id of one")
    assert answered(template="onboard-fund-cbu", rows=ROWS)[0] == 422


def test_a_batch_waits_for_a_person_and_is_told_row_by_row(client, served):
    answer = client.post("/api/batches", json={"template": "onboard-fund-cbu", "rows": ROWS})
    told = answer.json()
    assert (answer.status_code, told["status"], told["review_status"]) == (202, "waiting", "pending")
    assert told["link"].endswith(f"/reviews/{told['review_id']}")
    path = f"/api/batches/{told['batch_id']}"
    assert [row["status"] for row in client.get(path).json()["rows"]] == ["waiting", "waiting"]
    assert "Fund One" not in client.get("/api/entities").text
    seen = {"payload_hash": told["payload_hash"], "version": 1, "execute_verbs": True}
    run = client.post(f"/api/reviews/{told['review_id']}/approve", json=seen).json()
    served.until(run["run_id"], "completed")
    done = client.get(path).json()
    assert (done["status"], done["counts"]) == ("completed", {"done": 2})
    assert [row["title"] for row in done["rows"]] == ["Fund One", "Fund Two"]
    found = client.get("/api/entities").json()
    assert {"Fund One", "Fund Two"} <= {one["name"] for one in found["entities"]}
    assert "role:ASSET_OWNER" in {one["type"] for one in found["relationships"]}


def test_what_came_of_it_is_drawn_in_three_ways(client, served, propose):
    review = propose("drawn")
    run = client.post(
        "/api/reviews/drawn/approve", json={"payload_hash": review.payload_hash, "version": 1, "execute": True}
    )
    served.until(run.json()["run_id"], "completed")
    text = client.get("/api/entities/tree")
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "└── 40 % Aldra Two" in text.text
    assert client.get("/api/entities/tree", params={"format": "mermaid"}).text.startswith("graph TD")
    drawn = client.get("/api/entities/tree", params={"format": "graphml"})
    assert drawn.headers["Content-Type"] == "application/xml"
    assert ET.fromstring(drawn.text).tag.endswith("graphml")
    whole = client.get("/api/entities").json()["entities"]
    root = next(one["id"] for one in whole if one["name"] == "Aldra SE")
    assert "Fund One" not in client.get("/api/entities/tree", params={"root": root}).text
    assert client.get("/api/entities/tree", params={"root": "nobody"}).status_code == 422
    assert client.get("/api/entities/tree", params={"format": "png"}).status_code == 422
