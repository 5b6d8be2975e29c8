from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import text

from inquiro.core.errors import BadEdit, Conflict, NeedsPerson, ReviewNotFound, SessionNotFound, UsageError
from inquiro.core.types import Payload, VerbGroup
from inquiro.onboarding.reviewing.gate import Gate
from inquiro.onboarding.reviewing.payloads import new_review, payload_hash, short_hash

GOOD = "529900K9B0N5BT694847"
ANN = {"who": "ann", "channel": "terminal"}
BOB = {"who": "bob", "channel": "browser"}


def seen(review):
    return {"seen_hash": review.payload_hash, "version": review.version}


def test_an_approval_is_kept_with_who_when_and_how(gate, reviews, make_review):
    async def scenario():
        session = await reviews.open_session("local")
        put = await reviews.propose(make_review(session_id=session.id))
        decision = await gate.approve("rev-", **seen(put), **ANN, reason=" fits ")
        assert (decision.who, decision.channel, decision.reason, decision.verdict) == (
            "ann",
            "terminal",
            "fits",
            "approve",
        )
        assert decision.payload == put.payload
        assert decision.seen_hash == decision.payload_hash == put.payload_hash
        assert not decision.edits_made
        assert decision.at is not None
        assert await gate.approved("rev-1") == decision
        assert (await gate.status(session.id))["state"] == "verbs_ready"

    asyncio.run(scenario())


@pytest.mark.fault(51)
def test_approving_twice_is_one_approval_even_if_the_register_has_changed_its_mind(
    gate, reviews, make_review, register
):
    async def scenario():
        put = await reviews.propose(make_review())
        patch = {"note": "checked"}
        first = await gate.approve("rev-1", **seen(put), **ANN, edits=patch, merge=True)
        assert first.edits_made
        register.verdicts, asked = {GOOD: "not_found"}, register.asked
        assert await gate.approve("rev-1", **seen(put), **BOB, edits=patch, merge=True) == first
        assert await gate.approve("rev-1", **seen(put), **BOB, edits=put.payload.data | patch) == first
        assert register.asked == asked
        with pytest.raises(Conflict, match="approved by ann") as caught:
            await gate.approve("rev-1", **seen(put), **BOB)
        assert caught.value.difference == ('note: "checked" → null',)
        with pytest.raises(Conflict) as caught:
            await gate.approve("rev-1", **seen(put), **BOB, edits=patch, merge=True, overrides={GOOD: "phoned"})
        assert caught.value.difference == (f"without the override of {GOOD}",)

    asyncio.run(scenario())


@pytest.mark.fault(52)
def test_nothing_takes_a_decision_back(gate, reviews, make_review):
    async def scenario():
        yes, no = await reviews.propose(make_review("yes")), await reviews.propose(make_review("no"))
        await gate.approve("yes", **seen(yes), **ANN)
        rejected = await gate.reject("no", **seen(no), **ANN, reason="invented")
        assert await gate.reject("no", **seen(no), **BOB) == rejected
        for call in (
            gate.reject("yes", **seen(yes), **BOB),
            gate.approve("no", **seen(no), **BOB),
            gate.approve("no", **seen(no), **BOB, edits={"note": "x"}, merge=True),
            gate.approved("no"),
        ):
            with pytest.raises(Conflict, match="by ann"):
                await call
        for review in (yes, no):
            with pytest.raises(Conflict, match="nothing to decide any more"):
                await gate.revise(review.id, {"note": "x"}, **seen(review), who="bob", merge=True)
        await reviews.mark_executed("local", "yes")
        with pytest.raises(Conflict):
            await gate.reject("yes", **seen(yes), **BOB)

    asyncio.run(scenario())


@pytest.mark.fault(53)
def test_whoever_saw_an_older_version_is_told_what_is_other(gate, reviews, make_review):
    async def scenario():
        first = await reviews.propose(make_review())
        second = await gate.revise("rev-1", {"apex": {"name": "Aldra AG"}}, **seen(first), who="ann", merge=True)
        assert (second.version, second.edited_by) == (2, "ann")
        stale = [
            gate.approve("rev-1", **seen(first), **BOB),
            gate.reject("rev-1", **seen(first), **BOB),
            gate.revise("rev-1", {"note": "x"}, **seen(first), who="bob", merge=True),
        ]
        for call in stale:
            with pytest.raises(Conflict, match="not what you saw: the newest is version 2") as caught:
                await call
            assert caught.value.difference[0] == 'apex.name: "Aldra SE" → "Aldra AG"'
        for half in ({"seen_hash": first.payload_hash, "version": 2}, {"seen_hash": second.payload_hash, "version": 1}):
            with pytest.raises(Conflict):
                await gate.approve("rev-1", **half, **BOB)
        decision = await gate.approve("rev-1", seen_hash=short_hash(second.payload_hash), version=2, **BOB)
        assert (decision.seen_hash, decision.edits_made) == (second.payload_hash, True)

    asyncio.run(scenario())


