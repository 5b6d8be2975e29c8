"""The contract of the Store, on every database."""

import asyncio
import sqlite3
import uuid
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec
import pytest

from inquiro.core.errors import LeaseLost, RunNotFound, StoreBusy, StoreError
from inquiro.core.events import Event
from inquiro.core.types import (
    CanaryCount,
    Document,
    EffectRow,
    Entity,
    Evidence,
    Fact,
    Lease,
    Loss,
    Quantity,
    Run,
    Usage,
)
from inquiro.storage.store import SqlStore


def make_run(**fields):
    return Run(
        **({"id": str(uuid.uuid4()), "tool_name": "deep_research", "input_params": {"question": "why?"}} | fields)
    )


def make_effect(run_id, key="k", **fields):
    base = {"step": "collect", "occurrence": 0, "kind": "search", "name": "web", "request": {"q": "x"}}
    return EffectRow(run_id=run_id, key=key, **(base | fields))


def make_document(text="Some text.", url="https://example.org/a", **fields):
    digest = sha256(text.encode()).hexdigest()
    return Document(
        id=sha256((url + text).encode()).hexdigest()[:16],
        url=url,
        title="A title",
        text=text,
        sha256=digest,
        media_type="text/html",
        fetched_at=datetime(2026, 1, 2, tzinfo=UTC),
        **fields,
    )


async def leased(store, owner="me", seconds=30.0, **fields):
    run = await store.create_run(make_run(**fields))
    return await store.acquire(run.id, owner, seconds)


# -- runs ------------------------------------------------------------------------------------------


def test_a_run_comes_back_as_it_was_created(store, clock):
    run = make_run(state={"n": [1, None, "ü"]}, user_id="u", org_id="o", privacy="local_only")

    async def scenario():
        created = await store.create_run(run)
        assert created == msgspec.structs.replace(run, created_at=clock.now)
        assert await store.get_run(run.id) == created
        assert await store.create_run(msgspec.structs.replace(run, user_id="other")) == created

    asyncio.run(scenario())


def test_unknown_runs_are_named_as_such(store):
    async def scenario():
        with pytest.raises(RunNotFound, match="runs list"):
            await store.get_run("nope")
        with pytest.raises(RunNotFound):
            await store.acquire("nope", "me", 1)
        with pytest.raises(RunNotFound):
            await store.request_stop("nope", "why")
        assert await store.stop_requested("nope") is None

    asyncio.run(scenario())


def test_find_run_takes_any_unique_prefix(store):
    async def scenario():
        for run_id in ("aaaa-1", "aaab-2", "bbbb-3", "bbbb-34"):
            await store.create_run(make_run(id=run_id))
        assert (await store.find_run("AAAA")).id == "aaaa-1"
        assert (await store.find_run("bbbb-3")).id == "bbbb-3"
        with pytest.raises(RunNotFound, match="aaab-2, aaaa-1"):
            await store.find_run("aaa")
        for absent in ("c", "", "%", "aaa_"):
            with pytest.raises(RunNotFound, match="runs list"):
                await store.find_run(absent)

    asyncio.run(scenario())


def test_ambiguous_prefixes_list_a_few_candidates(store):
    async def scenario():
        for number in range(8):
            await store.create_run(make_run(id=f"ab{number}"))
        with pytest.raises(RunNotFound, match="…") as caught:
            await store.find_run("ab")
        assert str(caught.value).count("ab") == 6

    asyncio.run(scenario())


@pytest.mark.fault(49)
def test_newest_first_does_not_ask_the_clock(store, clock):
    async def scenario():
        ids = []
        for hours in (0, -24, 48, -100):
            clock.jump(hours=hours)
            ids.append((await store.create_run(make_run())).id)
        assert [run.id for run in await store.list_runs()] == ids[::-1]
        assert [run.id for run in await store.list_runs(limit=2)] == ids[:1:-1]

    asyncio.run(scenario())


def test_list_runs_filters_by_tool_and_status(store):
    async def scenario():
        mine = await leased(store, tool_name="note")
        await leased(store)
        await store.update_run(mine, status="completed")
        assert [run.id for run in await store.list_runs(tool_name="note")] == [mine.run_id]
        assert [run.id for run in await store.list_runs(status="completed")] == [mine.run_id]
        assert await store.list_runs(tool_name="note", status="pending") == []

    asyncio.run(scenario())


