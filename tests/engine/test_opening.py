"""The ladder from a hit to its text: its own page, an open copy, a browser, the abstract."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, Deferred, EffectError, MissingExtra, Unavailable
from inquiro.core.pace import NoPace
from inquiro.core.types import Document, PageKind, PrivacyMode, ResearchRequest, Run, SourceResult
from inquiro.effects import Budget, Effects, Limits
from inquiro.engine.deps import Deps
from inquiro.engine.domains import load_domains
from inquiro.engine.opening import FRESH_ENOUGH, NEEDS_JAVASCRIPT, Opened, Opening
from inquiro.engine.patience import Progress
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.retrieval.ranking import PassageRanker
from inquiro.storage.store import SqlStore
from inquiro.testing import ScriptedProvider

PAGE = "https://publisher.example/paper"
COPY = "https://repository.example/paper.pdf"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Pages:
    """Opens addresses as it is told: a kind of page, or an error."""

    def __init__(self, what: Mapping[str, PageKind | EffectError] | None = None, flags: tuple[str, ...] = ()) -> None:
        self.what = what or {}
        self.flags = flags
        self.opened: list[str] = []

    async def open(self, hit: SourceResult) -> Document:
        self.opened.append(hit.url)
        known = self.what.get(hit.url, "content")
        if isinstance(known, EffectError):
            raise known
        return Document(
            id=f"id-{hit.url}",
            url=hit.url,
            title=hit.title,
            text=hit.url,
            sha256=hashlib.sha256(hit.url.encode()).hexdigest(),
            media_type="text/html",
            fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
            kind=known,
            flags=self.flags if known != "content" else (),
        )


class Gated(Pages):
    """Every page waits until the gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.gate = asyncio.Event(), asyncio.Event()

    async def open(self, hit: SourceResult) -> Document:
        self.asked.set()
        await self.gate.wait()
        return await super().open(hit)


class Copies:
    name = "unpaywall"

    def __init__(self, *addresses: str, error: EffectError | None = None) -> None:
        self.addresses = list(addresses)
        self.error = error
        self.asked: list[str] = []

    async def open_copies(self, doi: str) -> list[str]:
        self.asked.append(doi)
        if self.error:
            raise self.error
        return self.addresses


def hit(url: str = PAGE, **known: Any) -> SourceResult:
    known = {"source_name": "duckduckgo"} | known
    return SourceResult(url=url, title=f"About {url}", snippet="s", **known)


def opened(
    folder: Path, *hits: SourceResult, share: int = 1, limits: Limits | None = None, **deps: Any
) -> list[Opened]:
    return asyncio.run(_with_opening(folder, lambda opening: opening.best(hits, share), limits, **deps))


async def _with_opening(
    folder: Path,
    work: Callable[[Opening], Awaitable[Any]],
    limits: Limits | None = None,
    mode: PrivacyMode = "hybrid",
    **given: Any,
) -> Any:
    store = SqlStore.open(f"sqlite:///{folder / 'opening.db'}", folder)
    try:
        await store.create_run(Run(id="run", tool_name="deep_research", input_params={}))
        lease = await store.acquire("run", "test", 60)
        effects = await Effects.open(store, lease, budget=Budget(limits), mode=mode, pace=NoPace(), clock=lambda: NOW)
        deps = Deps(
            request=ResearchRequest(question="q"),
            store=store,
            effects=effects,
            reasoner=ExtractiveReasoner(),
            ranker=PassageRanker(),
            domains=load_domains(None),
            **({"providers": (), "openers": {}, "emit": lambda *args, **data: None} | given),
        )
        return await work(Opening(deps, effects.step("collect/1"), 1, (), Progress()))
    finally:
        store.close()


def test_a_page_is_read_at_its_own_address(tmp_path):
    (one,) = opened(tmp_path, hit(), pages=Pages())
    assert (one.document, one.lost) == (f"id-{PAGE}", ())
    assert f"url:{PAGE}" in one.names


