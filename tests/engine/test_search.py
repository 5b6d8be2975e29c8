from __future__ import annotations

import asyncio
import dataclasses
import json
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.core.errors import AccessDenied, BadAnswer, NotConfigured, ReadFailed, TimedOut, Unavailable, UnsafeAddress
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import (
    Availability,
    Document,
    Filters,
    PageKind,
    Query,
    ReadText,
    ResearchRequest,
    Run,
    SourceResult,
    Usage,
)
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.effects import Budget, Effects, Limits, retrying
from inquiro.engine import patience, search
from inquiro.engine.choosing import Ranked
from inquiro.engine.deps import Deps
from inquiro.engine.domains import load_domains
from inquiro.engine.extract import prove
from inquiro.engine.reading_list import WITHOUT_MODEL, chosen_within, reading_order
from inquiro.engine.reasoners.extractive import ExtractiveReasoner
from inquiro.engine.search import Admitted, Round, Waiting, abandon, collect
from inquiro.providers.llm import client_for
from inquiro.providers.pages.fetcher import Fetcher
from inquiro.providers.search.model import ModelSearch
from inquiro.readers import read as read_now
from inquiro.retrieval.ranking import PassageRanker
from inquiro.storage.store import SqlStore
from inquiro.testing import ScriptedWeb, stored

Answer = Callable[[str], Awaitable[list[str]]]
SPARE = Ranked(name="spare", kind="web", score=0.5)
QUERIES = (Query(text="trees", items=("c1",)), Query(text="cost", items=("c2",)))


class Source:
    """A provider and opener in one: it answers as it is told, and counts what is opened."""

    kind = "local"
    source_type = "local"
    requests_per_second = 0.0
    keys = ()

    def __init__(self, name: str, answer: Answer, *, outside: str = "", pages: dict[str, Any] | None = None) -> None:
        self.name = name
        self.leaves_machine = outside
        self.answer = answer
        self.pages = pages or {}
        self.asked: list[str] = []
        self.opened: Counter[str] = Counter()

    def availability(self) -> Availability:
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        self.asked.append(query)
        urls = await self.answer(query)
        return [SourceResult(url=url, title=url, snippet="", source_name=self.name) for url in urls]

    async def open(self, hit: SourceResult) -> Document:
        self.opened[hit.url] += 1
        page = self.pages.get(hit.url, "content")
        if isinstance(page, asyncio.Event):
            await page.wait()
            page = "content"
        if isinstance(page, Exception):
            raise page
        return document(hit.url, page)


def document(url: str, kind: PageKind = "content") -> Document:
    return stored(url, url, id=f"id-{url}", kind=kind)


def finding(**urls: Sequence[str]) -> Answer:
    async def answer(query: str) -> list[str]:
        return list(urls.get(query, ()))

    return answer


def failing(error: Exception) -> Answer:
    async def answer(query: str) -> list[str]:
        raise error

    return answer


@asynccontextmanager
async def bench(folder: Path, *sources: Source, **options: Any) -> AsyncIterator[Deps]:
    store = SqlStore.open(f"sqlite:///{folder / 'search.db'}", folder)
    try:
        await store.create_run(Run(id="run", tool_name="deep_research", input_params={}))
        lease = await store.acquire("run", "test", 60)
        budget = Budget(options.pop("limits", None) or Limits())
        options = {"mode": "cloud_allowed", "pace": NoPace()} | options
        effects = await Effects.open(store, lease, budget=budget, **options)
        yield Deps(
            request=ResearchRequest(question="q"),
            store=store,
            effects=effects,
            reasoner=ExtractiveReasoner(),
            ranker=PassageRanker(),
            providers=sources,
            openers={source.name: source for source in sources},
            domains=load_domains(None),
            emit=lambda *args, **data: None,
        )
    finally:
        store.close()


def turn(number: int = 1, queries: Sequence[Query] = QUERIES, pages: int = 20, **more: Any) -> Round:
    return Round(number=number, queries=tuple(queries), pages=pages, sources=more.pop("sources", ()), **more)


def go(deps: Deps, one: Round) -> Awaitable[Admitted]:
    everybody = tuple(provider.name for provider in deps.providers)
    one = one if one.sources else msgspec.structs.replace(one, sources=everybody)
    return collect(deps, deps.effects.step(f"collect/{one.number}"), one)


def collected(folder: Path, *sources: Source, one: Round | None = None, **options: Any) -> Admitted:
    async def run() -> Admitted:
        async with bench(folder, *sources, **options) as deps:
            return await go(deps, one or turn())

    return asyncio.run(run())


def test_every_query_goes_to_every_source_at_once(tmp_path):
    waiting = 0
    everybody = asyncio.Event()

    async def answer(query: str) -> list[str]:
        nonlocal waiting
        waiting += 1
        if waiting == 6:
            everybody.set()
        await asyncio.wait_for(everybody.wait(), 5)
        return [f"u-{query}"]

    found = collected(tmp_path, *(Source(name, answer) for name in ("a", "b", "c")))
    assert waiting == 6
    assert {(one.provider, one.query, one.items) for one in found.searched} == {
        (name, query.text, query.items) for name in "abc" for query in QUERIES
    }
    assert not any(one.failed or one.lost for one in found.searched)


