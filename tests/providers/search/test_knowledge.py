"""Earlier research as a source: pages by what is known from them, opened again as they were, marked with their age."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import BadAnswer
from inquiro.core.protocols import Opener, ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import (
    Anchor,
    CodeSpan,
    Document,
    Filters,
    IndexState,
    KnowledgeSize,
    Known,
    KnownEntity,
    KnownFact,
    KnownItem,
    KnownProof,
    Loss,
    SourceResult,
)
from inquiro.providers.search import registry
from inquiro.providers.search.knowledge import NOTHING_YET, KnowledgeSearch
from inquiro.retrieval.embeddings import OFF
from inquiro.testing import stored

READ = datetime(2026, 10, 1, 9, 30, tzinfo=UTC)
NOW = datetime(2026, 11, 15, 8, 0, tzinfo=UTC)


class Base:
    """Answers every question with everything it knows, best first."""

    def __init__(self, known: Sequence[Known], documents: Sequence[Document]) -> None:
        self.known = known
        self.held = {document.id: document for document in documents}
        self.asked: list[tuple[str, int]] = []
        self.state = IndexState(documents=len(known), passages=len(known))

    async def size(self) -> KnowledgeSize:
        return KnowledgeSize(facts=len(self.known), documents=len(self.held))

    async def search(self, query: str, limit: int) -> list[Known]:
        self.asked.append((query, limit))
        return list(self.known)[:limit]

    async def ready(self, progress: Callable[[int, int, str], None] | None = None) -> IndexState:
        if progress:
            progress(1, 1, "known things")
        return self.state

    async def documents(self, ids: Sequence[str]) -> list[Document]:
        return [self.held[one] for one in ids if one in self.held]


def page(name: str, text: str = "Street trees cool the air.", **known) -> Document:
    values = {"url": f"https://{name}.example/page", "title": f"Page {name}", "source_name": "wiki"} | known
    return stored(name, text, **{"fetched_at": READ} | values)


def fact(number: int, statement: str, *documents: str) -> Known:
    proofs = tuple(
        KnownProof(document_id=one, start=0, end=6, quote="Street", url=f"https://{one}.example/page")
        for one in documents
    )
    return Known(score=10.0 - number, fact=KnownFact(id=f"kf_{number}", statement=statement, proofs=proofs))


def source(known: Sequence[Known] = (), documents: Sequence[Document] = (), now: datetime = NOW) -> KnowledgeSearch:
    context = ProviderContext(settings=Settings(home=Path("home"), database_url=""), knowledge=Base(known, documents))
    return KnowledgeSearch(context, clock=lambda: now)


def found(provider: KnowledgeSearch, most: int = 10, **filters) -> list[SourceResult]:
    return asyncio.run(provider.search("do trees cool", most, Filters(**filters)))


def test_without_anything_known_it_says_how_to_begin(tmp_path):
    empty = registry.get("knowledge")(ProviderContext(settings=Settings(home=tmp_path, database_url="")))
    assert empty.availability().available is False
    assert empty.availability().reason == NOTHING_YET
    assert "inquiro knowledge add RUN" in NOTHING_YET
    assert asyncio.run(empty.search("q", 5, Filters())) == []


def test_with_a_base_it_is_there_and_opens_its_own_hits():
    provider = source()
    assert provider.availability().available
    assert isinstance(provider, Opener)


def test_a_hit_is_the_page_with_what_is_known_from_it():
    held = page("a", published="2024-05", doi="10.1/x", quality=0.8)
    (hit,) = found(source([fact(1, "Trees cool streets.", "a")], [held]))
    assert (hit.url, hit.title, hit.snippet) == ("https://a.example/page", "Page a", "Trees cool streets.")
    assert (hit.source_name, hit.source_type, hit.document_id) == ("knowledge", "knowledge", "a")
    assert (hit.retrieved_at, hit.published, hit.doi, hit.quality_score) == (READ, "2024-05", "10.1/x", 0.8)
    assert hit.private is False


def test_pages_come_once_in_the_order_of_the_best_that_is_known_from_each():
    known = [fact(1, "first", "b"), fact(2, "second", "a", "b"), fact(3, "third", "a", "c")]
    hits = found(source(known, [page("a"), page("b"), page("c")]))
    assert [(hit.document_id, hit.snippet) for hit in hits] == [("b", "first"), ("a", "second"), ("c", "third")]
    assert hits[0].score > hits[1].score > hits[2].score


def test_there_are_at_most_as_many_hits_as_asked_for():
    known = [fact(number, f"fact {number}", f"p{number}") for number in range(8)]
    held = [page(f"p{number}") for number in range(8)]
    assert [hit.document_id for hit in found(source(known, held), 3)] == ["p0", "p1", "p2"]
    assert found(source(known, held), 0) == []


def test_many_facts_of_one_page_leave_room_for_others():
    known = [*(fact(number, f"fact {number}", "a") for number in range(9)), fact(9, "of another", "b")]
    assert [hit.document_id for hit in found(source(known, [page("a"), page("b")]), 2)] == ["a", "b"]


def test_items_are_found_by_their_pages_and_what_was_read_nowhere_gives_no_hit():
    proof = KnownProof(document_id="a", start=0, end=6, quote="Street", url="https://a.example/page")
    idea = KnownItem(id="ki_1", mode="idea", query="q", source="https://a.example/page", content="Plant trees.")
    known = [
        Known(score=3, item=msgspec.structs.replace(idea, proofs=(proof,))),
        Known(score=2, item=msgspec.structs.replace(idea, id="ki_2")),
        Known(score=1, entity=KnownEntity(id="ke_1", name="Varnholt")),
    ]
    assert [hit.snippet for hit in found(source(known, [page("a")]))] == ["Plant trees."]


def test_what_the_base_does_not_hold_is_no_hit():
    assert found(source([fact(1, "gone", "gone")], [])) == []
    assert found(source([fact(1, "a wall", "w")], [page("w", kind="paywall")])) == []


def test_of_two_snapshots_of_one_page_the_newest_is_offered():
    old = page("a", "It costs 1,100 €.", url="https://www.a.example/page")
    new = page("b", "It costs 2,400 €.", url="http://a.example/page#costs", fetched_at=READ + timedelta(days=3))
    hits = found(source([fact(1, "1,100", "a"), fact(2, "2,400", "b"), fact(3, "other", "c")], [old, new, page("c")]))
    assert [hit.document_id for hit in hits] == ["b", "c"]


def test_private_and_retracted_pages_are_marked():
    hits = found(
        source([fact(1, "mine", "a"), fact(2, "withdrawn", "b")], [page("a", private=True), page("b", retracted=True)])
    )
    assert [(hit.private, hit.retracted) for hit in hits] == [(True, False), (False, True)]


def test_words_that_are_private_stay_so_beside_a_public_page():
    secret = fact(1, "as Ada noted", "a")
    secret = msgspec.structs.replace(secret, fact=msgspec.structs.replace(secret.fact, private=True))
    provider = source([secret], [page("a")])
    (hit,) = found(provider)
    assert hit.private
    assert not asyncio.run(provider.open(hit)).private


def test_an_abstract_says_nothing_of_when_its_page_was_read():
    (hit,) = found(source([fact(1, "in short", "a")], [page("a", flags=("abstract only",))]))
    assert hit.retrieved_at is None


def test_a_language_narrows_it():
    german = page("d", "Die Bäume kühlen die Luft in den Straßen der Stadt und das ist gut für die Menschen.")
    hits = found(source([fact(1, "kühlt", "d"), fact(2, "cools", "e")], [german, page("e")]), language="de")
    assert [hit.document_id for hit in hits] == ["d"]


def test_an_opened_page_is_the_snapshot_to_the_letter_under_a_name_of_its_own():
    held = page(
        "a", "# Trees\n\nx = 1\n", headings=(Anchor(offset=0, label="Trees"),), page_starts=(0, 4), published="2024",
        code=(CodeSpan(start=9, end=14, language="python"),), licence="MIT", author="Odile Brandt", quality=0.7,
        quality_reasons=("dated",), doi="10.1/x", source_type="academic", flags=("truncated",), private=True,
    )  # fmt: skip
    provider = source([fact(1, "x is 1", "a")], [held])
    (hit,) = found(provider)
    opened = asyncio.run(provider.open(hit))
    assert opened.id != held.id
    assert (opened.source_type, opened.source_name) == ("knowledge", "knowledge")
    assert opened.flags == ("truncated", "earlier research, read 2026-10-01, 45 days ago")
    assert opened.fetched_at == READ
    same = {"id": "a", "source_type": "academic", "source_name": "wiki", "flags": ("truncated",)}
    assert msgspec.structs.replace(opened, **same) == held


def test_the_name_is_the_same_within_a_day_and_another_when_the_age_is():
    held = page("a")
    provider = source([fact(1, "f", "a")], [held])
    (hit,) = found(provider)
    later = source([], [held], now=NOW + timedelta(days=1))
    first, again, next_day = (asyncio.run(one.open(hit)) for one in (provider, provider, later))
    assert first.id == again.id != next_day.id
    assert next_day.flags == ("earlier research, read 2026-10-01, 46 days ago",)


@pytest.mark.parametrize(
    "wrong", [{"document_id": "gone"}, {"document_id": ""}, {"url": "https://evil.example/page"}], ids=str
)
def test_only_what_the_base_holds_under_that_address_is_opened(wrong):
    provider = source([fact(1, "f", "a")], [page("a")])
    (hit,) = found(provider)
    with pytest.raises(BadAnswer, match="does not hold"):
        asyncio.run(provider.open(msgspec.structs.replace(hit, **wrong)))


def told_when_ready(state: IndexState) -> tuple[list[str], list[Loss]]:
    settings = Settings(home=Path("home"), database_url="", embedding_model=OFF)
    base = Base([fact(1, "Trees cool.", "a")], [page("a")])
    base.state = state
    messages: list[str] = []

    async def prepared() -> list[Loss]:
        provider = KnowledgeSearch(ProviderContext(settings=settings, knowledge=base))
        found = await provider.prepare(lambda _stage, message, _progress=None, **_data: messages.append(message))
        await asyncio.sleep(0)
        return found

    losses = asyncio.run(prepared())
    return messages, losses


def test_it_says_how_much_of_what_is_known_can_be_found():
    messages, losses = told_when_ready(IndexState(documents=1_200, passages=1_200))
    assert sorted(messages) == ["earlier research: 1,200 known things", "indexed 1 of 1 known things"]
    assert losses == []


def test_what_is_not_indexed_yet_is_told():
    _, [loss] = told_when_ready(IndexState(documents=40, unread=60, passages=40))
    assert (loss.source, loss.what) == ("knowledge", "earlier research")
    assert loss.reason == "its index is still being built: only 40 known things can be found yet"


def test_what_has_no_embedding_yet_is_told_where_there_is_a_model(tmp_path, monkeypatch):
    monkeypatch.setattr("inquiro.providers.search.knowledge.vectors_of", lambda _: object())
    _, [loss] = told_when_ready(IndexState(documents=40, passages=40, by_meaning=30))
    assert loss.reason == "10 of 40 statements have no embedding yet and are found by their words only"


def test_without_anything_known_there_is_nothing_to_prepare(tmp_path):
    empty = KnowledgeSearch(ProviderContext(settings=Settings(home=tmp_path, database_url="")))
    assert asyncio.run(empty.prepare(lambda *_, **__: None)) == []