@pytest.mark.parametrize(
    ("kind", "said"), [("content", f"read {PAGE}"), ("paywall", f"not read: {PAGE}: paywall page")]
)
def test_a_page_without_a_title_is_told_by_its_address(tmp_path, kind, said):
    told: list[str] = []
    nameless = msgspec.structs.replace(hit(), title="")
    opened(tmp_path, nameless, pages=Pages({PAGE: kind}), emit=lambda stage, message, *_, **data: told.append(message))
    assert told[0].startswith(said)


def test_an_open_copy_that_the_source_named_comes_first(tmp_path):
    pages = Pages()
    opened(tmp_path, hit(open_access_url=COPY), pages=pages)
    assert pages.opened == [COPY]


@pytest.mark.fault(24)
@pytest.mark.parametrize("kind", ["paywall", "captcha", "challenge", "login", "blocked"])
def test_a_blocked_page_with_a_doi_is_read_in_its_lawful_open_copy(tmp_path, kind):
    pages = Pages({PAGE: kind})
    (one,) = opened(tmp_path, hit(doi="10.1000/x"), pages=pages, copies=Copies(COPY))
    assert one.document == f"id-{COPY}"
    assert len(one.lost) == 1  # the failure is told although there was another way
    assert pages.opened == [PAGE, COPY]


@pytest.mark.fault(24)
def test_a_blocked_page_without_another_way_is_lost_and_the_next_hit_takes_its_place(tmp_path):
    pages = Pages({PAGE: "captcha"})
    found = opened(tmp_path, hit(), hit("https://other.example/"), pages=pages)
    assert [one.document for one in found] == [None, "id-https://other.example/"]
    assert "captcha" in found[0].lost[0].reason


def test_a_page_that_needs_javascript_is_read_by_the_browser(tmp_path):
    browser = Pages()
    pages = Pages({PAGE: "blocked"}, flags=(NEEDS_JAVASCRIPT,))
    (one,) = opened(tmp_path, hit(), pages=pages, browser=browser)
    assert one.document == f"id-{PAGE}"
    assert browser.opened == [PAGE]


@pytest.mark.fault(24)
def test_a_captcha_is_not_taken_to_the_browser(tmp_path):
    browser = Pages()
    opened(tmp_path, hit(), pages=Pages({PAGE: "captcha"}), browser=browser)
    assert browser.opened == []


@pytest.mark.fault(25)
def test_what_robots_forbid_is_not_taken_to_the_browser(tmp_path):
    browser = Pages()
    pages = Pages({PAGE: AccessDenied("robots.txt of publisher.example does not allow it")})
    (one,) = opened(tmp_path, hit(), pages=pages, browser=browser)
    assert (one.document, browser.opened) == (None, [])
    assert "robots.txt" in one.lost[0].reason


def test_the_abstract_serves_when_nothing_else_can_be_had(tmp_path):
    paper = hit(source_type="academic", doi="10.1000/x", full_content="Trees cool streets.")
    pages = Pages()
    (one,) = opened(tmp_path, paper, pages=pages)
    assert one.document is not None
    assert pages.opened == []  # a publisher's page would not have let us in


def test_the_abstract_serves_when_the_copy_fails(tmp_path):
    paper = hit(source_type="academic", doi="10.1000/x", full_content="Trees cool streets.")
    copies = Copies(error=Unavailable("unpaywall is not working (500)"))
    (one,) = opened(tmp_path, paper, pages=Pages(), copies=copies)
    assert one.document is not None
    assert "unpaywall" in one.lost[0].reason


def test_a_source_that_opens_its_own_hits_does(tmp_path):
    own, pages = Pages(), Pages()
    opened(tmp_path, hit(source_name="pubmed"), pages=pages, openers={"pubmed": own})
    assert (own.opened, pages.opened) == ([PAGE], [])