@pytest.mark.parametrize("error", [Unavailable("it is down"), AccessDenied("bad key")])
def test_a_failing_source_is_a_loss_and_never_an_empty_answer(tmp_path, error):
    good, bad, empty = Source("good", finding(trees=["u1"])), Source("bad", failing(error)), Source("empty", finding())
    found = collected(tmp_path, good, bad, empty, one=turn(queries=QUERIES[:1]))
    by_name = {one.provider: one for one in found.searched}
    assert found.documents == ("id-u1",)
    assert by_name["bad"].failed
    assert [(loss.source, loss.reason) for loss in by_name["bad"].lost] == [("bad", str(error))]
    assert not by_name["empty"].failed
    assert by_name["empty"].lost == ()


class Careless(Source):
    """An outside plug-in that gives what it has, hits or not."""

    given: Any = ()

    async def search(self, query: str, max_results: int, filters: Filters) -> Any:
        return self.given


@pytest.mark.fault(9)
def test_malformed_hits_are_counted_and_told(tmp_path):
    good = SourceResult(url="u1", title="u1", snippet="", source_name="careless")
    broken = [
        msgspec.structs.replace(good, url=None),
        msgspec.structs.replace(good, url=" "),
        {"title": "no address"},
        "u2",
        None,
        object(),
    ]
    careless = Careless("careless", finding())
    careless.given = [good, *broken, msgspec.to_builtins(good) | {"url": "u3"}]
    [searched] = collected(tmp_path, careless, one=turn(queries=QUERIES[:1])).searched
    assert (searched.hits, searched.documents) == (2, ("id-u1", "id-u3"))
    assert [(loss.what, loss.source) for loss in searched.lost] == [("6 hits of search “trees”", "careless")]
    assert searched.lost[0].reason.startswith("malformed")


@pytest.mark.parametrize("given", [None, {"hits": []}, "u1"])
def test_an_answer_that_is_no_list_of_hits_is_a_failure(tmp_path, given):
    careless = Careless("careless", finding())
    careless.given = given
    [searched] = collected(tmp_path, careless, one=turn(queries=QUERIES[:1])).searched
    assert searched.failed
    assert "instead of a list of hits" in searched.lost[0].reason


def test_a_failure_is_kept_in_the_store(tmp_path):
    async def run() -> list[str]:
        async with bench(tmp_path, Source("bad", failing(Unavailable("it is down")))) as deps:
            await go(deps, turn(queries=QUERIES[:1]))
            return [loss.reason for loss in await deps.store.losses("run")]

    assert asyncio.run(run()) == ["it is down"]


def test_a_late_answer_joins_the_next_round(tmp_path, monkeypatch):
    async def run() -> tuple[Admitted, int, Admitted]:
        release = asyncio.Event()

        async def answer(query: str) -> list[str]:
            if query == "trees":
                await release.wait()
            return [f"late-{query}"]

        async with bench(tmp_path, Source("slow", answer)) as deps:
            monkeypatch.setattr(search, "ROUND_SECONDS", 0.01)
            first = await go(deps, turn(1, QUERIES[:1]))
            late = len(deps.late)
            monkeypatch.setattr(search, "ROUND_SECONDS", 30.0)
            release.set()
            second = await go(deps, turn(2, QUERIES[1:], waiting=first.waiting))
            assert not deps.late
            return first, late, second

    first, late, second = asyncio.run(run())
    left = Waiting(round=1, query=QUERIES[0], provider="slow", share=20)
    assert (first, late) == (Admitted(waiting=(left,)), 1)
    assert sorted((one.provider, one.query, one.items) for one in second.searched) == [
        ("slow", "cost", ("c2",)),
        ("slow", "trees", ("c1",)),
    ]
    assert sorted(second.documents) == ["id-late-cost", "id-late-trees"]


def test_a_late_search_survives_the_process(tmp_path):
    """Another process knows only the state and the journal."""
    source = Source("slow", finding(trees=["late-trees"]))
    left = Waiting(round=1, query=QUERIES[0], provider="slow", share=20)
    found = collected(tmp_path, source, one=turn(2, QUERIES[1:], waiting=(left,)))
    assert found.documents == ("id-late-trees",)
    assert source.asked == ["trees", "cost"]


def test_a_late_search_that_had_answered_is_not_asked_again(tmp_path):
    async def run() -> tuple[list[str], Admitted]:
        source = Source("slow", finding(trees=["late-trees"]))
        async with bench(tmp_path, source) as deps:
            await go(deps, turn(1, QUERIES[:1]))
            left = Waiting(round=1, query=QUERIES[0], provider="slow", share=20)
            return source.asked, await go(deps, turn(2, (), waiting=(left,)))

    asked, second = asyncio.run(run())
    assert asked == ["trees"]
    assert second.documents == ("id-late-trees",)


def test_the_next_best_source_stands_in_for_one_that_fails(tmp_path):
    bad = Source("bad", failing(AccessDenied("its key was refused")), outside="the query")
    spare = Source("spare", finding(trees=["u1"]), outside="the query")
    one = turn(queries=QUERIES[:1], sources=("bad",), reserve=(SPARE,))
    found = collected(tmp_path, bad, spare, one=one)
    assert [(s.provider, s.failed) for s in found.searched] == [("bad", True), ("spare", False)]
    assert found.documents == ("id-u1",)


