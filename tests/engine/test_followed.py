"""What a run takes over from the one it follows, read from the earlier run's own rows."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.types import Citation, Claim, EffectRow, Filters, Report, ReportSource, Run
from inquiro.effects import Budget, Effects, Limits
from inquiro.effects.pacing import StorePace
from inquiro.engine import followed as following
from inquiro.engine.followed import Followed, fitting, taken_by
from inquiro.engine.search import Admitted, Searched
from inquiro.storage.store import SqlStore
from inquiro.testing import stored

QUESTION = "Do city trees really cool streets?"


@pytest.fixture
def store(settings):
    opened = SqlStore.open(settings.database_url, settings.home)
    yield opened
    opened.close()


def admitted(number: int, *documents: str, withdrawn: tuple[str, ...] = ()) -> EffectRow:
    found = Searched(
        provider="wiki", query="q", documents=documents, names=tuple(f"url:{d}" for d in documents), withdrawn=withdrawn
    )
    return EffectRow(
        run_id="earlier", step=f"collect/{number}", key=f"k{number}", occurrence=0, kind="admit", name=f"round {number}",
        request={}, status="done", response=msgspec.to_builtins(Admitted(searched=(found,))),
    )  # fmt: skip


def report(**changes) -> Report:
    return Report(**({"trace_id": "earlier", "question": QUESTION, "answer": ""} | changes))


async def finished(store, run_id: str, told: Report, rows, documents) -> None:
    await store.create_run(Run(id=run_id, tool_name="deep_research", input_params={"question": told.question}))
    lease = await store.acquire(run_id, "me", 60)
    await store.put_documents(lease, documents)
    for row in rows:
        await store.finish_effect(lease, msgspec.structs.replace(row, run_id=run_id))
    await store.update_run(lease, status="completed", result=told.to_dict())
    await store.release(lease)


async def taken(store, run_id: str) -> Followed:
    found, documents = await following._taken(store, run_id)
    assert [document.id for document in documents] == list(found.documents)
    return found


def test_it_takes_every_document_that_was_admitted_with_its_names_and_retractions(store):
    async def scenario():
        rows = [admitted(1, "a", "b", withdrawn=("b",)), admitted(2, "b", "c", withdrawn=("doi:10.1/x",))]
        await finished(store, "earlier", report(), rows, [stored(name, f"text of {name}") for name in "abc"])
        return await taken(store, "earlier")

    found = asyncio.run(scenario())
    assert found.documents == dict.fromkeys("abc", "earlier")
    assert found.names == ("url:a", "url:b", "url:c")
    assert found.withdrawn == ("b", "doi:10.1/x")
    assert (found.question, found.about, found.private) == (QUESTION, ("city", "trees"), False)


def test_a_document_that_is_gone_is_not_promised_and_a_private_one_is_told(store):
    async def scenario():
        documents = [stored("a", "text of a", private=True)]
        await finished(store, "earlier", report(), [admitted(1, "a", "gone")], documents)
        return await taken(store, "earlier")

    found = asyncio.run(scenario())
    assert (list(found.documents), found.private) == (["a"], True)


def test_of_a_chain_the_documents_keep_who_read_them(store):
    async def scenario():
        await finished(store, "first", report(), [admitted(1, "a")], [stored("a", "text of a")])
        before = EffectRow(
            run_id="second", step="follow", key="f", occurrence=0, kind="admit", name="followed", request={},
            status="done", response=msgspec.to_builtins(await taken(store, "first")),
        )  # fmt: skip
        second = report(question="and what do they cost?")
        await finished(store, "second", second, [before, admitted(1, "b")], [stored("b", "text of b")])
        return await taken(store, "second")

    found = asyncio.run(scenario())
    assert found.documents == {"a": "first", "b": "second"}
    assert found.about == ("city", "trees")
    assert found.names == ("url:a", "url:b")


def test_of_very_many_documents_those_read_last_are_taken(store, monkeypatch):
    monkeypatch.setattr(following, "MOST_DOCUMENTS", 2)

    async def scenario():
        rows = [admitted(1, "a"), admitted(2, "b"), admitted(3, "c")]
        await finished(store, "earlier", report(), rows, [stored(name, f"text of {name}") for name in "abc"])
        return await taken(store, "earlier")

    assert list(asyncio.run(scenario()).documents) == ["b", "c"]


def cited(text: str, source: str, label: str = "quoted", section: str = "") -> Claim:
    return Claim(
        text=text, label=label, section=section, evidence=(Citation(source_id=source, quote=text, start=0, end=1),)
    )


def test_the_opening_holds_nothing_private_and_nothing_unproven(store):
    sources = [
        ReportSource(id=name, type="web", title="t", url="u", snippet="", private=name == "src_2")
        for name in ("src_1", "src_2")
    ]
    claims = (
        cited("Trees cool.", "src_1"),
        cited("A secret.", "src_2"),
        cited("A guess.", "src_1", "inferred"),
        cited("Much later.", "src_1", section="Figures"),
    )

    async def scenario():
        await finished(store, "earlier", report(sources=tuple(sources), claims=claims), [], [])
        return await taken(store, "earlier")

    assert asyncio.run(scenario()).opening == "Trees cool."


def test_it_is_settled_once_and_stored_as_the_runs_own(store):
    class Deps:
        def __init__(self, effects, request):
            self.effects, self.store, self.request = effects, store, request

    async def scenario():
        from inquiro.core.types import ResearchRequest

        await finished(store, "earlier", report(), [admitted(1, "a")], [stored("a", "text of a", private=True)])
        await store.create_run(Run(id="later", tool_name="deep_research", input_params={}))
        lease = await store.acquire("later", "me", 60)
        budget = Budget(Limits(seconds=None))
        effects = await Effects.open(store, lease, budget=budget, mode="hybrid", pace=StorePace(store))
        deps = Deps(effects, ResearchRequest(question="and?", follow="earlier"))
        first = await following.followed(deps)
        assert await store.delete_run("earlier")
        assert await following.followed(deps) == first == following.recorded(effects)
        assert taken_by(await store.effects("later")) == first
        assert [document.id for document in await store.documents(["a"])] == ["a"]
        nobody = Deps(effects, ResearchRequest(question="and?"))
        assert await following.followed(nobody) is None

    asyncio.run(scenario())


def test_a_run_that_followed_none_took_over_nothing():
    assert taken_by([admitted(1, "a")]) is None


def test_documents_have_to_fit_what_the_user_narrowed_the_search_to():
    old = stored("old", "text", url="https://a.example/1", published="2019-05-01")
    new = stored("new", "text", url="https://b.example/2", published="2024")
    undated = stored("undated", "text", url="file:///papers/x.md")
    everything = [old, new, undated]
    assert fitting(everything, Filters()) == everything
    assert fitting(everything, Filters(since="2023-01-01")) == [new, undated]
    assert fitting(everything, Filters(sites=("a.example",))) == [old, undated]


def test_an_older_journal_without_later_fields_is_still_read():
    row = msgspec.structs.replace(
        admitted(1), step="follow", name="followed", response={"run_id": "x", "question": "q"}
    )
    assert taken_by([row]) == Followed(run_id="x", question="q")
    dated = msgspec.structs.replace(row, response={"run_id": "x", "question": "q", "asked_at": "2026-03-01T12:00:00Z"})
    assert taken_by([dated]).asked_at == datetime(2026, 3, 1, 12, tzinfo=UTC)
