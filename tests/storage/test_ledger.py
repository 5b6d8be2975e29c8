"""The contract of the ledger, on every database."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.errors import Conflict, LeaseLost
from inquiro.core.types import Lease, Run, VerbStep
from inquiro.storage.ledger import OnboardingLedger
from inquiro.storage.store import SqlStore
from inquiro.testing.ledger import MemoryLedger

LEI = "529900K9B0N5BT694847"
OTHER_LEI = "549300OZ46BRLZ8Y6F65"


@pytest.fixture
def ledger(store, clock):
    return OnboardingLedger(store, clock)


class Desk:
    """A run that works in the ledger, under any decision."""

    def __init__(self, store, ledger, org_id="local"):
        self.store, self.ledger, self.org_id = store, ledger, org_id
        self.lease = None

    async def do(self, work, decision="first"):
        if self.lease is None:
            run = await self.store.create_run(Run(id=str(uuid4()), tool_name="verbs", input_params={}))
            self.lease = await self.store.acquire(run.id, "me", 30.0)
        return await self.ledger.in_ledger(self.lease, self.org_id, decision, work)

    async def ensure(self, decision="first", **fields):
        given = {"kind": "limited-company", "name": "Alpha SE"} | fields
        return await self.do(lambda it: it.ensure_entity(**given), decision)


@pytest.fixture
def desk(store, ledger):
    return Desk(store, ledger)


# -- entities ---------------------------------------------------------------------------------------


def test_an_entity_is_made_once_and_a_repeat_changes_nothing(desk, clock):
    async def scenario():
        made, first = await desk.ensure(jurisdiction="DE", attributes={"city": "Munich"})
        clock.jump(days=1)
        again, second = await desk.ensure("second", jurisdiction="DE", attributes={"city": "Munich"})
        assert (first, second) == ("created", "unchanged")
        assert again == made
        assert made.decision_id == made.changed_by == "first"

    asyncio.run(scenario())


def test_what_is_given_anew_takes_the_place_of_what_was_there(desk, clock):
    async def scenario():
        made, _ = await desk.ensure(attributes={"city": "Munich", "status": "active"})
        clock.jump(days=1)
        changed, change = await desk.ensure("second", attributes={"city": "Berlin"})
        assert change == "updated"
        assert changed.attributes == {"city": "Berlin", "status": "active"}
        assert (changed.id, changed.decision_id, changed.changed_by) == (made.id, "first", "second")
        assert made.updated_at < changed.updated_at
        assert changed.created_at == made.created_at

    asyncio.run(scenario())


@pytest.mark.parametrize("name", ["alpha se", "  Alpha   SE ", "ＡＬＰＨＡ SE", "Alpha\u00a0SE"])
def test_names_are_the_same_whatever_their_case_form_and_spacing(desk, name):
    async def scenario():
        made, _ = await desk.ensure()
        assert await desk.ensure(name=name) == (made, "unchanged")
        assert await desk.do(lambda it: it.find_entities(name=name)) == [made]

    asyncio.run(scenario())


def test_kind_and_jurisdiction_tell_entities_apart(desk):
    async def scenario():
        ids = {
            (await desk.ensure(kind=kind, jurisdiction=where))[0].id for kind in ("fund", "cbu") for where in ("DE", "")
        }
        assert len(ids) == 4
        assert len(await desk.do(lambda it: it.find_entities(name="Alpha SE", kind="fund"))) == 2
        assert len(await desk.do(lambda it: it.find_entities(jurisdiction="DE"))) == 2

    asyncio.run(scenario())


def test_an_entity_known_by_its_lei_keeps_its_name_and_learns_the_other(desk):
    async def scenario():
        made, _ = await desk.ensure(lei=LEI, jurisdiction="DE")
        other, change = await desk.ensure(lei=LEI, name="Alpha Group", kind="holding", jurisdiction="LU")
        assert (other.id, other.name, other.kind, other.jurisdiction) == (made.id, "Alpha SE", "limited-company", "DE")
        assert change == "updated"
        assert other.attributes == {
            "other_names": ["Alpha Group"],
            "other_kinds": ["holding"],
            "other_jurisdictions": ["LU"],
        }
        assert await desk.ensure(lei=LEI, name="ALPHA group", kind="holding", jurisdiction="LU") == (other, "unchanged")

    asyncio.run(scenario())


def test_an_entity_without_an_lei_is_given_one_once(desk):
    async def scenario():
        made, _ = await desk.ensure()
        numbered, change = await desk.ensure(lei=LEI)
        assert (numbered.id, numbered.lei, change) == (made.id, LEI, "updated")
        assert (await desk.ensure())[0].id == made.id
        namesake, change = await desk.ensure(lei=OTHER_LEI)
        assert (namesake.id != made.id, change) == (True, "created")

    asyncio.run(scenario())


def test_a_name_that_two_leis_share_has_to_be_said_by_lei(desk):
    async def scenario():
        await desk.ensure(lei=LEI)
        await desk.ensure(lei=OTHER_LEI)
        with pytest.raises(Conflict, match=f"{LEI}, {OTHER_LEI}"):
            await desk.ensure()

    asyncio.run(scenario())


def test_organisations_do_not_see_each_other(desk, store, ledger):
    async def scenario():
        mine, _ = await desk.ensure(lei=LEI)
        elsewhere = Desk(store, ledger, "other")
        theirs, change = await elsewhere.ensure(lei=LEI)
        assert (change, theirs.id != mine.id) == ("created", True)
        assert await elsewhere.do(lambda it: it.entity(mine.id)) is None
        assert [one.id for one in await ledger.ledger_entities("other")] == [theirs.id]
        assert await ledger.ledger_entities("other", [mine.id]) == []

    asyncio.run(scenario())


def test_entities_are_read_back_in_the_order_they_were_made(desk, ledger):
    async def scenario():
        made = [(await desk.ensure(name=f"Fund {n}"))[0] for n in range(3)]
        assert await ledger.ledger_entities("local") == made
        assert await ledger.ledger_entities("local", [made[2].id, made[0].id]) == [made[0], made[2]]

    asyncio.run(scenario())


@pytest.mark.parametrize("name", ["x" * 10_000, "ﷺ" * 500, "\ud800 half", "nul \x00 here", "'; DROP TABLE runs; --"])
def test_any_name_can_be_kept_and_found(desk, name):
    async def scenario():
        made, _ = await desk.ensure(name=name)
        found = await desk.do(lambda it: it.find_entities(name=name))
        assert [one.id for one in found] == [made.id]
        assert await desk.ensure(name=found[0].name) == (found[0], "unchanged")

    asyncio.run(scenario())


def test_what_is_only_written_differently_is_no_change(desk):
    async def scenario():
        odd = {"names": ("a", "b"), "text": "half \ud800", "share": 60}
        await desk.ensure(attributes=odd)
        assert (await desk.ensure(attributes=odd | {"names": ["a", "b"], "share": 60.0}))[1] == "unchanged"

    asyncio.run(scenario())


ENTITIES = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["fund", "cbu"]),
        "name": st.sampled_from(["Alpha", " alpha", "Beta"]),
        "lei": st.sampled_from(["", "", LEI, OTHER_LEI]),
        "jurisdiction": st.sampled_from(["", "LU"]),
        "attributes": st.sampled_from([{}, {"city": "Bonn"}, {"city": "Trier"}]),
    }
)


@settings(max_examples=settings().max_examples // 4)
@given(st.lists(ENTITIES, min_size=2, max_size=12))
def test_the_ledger_that_tests_use_keeps_the_same_promises(entities):
    def told(ledger, fields):
        try:
            entity, change = ledger.ensure_entity(**fields)
        except Conflict:
            return "conflict"
        return change, entity.kind, entity.name, entity.lei, entity.jurisdiction, entity.attributes

    async def scenario(home):
        store = SqlStore.open(f"sqlite:///{home}/inquiro.db", home)
        memory = MemoryLedger()
        try:
            pairs = await Desk(store, OnboardingLedger(store)).do(
                lambda it: [(told(it, fields), told(memory, fields)) for fields in entities]
            )
        finally:
            store.close()
        assert [real for real, _ in pairs] == [double for _, double in pairs]

    with TemporaryDirectory() as folder:
        asyncio.run(scenario(Path(folder)))


# -- relationships and records ----------------------------------------------------------------------


def test_one_relationship_for_each_type_owner_owned_and_source(desk, ledger):
    async def scenario():
        ids = [(await desk.ensure(name=name))[0].id for name in ("parent", "child")]
        said = {"type_": "ownership", "owner": ids[0], "owned": ids[1], "source": "deed"}
        made, first = await desk.do(lambda it: it.ensure_relationship(**said, percentage=60))
        same, second = await desk.do(lambda it: it.ensure_relationship(**said), "second")
        changed, third = await desk.do(
            lambda it: it.ensure_relationship(**said, percentage=70, corroboration="FULLY"), "third"
        )
        other, fourth = await desk.do(lambda it: it.ensure_relationship(**(said | {"source": "press"})))
        assert (first, second, third, fourth) == ("created", "unchanged", "updated", "created")
        assert same == made
        assert (changed.id, changed.percentage, changed.corroboration) == (made.id, 70, "FULLY")
        assert (changed.decision_id, changed.changed_by) == ("first", "third")
        assert await desk.do(lambda it: it.relationships(ids[1])) == [changed, other]
        assert await ledger.ledger_relationships("local") == [changed, other]

    asyncio.run(scenario())


def test_one_record_for_each_kind_and_key(desk, ledger):
    async def scenario():
        made, first = await desk.do(lambda it: it.ensure_record(kind="flag", key="k", fields={"a": 1}))
        changed, second = await desk.do(lambda it: it.ensure_record(kind="flag", key="k", fields={"b": [2]}), "second")
        same, third = await desk.do(lambda it: it.ensure_record(kind="flag", key="k", fields={"a": 1}), "third")
        await desk.do(lambda it: it.ensure_record(kind="note", key="k", fields={}))
        assert (first, second, third) == ("created", "updated", "unchanged")
        assert (same.id, same.fields, same.changed_by) == (made.id, {"a": 1, "b": [2]}, "second")
        assert await ledger.ledger_records("local", "flag") == [changed]
        assert [one.kind for one in await ledger.ledger_records("local")] == ["flag", "note"]

    asyncio.run(scenario())


# -- transactions -----------------------------------------------------------------------------------


def step(desk, index=0, **fields):
    base = {"group": "g", "verb": "entity.ensure", "text": "(entity.ensure)", "key": f"key-{index}"}
    return VerbStep(run_id=desk.lease.run_id, index=index, **(base | fields))


def test_what_is_raised_apart_takes_back_only_that(desk, ledger):
    async def scenario():
        await desk.ensure(name="before")

        def work(it):
            it.ensure_entity(kind="fund", name="kept")
            it.keep(step(desk, 0, status="done"))
            with suppress(ValueError), it.apart():
                it.ensure_entity(kind="fund", name="taken back")
                it.keep(step(desk, 1, status="done"))
                raise ValueError
            it.keep(step(desk, 1, status="failed", error="no"))

        await desk.do(work)
        assert [one.name for one in await ledger.ledger_entities("local")] == ["before", "kept"]
        assert [one.status for one in await ledger.verb_steps(desk.lease.run_id)] == ["done", "failed"]

    asyncio.run(scenario())


def test_a_work_that_fails_leaves_nothing(desk, ledger):
    async def scenario():
        await desk.ensure(name="before")

        def work(it):
            it.ensure_entity(kind="fund", name="after")
            it.keep(step(desk, status="done"))
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await desk.do(work)
        assert len(await ledger.ledger_entities("local")) == 1
        assert await ledger.verb_steps(desk.lease.run_id) == []

    asyncio.run(scenario())


def test_whoever_lost_the_lease_changes_nothing(desk, ledger, store):
    async def scenario():
        await desk.ensure(name="before")
        stale = desk.lease
        await store.acquire(stale.run_id, "me", 30.0)
        with pytest.raises(LeaseLost):
            await desk.ensure(name="after")
        gone = Lease(run_id="gone", owner="me", attempt=1)
        with pytest.raises(LeaseLost):
            await ledger.in_ledger(gone, "local", "d", lambda it: it.ensure_entity(kind="fund", name="after"))
        assert len(await ledger.ledger_entities("local")) == 1

    asyncio.run(scenario())


def test_a_rehearsal_tells_and_takes_everything_back(desk, ledger):
    async def scenario():
        await desk.ensure()
        told = await ledger.rehearse(
            "local", lambda it: [it.ensure_entity(kind="limited-company", name=name)[1] for name in ("Alpha SE", "New")]
        )
        assert told == ["unchanged", "created"]
        assert len(await ledger.ledger_entities("local")) == 1

    asyncio.run(scenario())


def test_two_processes_make_one_entity(database, clock):
    """Each has a store of its own on the same database."""

    async def scenario():
        stores = [database.open(clock=clock) for _ in range(2)]
        desks = [Desk(store, OnboardingLedger(store, clock)) for store in stores]
        try:
            made = await asyncio.gather(*(desk.ensure(name=f"Fund {n // 2}") for n in range(20) for desk in desks))
        finally:
            for store in stores:
                store.close()
        assert len({entity.id for entity, _ in made}) == 10
        assert [change for _, change in made].count("created") == 10

    asyncio.run(scenario())