def test_the_canaries_of_finished_runs_are_told_newest_first_and_per_organisation(store):
    async def finish(count, org="o"):
        lease = await leased(store, org_id=org)
        metrics = {"seconds": 1.0} | ({"canaries": count.to_dict()} if count else {"canaries": None})
        await store.update_run(lease, status="completed", metrics=metrics)
        return lease.run_id

    async def scenario():
        first, second = CanaryCount(known_true=1, runs=1), CanaryCount(known_false=2, missed=1, runs=1)
        await finish(first)
        await finish(None)
        mine = await finish(second)
        await finish(CanaryCount(known_true=9), org="other")
        await leased(store, org_id="o")
        assert await store.canaries("o", "none", 200) == [second, first]
        assert await store.canaries("o", "none", 1) == [second]
        assert await store.canaries("o", mine, 200) == [first]

    asyncio.run(scenario())


def test_update_run_changes_only_what_is_given(store):
    async def scenario():
        lease = await leased(store, state={"a": 1})
        await store.update_run(lease, progress=0.5, current_stage="collect", metrics={"calls": 2})
        run = await store.get_run(lease.run_id)
        assert (run.progress, run.current_stage, run.metrics, run.state) == (0.5, "collect", {"calls": 2}, {"a": 1})
        await store.update_run(lease, state={}, result={"answer": "x"}, privacy="local_only")
        run = await store.get_run(lease.run_id)
        assert (run.state, run.result, run.privacy, run.progress) == ({}, {"answer": "x"}, "local_only", 0.5)
        await store.update_run(lease)

    asyncio.run(scenario())


@pytest.mark.fault(49)
@pytest.mark.parametrize("days", [-1, 1])
def test_started_is_set_once_and_completed_with_the_end(store, clock, days):
    async def scenario():
        lease = await leased(store)
        start = clock.now
        await store.update_run(lease, status="in_progress")
        clock.jump(days=days)
        await store.update_run(lease, status="in_progress")
        await store.update_run(lease, status="failed", error_message="broke")
        run = await store.get_run(lease.run_id)
        assert (run.started_at, run.completed_at, run.error_message) == (start, clock.now, "broke")
        await store.update_run(lease, status="in_progress")
        again = await store.get_run(lease.run_id)
        assert (again.started_at, again.completed_at, again.error_message) == (start, None, None)

    asyncio.run(scenario())


# -- leases ----------------------------------------------------------------------------------------


def test_a_lease_keeps_others_out_until_it_expires(store, clock):
    async def scenario():
        first = await leased(store, "worker-1", 30)
        with pytest.raises(LeaseLost, match="worker-1"):
            await store.acquire(first.run_id, "worker-2", 30)
        clock.jump(seconds=31)
        second = await store.acquire(first.run_id, "worker-2", 30)
        assert (first.attempt, second.attempt) == (1, 2)
        with pytest.raises(LeaseLost, match="worker-2"):
            await store.update_run(first, progress=1.0)
        assert (await store.get_run(first.run_id)).progress == 0.0

    asyncio.run(scenario())


def test_the_same_owner_gets_a_new_attempt_that_voids_the_old(store):
    async def scenario():
        old = await leased(store)
        new = await store.acquire(old.run_id, old.owner, 30)
        assert new.attempt == old.attempt + 1
        with pytest.raises(LeaseLost):
            await store.append_events(old, [])

    asyncio.run(scenario())


def test_renew_returns_the_leases_that_still_hold(store, clock):
    async def scenario():
        kept, lost = await leased(store), await leased(store)
        taken = await store.acquire(lost.run_id, "me", 30)
        clock.jump(seconds=29)
        assert await store.renew([kept, lost], 30) == [kept]
        clock.jump(seconds=29)
        with pytest.raises(LeaseLost):
            await store.acquire(kept.run_id, "other", 30)
        assert (await store.acquire(taken.run_id, "other", 30)).attempt == 3

    asyncio.run(scenario())


