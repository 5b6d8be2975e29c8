"""Deciding over REST: who may, on exactly what, once."""

from __future__ import annotations

import asyncio
from copy import deepcopy

import httpx2
import pytest

SETTINGS = {"privacy": "local_only"}  # nobody asks the register


@pytest.fixture
def client(served):
    with served.client(**served.bearer(served.token_of("review", "Rita"))) as opened:
        yield opened


def seen(client: httpx2.Client, review_id: str) -> dict[str, str]:
    """The header that says what was seen."""
    return {"If-Match": client.get(f"/api/reviews/{review_id}").headers["ETag"]}


def approve(client: httpx2.Client, review_id: str, headers: dict[str, str] | None = None, **said: object):
    return client.post(f"/api/reviews/{review_id}/approve", json=said, headers=headers or seen(client, review_id))


def ledger_names(client: httpx2.Client) -> list[str]:
    return sorted(one["name"] for one in client.get("/api/entities").json()["entities"])


def test_a_review_is_shown_whole_and_named_by_its_etag(client, propose):
    review = propose("shown")
    answer = client.get("/api/reviews/shown")
    told = answer.json()
    assert answer.headers["ETag"] == f'"1-{review.payload_hash}"'
    assert (told["version"], told["payload_hash"]) == (1, review.payload_hash)
    assert told["payload"]["data"] == review.payload.data
    assert told["view"]["hash"] == review.payload_hash
    assert told["decision"] is told["execution"] is None
    assert told["link"].endswith("/reviews/shown")


def test_the_list_says_what_waits(client, propose):
    propose("waits")
    propose("rejected-one")
    client.post("/api/reviews/rejected-one/reject", json={"reason": "no"}, headers=seen(client, "rejected-one"))
    waiting = client.get("/api/reviews", params={"status": "pending"}).json()["reviews"]
    assert "waits" in {one["id"] for one in waiting}
    assert "rejected-one" not in {one["id"] for one in waiting}
    assert next(one for one in waiting if one["id"] == "waits")["summary"].startswith("1 apex, 2 funds")
    assert client.get("/api/reviews", params={"session_id": "nobody"}).status_code == 404
    assert client.get("/api/reviews/nothing-of-that-name").status_code == 404


def test_whoever_decides_says_what_they_saw(client, propose):
    review = propose("unseen")
    for wrong in ({}, {"payload_hash": review.payload_hash}, {"version": 1}):
        answer = client.post("/api/reviews/unseen/approve", json=wrong)
        assert answer.status_code == 428
        assert "If-Match" in answer.json()["detail"]
    for header in ("*", "W/" + seen(client, "unseen")["If-Match"], '"1"', "x"):
        assert client.post("/api/reviews/unseen/reject", json={}, headers={"If-Match": header}).status_code == 428
    both = {"payload_hash": "0" * 64, "version": 1}
    assert approve(client, "unseen", **both).status_code == 422
    assert client.get("/api/reviews/unseen").json()["status"] == "pending"
    good = {"payload_hash": review.payload_hash, "version": 1}
    assert client.post("/api/reviews/unseen/approve", json=good).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/approve"), ("POST", "/reject"), ("POST", "/execute"), ("PUT", "")]
)
def test_a_review_that_does_not_exist_is_not_found_whatever_is_said_of_it(client, method, path):
    body = {"edits": {}} if method == "PUT" else {}
    answer = client.request(method, f"/api/reviews/nothing-of-that-name{path}", json=body)
    assert (answer.status_code, answer.json()["detail"]) == (404, "Session not found")


def test_a_merge_of_nothing_approves_nothing(client, propose):
    propose("merges-nothing")
    answer = approve(client, "merges-nothing", merge=True)
    assert (answer.status_code, "merge goes with edits" in answer.json()["detail"]) == (422, True)
    assert client.get("/api/reviews/merges-nothing").json()["status"] == "pending"


@pytest.mark.parametrize("scope", ["read", "research"])
def test_a_token_of_an_agent_decides_nothing(served, propose, scope):
    propose(f"agent-{scope}")
    path = f"/api/reviews/agent-{scope}"
    with served.client(**served.bearer(served.token_of(scope))) as client:
        match = seen(client, f"agent-{scope}")
        calls = [("approve", "POST", {}), ("reject", "POST", {}), ("execute", "POST", None), ("", "PUT", {"edits": {}})]
        for name, method, body in calls:
            address = f"{path}/{name}" if name else path
            assert client.request(method, address, json=body, headers=match).status_code == 403, name
        assert client.get(path).json()["status"] == "pending"


