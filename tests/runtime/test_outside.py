"""The way out: one transport and one pool for one piece of work, closed with it, and a memory of pages."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import PrivacyRefused, UnsafeAddress
from inquiro.core.settings import Settings
from inquiro.core.snapshots import snapshot
from inquiro.core.types import ReadText, ResearchRequest, SourceResult
from inquiro.core.web import WebRequest
from inquiro.providers.pages.fetcher import Fetcher
from inquiro.providers.pages.memory import Validators
from inquiro.runtime.outside import StoredPages, close_all, way_out

PAGE = "/articles/library"


@pytest.fixture
def near(small_internet, moss, tmp_path) -> Settings:
    return small_internet.settings_for(moss, tmp_path / "near")


def test_a_page_is_fetched_and_read_over_real_sockets(runtime, near, moss):
    async def read():
        async with way_out(near, runtime._store, "hybrid") as context:
            hit = SourceResult(url=moss.url(PAGE), title="Library", snippet="", source_name="duckduckgo")
            return await Fetcher(context).open(hit)

    document = asyncio.run(read())
    assert document.kind == "content"
    assert "4.2 °C" in document.text


def test_a_pdf_is_read_in_a_child_that_ends_with_the_work(runtime, near, moss):
    async def read():
        async with way_out(near, runtime._store, "hybrid") as context:
            answer = await context.web.send(WebRequest(url=moss.url("/papers/three.pdf")))
            return await context.read(answer.body, "three.pdf", "application/pdf")

    assert "5.0 °C" in asyncio.run(read()).text


@pytest.mark.fault(30)
def test_an_address_nearby_is_refused_unless_the_operator_listed_it(runtime, settings, near, moss):
    async def ask(chosen, url):
        async with way_out(chosen, runtime._store, "hybrid") as context:
            return await context.web.send(WebRequest(url=url))

    assert asyncio.run(ask(near, moss.url(PAGE))).status == 200
    asked = len(moss.server.asked)
    for url in (moss.url(PAGE), moss.url(PAGE, "localhost"), f"http://0x7f.1:{moss.server.port}/"):
        with pytest.raises(UnsafeAddress):
            asyncio.run(ask(settings, url))
    assert len(moss.server.asked) == asked


@pytest.mark.fault(33)
def test_the_mode_of_the_work_counts_not_the_setting(runtime, near):
    async def ask():
        async with way_out(near, runtime._store, "local_only") as context:
            assert context.settings.privacy == "local_only"
            await context.web.send(WebRequest(url="https://moss-trials.net/"))

    assert near.privacy == "hybrid"
    with pytest.raises(PrivacyRefused):
        asyncio.run(ask())


def test_only_what_can_be_closed_is_closed():
    class Browser:
        closed = 0

        async def aclose(self) -> None:
            self.closed += 1

    browser = Browser()
    asyncio.run(close_all([object(), browser, None]))
    assert browser.closed == 1


def test_a_page_is_remembered_with_its_document(runtime):
    """As long as the snapshot is there; a public page is the same for everybody."""
    hit = SourceResult(url="https://moss-trials.net/a", title="A", snippet="", source_name="duckduckgo")
    document = snapshot(hit, ReadText(text="Moss is green.", media_type="text/html"))

    async def go():
        store = runtime._store
        mine = StoredPages(store, "local")
        await mine.keep(hit.url, Validators(document=document, etag='"7"'))
        nothing = await mine.recall(hit.url)  # the document was never stored
        run = await runtime.start(ResearchRequest(question="Is moss green?", corpora=(str(runtime.settings.home),)))
        lease = await store.acquire(run.id, runtime._owner, 30.0)
        await store.put_documents(lease, [document])
        known = await mine.recall(hit.url)
        return nothing, known, await StoredPages(store, "others").recall(hit.url), await mine.recall("https://b.net/")

    nothing, known, elsewhere, unknown = asyncio.run(go())
    assert known is not None
    assert (known.etag, known.document.text) == ('"7"', "Moss is green.")
    assert (nothing, unknown) == (None, None)
    assert elsewhere == known