def test_release_frees_the_run_but_not_someone_elses(store):
    async def scenario():
        old = await leased(store)
        new = await store.acquire(old.run_id, "me", 30)
        await store.release(old)
        await store.update_run(new, progress=0.1)
        await store.release(new)
        assert (await store.get_run(new.run_id)).lease_owner is None
        with pytest.raises(LeaseLost, match="nobody"):
            await store.update_run(new, progress=0.2)
        assert (await store.acquire(new.run_id, "other", 30)).attempt == 3

    asyncio.run(scenario())


def test_every_write_of_a_run_checks_the_lease(store):
    async def scenario():
        old = await leased(store)
        new = await store.acquire(old.run_id, "me", 30)
        effect = make_effect(old.run_id)
        event = Event(run_id=old.run_id, seq=1, stage="s", message="m")
        for write in (
            lambda: store.update_run(old, progress=1.0),
            lambda: store.append_events(old, [event]),
            lambda: store.begin_effect(old, effect),
            lambda: store.finish_effect(old, effect, [make_document()]),
            lambda: store.put_documents(old, [make_document()]),
            lambda: store.put_findings(old, [], [], [Entity(name="x")]),
            lambda: store.record_failure(old, "u", Loss(what="w", reason="r"), "e"),
            lambda: store.remember_source(old, "d", "s", gained=1, tried=1),
        ):
            with pytest.raises(LeaseLost):
                await write()
        assert await store.events(new.run_id) == []
        assert await store.effects(new.run_id) == []
        assert await store.documents([make_document().id]) == []
        assert await store.entities(new.run_id) == []
        assert await store.losses(new.run_id) == []
        assert await store.ranked_sources("d") == []

    asyncio.run(scenario())


def test_a_lease_on_a_run_that_is_gone_is_lost(store):
    with pytest.raises(LeaseLost, match="gone"):
        asyncio.run(store.update_run(Lease(run_id="gone", owner="me", attempt=1), progress=1.0))


def test_unfinished_are_runs_that_nobody_works_on(store, clock):
    async def scenario():
        pending = (await store.create_run(make_run())).id
        crashed, working, waiting, done = [await leased(store, seconds=s) for s in (10, 60, 10, 10)]
        await store.update_run(crashed, status="in_progress")
        await store.update_run(working, status="in_progress")
        await store.update_run(waiting, status="waiting")
        await store.update_run(done, status="completed")
        clock.jump(seconds=20)
        assert [run.id for run in await store.unfinished()] == [pending, crashed.run_id]

    asyncio.run(scenario())


@pytest.mark.fault(49)
@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_jump_neither_locks_a_run_away_nor_lets_two_write(store, clock, days):
    async def scenario():
        before = await leased(store, "crashed", 30)
        clock.jump(days=days)
        assert [run.id for run in await store.unfinished()] == [before.run_id]
        after = await store.acquire(before.run_id, "next", 30)
        assert after.attempt == 2
        with pytest.raises(LeaseLost):
            await store.update_run(before, progress=0.5)

    asyncio.run(scenario())


@pytest.mark.fault(49)
@pytest.mark.parametrize("days", [-1, 1])
def test_a_living_worker_renews_its_lease_over_a_clock_jump(store, clock, days):
    async def scenario():
        lease = await leased(store, "alive", 30)
        clock.jump(days=days)
        assert await store.renew([lease], 30) == [lease]
        with pytest.raises(LeaseLost):
            await store.acquire(lease.run_id, "other", 30)

    asyncio.run(scenario())


def test_a_stop_is_heard_once_and_its_first_reason_stays(store):
    async def scenario():
        lease = await leased(store)
        await store.request_stop(lease.run_id, "User requested stop")
        await store.request_stop(lease.run_id, "again")
        assert await store.stop_requested(lease.run_id) == "User requested stop"
        unheard = await store.acquire(lease.run_id, "me", 30)
        assert await store.stop_requested(lease.run_id) == "User requested stop"
        await store.update_run(unheard, status="completed")
        await store.acquire(lease.run_id, "me", 30)
        assert await store.stop_requested(lease.run_id) is None

    asyncio.run(scenario())


# -- events ----------------------------------------------------------------------------------------


