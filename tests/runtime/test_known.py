"""Research that compounds: what one run found is a source of the next, marked with its age, and never counted twice."""

from __future__ import annotations

import asyncio
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import Document, Report, ResearchRequest, SourceResult
from inquiro.engine.origins import Origins
from inquiro.exports import registry as exports
from inquiro.runtime import Runtime
from inquiro.runtime.known import ORGANISATION, index_folder, what_is_known
from inquiro.testing import Page, ScriptedProvider, write_corpus

pytestmark = pytest.mark.slow
QUESTION = "How much do street trees cool the air in Varnholt, what do they cost and who pays for them?"
NOW = datetime.now(UTC)


class Wiki(ScriptedProvider):
    """A source outside this machine whose pages were all read so many days ago."""

    def __init__(self, pages: list[Page], days: int = 0, name: str = "wiki") -> None:
        super().__init__(name, pages, leaves_machine="queries")
        self.days = days

    async def open(self, hit: SourceResult) -> Document:
        return msgspec.structs.replace(await super().open(hit), fetched_at=NOW - timedelta(days=self.days))


def asked(runtime: Runtime, question: str = QUESTION, **options) -> Report:
    request = ResearchRequest(question=question, unattended=True, **{"max_iterations": 2} | options)
    return asyncio.run(runtime.ask(request))


def kept(runtime: Runtime, **options) -> Report:
    """A first run, whose findings are kept."""
    report = asked(runtime, **options)
    assert asyncio.run(runtime.knowledge_add(report.trace_id)).facts > 0
    return report


def types_of(report: Report) -> set[str]:
    return {source.type for source in report.sources}


@pytest.fixture
def young(plug, pages) -> Wiki:
    wiki = Wiki(pages, days=3)
    plug(wiki)
    return wiki


def test_only_a_base_with_pages_is_given_to_sources(runtime, young):
    assert asyncio.run(what_is_known(runtime._store, ORGANISATION, runtime.settings)) is None
    kept(runtime, sources=("wiki",))
    known = asyncio.run(what_is_known(runtime._store, ORGANISATION, runtime.settings))
    assert known is not None
    assert asyncio.run(known.size()).documents > 0
    assert asyncio.run(what_is_known(runtime._store, "another organisation", runtime.settings)) is None


def test_the_next_run_answers_from_what_is_known_and_fetches_none_of_it_again(runtime, young):
    first = kept(runtime, sources=("wiki",))
    read = list(young.opened)
    second = asked(runtime)
    assert types_of(first) == {"web"}
    assert "knowledge" in types_of(second)
    assert not set(young.opened[len(read) :]) & set(read)
    source = next(one for one in second.sources if one.type == "knowledge")
    assert source.source_name == "knowledge"
    assert source.url.startswith("https://wiki.example/")
    assert f"earlier research, read {NOW - timedelta(days=3):%Y-%m-%d}, 3 days ago" in source.flags
    assert asyncio.run(runtime.verify(second.trace_id)).holds


def test_what_is_known_answers_where_nothing_may_leave_the_machine(runtime, young):
    kept(runtime, sources=("wiki",))
    before = len(young.searches)
    report = asked(runtime, privacy="local_only")
    assert types_of(report) == {"knowledge"}
    assert any("1.6 °C" in claim.text for claim in report.claims)
    assert len(young.searches) == before
    assert report.lost == ()


def test_fresh_research_leaves_it_out_unless_it_is_named(runtime, young):
    kept(runtime, sources=("wiki",))
    assert "knowledge" not in types_of(asked(runtime, fresh=True))
    assert types_of(asked(runtime, fresh=True, sources=("knowledge",))) == {"knowledge"}


def test_a_folder_is_asked_alone_unless_it_is_named(runtime, young, tmp_path):
    kept(runtime, sources=("wiki",))
    # Of the town that is asked about: beside what is known of it, a figure of another town need not be quoted.
    folder = write_corpus(tmp_path / "papers", {"cost.md": "# Cost\n\nA street tree in Varnholt costs 900 € a year.\n"})
    assert types_of(asked(runtime, corpora=(str(folder),), privacy="local_only")) == {"local"}
    both = asked(runtime, corpora=(str(folder),), sources=("knowledge",), privacy="local_only")
    assert types_of(both) == {"local", "knowledge"}


@pytest.fixture
def old(runtime, plug, pages) -> dict[str, Page]:
    """What is kept was read long ago; the pages by their addresses."""
    wiki = Wiki(pages, days=90)
    plug(wiki)
    kept(runtime, sources=("wiki",))
    return dict(wiki._pages)


