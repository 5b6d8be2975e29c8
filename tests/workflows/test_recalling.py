"""Questions that follow a run: read first what it read, search only what is missing, and rest on documents of their own."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import RunNotFound
from inquiro.core.models import Capabilities
from inquiro.core.types import Filters, ResearchRequest
from inquiro.engine.domains import load_domains
from inquiro.exports import registry as exports
from inquiro.exports import strip_volatile
from inquiro.providers.llm import registry as models
from inquiro.runtime import Runtime
from inquiro.runtime.packs import verify_pack
from inquiro.storage.store import SqlStore
from inquiro.testing import DiligentModel, Page, ScriptedProvider, plugged_in, write_corpus

COOLING = "How much do street trees cool the air?"
COST = "and what do they cost?"
WATER = "How much water do they need?"
VARNHOLT = Page(
    title="Street trees in Varnholt",
    text="Street trees cool the air in Varnholt by 1.6 °C at noon. However, street trees cool only where the sun "
    "reaches the ground. A street tree costs 1,100 € over thirty years, but only with watering.",
    published="2019-05-01",
)
KORVENAU = Page(
    title="Street trees in Korvenau",
    text="In Korvenau street trees cool the air by 1.2 °C on hot days. Street trees cool little at night, however. "
    "The cost of a street tree is 1,300 € in Korvenau, but only where the soil is good.",
    published="2021-05-01",
)
NEEDS = Page(title="Water need", text="A sapling needs 80 litres of water per week in a dry summer.")


@pytest.fixture
def library(plug):
    """A source whose first answers hold cooling and cost, and nothing on water."""
    provider = ScriptedProvider("library", [VARNHOLT, KORVENAU, NEEDS])
    plug(provider)
    return provider


@pytest.fixture
def earlier(runtime, library):
    """A run that read two of the three pages; whoever follows it starts with a source that was asked nothing."""
    report = ask(runtime, COOLING, sources=("library",), depth="light")
    assert len(library.opened) == 2
    library.searches.clear()
    library.opened.clear()
    return report


def ask(runtime, question, on_event=None, **options):
    return asyncio.run(runtime.ask(ResearchRequest(question=question, **options), on_event))


def follow(runtime, earlier, question, on_event=None, **options):
    return ask(runtime, question, on_event, follow=earlier.trace_id[:8], **options)


def holds(runtime, report):
    return asyncio.run(runtime.verify(report.trace_id)).holds


def replays(runtime, report):
    return asyncio.run(runtime.replay(report.trace_id)).differences == ()


# -- what it reads and what it searches --------------------------------------------------------------------


def test_what_the_earlier_run_read_may_answer_alone(runtime, library, earlier):
    told = []
    report = follow(runtime, earlier, COST, told.append)
    assert "1,300 €" in report.answer
    assert "1,100 €" in report.answer
    assert (library.searches, library.opened) == ([], [])
    assert (report.usage.searches, report.usage.pages, report.iterations_used) == (0, 0, 0)
    assert report.status == "completed"
    assert report.stop_reason == f"Answered from run {earlier.trace_id[:8]}; nothing was searched: 1 of 1 answered"
    assert f"From run {earlier.trace_id[:8]}: 3 facts of 2 documents" in [
        e.message for e in told if e.stage == "recall"
    ]
    assert [(one.iteration, one.queries) for one in report.rounds] == [(0, ())]
    assert not [row for row in asyncio.run(runtime.effects(report.trace_id)) if row.kind in {"search", "fetch"}]
    assert holds(runtime, report)
    assert replays(runtime, report)


def test_only_what_is_missing_is_searched_and_nothing_is_read_twice(runtime, library, earlier):
    report = follow(runtime, earlier, WATER)
    assert NEEDS.title in report.answer  # named, and not quoted: it speaks of a sapling
    assert library.opened == ["scripted:library/water-need"]
    assert library.searches
    assert all("water" in query for query in library.searches)
    assert (report.iterations_used, report.usage.pages) == (2, 1)
    assert holds(runtime, report)
    assert replays(runtime, report)


def test_a_light_question_has_its_one_round_besides_what_it_follows(runtime, library, earlier):
    report = follow(runtime, earlier, WATER, depth="light")
    assert report.nearest[0].quote == NEEDS.text
    assert report.iterations_used == 1


def test_the_report_says_what_it_took_from_which_run(runtime, earlier):
    report = follow(runtime, earlier, WATER)
    short, asked = earlier.trace_id[:8], asyncio.run(runtime.find(earlier.trace_id)).created_at
    assert report.notices[0] == (
        f"Follows run {short} of {asked:%Y-%m-%d} (“{COOLING}”): 2 documents read before gave 2 of the 3 sources."
    )
    flags = {source.title: " ".join(source.flags) for source in report.sources}
    assert flags[NEEDS.title] == ""
    assert flags[VARNHOLT.title].startswith(f"read by run {short} on 2026-01-01")  # when the double read it
    assert "days ago)" in flags[VARNHOLT.title]


def test_a_new_finding_contradicts_an_earlier_one(runtime, plug):
    old = Page(
        title="Cost of a street tree, 2019",
        text="The lifetime cost of a street tree in Korvenau is 1,100 € per tree over thirty years.",
        published="2019-05-01",
    )
    new = msgspec.structs.replace(
        old, title="Audited cost", text=old.text.replace("1,100", "2,400"), published="2023-05-01"
    )
    plug(ScriptedProvider("then", [old]), ScriptedProvider("now", [new]))
    question = "What is the lifetime cost of a street tree in Korvenau?"
    first = ask(runtime, question, sources=("then",), depth="light")
    report = follow(runtime, first, question, sources=("now",))
    [found] = report.contradictions
    assert {side.value: bool(side.earlier) for side in found.sides} == {"1,100 €": True, "2,400 €": False}
    [mark] = [side.earlier for side in found.sides if side.earlier]
    assert mark == f"run {first.trace_id[:8]} on 2026-01-01"
    for name in ("md", "html"):
        assert mark in exports.get(name)().render(report).decode()
    assert "earlier" in exports.get("json")().render(report).decode()


def test_what_the_user_narrows_the_search_to_holds_for_earlier_documents_too(runtime, earlier):
    report = follow(runtime, earlier, COST, filters=Filters(since="2020"))
    assert "1,300 €" in report.answer
    assert "1,100 €" not in report.answer


def test_a_fresh_question_may_fetch_again(runtime, library, earlier):
    follow(runtime, earlier, WATER, fresh=True)
    assert len(library.opened) > 1


def test_a_question_about_something_else_is_researched_as_ever(runtime, library, earlier):
    report = follow(runtime, earlier, "Who founded the Meridian Trust in Aldra and when?")
    assert library.searches
    assert not any("trees" in query for query in library.searches)
    assert report.notices[0].endswith("2 documents read before gave no source.")


def test_no_clarifying_question_where_the_earlier_one_says_what_is_meant(runtime, earlier):
    assert follow(runtime, earlier, "Why?").status == "completed"
    assert ask(runtime, "Why?", sources=("library",)).status == "waiting"


# -- chains, deletion, crashes -----------------------------------------------------------------------------


def test_a_chain_keeps_subject_documents_and_who_read_them(runtime, library, earlier):
    second = follow(runtime, earlier, WATER)
    library.searches.clear()
    third = follow(runtime, second, "and what do they cost?")
    assert "1,300 €" in third.answer
    assert library.searches == []
    assert {" ".join(s.flags).partition(" on ")[0] for s in third.sources} == {f"read by run {earlier.trace_id[:8]}"}
    assert holds(runtime, third)
    assert replays(runtime, third)


def test_a_follow_up_outlives_the_run_it_followed(runtime, plug):
    pages = [msgspec.structs.replace(page, private=True) for page in (VARNHOLT, KORVENAU)]
    plug(ScriptedProvider("mine", pages, kind="local"))
    first = ask(runtime, COOLING, sources=("mine",), depth="light")
    report = follow(runtime, first, COST)
    assert all(source.private for source in report.sources)
    assert asyncio.run(runtime.delete(first.trace_id))
    assert holds(runtime, report)
    assert replays(runtime, report)
    whole = asyncio.run(runtime.whole(report.trace_id))
    assert whole.private
    assert len(whole.documents) == len(report.sources)


def test_a_fork_of_a_follow_up_has_its_documents_too(runtime, plug):
    pages = [msgspec.structs.replace(page, private=True) for page in (VARNHOLT, KORVENAU)]
    plug(ScriptedProvider("mine", pages, kind="local"))
    first = ask(runtime, COOLING, sources=("mine",), depth="light")
    report = follow(runtime, first, COST)
    last = max(row.seq for row in asyncio.run(runtime.effects(report.trace_id)))
    twin = asyncio.run(runtime.fork(report.trace_id, last))
    for run_id in (first.trace_id, report.trace_id):
        assert asyncio.run(runtime.delete(run_id))
    again = asyncio.run(runtime.execute(twin.id))
    assert "1,300 €" in again.answer
    assert holds(runtime, again)


def test_its_evidence_pack_is_checked_anywhere(runtime, earlier, tmp_path):
    report = follow(runtime, earlier, COST)
    path = tmp_path / "evidence.zip"
    path.write_bytes(exports.get("pack")().render_run(asyncio.run(runtime.whole(report.trace_id))))
    checked = verify_pack(path)
    assert checked.holds, checked.problems
    assert checked.found == checked.citations > 0


def test_a_run_that_was_deleted_before_its_follow_up_began_is_an_error(runtime, earlier):
    run = asyncio.run(runtime.start(ResearchRequest(question=COST, follow=earlier.trace_id[:8])))
    assert run.input_params["follow"] == earlier.trace_id
    asyncio.run(runtime.delete(earlier.trace_id))
    with pytest.raises(RunNotFound):
        asyncio.run(runtime.execute(run.id))


class Crash(BaseException):
    """Nothing on the way takes it for an error to handle."""


@pytest.mark.fault(44)
@pytest.mark.parametrize("question", [COST, WATER])
@pytest.mark.parametrize(
    "moment",
    [("effect.after_call", 3), ("effect.after_journal", 3), ("facts.after_settle", 1), ("facts.after_store", 1)],
)
def test_a_crash_on_the_way_changes_nothing(settings, runtime, earlier, question, moment):
    plain = follow(runtime, earlier, question, sources=("library",))
    run = asyncio.run(runtime.start(ResearchRequest(question=question, follow=earlier.trace_id, sources=("library",))))
    reached = 0

    def strike(name, _detail):
        nonlocal reached
        reached += name == moment[0]
        if (name, reached) == moment:
            raise Crash

    with armed(strike), pytest.raises(Crash):
        asyncio.run(runtime.execute(run.id))
    other = Runtime.open(settings)
    try:
        resumed = asyncio.run(other.resume(run.id))
        assert comparable(resumed) == comparable(plain)
        assert holds(other, resumed)
    finally:
        other.close()


def comparable(report):
    return strip_volatile(exports.get("json")().render(report).decode(), "json")


# -- privacy -----------------------------------------------------------------------------------------------


@pytest.mark.fault(69)
def test_what_never_left_the_machine_does_not_leave_as_background(runtime, plug, tmp_path):
    folder = write_corpus(tmp_path / "papers", {"varnholt.md": VARNHOLT.text, "korvenau.md": KORVENAU.text})
    outside = ScriptedProvider("outside", [NEEDS], leaves_machine="queries")
    plug(outside)
    first = ask(runtime, COOLING, corpora=(str(folder),), privacy="local_only")
    report = follow(runtime, first, WATER, privacy="hybrid")
    assert report.privacy == "local_only"
    assert outside.searches == []
    assert asyncio.run(runtime.find(report.trace_id)).input_params["corpora"] == [str(folder)]


def test_without_any_source_the_earlier_documents_are_asked_all_the_same(runtime, plug):
    outside = ScriptedProvider("outside", [VARNHOLT, KORVENAU], leaves_machine="queries")
    plug(outside)
    earlier = ask(runtime, COOLING, sources=("outside",), depth="light")
    outside.searches.clear()
    request = ResearchRequest(question=WATER, follow=earlier.trace_id, privacy="local_only")

    async def started_by_a_server():
        return await runtime.execute((await runtime.start(request)).id)

    report = asyncio.run(started_by_a_server())  # a server takes no folders or sources over
    assert report.stop_reason == f"Run {earlier.trace_id[:8]} says no more, and there is no source to search"
    assert (report.iterations_used, outside.searches) == (0, [])


@pytest.mark.parametrize("private", [False, True])
def test_a_model_is_told_of_the_earlier_question_as_material(runtime, plug, private):
    pages = [msgspec.structs.replace(page, private=private) for page in (VARNHOLT, KORVENAU)]
    plug(ScriptedProvider("mine", pages), ScriptedProvider("open", [NEEDS]))
    cloud = Capabilities(schema=True, web_search=False, local=False)
    double = DiligentModel(capabilities=cloud, rounds_needed=1)
    with plugged_in(models, diligent=lambda _context, _model: double):
        first = ask(runtime, COOLING, sources=("mine",), depth="light")
        report = follow(runtime, first, WATER, sources=("open",), model="diligent:model")
    [plan] = [request for request in double.requests if request.schema_name == "plan"]
    said = plan.messages[-1].text
    assert "<<<context" in said
    assert f"Earlier question: {COOLING}" in said.partition("<<<context")[2]
    assert ("1.2 °C" in said) is not private
    everything = "\n".join(message.text for request in double.requests for message in request.messages)
    assert ("sun reaches the ground" in everything) is not private
    assert holds(runtime, report)
    assert replays(runtime, report)


def test_sources_get_no_credit_for_what_an_earlier_run_read(runtime, settings, earlier):
    follow(runtime, earlier, WATER)
    store = SqlStore.open(settings.database_url, settings.home)
    try:
        known = [one for name in load_domains() for one in asyncio.run(store.source_records(name))]
    finally:
        store.close()
    assert (
        sum(one.gained for one in known if one.source == "library") == 2
    )  # of the one search of the first run one, and one of the second
