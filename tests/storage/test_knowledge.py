"""What is known, on both databases: all of a change or nothing, one organisation apart from the other."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import StoreError
from inquiro.core.types import (
    Given,
    Giver,
    KnowledgeChange,
    KnowledgeSize,
    KnowledgeWord,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownProof,
    Opposed,
    Run,
)
from inquiro.knowledge.knowledge_index import KnowledgeIndex
from inquiro.knowledge.lookup import Lookup
from inquiro.testing import stored


def fact(name, document="page", **fields):
    proof = KnownProof(document_id=document, start=0, end=4, quote="text", url="https://a.example")
    return KnownFact(**{"id": f"kf_{name}", "statement": f"{name} is so", "proofs": (proof,)} | fields)


def change(name, generation=0, key="run", **fields):
    known = fact(name)
    usual = {
        "token": f"{name}-{generation}",
        "generation": generation,
        "giver": Giver(key=key, run_id=key),
        "given": (Given(key=key, home=known.id, fact=known),),
        "facts": (known,),
        "documents": ("page",),
        "words": (
            KnowledgeWord(word=name, kind="fact", id=known.id),
            KnowledgeWord(word="so", kind="fact", id=known.id),
        ),
    }
    return KnowledgeChange(**usual | fields)


async def with_page(store, *, private=False, name="page", run="reader", org="local"):
    await store.create_run(Run(id=run, tool_name="t", input_params={}, org_id=org))
    lease = await store.acquire(run, "me", 60)
    await store.put_documents(lease, [stored(name, f"text of {name}", url=f"https://{name}.example", private=private)])
    await store.release(lease)


def test_what_is_written_is_read_again(store, clock):
    async def scenario():
        await with_page(store)
        entity, item = (
            KnownEntity(id="ke_1", name="Aldra"),
            KnownItem(id="ki_1", mode="idea", query="q", source="s", content="c"),
        )
        opposed = fact("oak", opposed=(Opposed(fact_id="kf_elm"),)), fact("elm", opposed=(Opposed(fact_id="kf_oak"),))
        relation = KnowledgeWord(word="r", kind="relation", id="ke_1")
        giver = Giver(key="run", run_id="run", asked_at=clock(), added_at=clock())
        new = change("oak", giver=giver, facts=opposed, entities=(entity,), items=(item,), words=(relation,))
        assert await store.change_knowledge("local", new)
        assert await store.known("local", ["ki_1", "kf_elm", "nothing", "ke_1", "kf_oak"]) == [
            item,
            opposed[1],
            entity,
            opposed[0],
        ]
        assert await store.all_known("local") == [opposed[1], opposed[0], entity, item]
        assert await store.knowledge_givers("local") == [giver]
        assert await store.knowledge_given("local", "fact", keys=["run"]) == list(new.given)
        assert await store.knowledge_given("local", "fact", homes=["kf_oak"], ids=["kf_oak"]) == list(new.given)
        assert await store.knowledge_given("local", "item", keys=["run"]) == []
        assert await store.knowledge_size("local") == KnowledgeSize(
            facts=2, entities=1, items=1, relations=1, documents=1, contradictions=1, newest=clock()
        )
        assert await store.integrity() == []

    asyncio.run(scenario())


@pytest.mark.fault(48)
def test_whoever_worked_it_out_from_an_older_state_has_to_do_it_again(store):
    async def scenario():
        await with_page(store)
        assert await store.change_knowledge("local", change("oak"))
        assert not await store.change_knowledge("local", change("elm", key="late"))
        assert await store.known("local", ["kf_elm"]) == []
        assert await store.knowledge_generation("local") == 1
        assert await store.change_knowledge("local", change("elm", 1, key="late"))

    asyncio.run(scenario())


@pytest.mark.fault(44)
def test_a_change_whose_acknowledgement_was_lost_is_done_once(store):
    async def scenario():
        await with_page(store)
        assert await store.change_knowledge("local", change("oak"))
        assert await store.change_knowledge("local", change("oak"))
        assert await store.knowledge_generation("local") == 1
        assert (await store.knowledge_size("local")).facts == 1

    asyncio.run(scenario())


def test_a_change_that_cannot_be_written_leaves_nothing(store):
    async def scenario():
        await with_page(store)
        with pytest.raises(StoreError):
            await store.change_knowledge("local", change("oak", documents=("page", "never stored")))
        assert await store.knowledge_generation("local") == 0
        assert await store.all_known("local") == []
        assert await store.knowledge_givers("local") == []

    asyncio.run(scenario())


def test_words_lead_to_what_holds_them_and_are_replaced_with_it(store):
    async def scenario():
        await with_page(store)
        await store.change_knowledge("local", change("oak"))
        await store.change_knowledge("local", change("elm", 1, key="two"))
        held = await store.word_holders("local", "fact", ["so", "oak", "none"])
        assert {word: sorted(some) for word, some in held.items()} == {"so": ["kf_elm", "kf_oak"], "oak": ["kf_oak"]}
        assert await store.word_holders("local", "told", ["so"]) == {}
        assert await store.fact_sizes("local", ["kf_oak", "nothing"]) == {"kf_oak": 2}
        fewer = (KnowledgeWord(word="ash", kind="fact", id="kf_oak"),)
        await store.change_knowledge("local", change("oak", 2, leaving=("run",), words=fewer))
        assert await store.word_holders("local", "fact", ["oak", "ash"]) == {"ash": ["kf_oak"]}
        await store.change_knowledge(
            "local", KnowledgeChange(token="t", generation=3, leaving=("run",), gone=("kf_oak",))
        )
        assert await store.word_holders("local", "fact", ["ash"]) == {}
        assert [one.id for one in await store.all_known("local")] == ["kf_elm"]

    asyncio.run(scenario())


def test_things_carry_the_token_of_the_change_that_wrote_them(store):
    async def scenario():
        await with_page(store)
        assert (await store.knowledge_token("local"), await store.known_tokens("local")) == ("", {})
        item = KnownItem(id="ki_1", mode="idea", query="q", source="s", content="c")
        await store.change_knowledge("local", change("oak", items=(item,)))
        await store.change_knowledge("local", change("elm", 1, key="two"))
        assert await store.knowledge_token("local") == "elm-1"
        assert await store.known_tokens("local") == {"kf_oak": "oak-0", "ki_1": "oak-0", "kf_elm": "elm-1"}
        found = await store.known_with_tokens("local", ["ki_1", "nothing", "kf_elm"])
        assert [(one.id, token) for one, token in found] == [("ki_1", "oak-0"), ("kf_elm", "elm-1")]
        await store.change_knowledge("local", change("oak", 2, leaving=("run",)))
        assert (await store.known_tokens("local"))["kf_oak"] == "oak-2"
        assert (await store.knowledge_token("theirs"), await store.known_tokens("theirs")) == ("", {})
        assert await store.known_with_tokens("theirs", ["kf_elm"]) == []

    asyncio.run(scenario())


def test_words_of_any_length_and_letters_can_be_kept(store):
    async def scenario():
        await with_page(store)
        odd = ["x" * 5000, "naïve'--", "樹", "nul\x00", "%_", "half\ud800"]
        words = tuple(KnowledgeWord(word=word, kind="fact", id="kf_oak") for word in odd)
        assert await store.change_knowledge("local", change("oak", words=words))
        held = await store.word_holders("local", "fact", [*odd, "x" * 4999])
        assert held == {word: ["kf_oak"] for word in odd}

    asyncio.run(scenario())


def test_ids_are_found_by_how_they_begin(store):
    async def scenario():
        await with_page(store)
        known = fact("abc1")
        told = Given(key="run", home=known.id, fact=fact("zzz9"))
        await store.change_knowledge("local", change("abc1", given=(told,)))
        assert await store.known_ids("local", "kf_ab", 5) == ["kf_abc1"]
        assert await store.known_ids("local", "kf_zz", 5) == ["kf_abc1"]  # what it was told as
        assert await store.known_ids("local", "kf_%", 5) == []
        assert await store.known_ids("local", "kf_b", 5) == []

    asyncio.run(scenario())


@pytest.mark.fault(67)
def test_organisations_do_not_see_each_other(store):
    async def scenario():
        await with_page(store)
        await store.change_knowledge("ours", change("oak"))
        assert await store.knowledge_size("theirs") == KnowledgeSize()
        assert await store.knowledge_generation("theirs") == 0
        assert await store.known("theirs", ["kf_oak"]) == []
        assert await store.known_ids("theirs", "kf_", 5) == []
        assert await store.word_holders("theirs", "fact", ["oak"]) == {}
        assert await store.knowledge_given("theirs", "fact", keys=["run"], homes=["kf_oak"], ids=["kf_oak"]) == []
        assert await store.known_documents("theirs", ["page"]) == []
        assert await store.documents_held("theirs", ["page"]) == set()
        await store.change_knowledge(
            "theirs", KnowledgeChange(token="t", generation=0, leaving=("run",), gone=("kf_oak",))
        )
        assert [one.id for one in await store.all_known("ours")] == ["kf_oak"]
        assert [one.id for one in await store.known_documents("ours", ["page", "other"])] == ["page"]

    asyncio.run(scenario())


@pytest.mark.fault(67)
def test_a_private_page_is_found_by_its_address_only_where_it_was_read(store):
    async def scenario():
        await with_page(store, private=True, org="ours")
        await with_page(store, name="open", run="other", org="elsewhere")
        urls = ["https://page.example", "https://open.example", "https://none.example"]
        assert [one.id for one in await store.documents_at("ours", urls)] == ["open", "page"]
        assert [one.id for one in await store.documents_at("theirs", urls)] == ["open"]
        assert await store.private_among(["page", "open", "none"]) == {"page"}

    asyncio.run(scenario())


def test_a_private_page_stays_as_long_as_a_run_or_something_known_needs_it(store):
    async def scenario():
        await with_page(store, private=True)
        await store.change_knowledge("local", change("oak"))
        await store.change_knowledge("local", change("elm", 1, key="two"))
        await store.delete_run("reader")
        assert [one.id for one in await store.documents(["page"])] == ["page"]
        await store.change_knowledge(
            "local", KnowledgeChange(token="a", generation=2, leaving=("run",), gone=("kf_oak",))
        )
        assert [one.id for one in await store.documents(["page"])] == ["page"]
        await store.change_knowledge(
            "local", KnowledgeChange(token="b", generation=3, leaving=("two",), gone=("kf_elm",))
        )
        assert await store.documents(["page"]) == []
        assert await store.integrity() == []

    asyncio.run(scenario())


def test_a_page_that_its_giver_told_of_again_is_not_lost_in_between(store):
    async def scenario():
        await with_page(store, private=True)
        await store.change_knowledge("local", change("oak"))
        await store.delete_run("reader")
        again = msgspec.structs.replace(change("oak", 1), leaving=("run",))
        assert await store.change_knowledge("local", again)
        assert [one.id for one in await store.documents(["page"])] == ["page"]

    asyncio.run(scenario())


@pytest.mark.fault(48)
def test_workers_with_an_index_each_see_what_the_others_change(database, tmp_path):
    stores = [database.open() for _ in range(2)]
    indexes = [KnowledgeIndex(tmp_path / f"worker-{number}") for number in range(2)]
    one, two = (Lookup(store, "local", lambda index=index: index) for store, index in zip(stores, indexes, strict=True))

    async def scenario():
        await with_page(stores[0])
        await stores[0].change_knowledge("local", change("oak"))
        assert [name for name, _ in await one.ranked("oak", 5)] == ["kf_oak"]
        await stores[1].change_knowledge("local", change("elm", 1, key="two"))
        assert [name for name, _ in await one.ranked("elm", 5)] == ["kf_elm"]
        assert sorted(name for name, _ in await two.ranked("oak elm", 5)) == ["kf_elm", "kf_oak"]
        gone = KnowledgeChange(token="t", generation=2, leaving=("run",), gone=("kf_oak",))
        await stores[0].change_knowledge("local", gone)
        assert [name for name, _ in await two.ranked("oak elm", 5)] == ["kf_elm"]
        assert (await two.state()).documents == (await one.ready()).documents == 1

    asyncio.run(scenario())
    for store in stores:
        store.close()
