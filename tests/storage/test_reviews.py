"""Reviews, decisions and sessions on both databases."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from sqlalchemy import text

from inquiro.core.decision_chain import DecisionChain, checked_chain
from inquiro.core.errors import Conflict, ReviewNotFound, SessionNotFound
from inquiro.core.types import Decision, Macro, Payload, Review, VerbGroup
from inquiro.storage.copying import clear
from inquiro.storage.reviews import Reviews


@pytest.fixture
def reviews(store, clock):
    return Reviews(store, clock)


def a_review(number=1, session_id="", **changes):
    payload = Payload(
        macro=Macro(name="client-discovery"),
        data={"apex": {"name": f"Aldra {number}", "share": 25.0, "odd": "\u202e \x00 \U0001f331"}},
        groups=(VerbGroup(key=f"review-{number}", verbs="(gleif.refresh)"),),
    )
    values = {
        "id": f"rev-{number}",
        "kind": "macro",
        "title": "t",
        "payload": payload,
        "payload_hash": f"hash {number}",
    }
    return Review(**values | {"session_id": session_id} | changes)


def a_decision(review, verdict="approve", **changes):
    values = {
        "id": f"decision of {review.id} {verdict}",
        "review_id": review.id,
        "verdict": verdict,
        "version": review.version,
        "seen_hash": review.payload_hash,
        "payload": review.payload,
        "payload_hash": review.payload_hash,
        "who": "ann",
        "overrides": {"LEI": "phoned them"},
        "channel": "browser",
    }
    return Decision(**values | changes)


def test_a_session_goes_through_its_states(reviews, clock):
    async def scenario():
        session = await reviews.open_session("local")
        assert (session.state, session.review_id) == ("idle", "")
        assert await reviews.open_session("local", session.id) == session
        put = await reviews.propose(a_review(session_id=session.id))
        assert (put.status, put.version, put.created_at) == ("pending", 1, clock.now)
        assert put.payload == a_review().payload
        waiting = await reviews.session("local", session.id)
        assert (waiting.state, waiting.review_id) == ("pending_review", "rev-1")
        decided = await reviews.decide(a_decision(put))
        assert decided == msgspec.structs.replace(a_decision(put), at=clock.now, hash=decided.hash)
        assert (await reviews.session("local", session.id)).state == "verbs_ready"
        assert (await reviews.review("local", "rev-1")).status == "approved"
        for _ in range(2):
            await reviews.mark_executed("local", "rev-1")
            assert (await reviews.session("local", session.id)).state == "executed"
        assert [one.id for one in await reviews.sessions("local")] == [session.id]

    asyncio.run(scenario())


def test_a_rejected_result_leaves_an_idle_session(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        put = await reviews.propose(a_review(session_id=session.id))
        await reviews.decide(a_decision(put, "reject"))
        after = await reviews.session("local", session.id)
        assert (after.state, after.review_id) == ("idle", "")
        with pytest.raises(Conflict, match="cannot have run"):
            await reviews.mark_executed("local", put.id)

    asyncio.run(scenario())


def test_a_new_result_supersedes_an_undecided_one_and_both_stay_readable(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        first = await reviews.propose(a_review(1, session.id))
        second = await reviews.propose(a_review(2, session.id))
        assert await reviews.propose(a_review(2, session.id, title="other")) == second
        assert await reviews.propose(a_review(1, session.id)) == msgspec.structs.replace(first, status="superseded")
        assert [(one.id, one.status) for one in await reviews.reviews("local", session_id=session.id)] == [
            ("rev-2", "pending"),
            ("rev-1", "superseded"),
        ]
        assert (await reviews.session("local", session.id)).review_id == "rev-2"
        for verdict in ("approve", "reject"):
            with pytest.raises(Conflict, match="superseded"):
                await reviews.decide(a_decision(first, verdict))

    asyncio.run(scenario())


def test_a_later_result_leaves_an_approved_one_as_it_is(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        first = await reviews.propose(a_review(1, session.id))
        await reviews.decide(a_decision(first))
        await reviews.propose(a_review(2, session.id))
        await reviews.mark_executed("local", first.id)
        assert (await reviews.review("local", first.id)).status == "approved"
        after = await reviews.session("local", session.id)
        assert (after.state, after.review_id) == ("pending_review", "rev-2")

    asyncio.run(scenario())


def test_clearing_keeps_what_was_decided(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        first = await reviews.propose(a_review(1, session.id))
        await reviews.decide(a_decision(first))
        await reviews.propose(a_review(2, session.id))
        cleared = await reviews.clear_session("local", session.id)
        assert (cleared.state, cleared.review_id) == ("idle", "")
        assert [one.status for one in await reviews.reviews("local")] == ["cleared", "approved"]
        assert (await reviews.decision("local", "rev-1")).verdict == "approve"
        assert await reviews.decision("local", "rev-2") is None

    asyncio.run(scenario())


@pytest.mark.fault(51)
def test_the_same_decision_again_is_the_first_one(reviews, clock):
    async def scenario():
        put = await reviews.propose(a_review())
        first = await reviews.decide(a_decision(put))
        clock.jump(hours=1)
        again = await reviews.decide(a_decision(put, id="another", who="bob"))
        assert again == first
        assert list(await reviews.decisions("local")) == [first]

    asyncio.run(scenario())


@pytest.mark.fault(52)
@pytest.mark.parametrize(("first", "then"), [("approve", "reject"), ("reject", "approve")])
def test_a_decision_is_final(reviews, first, then):
    async def scenario():
        put = await reviews.propose(a_review())
        kept = await reviews.decide(a_decision(put, first))
        for other in (a_decision(put, then), a_decision(put, first, payload_hash="other", id="x")):
            with pytest.raises(Conflict, match="by ann already"):
                await reviews.decide(other)
        with pytest.raises(Conflict):
            await reviews.revise(put, put.version)
        assert await reviews.decision("local", put.id) == kept

    asyncio.run(scenario())


@pytest.mark.fault(53)
def test_only_the_newest_version_can_be_changed_or_decided_on(reviews):
    async def scenario():
        first = await reviews.propose(a_review())
        edit = msgspec.structs.replace(first, payload=Payload(data=[1]), payload_hash="second", edited_by="ann")
        second = await reviews.revise(edit, 1)
        assert (second.version, second.payload_hash, second.payload.data) == (2, "second", [1])
        assert await reviews.revise(edit, 1) == second
        with pytest.raises(Conflict, match="version 2 is the newest, not 1"):
            await reviews.revise(msgspec.structs.replace(edit, payload_hash="third"), 1)
        for stale in (a_decision(first), a_decision(first, version=2), a_decision(second, seen_hash="hash 1")):
            with pytest.raises(Conflict, match="has been changed"):
                await reviews.decide(stale)
        assert [(one.version, one.payload_hash, one.edited_by) for one in await reviews.versions("local", "rev-1")] == [
            (1, "hash 1", ""),
            (2, "second", "ann"),
        ]
        assert (await reviews.decide(a_decision(second))).version == 2

    asyncio.run(scenario())


@pytest.mark.fault(54)
def test_a_draft_is_kept_until_an_edit_is_accepted(reviews):
    async def scenario():
        first = await reviews.propose(a_review())
        await reviews.keep_draft("local", "rev-1", {"apex": {"lei": "wrong"}})
        assert (await reviews.review("local", "rev-1")).draft == {"apex": {"lei": "wrong"}}
        second = await reviews.revise(msgspec.structs.replace(first, payload_hash="x"), 1)
        assert second.draft is None
        with pytest.raises(ReviewNotFound):
            await reviews.keep_draft("local", "nothing", {})

    asyncio.run(scenario())


def test_reviews_are_found_by_a_unique_prefix(reviews):
    async def scenario():
        for name in ("abc-1", "abc-2", "abc-22"):
            await reviews.propose(a_review(id=name))
        assert (await reviews.review("local", "ABC-1")).id == "abc-1"
        assert (await reviews.review("local", "abc-2")).id == "abc-2"
        await reviews.propose(a_review(id="ab"))
        assert (await reviews.review("local", "ab")).id == "ab"
        for prefix, words in (
            ("abc-", "several reviews start with 'abc-': abc-22, abc-2, abc-1"),
            ("abc", "at least 4 characters"),
            ("xxxx", "no review"),
            ("", "no review"),
            ("%%%%", "no review"),
        ):
            with pytest.raises(ReviewNotFound, match=words):
                await reviews.review("local", prefix)

    asyncio.run(scenario())


def test_sessions_are_found_by_a_unique_prefix(reviews, store):
    async def scenario():
        one, other = [await reviews.open_session("local") for _ in range(2)]
        moved = {one.id: "abcd-1", other.id: "abcd-2"}
        for before, after in moved.items():
            change = text("UPDATE research_sessions SET id = :after WHERE id = :before")
            await store.write(lambda c, b=before, a=after, s=change: c.execute(s, {"before": b, "after": a}))
        assert (await reviews.session("local", "ABCD-1")).id == "abcd-1"
        assert (await reviews.clear_session("local", "abcd-2")).id == "abcd-2"
        assert (await reviews.open_session("local", "abcd-2")).id == "abcd-2"
        with pytest.raises(SessionNotFound, match="several sessions start with 'abcd': abcd-2, abcd-1"):
            await reviews.open_session("local", "abcd")
        with pytest.raises(SessionNotFound, match=r"Session not found: .*'abc' \(write at least 4 characters"):
            await reviews.session("local", "abc")

    asyncio.run(scenario())


def test_reviews_are_found_by_the_hash_of_their_newest_version(reviews):
    async def scenario():
        put = await reviews.propose(a_review())
        await reviews.propose(a_review(2, payload_hash="hash 1"))
        assert [one.id for one in await reviews.with_hash("local", "hash 1")] == ["rev-2", "rev-1"]
        await reviews.revise(msgspec.structs.replace(put, payload_hash="newer"), 1)
        assert [one.id for one in await reviews.with_hash("local", "hash 1")] == ["rev-2"]
        assert await reviews.with_hash("other", "hash 1") == []

    asyncio.run(scenario())


async def decided(reviews, *numbers, session_id=""):
    for number in numbers:
        put = await reviews.propose(a_review(number, session_id=session_id))
        await reviews.decide(a_decision(put, reason="odd \x00 \ud800 \u202e"))


@pytest.mark.fault(55)
def test_decisions_of_a_session_are_a_chain_and_those_outside_of_any_another(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        await decided(reviews, 1, 2)
        await decided(reviews, 3, 4, session_id=session.id)
        chains = [await reviews.chain("local", one) for one in ("", session.id)]
        assert await reviews.deciding_sessions("local") == ["", session.id]
        assert await reviews.chain("other", "") == []
        return chains

    for links in asyncio.run(scenario()):
        assert [link.previous_hash for link in links] == ["", links[0].hash]
        assert [link.counted for link in links] == [link.hash for link in links]
        assert checked_chain(links) == DecisionChain(decisions=2, not_chained=0, head=links[1].hash)


@pytest.mark.fault(55)
@pytest.mark.parametrize(
    ("change", "about"),
    [
        ("UPDATE decisions SET who = 'eve' WHERE review_id = 'rev-2'", ["rev-2"]),
        ("UPDATE decisions SET hash = '' WHERE review_id = 'rev-2'", ["rev-2", "rev-3"]),
        ("UPDATE decisions SET hash = '' WHERE review_id = 'rev-1'", ["rev-2"]),
        ("DELETE FROM decisions WHERE review_id = 'rev-2'", ["rev-3"]),
        ("UPDATE decisions SET seq = seq + 100 WHERE review_id = 'rev-1'", ["rev-2", "rev-1"]),
    ],
)
def test_a_chain_shows_what_was_changed_taken_out_or_moved(reviews, store, change, about):
    async def scenario():
        await decided(reviews, 1, 2, 3)
        await store.write(lambda connection: connection.execute(text(change)))
        return checked_chain(await reviews.chain("local", ""))

    assert [problem.review_id for problem in asyncio.run(scenario()).problems] == about


@pytest.mark.fault(55)
def test_decisions_at_once_are_still_one_chain(reviews):
    async def scenario():
        put = [await reviews.propose(a_review(number)) for number in range(6)]
        await asyncio.gather(*(reviews.decide(a_decision(one)) for one in put))
        return checked_chain(await reviews.chain("local", ""))

    found = asyncio.run(scenario())
    assert (found.decisions, found.problems) == (6, ())


def test_another_organisation_finds_nothing(reviews):
    async def scenario():
        session = await reviews.open_session("local")
        put = await reviews.propose(a_review(session_id=session.id))
        for call in (
            reviews.open_session("other", session.id),
            reviews.clear_session("other", session.id),
            reviews.propose(a_review(2, session.id, org_id="other")),
        ):
            with pytest.raises(SessionNotFound, match="Session not found"):
                await call
        for call in (
            reviews.review("other", put.id),
            reviews.decide(a_decision(put, org_id="other")),
            reviews.keep_draft("other", put.id, 1),
            reviews.mark_executed("other", put.id),
            reviews.propose(a_review(org_id="other")),
        ):
            with pytest.raises(ReviewNotFound):
                await call
        assert await reviews.reviews("other") == []
        assert await reviews.versions("other", put.id) == []
        assert await reviews.decision("other", put.id) is None
        assert (await reviews.session("local", session.id)).state == "pending_review"

    asyncio.run(scenario())


def test_decisions_are_listed_oldest_first_and_by_macro(reviews):
    async def scenario():
        for number in (1, 2):
            await reviews.decide(a_decision(await reviews.propose(a_review(number))))
        plain = await reviews.propose(a_review(3, kind="verbs", payload=Payload()))
        await reviews.decide(a_decision(plain, "reject"))
        listed = [one.review_id for one in await reviews.decisions("local")]
        assert listed == ["rev-1", "rev-2", "rev-3"]
        named = await reviews.decisions("local", macro_name="client-discovery", limit=1)
        assert [one.review_id for one in named] == ["rev-1"]
        assert await reviews.decisions("other") == []
        assert [one.id for one in await reviews.reviews("local", status="rejected")] == ["rev-3"]

    asyncio.run(scenario())


@pytest.mark.fault(51)
@pytest.mark.fault(52)
def test_two_processes_that_decide_at_once_make_one_decision(database):
    one, other = database.open(), database.open()

    async def scenario():
        session = await Reviews(one).open_session("local")
        for number in range(6):
            put = await Reviews(one).propose(a_review(number, session.id))
            calls = [
                Reviews(store).decide(a_decision(put, verdict, id=f"{number} {name} {verdict}"))
                for name, store in (("one", one), ("other", other))
                for verdict in ("approve", "reject")
            ]
            said = await asyncio.gather(*calls, return_exceptions=True)
            kept = await Reviews(other).decision("local", put.id)
            assert [answer for answer in said if not isinstance(answer, Conflict)] == [kept, kept]
            state = (await Reviews(other).session("local", session.id)).state
            assert state == {"approve": "verbs_ready", "reject": "idle"}[kept.verdict]

    asyncio.run(scenario())
    one.close()
    other.close()


@pytest.mark.fault(51, 52, 53, 55, 56)
def test_any_schedule_on_a_server(postgres, review_schedules):
    """On SQLite they have a test and a script of their own."""
    store = postgres.open()
    tally = review_schedules.Tally()
    asyncio.run(store.write(lambda c: c.execute(text(review_schedules.COUNTED.format(serial="SERIAL")))))
    for seed in range(10):
        asyncio.run(store.write(lambda c: (clear(c), c.execute(text("DELETE FROM counted")))[0]))
        review_schedules.run_over(lambda _who: postgres.open(), Random(seed), tally)
    store.close()
    assert min(tally[name] for name in ("approvals", "executions", "crashes", "refusals")) > 0