@pytest.mark.fault(4)
def test_a_stand_in_is_asked_only_what_privacy_allows(tmp_path):
    bad, spare = Source("bad", failing(Unavailable("down"))), Source("spare", finding(), outside="the query")
    private = Query(text="trees", private=True)
    one = turn(queries=[private], sources=("bad",), reserve=(SPARE,))
    collected(tmp_path, bad, spare, one=one, mode="hybrid")
    assert spare.asked == []


def test_a_refused_key_is_told_so_that_it_is_not_tried_again(tmp_path):
    bad = Source("bad", failing(AccessDenied("check BAD_API_KEY")))
    (searched,) = collected(tmp_path, bad, one=turn(queries=QUERIES[:1])).searched
    assert (searched.failed, searched.refused) == (True, True)


def test_every_query_gets_a_page_before_any_gets_two(tmp_path):
    many = {f"q{n}": [f"q{n}-{place}" for place in range(9)] for n in range(4)}
    queries = [Query(text=text) for text in many]
    sources = [
        Source(name, finding(**{q: [f"{name}-{u}" for u in urls] for q, urls in many.items()})) for name in "abc"
    ]
    collected(tmp_path, *sources, one=turn(queries=queries, pages=5))
    opened = [url for source in sources for url in source.opened]
    assert len(opened) == 5
    assert {url.split("-")[1] for url in opened} == {"q0", "q1", "q2", "q3"}


def test_a_slow_source_gets_as_many_queries_as_its_pace_allows(tmp_path):
    slow = Source("slow", finding(), outside="the query")
    slow.requests_per_second = 0.33
    collected(tmp_path, slow, one=turn(queries=[Query(text=f"q{n}") for n in range(6)]))
    assert len(slow.asked) == 1


def test_one_work_found_by_two_sources_is_opened_once(tmp_path):
    one = Source("one", finding(trees=["https://www.example.org/a?utm_source=x"]))
    other = Source("other", finding(trees=["http://example.org/a/"]))
    collected(tmp_path, one, other, one=turn(queries=QUERIES[:1]))
    assert sum((one.opened + other.opened).values()) == 1


class Withdrawing(Source):
    """Knows of every work it finds that it was retracted."""

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        hits = await super().search(query, max_results, filters)
        return [msgspec.structs.replace(hit, retracted=True) for hit in hits]


def test_a_retraction_that_the_second_finder_knows_is_told_with_the_document(tmp_path):
    for one, other in ((Source, Withdrawing), (Withdrawing, Source)):
        folder = tmp_path / one.__name__
        folder.mkdir()
        first = one("one", finding(trees=["https://example.org/a"]))
        second = other("other", finding(trees=["https://example.org/a"]))
        found = collected(folder, first, second, one=turn(queries=QUERIES[:1]))
        assert set(found.withdrawn) == {"url:https://example.org/a", "id-https://example.org/a"}


def test_a_retraction_is_told_of_works_that_are_not_opened_again(tmp_path):
    source = Withdrawing("a", finding(trees=["https://example.org/a"]))
    found = collected(tmp_path, source, one=turn(queries=QUERIES[:1], read=("url:https://example.org/a",)))
    assert (found.documents, found.withdrawn) == ((), ("url:https://example.org/a",))


def test_what_made_it_into_a_round_is_not_decided_again(tmp_path):
    source = Source("a", finding(trees=["u1"]))

    async def run() -> tuple[Admitted, Admitted]:
        async with bench(tmp_path, source) as deps:
            return await go(deps, turn()), await go(deps, turn())

    first, again = asyncio.run(run())
    assert first == again
    assert len(source.asked) == 2


def test_a_page_that_two_searches_found_is_opened_once(tmp_path):
    source = Source("a", finding(trees=["u1", "u2"], cost=["u1"]))
    found = collected(tmp_path, source)
    assert source.opened == {"u1": 1, "u2": 1}
    assert sorted(found.documents) == ["id-u1", "id-u2"]


@pytest.mark.fault(11)
def test_a_page_that_was_read_is_not_opened_again(tmp_path):
    source = Source("a", finding(trees=["u1", "u2"]))
    assert collected(tmp_path, source, one=turn(read=("url:u1",))).documents == ("id-u2",)
    assert source.opened == {"u2": 1}


@pytest.mark.fault(11)
def test_a_round_opens_no_more_pages_than_it_may(tmp_path):
    many = {query: [f"{query}-{n}" for n in range(10)] for query in ("trees", "cost")}
    source = Source("a", finding(**many))
    collected(tmp_path, source, one=turn(pages=4))
    assert source.opened == dict.fromkeys(["trees-0", "trees-1", "cost-0", "cost-1"], 1)


@settings(max_examples=12)
@given(st.permutations([(name, query.text) for name in "ab" for query in QUERIES]))
def test_what_is_read_does_not_depend_on_who_answers_first(order):
    found = {
        ("a", "trees"): ["u1", "u2", "u3"],
        ("b", "trees"): ["u2", "u4", "u1"],
        ("a", "cost"): ["u3", "u1", "u5"],
        ("b", "cost"): ["u6", "u2", "u7"],
    }
    gates = {pair: asyncio.Event() for pair in order}

    def answers(name: str) -> Answer:
        async def answer(query: str) -> list[str]:
            await gates[name, query].wait()
            following = order.index((name, query)) + 1
            if following < len(order):
                gates[order[following]].set()
            return found[name, query]

        return answer

    gates[order[0]].set()
    with tempfile.TemporaryDirectory() as folder:
        admitted = collected(Path(folder), *(Source(name, answers(name)) for name in "ab"), one=turn(pages=8))
    assert [(one.provider, one.query) for one in admitted.searched] == [
        (name, query.text) for query in QUERIES for name in "ab"
    ]
    assert admitted.documents == ("id-u1", "id-u2", "id-u4", "id-u3", "id-u6")