def today(plug, pages: dict[str, Page]) -> Wiki:
    """Another source that finds the same addresses; nobody has asked it before."""
    press = Wiki([msgspec.structs.replace(page, url=url) for url, page in pages.items()], name="press")
    plug(press)
    return press


def test_an_old_page_that_a_live_source_finds_is_read_anew(runtime, plug, old):
    changed = {url: msgspec.structs.replace(page, text=page.text.replace("1.6", "1.9")) for url, page in old.items()}
    press = today(plug, changed)
    report = asked(runtime, sources=("knowledge", "press"))
    told = " ".join(claim.text for claim in report.claims)
    assert press.opened
    assert "1.9 °C" in told
    assert "1.6 °C" not in told
    assert {source.type for source in report.sources if source.url in press.opened} == {"web"}


def test_an_old_page_that_nobody_finds_today_still_serves_with_its_age(runtime, plug, old):
    today(plug, {})
    report = asked(runtime, sources=("knowledge", "press"))
    assert types_of(report) == {"knowledge"}
    assert all(any(flag.endswith("90 days ago") for flag in source.flags) for source in report.sources)


def test_a_page_from_the_base_and_the_same_page_today_are_one_origin(runtime, plug, old):
    today(plug, {url: msgspec.structs.replace(page, text=f"{page.text} It was so again.") for url, page in old.items()})
    second = asked(runtime, sources=("knowledge", "press"))
    facts = asyncio.run(runtime.facts(second.trace_id))
    assert facts
    assert {fact.origins for fact in facts} == {1}


def test_what_came_from_the_base_does_not_strengthen_it(runtime, young):
    kept(runtime, sources=("wiki",))
    before = asyncio.run(runtime.knowledge_graph())
    second = asked(runtime, sources=("knowledge",))
    assert types_of(second) == {"knowledge"}
    assert asyncio.run(runtime.knowledge_add(second.trace_id)).facts == 0
    after = asyncio.run(runtime.knowledge_graph())
    told = {fact.id: (fact.origins, len(fact.proofs)) for fact in before.facts}
    assert {fact.id: (fact.origins, len(fact.proofs)) for fact in after.facts} == told


def test_nothing_that_was_written_here_becomes_a_source(runtime, young):
    """Documents of the base are pages that a run had read; the row of the first run keeps its type."""
    first = kept(runtime, sources=("wiki",))
    second = asked(runtime, sources=("knowledge",))
    read = asyncio.run(runtime._store.documents([source.document_id for source in first.sources]))
    again = asyncio.run(runtime._store.documents([source.document_id for source in second.sources]))
    assert {document.source_type for document in read} == {"web"}
    assert {document.source_type for document in again} == {"knowledge"}
    texts = {page.text for page in young._pages.values()}
    assert {document.text for document in again} <= texts
    origins = Origins([*read, *again])
    for document in again:
        twin = next((one for one in read if one.url == document.url), None)
        assert twin is None or origins.copies(twin.id, document.id)


def test_a_replay_needs_no_base(runtime, young):
    first = kept(runtime, sources=("wiki",))
    second = asked(runtime)
    asyncio.run(runtime.knowledge_remove(first.trace_id))
    assert asyncio.run(what_is_known(runtime._store, ORGANISATION, runtime.settings)) is None
    replayed = asyncio.run(runtime.replay(second.trace_id))
    assert replayed.differences == ()
    assert replayed.identical


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


@pytest.mark.fault(44)
@pytest.mark.parametrize("occurrence", [2, 5, 9])
def test_a_run_that_died_between_searching_and_reading_the_base_goes_on_as_if_nothing_had_happened(
    runtime, settings, young, occurrence
):
    kept(runtime, sources=("wiki",))
    whole = asked(runtime, sources=("knowledge",))
    run = asyncio.run(runtime.start(ResearchRequest(question=QUESTION, unattended=True, sources=("knowledge",), max_iterations=2)))  # fmt: skip
    passed = 0

    def strike(name: str, _: str) -> None:
        nonlocal passed
        passed += name == "effect.after_journal"
        if passed == occurrence and name == "effect.after_journal":
            raise Crash(name)

    with armed(strike), pytest.raises(Crash):
        asyncio.run(runtime.execute(run.id))
    later = Runtime.open(settings)
    try:
        report = asyncio.run(later.resume(run.id))
    finally:
        later.close()
    assert [(claim.text, claim.label) for claim in report.claims] == [(c.text, c.label) for c in whole.claims]
    assert types_of(report) == {"knowledge"}


