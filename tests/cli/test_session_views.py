"""A research session at the command line: its state, its history, and clearing it."""

from __future__ import annotations

import json

import pytest

ID = "aldra001"


@pytest.fixture
def session(kept):
    opened = kept.of(lambda runtime: runtime.reviews.store.open_session("local"))
    kept.put(session_id=opened.id)
    return opened.id


def test_its_state_and_history_are_shown(inquiro, kept, session, person):
    assert "a result waits for a decision" in inquiro("review", "status", session).stdout
    kept.put("beta0001", session_id=session)
    told = json.loads(inquiro("review", "status", session, "--json").stdout)
    assert told["review_id"] == "beta0001"
    assert [one["status"] for one in told["history"]] == ["pending", "superseded"]
    person("review", "approve", "beta", types=kept.review("beta").payload_hash[:8])
    shown = inquiro("review", "status", session).stdout
    assert "verbs are ready" in shown
    assert "inquiro review execute beta0001" in shown
    decision = kept.of(lambda runtime: runtime.reviews.decision("beta"))
    assert f"1; newest hash {decision.hash}" in " ".join(shown.split())


def test_the_beginning_of_its_id_is_enough_everywhere(inquiro, kept, session):
    short = session[:8]
    told = [inquiro("review", "status", one, "--json").stdout for one in (session, short)]
    assert told[0] == told[1]
    assert json.loads(inquiro("review", "list", "--session", short, "--json").stdout)[0]["id"] == ID
    assert session in inquiro("review", "clear", short).stdout
    assert inquiro("review", "list", "--session", "nowhere").exit_code == 2


def test_it_is_cleared_and_stays_readable(inquiro, kept, session):
    assert "is idle" in inquiro("review", "clear", session).stdout
    assert kept.review().status == "cleared"
    assert json.loads(inquiro("review", "clear", session, "--json").stdout)["state"] == "idle"
    assert inquiro("review", "approve", ID).exit_code == 1


def test_an_unknown_one(inquiro, kept):
    done = inquiro("review", "status", "nowhere")
    assert (done.exit_code, "Session not found" in done.stderr) == (2, True)