@pytest.mark.fault(69)
@pytest.mark.parametrize("mode", ["hybrid", "cloud_allowed"])
def test_a_private_query_leaves_the_machine_in_no_mode(tmp_path, mode):
    outside, inside = Source("web", finding(trees=["w"]), outside="the query"), Source("corpus", finding(trees=["u1"]))
    private = Query(text="trees", private=True)
    found = collected(tmp_path, outside, inside, one=turn(queries=[private]), mode=mode)
    assert outside.asked == []
    assert [one.provider for one in found.searched] == ["corpus"]  # not even offered, so nothing was lost
    assert (inside.asked, found.documents) == (["trees"], ("id-u1",))


@pytest.mark.parametrize(("mode", "private", "asked"), [
    ("hybrid", False, ["trees"]), ("cloud_allowed", False, ["trees"]),
    ("hybrid", True, []), ("cloud_allowed", True, []), ("local_only", False, []), ("local_only", True, []),
])  # fmt: skip
def test_each_mode_lets_out_what_it_allows(tmp_path, mode, private, asked):
    outside = Source("web", finding(), outside="the query")
    collected(tmp_path, outside, one=turn(queries=[Query(text="trees", private=private)]), mode=mode)
    assert outside.asked == asked


def test_a_request_to_stop_ends_the_wait(tmp_path):
    async def run() -> Admitted:
        asked, never = asyncio.Event(), asyncio.Event()

        async def answer(query: str) -> list[str]:
            asked.set()
            await never.wait()
            return []

        async with bench(tmp_path, Source("slow", answer)) as deps:
            going = asyncio.ensure_future(go(deps, turn(queries=QUERIES[:1])))
            await asked.wait()
            deps.stopping.set()
            found = await asyncio.wait_for(going, 5)
            never.set()
            await asyncio.gather(*(search.task for search in deps.late.values()))
            return found

    assert asyncio.run(run()).searched == ()


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("blocked", "blocked page"),
        ("captcha", "captcha page"),
        ("paywall", "paywall page"),
        (ReadFailed("not a PDF"), "not a PDF"),
        (Unavailable("gone"), "gone"),
    ],
)
def test_a_page_that_cannot_be_read_is_lost_and_not_cited(tmp_path, page, reason):
    source = Source("a", finding(trees=["bad", "good"]), pages={"bad": page})
    found = collected(tmp_path, source, one=turn(queries=QUERIES[:1]))
    assert found.documents == ("id-good",)
    (searched,) = found.searched
    assert not searched.failed
    assert [loss.what for loss in searched.lost] == ["bad"]
    assert reason in searched.lost[0].reason


@pytest.mark.fault(11)
def test_a_spent_budget_is_told_and_nothing_more_is_asked(tmp_path):
    source = Source("web", finding(trees=["u1"]), outside="the query")
    found = collected(tmp_path, source, limits=Limits(pages=0))
    assert source.asked == []
    assert all(one.failed and "Page limit" in one.lost[0].reason for one in found.searched)


def test_without_sources_or_queries_nothing_happens(tmp_path):
    assert collected(tmp_path) == Admitted()


# -- what hangs holds nobody back -------------------------------------------------------------------------


def test_pages_read_by_a_search_that_still_waits_are_in_the_round(tmp_path, monkeypatch):
    """One page of ten hangs: the other nine must not wait with it, and in a last round they would be lost."""
    monkeypatch.setattr(patience, "LEAST_LAST_QUIET", 0.05)

    async def run() -> tuple[Admitted, Admitted]:
        hangs = asyncio.Event()
        source = Source("a", finding(trees=[f"u{n}" for n in range(5)]), outside="the query", pages={"u2": hangs})
        async with bench(tmp_path, source) as deps:
            first = await go(deps, turn(queries=QUERIES[:1], pages=5, last=True))
            hangs.set()
            second = await go(deps, turn(2, (), waiting=first.waiting, read=first.names))
            return first, second

    first, second = asyncio.run(run())
    assert sorted(first.documents) == ["id-u0", "id-u1", "id-u3", "id-u4"]
    assert "url:u0" in first.names
    assert [one.query.text for one in first.waiting] == ["trees"]
    assert set(second.documents) - set(first.documents) == {"id-u2"}


def test_old_searches_that_hang_do_not_hold_later_rounds(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "LEAST_QUIET", 0.02)

    async def run() -> int:
        never = asyncio.Event()

        async def answer(query: str) -> list[str]:
            await never.wait()
            return []

        quick, dead = Source("quick", finding(q4=["u1"]), outside="the query"), Source("dead", answer, outside="q")
        async with bench(tmp_path, quick, dead) as deps:
            left = tuple(Waiting(round=1, query=Query(text=f"q{n}"), provider="dead", share=1) for n in range(4))
            one = turn(1, [one.query for one in left], sources=("dead",))
            monkeypatch.setattr(search, "ROUND_SECONDS", 0.01)
            first = await go(deps, one)
            monkeypatch.setattr(search, "ROUND_SECONDS", 30.0)
            going = go(deps, turn(2, [Query(text="q4")], sources=("quick",), waiting=first.waiting))
            second = await asyncio.wait_for(going, 10)
            await abandon(deps)
            assert second.documents == ("id-u1",)
            return len(second.waiting)

    assert asyncio.run(run()) == 4