@pytest.mark.fault(51)
def test_approving_twice_is_approving_once_and_the_verbs_run_once(client, served, propose):
    review = propose(
        "twice", data={"apex": {"name": "Twice SE"}, "funds": [{"name": "Twice One", "share": 1}]}, leis=()
    )
    match = seen(client, "twice")
    first = approve(client, "twice", match, execute=True)
    again = approve(client, "twice", match, execute=True)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["decision"] == again.json()["decision"]
    assert first.json()["run_id"] == again.json()["run_id"]
    decision = first.json()["decision"]
    assert (decision["who"], decision["channel"]) == ("Rita", "token")
    assert decision["seen_hash"] == decision["payload_hash"] == review.payload_hash
    served.until(first.json()["run_id"], "completed")
    told = client.get("/api/reviews/twice").json()
    assert told["execution"]["report"]["counts"] == {"created": 3}
    assert [step["status"] for step in told["execution"]["steps"]] == ["done"] * 3
    assert ledger_names(client).count("Twice SE") == 1
    assert approve(client, "twice", match, execute=True).json()["execution"]["status"] == "completed"
    result = client.get(f"/api/research/{first.json()['run_id']}")
    assert result.json()["counts"] == told["execution"]["report"]["counts"]


@pytest.mark.fault(52)
def test_a_decision_is_final(client, served, propose):
    propose("no-then-yes")
    match = seen(client, "no-then-yes")
    told = client.post("/api/reviews/no-then-yes/reject", json={"reason": "wrong client"}, headers=match).json()
    assert (told["rejected"], told["reason"]) == (True, "wrong client")
    late = approve(client, "no-then-yes", match)
    assert late.status_code == 409
    assert "rejected by Rita" in late.json()["detail"]
    assert client.post("/api/reviews/no-then-yes/execute").status_code == 409
    propose("run-then-no")
    match = seen(client, "run-then-no")
    run_id = approve(client, "run-then-no", match, execute=True).json()["run_id"]
    served.until(run_id, "completed")
    assert client.post("/api/reviews/run-then-no/reject", json={}, headers=match).status_code == 409


def test_nothing_runs_before_a_decision(client, propose):
    propose("undecided")
    answer = client.post("/api/reviews/undecided/execute")
    assert (answer.status_code, answer.json()["error"]) == (403, "NeedsPerson")


@pytest.mark.fault(53)
def test_whoever_looked_at_an_older_version_is_shown_what_is_other(client, propose, proposed):
    propose("edited-meanwhile")
    old = seen(client, "edited-meanwhile")
    data = deepcopy(proposed.DATA)
    data["apex"]["name"] = "Aldra Holding SE"
    saved = client.put("/api/reviews/edited-meanwhile", json={"edits": data}, headers=old)
    assert saved.status_code == 200
    assert saved.headers["ETag"].startswith('"2-')
    assert any("Aldra Holding SE" in line for line in saved.json()["changes"])
    for late in (
        approve(client, "edited-meanwhile", old),
        client.put("/api/reviews/edited-meanwhile", json={"edits": proposed.DATA}, headers=old),
        client.post("/api/reviews/edited-meanwhile/reject", json={}, headers=old),
    ):
        assert late.status_code == 409
        assert 'apex.name: "Aldra SE" → "Aldra Holding SE"' in late.json()["difference"]
    assert client.get("/api/reviews/edited-meanwhile").json()["status"] == "pending"


@pytest.mark.fault(54)
def test_an_edit_that_breaks_the_schema_is_refused_by_field_and_kept(client, propose, proposed):
    propose("bad-edit")
    wrong = deepcopy(proposed.DATA)
    wrong["funds"][1]["share"] = "a lot"
    wrong["apex"] = {"lei": proposed.LEI}
    for answer in (
        approve(client, "bad-edit", edits=wrong),
        client.put("/api/reviews/bad-edit", json={"edits": wrong}, headers=seen(client, "bad-edit")),
    ):
        assert answer.status_code == 422
        assert {one["where"] for one in answer.json()["problems"]} == {"apex.name", "funds[1].share"}
    told = client.get("/api/reviews/bad-edit").json()
    assert (told["status"], told["version"], told["draft"]) == ("pending", 1, wrong)