def test_events_come_in_their_order_from_a_number_on(store, clock):
    async def scenario():
        lease = await leased(store)
        at = datetime(2026, 1, 1, 5, tzinfo=UTC)
        first, second, third = [
            Event(run_id=lease.run_id, seq=n, stage="s", message=f"m{n}", progress=0.1 * n, data={"n": n}, at=at)
            for n in (1, 2, 3)
        ]
        await store.append_events(lease, [third, first])
        await store.append_events(lease, [second, msgspec.structs.replace(first, message="changed")])
        assert await store.events(lease.run_id) == [first, second, third]
        assert await store.events(lease.run_id, after=2) == [third]

    asyncio.run(scenario())


# -- journal and cache -----------------------------------------------------------------------------


def test_an_effect_is_intended_then_done_and_stays_done(store):
    async def scenario():
        lease = await leased(store)
        begun = await store.begin_effect(lease, make_effect(lease.run_id))
        assert (begun.status, begun.seq) == ("intent", 1)
        done = msgspec.structs.replace(
            begun, status="done", response={"hits": [1, {"a": None}]}, usage=Usage(calls=1, cost=0.5), seconds=1.5
        )
        await store.finish_effect(lease, done)
        assert await store.begin_effect(lease, make_effect(lease.run_id)) == done
        await store.finish_effect(lease, msgspec.structs.replace(done, response="other"))
        await store.finish_effect(lease, msgspec.structs.replace(done, status="failed", error={"type": "TimedOut"}))
        assert await store.effects(lease.run_id) == [done]

    asyncio.run(scenario())


def test_a_failed_effect_may_still_succeed(store):
    async def scenario():
        lease = await leased(store)
        row = await store.begin_effect(lease, make_effect(lease.run_id))
        failed = msgspec.structs.replace(row, status="failed", error={"type": "TimedOut"})
        await store.finish_effect(lease, failed)
        assert await store.begin_effect(lease, row) == failed
        await store.finish_effect(lease, msgspec.structs.replace(row, status="done", response=0))
        (found,) = await store.effects(lease.run_id)
        assert (found.status, found.response, found.error) == ("done", 0, None)

    asyncio.run(scenario())


def test_effects_are_numbered_in_their_run_by_insertion(store):
    async def scenario():
        lease, other = await leased(store), await leased(store)
        rows = [
            make_effect(lease.run_id, "b"),
            make_effect(lease.run_id, "a"),
            make_effect(lease.run_id, "b", occurrence=1),
            make_effect(lease.run_id, "b", step="process"),
        ]
        await store.begin_effect(other, make_effect(other.run_id))
        for row in rows:
            await store.begin_effect(lease, row)
        await store.finish_effect(lease, make_effect(lease.run_id, "unannounced", status="done", response=1))
        found = await store.effects(lease.run_id)
        assert [row.seq for row in found] == [1, 2, 3, 4, 5]
        assert [(row.step, row.key, row.occurrence) for row in found[:4]] == [
            (row.step, row.key, row.occurrence) for row in rows
        ]
        assert found[4].response == 1

    asyncio.run(scenario())


def test_an_outcome_and_its_documents_are_one_thing(store):
    document = make_document()
    broken = msgspec.structs.replace(document, id=None)

    async def scenario():
        lease = await leased(store)
        row = await store.begin_effect(lease, make_effect(lease.run_id, kind="fetch"))
        done = msgspec.structs.replace(row, status="done", response=document.id)
        with pytest.raises(StoreError):
            await store.finish_effect(lease, done, [document, broken])
        assert await store.documents([document.id]) == []
        assert [it.status for it in await store.effects(lease.run_id)] == ["intent"]
        await store.finish_effect(lease, done, [document])
        assert await store.documents([document.id]) == [document]

    asyncio.run(scenario())