def test_a_late_search_is_waited_for_where_nothing_else_is_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "LEAST_QUIET", 0.01)

    async def run() -> Admitted:
        release = asyncio.Event()

        async def answer(query: str) -> list[str]:
            await release.wait()
            return ["u1"]

        async with bench(tmp_path, Source("slow", answer, outside="the query")) as deps:
            monkeypatch.setattr(search, "ROUND_SECONDS", 0.01)
            first = await go(deps, turn(1, QUERIES[:1]))
            monkeypatch.setattr(search, "ROUND_SECONDS", 30.0)
            asyncio.get_running_loop().call_later(0.15, release.set)
            return await go(deps, turn(2, (), waiting=first.waiting))

    assert asyncio.run(run()).documents == ("id-u1",)


def test_a_waiting_search_whose_source_is_gone_is_told(tmp_path):
    left = Waiting(round=1, query=QUERIES[0], provider="gone", share=1)
    (searched,) = collected(tmp_path, one=turn(2, (), waiting=(left,))).searched
    assert searched.failed
    assert [(loss.what, loss.source) for loss in searched.lost] == [("search “trees”", "gone")]


# -- faults and cancels -----------------------------------------------------------------------------------


def _others() -> set[asyncio.Task[Any]]:
    return asyncio.all_tasks() - {asyncio.current_task()}  # type: ignore[arg-type]


@pytest.mark.parametrize("where", ["search", "page"])
def test_a_fault_of_ours_fails_the_round_and_leaves_nobody_working(tmp_path, where):
    async def run() -> tuple[str, int]:
        never = asyncio.Event()

        async def answer(query: str) -> list[str]:
            if where == "search" and query == "trees":
                raise KeyError("a bug")
            return [f"bad-{query}", "hangs", "more"]

        pages = {"hangs": never} | ({"bad-trees": KeyError("a bug")} if where == "page" else {})
        async with bench(tmp_path, Source("a", answer, outside="the query", pages=pages)) as deps:
            deps.emit("test", "")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(search, "ROUND_SECONDS", 0.5)
                with pytest.raises(KeyError) as caught:
                    await go(deps, turn())
            await abandon(deps)
            return str(caught.value), len(_others())

    assert asyncio.run(run()) == ("'a bug'", 0)


def test_a_cancelled_round_is_over_when_it_says_so(tmp_path):
    """What the searches use is closed right after: none of them may still be at work then."""

    async def run() -> list[str]:
        told, never, begun = [], asyncio.Event(), asyncio.Event()

        class Slow(Source):
            async def open(self, hit: SourceResult) -> Document:
                begun.set()
                try:
                    await never.wait()
                finally:
                    await asyncio.sleep(0.01)
                    told.append("page closed")
                raise AssertionError

        async with bench(tmp_path, Slow("a", finding(trees=["u1"]), outside="the query")) as deps:
            going = asyncio.ensure_future(go(deps, turn(queries=QUERIES[:1])))
            await begun.wait()
            going.cancel()
            with pytest.raises(asyncio.CancelledError):
                await going
            told.append("round over")
        return told

    assert asyncio.run(run()) == ["page closed", "round over"]


def test_late_searches_end_with_the_run_and_their_faults_are_logged(tmp_path, monkeypatch, caplog):
    async def run() -> tuple[int, int]:
        release = asyncio.Event()

        async def answer(query: str) -> list[str]:
            await release.wait()
            if query == "trees":
                raise KeyError("a bug")
            await asyncio.Event().wait()
            return []

        async with bench(tmp_path, Source("slow", answer, outside="the query")) as deps:
            monkeypatch.setattr(search, "ROUND_SECONDS", 0.01)
            await go(deps, turn())
            late = len(deps.late)
            release.set()
            await asyncio.sleep(0.05)
            await abandon(deps)
            return late, len(deps.late) + len(_others())

    assert asyncio.run(run()) == (2, 0)
    assert [record.getMessage() for record in caplog.records if "late search" in record.getMessage()] == [
        "a late search failed, unnoticed by its run: KeyError: 'a bug'"
    ]
    assert not [record for record in caplog.records if "never retrieved" in record.getMessage()]


def test_a_source_that_turns_out_not_to_be_set_up_is_left_and_told(tmp_path):
    bad = Source("bad", failing(NotConfigured("the address that you set is refused")), outside="the query")
    (searched,) = collected(tmp_path, bad, one=turn(queries=QUERIES[:1])).searched
    assert (searched.failed, searched.refused, len(searched.lost)) == (True, True, 1)


# -- who gets what ----------------------------------------------------------------------------------------