def test_money_that_ran_out_ends_the_search_for_other_ways(tmp_path):
    paper = hit(doi="10.1000/x", full_content="text")
    found = opened(tmp_path, paper, pages=Pages(), copies=Copies(COPY), limits=Limits(pages=0))
    assert [one.document for one in found] == [None]
    assert len(found[0].lost) == 1


def test_at_most_two_hits_take_the_place_of_one(tmp_path):
    hits = [hit(f"https://h{n}.example/") for n in range(6)]
    found = opened(tmp_path, *hits, pages=Pages({one.url: "paywall" for one in hits}))
    assert len(found) == 3


def test_two_names_of_one_work_are_opened_once(tmp_path):
    pages = Pages()
    found = opened(tmp_path, hit(doi="10.1000/x"), hit("https://doi.org/10.1000/X"), share=2, pages=pages)
    assert (len(found), pages.opened) == (1, [PAGE])


# -- one work, many names ---------------------------------------------------------------------------------


def test_a_work_is_known_by_the_names_of_everyone_who_found_it(tmp_path):
    async def both(opening: Opening) -> list[list[Opened]]:
        first, second = hit(), hit(doi="10.1000/x")
        return list(await asyncio.gather(opening.best([first], 1), opening.best([second], 1)))

    (_,), (two,) = asyncio.run(_with_opening(tmp_path, both, pages=Pages()))
    assert "doi:10.1000/x" in two.names
    assert f"url:{PAGE}" in two.names


def test_a_wall_is_remembered_so_that_the_next_round_does_not_run_into_it(tmp_path):
    (one,) = opened(tmp_path, hit(), pages=Pages({PAGE: "paywall"}))
    assert f"url:{PAGE}" in one.names


def test_a_page_that_was_only_down_may_be_tried_again(tmp_path):
    (one,) = opened(tmp_path, hit(), pages=Pages({PAGE: Deferred("left alone for a while")}))
    assert (one.document, one.names) == (None, ())


def test_a_search_that_is_cancelled_leaves_the_page_to_the_other_one(tmp_path):
    async def cancelled(opening: Opening) -> list[Opened]:
        one = asyncio.create_task(opening.best([hit()], 1))
        other = asyncio.create_task(opening.best([hit()], 1))
        await pages.asked.wait()
        one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await one
        pages.gate.set()
        return await other

    pages = Gated()
    (page,) = asyncio.run(_with_opening(tmp_path, cancelled, pages=pages))
    assert page.document == f"id-{PAGE}"
    assert pages.opened == [PAGE]


# -- what is kept, and what may leave ---------------------------------------------------------------------


def _opened_in_two_rounds(folder: Path, kind: PageKind) -> int:
    async def twice(opening: Opening) -> None:
        await opening.best([hit()], 1)
        again = Opening(opening._deps, opening._deps.effects.step("collect/2"), 2, (), Progress())
        await again.best([hit()], 1)

    pages = Pages({PAGE: kind})
    asyncio.run(_with_opening(folder, twice, pages=pages))
    return len(pages.opened)


@pytest.mark.fault(24)
def test_a_wall_is_not_kept_for_other_runs(tmp_path):
    """Tomorrow, or from another address, the page may be open: only content is kept."""
    assert _opened_in_two_rounds(tmp_path, "captcha") == 2


def test_content_is_kept_for_other_runs(tmp_path):
    assert _opened_in_two_rounds(tmp_path, "content") == 1


@pytest.mark.fault(33)
def test_an_address_from_private_text_is_not_opened_in_hybrid(tmp_path):
    pages = Pages()
    (one,) = opened(tmp_path, hit(private=True), pages=pages)
    assert pages.opened == []
    assert "private text" in one.lost[0].reason


@pytest.mark.fault(33)
def test_a_doi_from_private_text_is_not_looked_up_in_hybrid(tmp_path):
    copies, corpus = Copies(COPY), Pages({"file:///note.pdf": BadAnswer("unreadable")})
    private = hit("file:///note.pdf", source_name="corpus", private=True, doi="10.1000/x")
    opened(tmp_path, private, openers={"corpus": corpus}, pages=Pages(), copies=copies)
    assert copies.asked == []


