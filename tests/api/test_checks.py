"""POST /api/check, over a real server."""

from __future__ import annotations

import base64

import pytest

DRAFT = "The pilot coated 412 roofs in two towns [1]. Nobody counted the bees [4].\n\nSources\n\n[1] Pilot of roofs, a report. 2023.\n"


def post(served, **body):
    with served.client() as client:
        return client.post("/api/check", json={"privacy_mode": "local_only", **body})


def test_a_text_is_checked_in_the_background(served):
    started = post(served, text=DRAFT, name="../../draft.md")
    assert started.status_code == 200
    session = started.json()["session_id"]
    served.until(session, "completed")
    with served.client() as client:
        told = client.get(f"/api/research/{session}").json()
    assert told["check"]["name"] == "draft.md"
    assert [one["reference"] for one in told["check"]["findings"] if one["kind"] == "unlisted"] == ["[4]"]


def test_bytes_come_in_base64(served):
    data = base64.b64encode(DRAFT.encode()).decode()
    assert post(served, data=data, name="draft.txt").status_code == 200


@pytest.mark.parametrize(
    "body",
    [{}, {"text": DRAFT, "url": "https://a.example"}, {"url": "file:///etc/passwd"}, {"data": "no base64!"}, {"path": "/etc/passwd"}],
)  # fmt: skip
def test_what_is_no_document_is_refused(served, body):
    assert post(served, **body).status_code in {400, 422}