@pytest.mark.fault(53)
def test_whoever_loses_a_race_is_told_what_is_other(gate, reviews, rules, make_review):
    async def scenario():
        first = await reviews.propose(make_review())

        async def meanwhile(data):
            await gate.revise("rev-1", {"note": "first"}, **seen(first), who="ann", merge=True)
            return []

        slow = Gate(reviews, rules._replace(check_leis=meanwhile))
        for call in (
            lambda: slow.approve("rev-1", **seen(first), **BOB, edits={"note": "late"}, merge=True),
            lambda: slow.revise("rev-1", {"note": "late"}, **seen(first), who="bob", merge=True),
        ):
            with pytest.raises(Conflict, match="not what you saw") as caught:
                await call()
            assert 'note: null → "first"' in caught.value.difference
        assert [one.version for one in await reviews.versions("local", "rev-1")] == [1, 2]

    asyncio.run(scenario())


@pytest.mark.fault(54)
def test_a_refused_edit_is_kept_as_a_draft(gate, reviews, make_review):
    async def scenario():
        put = await reviews.propose(make_review())
        bad = {"apex": {"name": 7}}
        for call in (
            gate.approve("rev-1", **seen(put), **ANN, edits=bad),
            gate.revise("rev-1", bad, **seen(put), who="ann"),
        ):
            with pytest.raises(BadEdit, match=r"apex\.name"):
                await call
        kept = await reviews.review("local", "rev-1")
        assert (kept.draft, kept.version, kept.status) == (bad, 1, "pending")

    asyncio.run(scenario())


def test_data_that_their_schema_refuses_cannot_be_approved(gate, reviews, make_review):
    async def scenario():
        for number, changes in enumerate(
            ({"data": {"apex": {}}}, {"schema_valid": False, "validation_errors": ("apex: odd",)})
        ):
            put = await reviews.propose(make_review(f"rev-{number}", **changes))
            with pytest.raises(BadEdit, match="apex"):
                await gate.approve(put.id, **seen(put), **ANN)
            assert await reviews.decision("local", put.id) is None
        await gate.approve(
            "rev-0", **seen(await reviews.review("local", "rev-0")), **ANN, edits={"apex": {"name": "A"}}
        )

    asyncio.run(scenario())


def test_a_decision_needs_a_person_and_a_channel_of_theirs(gate, reviews, make_review):
    async def scenario():
        put = await reviews.propose(make_review())
        for who, channel in ((" ", "terminal"), ("ann", "agent"), ("ann", "")):
            for call in (gate.approve, gate.reject):
                with pytest.raises(UsageError, match=r"needs the name|no channel"):
                    await call("rev-1", **seen(put), who=who, channel=channel)
        with pytest.raises(UsageError, match="needs the name"):
            await gate.revise("rev-1", {}, **seen(put), who="")
        assert await reviews.decision("local", "rev-1") is None

    asyncio.run(scenario())


def test_verbs_that_nobody_decided_on_never_run(gate, reviews, make_review):
    async def scenario():
        await reviews.propose(make_review())
        with pytest.raises(NeedsPerson, match="nobody has decided"):
            await gate.approved("rev-1")
        with pytest.raises(ReviewNotFound):
            await gate.approved("nothing")

    asyncio.run(scenario())


TAMPER = [
    ("review_versions", "before"),
    ("review_versions", "after"),
    ("decisions", "after"),
]


@pytest.mark.fault(55)
@pytest.mark.parametrize("place", TAMPER)
def test_a_payload_that_was_changed_in_the_database_is_refused(gate, reviews, store, make_review, place):
    table, when = place

    def tamper(connection):
        change = f"UPDATE {table} SET payload = replace(payload, 'Aldra One', 'Evil One')"
        assert connection.execute(text(change)).rowcount == 1

    async def scenario():
        put = await reviews.propose(make_review())
        if when == "before":
            await store.write(tamper)
            for call in (
                gate.approve("rev-1", **seen(put), **ANN),
                gate.reject("rev-1", **seen(put), **ANN),
                gate.revise("rev-1", {"note": "x"}, **seen(put), who="ann", merge=True),
            ):
                with pytest.raises(Conflict, match="changed in the database"):
                    await call
        else:
            await gate.approve("rev-1", **seen(put), **ANN)
            await store.write(tamper)
            with pytest.raises(Conflict, match=r"changed in the database|nothing of it runs"):
                await gate.approved("rev-1")

    asyncio.run(scenario())