def test_what_a_day_cost_is_summed_over_the_runs_of_an_organisation(store, clock):
    async def scenario():
        midnight = clock.now
        clock.jump(seconds=-1)
        one, two, other = await leased(store), await leased(store), await leased(store, org_id="other")
        yesterday = make_effect(one.run_id, "old", status="done", usage=Usage(cost=9.0))
        await store.finish_effect(one, yesterday)
        clock.jump(seconds=1)
        assert await store.spent_since("local", midnight) == Usage()
        for lease, key, usage in [
            (one, "a", Usage(calls=1, tokens=10, cost=0.1, effects=1)),
            (two, "b", Usage(calls=1, tokens=20, cost=0.2, effects=1)),
            (two, "free", Usage(searches=1, effects=1)),
            (other, "c", Usage(calls=1, tokens=40, cost=0.4)),
        ]:
            await store.finish_effect(lease, make_effect(lease.run_id, key, kind="model", status="done", usage=usage))
        assert await store.spent_since("local", midnight) == Usage(calls=2, tokens=30, cost=0.3, effects=2)
        assert await store.spent_since("other", midnight) == Usage(calls=1, tokens=40, cost=0.4)
        assert await store.spent_since("nobody", midnight) == Usage()
        assert (await store.spent_since("local", midnight - timedelta(days=1))).cost == 9.3

    asyncio.run(scenario())


def test_what_an_effect_has_cost_so_far_counts_before_it_is_done_and_once(store, clock):
    async def scenario():
        lease = await leased(store)
        row = await store.begin_effect(lease, make_effect(lease.run_id, kind="model"))
        for status, cost in (("intent", 0.1), ("intent", 0.1), ("done", 0.3), ("failed", 9.0)):
            await store.finish_effect(lease, msgspec.structs.replace(row, status=status, usage=Usage(cost=cost)))
        assert await store.spent_since("local", clock.now) == Usage(cost=0.3)

    asyncio.run(scenario())


def test_the_cache_shares_only_public_answers_between_organisations(store, clock):
    async def scenario():
        await store.cache("public", "a", True, {"hits": []})
        await store.cache("private", "a", False, [1])
        epoch = datetime(2000, 1, 1, tzinfo=UTC)
        assert await store.cached("public", "b", epoch) == ({"hits": []}, clock.now)
        assert await store.cached("private", "a", epoch) == ([1], clock.now)
        assert await store.cached("private", "b", epoch) is None
        assert await store.cached("absent", "a", epoch) is None
        await store.cache("public", "a", False, "now private")
        assert await store.cached("public", "b", epoch) is None

    asyncio.run(scenario())


def test_the_cache_returns_the_newest_that_is_fresh_enough(store, clock):
    async def scenario():
        await store.cache("k", "a", True, "old")
        clock.jump(hours=1)
        await store.cache("k", "b", True, "new")
        assert await store.cached("k", "a", clock.now - timedelta(hours=2)) == ("new", clock.now)
        assert await store.cached("k", "a", clock.now + timedelta(seconds=1)) is None
        await store.cache("k", "a", True, None)
        assert await store.cached("k", "a", clock.now) is not None

    asyncio.run(scenario())


@pytest.mark.fault(49)
def test_an_answer_from_the_future_is_not_trusted_to_be_fresh(store, clock):
    async def scenario():
        clock.jump(days=1)
        await store.cache("k", "a", True, "stored under a wrong clock")
        clock.jump(days=-1)
        assert await store.cached("k", "a", clock.now - timedelta(hours=1)) is None

    asyncio.run(scenario())


# -- what was read and learned ---------------------------------------------------------------------


def test_documents_come_back_whole_and_in_the_order_asked(store):
    first = make_document("One.", headings=(), page_starts=(0, 3), flags=("x",), private=True)
    second = make_document("Two. ü\n", "https://example.org/b")

    async def scenario():
        lease, other = await leased(store), await leased(store)
        await store.put_documents(lease, [first, second])
        await store.put_documents(lease, [second])
        await store.put_documents(other, [second])
        assert await store.documents([second.id, "missing", first.id]) == [second, first]
        assert await store.documents([first.id] * 2) == [first, first]
        assert await store.documents([]) == []

    asyncio.run(scenario())


def test_many_documents_are_read_at_once(store):
    new = [make_document(f"Text {n}.") for n in range(1100)]

    async def scenario():
        lease = await leased(store)
        await store.put_documents(lease, new)
        assert await store.documents([document.id for document in new]) == new

    asyncio.run(scenario())


def test_a_document_is_never_made_less_private(store):
    public = make_document(private=False)
    private = msgspec.structs.replace(public, private=True)

    async def scenario():
        lease = await leased(store)
        for stored in (public, private, public):
            await store.put_documents(lease, [stored])
        assert await store.documents([public.id]) == [private]

    asyncio.run(scenario())