def test_a_browser_that_cannot_start_costs_the_page_and_not_the_run(tmp_path):
    class Broken:
        async def open(self, hit: SourceResult) -> Document:
            raise MissingExtra("the browser", "browser")

    pages = Pages({PAGE: "blocked"}, flags=(NEEDS_JAVASCRIPT,))
    (one,) = opened(tmp_path, hit(), pages=pages, browser=Broken())
    assert one.document is None
    assert "inquiro[browser]" in one.lost[-1].reason


def test_what_this_finder_knows_of_a_retraction_is_told_each_time(tmp_path):
    (one,) = opened(tmp_path, hit(retracted=True), pages=Pages())
    assert one.retracted


# -- what earlier research had read -------------------------------------------------------------------------


class Kept(Pages):
    """Snapshots of earlier research; each has a name of its own."""

    async def open(self, hit: SourceResult) -> Document:
        document = await super().open(hit)
        return msgspec.structs.replace(document, id=f"kept-{hit.url}", source_type="knowledge")


def known(url: str = PAGE, *, days: int = 1, **more: Any) -> SourceResult:
    read = {"source_name": "knowledge", "source_type": "knowledge", "document_id": f"id-{url}"} | more
    return hit(url, **{"retrieved_at": NOW - timedelta(days=days)} | read)


def with_knowledge(folder: Path, *searches: SourceResult, kept: Pages, **given: Any) -> list[Opened]:
    """Each hit is one search's, one after the other, in one round."""

    async def each(opening: Opening) -> list[Opened]:
        return [one for found in searches for one in await opening.best([found], 1)]

    here = {"providers": (ScriptedProvider("knowledge", (), kind="knowledge"),), "openers": {"knowledge": kept}}
    return asyncio.run(_with_opening(folder, each, **here | given))


@pytest.mark.parametrize("private", [False, True])
def test_a_snapshot_of_earlier_research_is_opened_where_nothing_may_leave_the_machine(tmp_path, private):
    kept = Kept()
    (one,) = with_knowledge(tmp_path, known(private=private), kept=kept, mode="local_only")
    assert (one.document, one.lost) == (f"kept-{PAGE}", ())
    assert kept.opened == [PAGE]


def test_a_snapshot_is_not_kept_as_if_the_page_had_been_fetched(tmp_path):
    async def twice(opening: Opening) -> None:
        await opening.best([known()], 1)
        again = Opening(opening._deps, opening._deps.effects.step("collect/2"), 2, (), Progress())
        await again.best([known()], 1)

    kept = Kept()
    here = {"providers": (ScriptedProvider("knowledge", (), kind="knowledge"),), "openers": {"knowledge": kept}}
    asyncio.run(_with_opening(tmp_path, twice, **here))
    assert kept.opened == [PAGE, PAGE]


def test_a_page_that_was_read_lately_is_not_fetched_again(tmp_path):
    pages = Pages()
    first, second = with_knowledge(tmp_path, known(days=3), hit(PAGE), kept=Kept(), pages=pages)
    assert pages.opened == []
    assert first.document == second.document == f"kept-{PAGE}"
    assert f"url:{PAGE}" in first.names


def test_a_page_that_was_read_long_ago_is_fetched_anew_where_a_live_source_finds_it(tmp_path):
    pages = Pages()
    old = known(days=FRESH_ENOUGH.days)
    first, second = with_knowledge(tmp_path, old, hit(PAGE), kept=Kept(), pages=pages)
    assert (first.document, second.document) == (f"kept-{PAGE}", f"id-{PAGE}")
    assert pages.opened == [PAGE]
    assert f"url:{PAGE}" not in first.names
    assert f"url:{PAGE}" in second.names


