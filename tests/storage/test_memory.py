"""Source memory, on every database."""

import asyncio

import pytest

from inquiro.core.types import Run, SourceRecord


@pytest.fixture
def store(database):
    opened = database.open()
    yield opened
    opened.close()


async def leased(store, name):
    await store.create_run(Run(id=name, tool_name="t", input_params={}))
    return await store.acquire(name, "me", 30)


def test_sources_are_ranked_by_what_they_gave(store):
    async def scenario():
        lease, later = await leased(store, "one"), await leased(store, "two")
        await store.remember_source(lease, "medicine", "pubmed", gained=8, tried=8)
        await store.remember_source(lease, "medicine", "pubmed", gained=8, tried=8)
        await store.remember_source(lease, "medicine", "web", gained=0, tried=1)
        await store.remember_source(later, "medicine", "web", gained=1, tried=1)
        await store.remember_source(lease, "medicine", "lucky", gained=1, tried=1)
        await store.remember_source(lease, "law", "web", gained=5, tried=5)
        ranked = await store.ranked_sources("medicine")
        assert [source for source, _ in ranked] == ["pubmed", "lucky", "web"]
        assert [mean for _, mean in ranked] == pytest.approx([9 / 10, 2 / 3, 2 / 4])
        assert await store.ranked_sources("unknown") == []

    asyncio.run(scenario())


def test_a_record_sums_what_each_run_said_last(store):
    async def scenario():
        lease, later = await leased(store, "one"), await leased(store, "two")
        await store.remember_source(lease, "law", "host:a.example", gained=9, tried=9, verified=9, blocked=9, seconds=9)
        await store.remember_source(lease, "law", "host:a.example", gained=1, tried=3, blocked=2, seconds=1.5)
        await store.remember_source(later, "law", "host:a.example", gained=2, tried=2, verified=1, seconds=0.5)
        await store.remember_source(later, "law", "crossref", gained=0, tried=1)
        assert await store.source_records("law") == [
            SourceRecord(source="crossref", tried=1),
            SourceRecord(source="host:a.example", gained=3, tried=5, verified=1, blocked=2, seconds=2.0),
        ]
        assert await store.source_records("medicine") == []

    asyncio.run(scenario())


def test_being_blocked_sinks_a_source_that_gave_as_much(store):
    async def scenario():
        lease = await leased(store, "one")
        await store.remember_source(lease, "law", "walled", gained=2, tried=4, blocked=2)
        await store.remember_source(lease, "law", "open", gained=2, tried=4)
        await store.remember_source(lease, "law", "proven", gained=2, tried=4, verified=2)
        assert [source for source, _ in await store.ranked_sources("law")] == ["proven", "open", "walled"]

    asyncio.run(scenario())