def test_a_private_page_stays_private_when_it_comes_back(runtime, tmp_path):
    folder = write_corpus(tmp_path / "papers", {"note.md": "# Oaks\n\nThe oak of Ada Lund cost 4,200 € in 2024.\n"})
    kept(runtime, question="What did the oak of Ada Lund cost?", corpora=(str(folder),), privacy="local_only")
    report = asked(runtime, "What did the oak of Ada Lund cost?", sources=("knowledge",))
    assert report.sources
    assert all(source.private for source in report.sources)


def test_a_host_gets_no_credit_for_a_page_that_was_not_fetched(runtime, young):
    kept(runtime, sources=("wiki",))
    records = {one.source: one.tried for one in asyncio.run(runtime._store.source_records("general"))}
    asked(runtime, sources=("knowledge",))
    again = {one.source: one.tried for one in asyncio.run(runtime._store.source_records("general"))}
    assert again["host:wiki.example"] == records["host:wiki.example"]
    assert again["knowledge"] > 0


def test_sources_are_listed_and_tried_with_what_is_known(runtime, young):
    def listed():
        return next(one for one in asyncio.run(runtime.sources()) if one.name == "knowledge")

    assert not listed().available
    with pytest.raises(NotConfigured, match="inquiro knowledge add RUN"):
        asyncio.run(runtime.try_source("knowledge"))
    kept(runtime, sources=("wiki",))
    assert listed().available
    tried = asyncio.run(runtime.try_source("knowledge", "street trees cooling"))
    assert tried.ok
    assert tried.hits[0].source_type == "knowledge"
    ranked = asyncio.run(runtime.sources("general"))
    why = next(one.reasons for one in ranked if one.name == "knowledge")
    assert why[0].startswith("what earlier research found")


@pytest.mark.parametrize("name", ["md", "html", "json"])
def test_a_report_says_what_came_from_earlier_research_and_how_old_it_is(runtime, young, name):
    kept(runtime, sources=("wiki",))
    report = asked(runtime, sources=("knowledge",))
    text = exports.get(name)().render(report).decode()
    assert ("knowledge" in text) == (name == "json")  # readers are told in words
    assert f"earlier research, read {NOW - timedelta(days=3):%Y-%m-%d}, 3 days ago" in text


def test_a_follow_up_says_how_old_a_page_of_the_base_is_today(runtime, young):
    kept(runtime, sources=("wiki",))
    second = asked(runtime, sources=("knowledge",))
    third = asked(runtime, "and who pays for them?", follow=second.trace_id, sources=("knowledge",))
    ages = [flag for source in third.sources for flag in source.flags if flag.startswith("earlier research")]
    assert len(ages) == len(third.sources) > 0
    assert all(flag.endswith("3 days ago") for flag in ages)


def test_the_index_has_a_place_for_each_database_and_organisation_and_keeps_no_password(tmp_path):
    def place(url: str, org: str = "local") -> Path:
        return index_folder(Settings(home=tmp_path, database_url=url), org)

    assert place("postgresql://me:secret@db/a") == place("postgresql://you:other@db/a")
    different = {place("postgresql://db/a"), place("postgresql://db/b"), place("postgresql://db/a", "theirs")}
    assert len(different) == 3
    assert {one.parent for one in different} == {tmp_path / "knowledge"}


def test_what_is_known_is_indexed_in_the_data_folder_which_can_be_emptied_at_any_time(runtime, young):
    kept(runtime, sources=("wiki",))
    before = asyncio.run(runtime.knowledge_search("street trees", 3))
    place = index_folder(runtime.settings, ORGANISATION)
    state = asyncio.run(runtime.knowledge.index_state())
    assert before
    assert (place / "index.db").is_file()
    assert (state.documents > 0, state.unread) == (True, 0)
    shutil.rmtree(place)
    assert asyncio.run(runtime.knowledge_search("street trees", 3)) == before


def test_a_run_tells_how_much_of_what_is_known_can_be_found(runtime, young):
    kept(runtime, sources=("wiki",))
    report = asked(runtime, privacy="local_only")
    told = [one.message for one in asyncio.run(runtime.events(report.trace_id)) if one.stage == "index"]
    assert any(message.startswith("earlier research: ") for message in told)
    assert asyncio.run(runtime.replay(report.trace_id)).identical