def test_a_slow_source_is_given_a_query_that_suits_it(tmp_path):
    slow = Source("slow", finding(), outside="the query")
    slow.requests_per_second = 0.2
    papers = Source("papers", finding(), outside="the query")
    papers.kind = "academic"
    queries = [Query(text="private", private=True), Query(text="papers", kind="academic"), Query(text="open")]
    collected(tmp_path, slow, papers, one=turn(queries=queries), mode="hybrid")
    assert slow.asked == ["open"]
    assert sorted(papers.asked) == ["open", "papers"]  # at the same time, in either order


def test_a_query_in_one_source_s_syntax_goes_to_that_source_only_and_to_no_stand_in(tmp_path, monkeypatch):
    monkeypatch.setattr(retrying, "_pause", lambda *_: 0.0)
    own = Source("own", failing(Unavailable("down")), outside="the query")
    other, spare = (Source(name, finding(), outside="the query") for name in ("other", "spare"))
    queries = [Query(text="trees[mh]", kind="academic", provider="own"), Query(text="open")]
    collected(tmp_path, own, other, spare, one=turn(queries=queries, sources=("own", "other"), reserve=(SPARE,)))
    assert {"trees[mh]", "open"} == set(own.asked)
    assert set(other.asked) == {"open"}
    assert set(spare.asked) == {"open"}


def test_a_source_that_no_query_is_meant_for_gets_the_plain_ones(tmp_path):
    only = Source("only", finding())
    queries = [Query(text="papers", kind="academic"), Query(text="trees[mh]", kind="academic", provider="pubmed")]
    collected(tmp_path, only, one=turn(queries=queries))
    assert only.asked == ["papers"]


def test_a_loss_that_two_searches_share_is_told_once(tmp_path):
    found = collected(tmp_path, Source("a", finding(trees=["bad"], cost=["bad"]), pages={"bad": "paywall"}))
    assert [loss.what for loss in found.lost] == ["bad"]


def test_an_empty_answer_does_not_serve_the_next_run(tmp_path):
    async def run() -> list[str]:
        source = Source("web", finding(cost=["https://example.org/1"]), outside="the query")
        async with bench(tmp_path, source) as deps:
            await go(deps, turn(1))
            await go(deps, turn(2))
        return source.asked

    assert sorted(asyncio.run(run())) == ["cost", "trees", "trees"]


def test_this_machine_is_waited_for_however_busy_it_is(tmp_path, monkeypatch):
    """Between an answer and the page that follows nothing is asked: that silence must not end the round."""
    monkeypatch.setattr(patience, "LEAST_QUIET", 0.0)
    found = collected(tmp_path, Source("a", finding(trees=["u1"], cost=["u2"])))
    assert (found.documents, found.waiting) == (("id-u1", "id-u2"), ())


def test_everybody_is_asked_before_silence_counts(tmp_path, monkeypatch):
    monkeypatch.setattr(patience, "LEAST_QUIET", 0.0)

    async def answer(query: str) -> list[str]:
        return []

    web = Source("web", answer, outside="the query")
    collected(tmp_path, web, one=turn(queries=QUERIES[:1]))
    assert web.asked == ["trees"]


def test_a_query_that_was_planned_twice_is_asked_once(tmp_path):
    source = Source("a", finding(trees=["u1"]))
    found = collected(tmp_path, source, one=turn(queries=(QUERIES[0], QUERIES[0])))
    assert (source.asked, len(found.searched)) == (["trees"], 1)


def test_late_searches_of_the_same_words_for_other_items_are_kept_apart(tmp_path, monkeypatch):
    async def run() -> int:
        never = asyncio.Event()

        async def answer(query: str) -> list[str]:
            await never.wait()
            return []

        async with bench(tmp_path, Source("slow", answer)) as deps:
            monkeypatch.setattr(search, "ROUND_SECONDS", 0.01)
            await go(deps, turn(queries=[Query(text="trees", items=(item,)) for item in ("c1", "c2")]))
            late = len(deps.late)
            await abandon(deps)
            return late

    assert asyncio.run(run()) == 2


@pytest.mark.fault(31)
def test_a_result_that_is_no_address_does_not_end_the_run(tmp_path):
    source = Source("a", finding(trees=["http://[bad/x", "u1"]), pages={"http://[bad/x": BadAnswer("no address")})
    found = collected(tmp_path, source, one=turn(queries=QUERIES[:1]))
    assert found.documents == ("id-u1",)
    assert [loss.what for loss in found.lost] == ["http://[bad/x"]


def test_pages_of_hosts_that_let_nobody_in_are_opened_last(tmp_path):
    urls = ["https://www.wall.example/1", "https://open.example/1", "https://open.example/2"]
    source = Source("a", finding(trees=urls))
    collected(tmp_path, source, one=turn(queries=QUERIES[:1], pages=2, closed=("wall.example",)))
    assert set(source.opened) == set(urls[1:])


# -- searches that cost money -------------------------------------------------------------------------------

COST = Usage(calls=1, tokens=1_200, cost=0.03, searches=2)


class PricedSource(Source):
    def worst(self, query: str, filters: Filters) -> Usage:
        return COST

    async def priced_search(self, query: str, max_results: int, filters: Filters) -> tuple[list[SourceResult], Usage]:
        return await self.search(query, max_results, filters), COST