def test_equal_texts_are_stored_once(store):
    from sqlalchemy import func, select

    from inquiro.storage.tables import blobs

    async def scenario():
        lease = await leased(store)
        copies = [make_document("Same.", f"https://example.org/{n}") for n in range(3)]
        await store.put_documents(lease, copies)
        assert await store.read(lambda c: c.execute(select(func.count()).select_from(blobs)).scalar()) == 1
        assert await store.documents([copies[2].id]) == [copies[2]]

    asyncio.run(scenario())


def test_findings_belong_to_a_run_and_the_newest_version_counts(store):
    fact = Fact(id="f1", statement="It is.", evidence=("e1",), sources=("d",), quantities=(Quantity(value=3.5),))
    piece = Evidence(id="e1", document_id="d", start=0, end=5, quote="It is")

    async def scenario():
        lease, other = await leased(store), await leased(store)
        second = msgspec.structs.replace(fact, id="f0")
        await store.put_findings(lease, [fact, second], [piece], [Entity(name="Aldra")])
        await store.put_findings(other, [second], [], [])
        better = msgspec.structs.replace(fact, confidence=0.9)
        await store.put_findings(lease, [better], [piece], [Entity(name="Aldra", mention_count=2), Entity(name="B")])
        assert await store.facts(lease.run_id) == [better, second]
        assert await store.evidence(lease.run_id) == [piece]
        assert await store.entities(lease.run_id) == [Entity(name="Aldra", mention_count=2), Entity(name="B")]
        assert await store.facts(other.run_id) == [second]

    asyncio.run(scenario())


def test_losses_are_recorded_once_and_in_order(store):
    paywall, down = Loss(what="page", reason="paywall", source="web"), Loss(what="page", reason="down")

    async def scenario():
        lease = await leased(store)
        for url, loss in (("u1", paywall), ("u1", paywall), ("u2", down), ("u3", paywall)):
            await store.record_failure(lease, url, loss, "AccessDenied")
        assert await store.losses(lease.run_id) == [paywall, down, paywall]

    asyncio.run(scenario())


# -- life ------------------------------------------------------------------------------------------


def test_one_store_serves_one_event_loop_after_another(store):
    run = asyncio.run(store.create_run(make_run()))
    assert asyncio.run(store.get_run(run.id)) == run
    lease = asyncio.run(store.acquire(run.id, "me", 30))
    asyncio.run(store.update_run(lease, progress=0.5))


def test_what_was_committed_is_there_after_reopening(database):
    first = database.open()
    lease = asyncio.run(leased(first))
    asyncio.run(first.put_documents(lease, [make_document()]))
    asyncio.run(first.reserve_slot("a", 3600))
    first.close()
    second = database.open()
    assert asyncio.run(second.documents([make_document().id])) == [make_document()]
    assert asyncio.run(second.reserve_slot("a", 1)).wait > 3000
    second.close()


def test_a_closed_store_says_so(database):
    store = database.open()
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(store.create_run(make_run()))
    with pytest.raises(StoreError, match="closed"):
        asyncio.run(store.list_runs())


def test_an_unserialisable_answer_is_the_callers_error_alone(store):
    async def scenario():
        lease = await leased(store)
        rows = [make_effect(lease.run_id, f"k{n}", status="done", response=n if n % 2 else object()) for n in range(10)]
        results = await asyncio.gather(*(store.finish_effect(lease, row) for row in rows), return_exceptions=True)
        assert [type(result) for result in results] == [StoreError if n % 2 == 0 else type(None) for n in range(10)]
        assert sorted(row.response for row in await store.effects(lease.run_id)) == [1, 3, 5, 7, 9]

    asyncio.run(scenario())


@pytest.mark.fault(46)
def test_a_read_under_a_long_lock_of_the_file_is_busy_too(tmp_path):
    store = SqlStore.open(f"sqlite:///{tmp_path}/a.db", tmp_path, busy_seconds=0.06)
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy):
        asyncio.run(store.list_runs())
    with pytest.raises(StoreBusy):
        SqlStore.open(f"sqlite:///{tmp_path}/a.db", tmp_path, busy_seconds=0.06)
    other.execute("ROLLBACK")
    other.close()
    assert asyncio.run(store.list_runs()) == []
    store.close()
