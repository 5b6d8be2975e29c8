from __future__ import annotations

import asyncio

import pytest

from inquiro.onboarding.reviewing.payloads import short_hash


def test_what_a_session_tells(gate, reviews, make_review):
    async def told(session):
        status = await gate.status(session.id)
        return tuple(
            status[name] for name in ("state", "has_pending", "pending_macro", "approved_count", "verbs_ready")
        )

    async def scenario():
        session = await reviews.open_session("local")
        assert await told(session) == ("idle", False, None, 0, False)
        first = await reviews.propose(make_review("rev-1", session.id))
        assert await told(session) == ("pending_review", True, "client-discovery", 0, False)
        await gate.approve("rev-1", seen_hash=first.payload_hash, version=1, who="ann", channel="token")
        assert await told(session) == ("verbs_ready", False, None, 1, True)
        await reviews.mark_executed("local", "rev-1")
        assert await told(session) == ("executed", False, None, 1, False)
        await reviews.propose(make_review("rev-2", session.id))
        third = await reviews.propose(make_review("rev-3", session.id))
        assert await told(session) == ("pending_review", True, "client-discovery", 1, False)
        await gate.reject("rev-3", seen_hash=third.payload_hash, version=1, who="ann", channel="token")
        assert await told(session) == ("idle", False, None, 1, False)
        status = await gate.status(session.id)
        assert (status["session_id"], status["review_id"]) == (session.id, None)
        assert [(one["review_id"], one["status"]) for one in status["history"]] == [
            ("rev-3", "rejected"),
            ("rev-2", "superseded"),
            ("rev-1", "approved"),
        ]
        assert status["history"][0]["hash"] == short_hash(third.payload_hash)

    asyncio.run(scenario())


@pytest.mark.fault(52)
def test_a_cleared_result_cannot_be_decided_on(gate, reviews, make_review):
    async def scenario():
        session = await reviews.open_session("local")
        put = await reviews.propose(make_review(session_id=session.id))
        await reviews.clear_session("local", session.id)
        with pytest.raises(Exception, match="is cleared: there is nothing to decide"):
            await gate.approve("rev-1", seen_hash=put.payload_hash, version=1, who="ann", channel="token")
        assert (await gate.status(session.id))["history"][0]["status"] == "cleared"

    asyncio.run(scenario())