@pytest.mark.fault(55)
def test_a_payload_that_was_changed_behind_the_gate_is_decided_on_by_nobody(client, served, propose):
    from inquiro.storage.review_tables import review_versions

    propose("touched")
    match = seen(client, "touched")

    def touch(connection):
        table = review_versions
        row = connection.execute(table.select().where(table.c.review_id == "touched")).one()
        other = {**row.payload, "data": {"apex": {"name": "Mallory Ltd"}}}
        connection.execute(table.update().where(table.c.review_id == "touched").values(payload=other))

    asyncio.run(served.runtime._store.write(touch))
    answer = approve(client, "touched", match)
    assert answer.status_code == 409
    assert "does not fit its hash" in answer.json()["detail"]
    assert client.get("/api/reviews/touched").json()["view"]["warnings"]


def test_approving_with_edits_runs_what_follows_from_the_edits(client, served, propose):
    propose("merged")
    patch = {"apex": {"name": "Merged SE", "lei": None}, "funds": None}
    answer = approve(client, "merged", edits=patch, merge=True, execute=True, reason="checked by phone")
    told = answer.json()
    assert answer.status_code == 200
    assert '"Merged SE"' in told["generated_verbs"]
    assert told["decision"]["edits_made"]
    assert told["decision"]["reason"] == "checked by phone"
    served.until(told["run_id"], "completed")
    assert "Merged SE" in ledger_names(client)


def test_a_stopped_lei_runs_only_with_a_reason(client, served, propose, proposed):
    propose("unverified", verdict="unverified", data={"apex": {"name": "Unsure SE", "lei": proposed.LEI}})
    match = seen(client, "unverified")
    assert approve(client, "unverified", match, overrides={proposed.LEI: "no"}).status_code == 422
    told = approve(client, "unverified", match, overrides={proposed.LEI: "seen on paper"}, execute=True).json()
    assert told["decision"]["overrides"] == {proposed.LEI: "seen on paper"}
    served.until(told["run_id"], "completed")


def test_a_stopped_lei_stops_the_execution_and_says_why(client, served, propose, proposed):
    propose("stopped", verdict="not_found", data={"apex": {"name": "Nobody SE", "lei": proposed.LEI}})
    at_once = approve(client, "stopped", execute=True)
    assert (at_once.status_code, "not found" in at_once.json()["detail"]) == (409, True)
    approve(client, "stopped")
    told = client.post("/api/reviews/stopped/execute").json()
    served.until(told["run_id"], "failed")
    found = client.get("/api/reviews/stopped").json()["execution"]
    assert found["status"] == "failed"
    assert "not found" in found["error"]
    assert "Nobody SE" not in ledger_names(client)


def test_the_beginning_of_an_id_that_several_have_lists_them(client, propose):
    for name in ("several-1", "several-2"):
        propose(name)
    answer = client.get("/api/reviews/several")
    assert (answer.status_code, sorted(answer.json()["candidates"])) == (404, ["several-1", "several-2"])
    assert "several reviews start with" in answer.json()["detail"]


def test_a_session_is_told_and_cleared(client, served, propose):
    session = asyncio.run(served.runtime.reviews.store.open_session("local"))
    propose("of-a-session", session_id=session.id)
    told = client.get(f"/api/sessions/{session.id}").json()
    assert (told["state"], told["has_pending"], told["pending_macro"]) == ("pending_review", True, "client-discovery")
    assert client.post(f"/api/sessions/{session.id}/clear").json()["state"] == "idle"
    assert client.get("/api/reviews/of-a-session").json()["status"] == "cleared"
    assert client.get("/api/sessions/nobody").json()["detail"] == "Session not found"
    assert client.get(f"/api/sessions/{session.id[:8]}").json()["session_id"] == session.id
    assert (
        client.get("/api/reviews", params={"session_id": session.id[:8]}).json()["reviews"][0]["id"] == "of-a-session"
    )
    propose("next", session_id=session.id)
    assert approve(client, "next").json()["state"] == "verbs_ready"


def test_an_execution_is_not_resumed_by_an_agent(client, served, propose):
    propose("by-agent")
    run_id = approve(client, "by-agent", execute=True).json()["run_id"]
    served.until(run_id, "completed")
    with served.client(**served.bearer(served.token_of("research"))) as agent:
        assert agent.post(f"/api/research/{run_id}/resume").status_code == 403
    assert client.post(f"/api/research/{run_id}/resume").status_code == 200