def test_what_a_search_costs_is_journaled_and_charged_once(tmp_path):
    source = PricedSource("model", finding(trees=["u1"]), outside="the query")

    async def run() -> tuple[Usage, Usage]:
        async with bench(tmp_path, source) as deps:
            await go(deps, turn(queries=QUERIES[:1]))
            return deps.effects.total(), deps.effects.budget.used

    first, second = asyncio.run(run()), asyncio.run(run())  # the second is a resume
    assert source.asked == ["trees"]
    for total, used in (first, second):
        assert (total.calls, total.tokens, total.cost, total.searches) == (1, 1_200, 0.03, 2)
        assert (used.calls, used.tokens, used.cost, used.searches) == (1, 1_200, 0.03, 2)


def test_a_kept_answer_costs_nothing(tmp_path):
    source = PricedSource("model", finding(trees=["u1"]), outside="the query")

    async def run(store: SqlStore, run_id: str) -> tuple[Admitted, Usage]:
        await store.create_run(Run(id=run_id, tool_name="deep_research", input_params={}))
        lease = await store.acquire(run_id, "test", 60)
        effects = await Effects.open(store, lease, budget=Budget(), mode="hybrid", pace=NoPace())
        async with bench(tmp_path, source) as deps:
            found = await go(dataclasses.replace(deps, store=store, effects=effects), turn(queries=QUERIES[:1]))
        return found, effects.total()

    async def both() -> list[tuple[Admitted, Usage]]:
        store = SqlStore.open(f"sqlite:///{tmp_path / 'kept.db'}", tmp_path)
        try:
            return [await run(store, run_id) for run_id in ("one", "two")]
        finally:
            store.close()

    (first, paid), (second, free) = asyncio.run(both())
    assert source.asked == ["trees"]
    assert first.documents == second.documents == ("id-u1",)
    assert paid.cost == 0.03
    assert (free.calls, free.tokens, free.cost) == (0, 0, 0.0)


@pytest.mark.parametrize(("made", "asked"), [(Source, 3), (PricedSource, 1)])
def test_a_paid_search_that_came_too_late_is_not_paid_for_again(tmp_path, made, asked):
    async def at_once(seconds: float) -> None:
        """Nobody waits here."""

    source = made("model", failing(TimedOut("no answer within 25 s")), outside="the query")
    collected(tmp_path, source, one=turn(queries=QUERIES[:1]), sleep=at_once)
    assert len(source.asked) == asked


@pytest.mark.fault(11)
def test_money_that_is_spent_ends_paid_searches(tmp_path):
    source = PricedSource("model", finding(trees=["u1"]), outside="the query")

    async def run() -> Admitted:
        async with bench(tmp_path, source, limits=Limits(cost=0.05)) as deps:
            await go(deps, turn(1, QUERIES[:1]))
            return await go(deps, turn(2, QUERIES[1:]))

    (second,) = asyncio.run(run()).searched
    assert source.asked == ["trees"]
    assert second.final
    assert "Money limit" in second.lost[0].reason


# -- the model's own search, through its real client and the real opener of pages --------------------------------

COLUMBIA = "https://www.britannica.com/place/Mount-Columbia"
SENTENCE = "Mount Columbia in Alberta rises to 3,747 metres above the sea."
MOUNTAIN = Query(text="tallest mountain in Alberta", items=("c1",))


class Mountains:
    """A model whose recorded search names one page, and the web that both are on."""

    def __init__(self, shared_data: Path, settings: Settings, page: WebAnswer | Exception) -> None:
        row = json.loads((shared_data / "http_llm_websearch" / "openai.jsonl").read_text("utf-8").splitlines()[8])
        self._said = WebAnswer(
            url=row["url"], status=200, headers={"content-type": "text/event-stream"}, body=row["body"].encode()
        )
        self._page = page
        self.web = ScriptedWeb(self._answer)
        keyed = msgspec.structs.replace(settings, keys={"OPENAI_API_KEY": Secret("sk-very-secret")})
        context = ProviderContext(settings=keyed, web=self.web, read=_read_here)
        client = client_for("openai:gpt-6-sol", context)
        self.source = ModelSearch(dataclasses.replace(context, model=client))
        self.pages = Fetcher(context)

    def _answer(self, request: WebRequest) -> WebAnswer:
        if request.url == "https://api.openai.com/v1/responses":
            return self._said
        if request.url == COLUMBIA:
            if isinstance(self._page, Exception):
                raise self._page
            return self._page
        return WebAnswer(url=request.url, status=404)

    @property
    def asked(self) -> list[str]:
        return [request.url for request in self.web.requests if not request.url.endswith("/robots.txt")]

    def research(self, folder: Path, query: Query = MOUNTAIN, mode: str = "hybrid") -> tuple[Admitted, list[Any], Any]:
        """What was admitted, the snapshots, and what the extractive engine proves from them."""

        async def run() -> tuple[Admitted, list[Any], Any]:
            async with bench(folder, self.source, mode=mode) as opened:
                deps = dataclasses.replace(opened, openers={}, pages=self.pages)
                found = await go(deps, turn(queries=[query]))
                documents = await deps.store.documents(found.documents)
                order = reading_order(deps.ranker, query.text, [query], documents)
                passages = chosen_within(order, WITHOUT_MODEL).passages({one.id: one for one in documents})
                plan = await deps.reasoner.plan(query.text, "", ())
                findings = await deps.reasoner.extract(plan, plan.checklist, passages, [])
                proven = prove(findings, {one.id: one for one in documents}, [], 0, 1)
                return found, documents, (proven, deps.effects.total())

        return asyncio.run(run())