@pytest.mark.fault(55)
@pytest.mark.parametrize(
    "change",
    [
        "who = 'eve'",
        'overrides = \'{"LEI": "trust me"}\'',
        "reason = 'x'",
        "channel = 'token'",
        "at = '2001-01-01 00:00:00'",
        "who = 'eve', hash = ''",
    ],
)
def test_a_decision_that_was_changed_in_the_database_runs_nothing(gate, reviews, store, make_review, change):
    def tamper(connection):
        assert connection.execute(text(f"UPDATE decisions SET {change} WHERE review_id = 'rev-2'")).rowcount == 1

    async def scenario():
        for name in ("rev-1", "rev-2"):
            put = await reviews.propose(make_review(review_id=name))
            await gate.approve(name, **seen(put), **ANN)
        await gate.approved("rev-2")
        await store.write(tamper)
        with pytest.raises(Conflict, match="does not fit its hash"):
            await gate.approved("rev-2")
        assert (await gate.approved("rev-1")).who == "ann"

    asyncio.run(scenario())


@pytest.mark.fault(52)
def test_a_rejection_that_was_made_an_approval_in_the_database_runs_nothing(gate, reviews, store, make_review):
    async def scenario():
        put = await reviews.propose(make_review())
        await gate.reject("rev-1", **seen(put), **ANN)
        change = "UPDATE decisions SET verdict = 'approve', hash = ''"
        await store.write(lambda connection: connection.execute(text(change)))
        with pytest.raises(Conflict, match="is rejected, though its decision says otherwise"):
            await gate.approved("rev-1")

    asyncio.run(scenario())


@pytest.mark.fault(55)
def test_a_hash_that_was_changed_along_with_the_payload_is_not_what_was_seen(gate, reviews, store, make_review):
    async def scenario():
        put = await reviews.propose(make_review())
        await gate.approve("rev-1", **seen(put), **ANN)
        other = msgspec.structs.replace(put.payload, params={"client": "Evil"})
        change = "UPDATE review_versions SET payload = :payload, payload_hash = :hash"
        values = {"payload": msgspec.json.encode(other).decode(), "hash": payload_hash(other)}
        await store.write(lambda connection: connection.execute(text(change), values))
        with pytest.raises(Conflict, match="is not what ann saw"):
            await gate.approved("rev-1")

    asyncio.run(scenario())


@pytest.mark.fault(57)
def test_an_unverified_lei_is_overridden_with_a_reason_only(gate, reviews, make_review, payload):
    async def scenario():
        open_ = tuple(msgspec.structs.replace(one, verdict="unverified") for one in payload.leis)
        put = await reviews.propose(make_review(leis=open_))
        with pytest.raises(UsageError, match="needs a reason"):
            await gate.approve("rev-1", **seen(put), **ANN, overrides={GOOD: " ok "})
        decision = await gate.approve("rev-1", **seen(put), **ANN, overrides={GOOD: " seen on paper "})
        assert decision.overrides == {GOOD: "seen on paper"}

    asyncio.run(scenario())


def test_verbs_that_an_edit_brings_have_a_key_of_their_review(gate, reviews, rules, make_review):
    bare = Gate(reviews, rules._replace(regenerate=lambda _: ([VerbGroup(key="", verbs="(a.b)")], [])))

    async def scenario():
        put = await reviews.propose(make_review(groups=()))
        decision = await bare.approve("rev-1", **seen(put), **ANN, edits={"note": "x"}, merge=True)
        assert [one.key for one in decision.payload.groups] == ["rev-1"]
        assert await gate.approved("rev-1") == decision

    asyncio.run(scenario())


def test_plain_verbs_are_approved_as_they_are(gate, reviews):
    async def scenario():
        verbs = Payload(groups=(VerbGroup(key="k", verbs="(a.b)"),), origin="file.dsl")
        put = await reviews.propose(new_review(verbs, kind="verbs", title="file.dsl"))
        with pytest.raises(BadEdit, match=r"change file\.dsl"):
            await gate.approve(put.id, **seen(put), **ANN, edits={"x": 1})
        assert (await gate.approve(put.id, **seen(put), **ANN)).payload == verbs

    asyncio.run(scenario())


def test_an_unknown_session_is_said_so(gate):
    with pytest.raises(SessionNotFound, match="Session not found"):
        asyncio.run(gate.status("nothing"))
