"""The shipped doubles keep their promises, so that tests built on them mean something."""

from __future__ import annotations

import asyncio
import socket
from datetime import UTC, datetime, timedelta

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, UnknownName
from inquiro.core.models import Message, ModelAnswer, ModelRequest, ModelUsage
from inquiro.core.protocols import Opener, SearchProvider
from inquiro.core.types import Filters
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.providers.search import registry
from inquiro.testing import (
    DAWN,
    ManualClock,
    NetworkForbidden,
    Page,
    ScriptedModel,
    ScriptedProvider,
    ScriptedWeb,
    forbid_network,
    plugged_in,
    write_corpus,
)

PAGES = [
    Page(title="Street trees", text="Street trees cool the air.", published="2021-09-01", author="A. Bean"),
    Page(title="Night trains", text="Night trains are late.", url="https://trains.example/late", private=True),
    Page(title="More trees", text="Old trees cool more air than young street trees.", published="2018"),
]


def found(provider, query, limit=10, **filters):
    return asyncio.run(provider.search(query, limit, Filters(**filters)))


# -- the scripted source ----------------------------------------------------------------------------------------


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


def test_a_registry_knows_it_for_a_while():
    provider = ScriptedProvider("wiki", PAGES)
    with plugged_in(registry, wiki=lambda _context: provider), plugged_in(registry, second=lambda _context: provider):
        assert {"corpus", "wiki", "second"} <= set(registry.names())
        assert registry.get("wiki")(None) is provider
    with pytest.raises(UnknownName):
        registry.get("wiki")


# -- the scripted model and web ---------------------------------------------------------------------------------


def asked(model, *texts, **more):
    request = ModelRequest(messages=tuple(Message(role="user", text=text) for text in texts), **more)
    return asyncio.run(model.complete(request))


def test_a_scripted_model_says_its_lines_in_order_and_the_last_again():
    model = ScriptedModel("one", lambda request: request.messages[0].text.upper(), BadAnswer("torn"))
    assert (asked(model, "a b").text, asked(model, "loud").text) == ("one", "LOUD")
    for _ in range(2):
        with pytest.raises(BadAnswer, match="torn"):
            asked(model, "c")
    assert [request.messages[0].text for request in model.requests] == ["a b", "loud", "c", "c"]


def test_its_words_are_its_tokens_unless_the_script_says_otherwise():
    whole = ModelAnswer(text="half", finish="length", usage=ModelUsage(input=900))
    model = ScriptedModel("three words here", whole)
    first, second = asked(model, "two words"), asked(model, "x")
    assert (first.finish, first.usage) == ("stop", ModelUsage(input=2, output=3))
    assert second == whole


def test_it_can_be_heard():
    heard = []
    request = ModelRequest(messages=(Message(role="user", text="?"),))
    asyncio.run(ScriptedModel("yes").complete(request, heard.append))
    assert heard == ["yes"]


def test_a_scripted_web_streams_the_same_answers_in_pieces():
    async def scenario(web):
        async with web.stream(WebRequest(url="https://a.example/")) as stream:
            return stream.status, [chunk async for chunk in stream.chunks]

    answer = WebAnswer(url="https://a.example/", status=418, body=b"x" * 2_500)
    web = ScriptedWeb(answer, BadAnswer("torn"))
    status, chunks = asyncio.run(scenario(web))
    assert (status, [len(chunk) for chunk in chunks]) == (418, [1_000, 1_000, 500])
    with pytest.raises(BadAnswer, match="torn"):
        asyncio.run(scenario(web))
    assert len(web.requests) == 2


# -- clock, folder, network -------------------------------------------------------------------------------------


def test_a_manual_clock_moves_when_told_and_its_monotonic_side_ignores_jumps():
    clock = ManualClock(datetime(2026, 3, 1, tzinfo=UTC))
    clock.advance(90)
    clock.jump(timedelta(days=-1))
    assert clock() == datetime(2026, 2, 28, 0, 1, 30, tzinfo=UTC)
    assert clock.monotonic() == 90.0


def test_a_corpus_is_written_with_its_subfolders(tmp_path):
    folder = write_corpus(tmp_path / "papers", {"a.md": "ä", "deep/er/b.bin": b"\xff\x00"})
    assert folder == tmp_path / "papers"
    assert (folder / "a.md").read_text("utf-8") == "ä"
    assert (folder / "deep" / "er" / "b.bin").read_bytes() == b"\xff\x00"


@pytest.mark.parametrize("host", ["192.0.2.1", "example.org", "2001:db8::1", b"example.org"])
def test_nothing_leaves_while_the_network_is_forbidden(host):
    with forbid_network():
        with pytest.raises(NetworkForbidden, match="may not reach"):
            socket.getaddrinfo(host, 80)
        with socket.socket() as outward, pytest.raises(NetworkForbidden):
            outward.connect((host, 80))


def test_loopback_stays_open_and_everything_is_put_back():
    before = socket.getaddrinfo
    with forbid_network():
        assert socket.getaddrinfo is not before
        with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
            client.connect(server.getsockname())
    assert socket.getaddrinfo is before