async def _read_here(data: bytes, name: str, media_type: str | None) -> ReadText:
    return read_now(data, name, media_type)


def _html(text: str, status: int = 200) -> WebAnswer:
    body = f"<html><head><title>Columbia</title></head><body><main><p>{text}</p></main></body></html>"
    return WebAnswer(url=COLUMBIA, status=status, headers={"content-type": "text/html"}, body=body.encode())


def test_what_the_model_found_is_quoted_from_our_own_snapshot(tmp_path, settings, shared_data):
    about = f"{SENTENCE} It is the tallest mountain in the province and stands on the border with British Columbia."
    mountains = Mountains(shared_data, settings, _html(about))
    found, (document,), (proven, total) = mountains.research(tmp_path)
    assert mountains.asked == ["https://api.openai.com/v1/responses", COLUMBIA]
    assert (document.url, document.source_name, document.kind) == (COLUMBIA, "model", "content")
    assert SENTENCE in document.text
    assert proven.evidence
    for evidence in proven.evidence:
        assert evidence.document_id == document.id
        assert evidence.quote == document.text[evidence.start : evidence.end]
    told = "12,294"  # feet: said by the model, not by the page
    assert told not in document.text
    assert not [fact for fact in proven.facts if told in fact.statement]
    assert (total.calls, total.tokens, total.searches, total.pages) == (1, 8_313, 1, 1)
    assert total.cost == pytest.approx(0.027258)
    assert [one.failed for one in found.searched] == [False]


@pytest.mark.fault(24)
@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (_html("Access denied", 403), "403"),
        (UnsafeAddress("the address is private"), "the address is private"),
        (Unavailable("connection refused"), "connection refused"),
    ],
)
def test_a_page_that_refuses_us_is_lost_although_the_model_read_it(tmp_path, settings, shared_data, page, reason):
    found, documents, (proven, total) = Mountains(shared_data, settings, page).research(tmp_path)
    (searched,) = found.searched
    assert (searched.hits, searched.failed, documents, proven.facts) == (1, False, [], ())
    assert searched.lost[0].source == "model"
    assert reason in searched.lost[0].reason
    assert total.calls == 1


@pytest.mark.fault(69)
@pytest.mark.parametrize(
    ("mode", "private"), [("local_only", False), ("local_only", True), ("hybrid", True), ("cloud_allowed", True)]
)
def test_the_model_is_not_asked_to_search_for_what_may_not_leave(tmp_path, settings, shared_data, mode, private):
    mountains = Mountains(shared_data, settings, _html(SENTENCE))
    query = msgspec.structs.replace(MOUNTAIN, private=private)
    found, documents, _ = mountains.research(tmp_path, query, mode)
    assert (mountains.asked, found, documents) == ([], Admitted(), [])


def test_a_query_for_a_kind_that_nobody_has_is_for_everybody(tmp_path):
    web, local = Source("web", finding(trees=["u1"])), Source("corpus", finding(trees=["u2"]))
    web.kind, local.kind = "web", "local"
    queries = (Query(text="trees", kind="academic", items=("c1",)), Query(text="soil", kind="web", items=("c2",)))

    async def run() -> Admitted:
        async with bench(tmp_path, web, local) as deps:
            return await go(deps, turn(1, queries))

    asyncio.run(run())
    assert sorted(web.asked) == ["soil", "trees"]
    assert local.asked == ["trees"]


# -- what earlier research had read ---------------------------------------------------------------------------


class Kept(Source):
    """Gives snapshots that were read just now."""

    kind = "knowledge"
    source_type = "knowledge"

    async def search(self, query: str, max_results: int, filters: Filters) -> list[SourceResult]:
        found = await super().search(query, max_results, filters)
        return [msgspec.structs.replace(hit, document_id=hit.url, retrieved_at=datetime.now(UTC)) for hit in found]


def slowly(*urls: str) -> Answer:
    async def answer(query: str) -> list[str]:
        for _ in range(20):
            await asyncio.sleep(0)
        return list(urls)

    return answer


def test_what_is_kept_is_read_before_anybody_fetches_it(tmp_path):
    """However quick the others answer: their other pages are read all the same."""
    known, new = "https://a.example/known", "https://a.example/new"
    kept, quick = Kept("knowledge", slowly(known)), Source("web", finding(trees=[known, new]), outside="queries")
    found = collected(tmp_path, quick, kept, one=turn(queries=QUERIES[:1]))
    assert kept.opened == {known: 1}
    assert quick.opened == {new: 1}
    assert len(found.documents) == 2


@pytest.mark.parametrize("error", [Unavailable("the database is busy"), BadAnswer("broken")])
def test_a_base_that_fails_holds_nobody_up(tmp_path, error):
    page = "https://a.example/page"
    kept, web = Kept("knowledge", failing(error)), Source("web", finding(trees=[page]), outside="queries")
    spare = Source("spare", finding(trees=[page]), outside="queries")
    one = turn(queries=QUERIES[:1], sources=("knowledge", "web"), reserve=(SPARE,))
    found = collected(tmp_path, kept, web, spare, one=one)
    assert found.documents == (f"id-{page}",)
    assert next(one for one in found.searched if one.provider == "knowledge").failed
