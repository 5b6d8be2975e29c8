"""A source that keeps its promises, so that tests built on it mean something."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer
from inquiro.core.protocols import Opener, SearchProvider
from inquiro.core.types import Filters
from inquiro.testing import DAWN, Page, ScriptedProvider

PAGES = [
    Page(title="Street trees", text="Street trees cool the air.", published="2021-09-01", author="A. Bean"),
    Page(title="Night trains", text="Night trains are late.", url="https://trains.example/late", private=True),
    Page(title="More trees", text="Old trees cool more air than young street trees.", published="2018"),
]


def found(provider, query, limit=10, **filters):
    return asyncio.run(provider.search(query, limit, Filters(**filters)))


def test_it_is_a_source_and_an_opener():
    provider = ScriptedProvider("wiki", PAGES)
    assert isinstance(provider, SearchProvider)
    assert isinstance(provider, Opener)
    assert (provider.name, provider.kind, provider.source_type, provider.leaves_machine) == ("wiki", "web", "web", "")
    assert provider.availability().available


@pytest.mark.parametrize(("kind", "source_type"), [("academic", "academic"), ("reference", "web"), ("local", "local")])
def test_its_kind_decides_the_type_of_its_hits(kind, source_type):
    assert {hit.source_type for hit in found(ScriptedProvider("wiki", PAGES, kind=kind), "trees")} == {source_type}


def test_it_finds_by_shared_words_best_first_and_writes_down_what_it_was_asked():
    provider = ScriptedProvider("wiki", PAGES)
    assert [hit.title for hit in found(provider, "old trees cool")] == ["More trees", "Street trees"]
    assert [hit.title for hit in found(provider, "cool trees")] == ["Street trees", "More trees"]
    assert [hit.title for hit in found(provider, "trees", 1)] == ["Street trees"]
    assert found(provider, "zeppelins") == []
    assert found(provider, "") == []
    assert provider.searches == ["old trees cool", "cool trees", "trees", "zeppelins", ""]


def test_it_honours_a_date():
    assert [hit.title for hit in found(ScriptedProvider("wiki", PAGES), "trees", since="2020-01-01")] == [
        "Street trees"
    ]


def test_it_opens_what_it_found_with_every_mark():
    provider = ScriptedProvider("wiki", PAGES)
    (hit,) = found(provider, "night trains")
    page = asyncio.run(provider.open(hit))
    assert (page.url, page.text, page.private) == ("https://trains.example/late", "Night trains are late.", True)
    assert (hit.private, page.kind, page.source_name, page.fetched_at) == (True, "content", "wiki", DAWN)
    assert asyncio.run(provider.open(hit)) == page
    assert provider.opened == [hit.url, hit.url]
    elsewhere = ScriptedProvider("other", [])
    with pytest.raises(BadAnswer, match="has no page"):
        asyncio.run(elsewhere.open(hit))


def test_a_page_without_an_address_gets_one_that_fits_its_source():
    assert found(ScriptedProvider("wiki", PAGES), "street")[0].url == "scripted:wiki/street-trees"
    outside = ScriptedProvider("wiki", PAGES, leaves_machine="queries")
    assert found(outside, "street")[0].url == "https://wiki.example/street-trees"


def test_it_can_fail_be_away_and_recover():
    provider = ScriptedProvider("wiki", PAGES, unavailable="set a key", search_error=AccessDenied("no"))
    assert (provider.availability().available, provider.availability().reason) == (False, "set a key")
    with pytest.raises(AccessDenied):
        found(provider, "trees")
    provider.search_error, provider.open_error = None, BadAnswer("torn")
    hit = found(provider, "trees")[0]
    with pytest.raises(BadAnswer, match="torn"):
        asyncio.run(provider.open(hit))
    assert (len(provider.searches), len(provider.opened)) == (2, 1)


def test_a_gate_holds_its_answer():
    async def scenario():
        provider = ScriptedProvider("wiki", PAGES, gate=asyncio.Event())
        searching = asyncio.create_task(provider.search("trees", 10, Filters()))
        await provider.asked.wait()
        await asyncio.sleep(0)
        held = not searching.done()
        provider.gate.set()
        return held, len(await searching)

    assert asyncio.run(scenario()) == (True, 2)