def test_a_snapshot_is_read_once_however_many_searches_find_it(tmp_path):
    kept = Kept()
    with_knowledge(tmp_path, known(days=90), known(days=90), kept=kept)
    assert kept.opened == [PAGE]


def test_a_snapshot_stays_when_its_page_lets_nobody_in_today(tmp_path):
    first, second = with_knowledge(tmp_path, hit(PAGE), known(), kept=Kept(), pages=Pages({PAGE: "paywall"}))
    assert (first.document, second.document) == (None, f"kept-{PAGE}")


@pytest.mark.parametrize("more", [{"retrieved_at": None}, {"url": "file:///notes/tree.md"}], ids=str)
def test_an_abstract_and_a_file_of_earlier_research_keep_nobody_from_reading_the_whole(tmp_path, more):
    url = more.get("url", PAGE)
    corpus = Pages()
    both = {"knowledge": Kept(), "corpus": corpus}
    with_knowledge(tmp_path, known(**more), hit(url, source_name="corpus"), kept=Kept(), openers=both)
    assert corpus.opened == [url]


def test_a_snapshot_that_is_gone_is_lost_and_no_page_is_fetched_for_it(tmp_path):
    pages, copies = Pages(), Copies(COPY)
    gone = Kept({PAGE: BadAnswer("the knowledge base does not hold it")})
    (one,) = with_knowledge(tmp_path, known(doi="10.1000/x"), kept=gone, pages=pages, copies=copies)
    assert one.document is None
    assert (pages.opened, copies.asked) == ([], [])
    assert one.lost[0].reason == "the knowledge base does not hold it"


def test_what_a_source_on_this_machine_opens_never_leaves_it_whatever_its_address(tmp_path):
    """Only a source that says what it sends outside is treated as one."""
    here, there = ScriptedProvider("here", ()), ScriptedProvider("there", (), leaves_machine="queries")
    openers = {"here": Pages(), "there": Pages()}
    hits = [hit(PAGE, source_name="here"), hit(COPY, source_name="there")]

    async def both(opening: Opening) -> list[Opened]:
        return await opening.best(hits, 2)

    given = {"providers": (here, there), "openers": openers, "mode": "local_only"}
    read, refused = asyncio.run(_with_opening(tmp_path, both, **given))
    assert read.document == f"id-{PAGE}"
    assert "local_only" in refused.lost[0].reason


def given(
    folder: Path, *hits: SourceResult, most: int, share: int = 0, **deps: Any
) -> tuple[list[Opened], list[Opened]]:
    async def both(opening: Opening) -> tuple[list[Opened], list[Opened]]:
        return await opening.best(hits, share), await opening.given(hits, most)

    found: tuple[list[Opened], list[Opened]] = asyncio.run(_with_opening(folder, both, **deps))
    return found


def test_hits_are_read_by_what_came_with_them_where_no_page_is_opened(tmp_path):
    pages = Pages()
    _, told = given(
        tmp_path, *(hit(f"https://e.example/{n}") for n in range(4)), hit("https://e.example/4"), most=3, pages=pages
    )
    assert len(told) == 3
    assert all(one.document for one in told)
    assert pages.opened == []


def test_a_page_that_was_opened_speaks_for_itself_and_one_that_failed_is_known_by_its_snippet(tmp_path):
    pages = Pages({"https://e.example/0": "content", "https://e.example/1": "captcha"})
    hits = [hit(f"https://e.example/{n}") for n in range(2)]
    opened, told = given(tmp_path, *hits, most=5, share=2, pages=pages)
    assert [bool(one.document) for one in opened] == [True, False]
    assert len(told) == 1
    assert any("e.example/1" in name for name in told[0].names)


def test_a_hit_that_says_nothing_is_passed_over(tmp_path):
    silent = msgspec.structs.replace(hit("https://e.example/0"), snippet="  ")
    _, told = given(tmp_path, silent, hit("https://e.example/1"), most=5, pages=Pages())
    assert len(told) == 1
