from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import func, select

from inquiro.core.errors import LeaseLost, RunNotFound
from inquiro.core.events import Event
from inquiro.core.types import Document, EffectRow, Fact, Loss, Run
from inquiro.storage.tables import metadata
from inquiro.testing import stored

KEPT = {"meta", "source_memory", "cache", "pace", "tokens"}


@pytest.fixture
def store(database):
    opened = database.open()
    yield opened
    opened.close()


def document(name: str, *, private: bool) -> Document:
    return stored(name, f"text of {name}", url=f"file:///{name}", private=private)


async def filled(store, run_id: str, *documents: Document):
    await store.create_run(Run(id=run_id, tool_name="t", input_params={}))
    lease = await store.acquire(run_id, "me", 60)
    await store.append_events(lease, [Event(run_id=run_id, seq=1, stage="s", message="m")])
    row = EffectRow(run_id=run_id, step="s", key="k", occurrence=0, kind="search", name="n", request={})
    await store.begin_effect(lease, row)
    await store.put_documents(lease, documents)
    await store.put_findings(lease, [Fact(id="f", statement="s", evidence=(), sources=())], (), ())
    await store.record_failure(lease, "u", Loss(what="w", reason="r"), "E")
    return lease


def counts(store) -> dict[str, int]:
    def work(connection):
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }

    return asyncio.run(store.read(work))


def test_a_run_goes_with_everything_of_its_own(store):
    async def scenario():
        shared, public = document("shared", private=True), document("public", private=False)
        mine = await filled(store, "mine", document("own", private=True), shared, public)
        other = await filled(store, "other", shared)
        await store.release(mine)
        await store.release(other)
        assert await store.delete_run("mine") is True
        assert await store.delete_run("mine") is False
        with pytest.raises(RunNotFound):
            await store.get_run("mine")
        assert [found.id for found in await store.documents(["own", "shared", "public"])] == ["shared", "public"]
        assert len(await store.events("other")) == 1
        assert await store.integrity() == []
        await store.delete_run("other")

    asyncio.run(scenario())
    left = {name: rows for name, rows in counts(store).items() if rows and name not in KEPT}
    assert left == {"documents": 1, "blobs": 1}  # the public page, which the cache may point to


def test_what_a_run_took_over_from_another_is_its_own(store):
    async def scenario():
        shared = document("shared", private=True)
        mine = await filled(store, "mine", shared)
        later = await filled(store, "later")
        taken = EffectRow(run_id="later", step="follow", key="f", occurrence=0, kind="admit", name="n", request={})
        await store.finish_effect(later, msgspec.structs.replace(taken, status="done"), [shared])
        await store.release(mine)
        assert await store.delete_run("mine") is True
        assert [found.text for found in await store.documents(["shared"])] == [shared.text]
        await store.release(later)
        await store.delete_run("later")
        assert await store.documents(["shared"]) == []

    asyncio.run(scenario())


def test_a_run_that_someone_works_on_stays(store):
    async def scenario():
        await filled(store, "busy")
        with pytest.raises(LeaseLost, match="stop it first"):
            await store.delete_run("busy")
        assert (await store.get_run("busy")).id == "busy"

    asyncio.run(scenario())


def test_events_come_in_pages(store):
    async def scenario():
        await store.create_run(Run(id="run", tool_name="t", input_params={}))
        lease = await store.acquire("run", "me", 60)
        await store.append_events(lease, [Event(run_id="run", seq=n, stage="s", message="m") for n in range(1, 8)])
        assert [event.seq for event in await store.events("run", 2, 3)] == [3, 4, 5]
        assert [event.seq for event in await store.events("run", 5)] == [6, 7]

    asyncio.run(scenario())
