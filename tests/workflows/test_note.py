"""A note from its file to its section: with and without a model, over outages, bad answers and crashes."""

from __future__ import annotations

import asyncio
import hashlib
import os
from contextlib import contextmanager

import msgspec
import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import BadAnswer, Unavailable, UsageError
from inquiro.core.types import NoteAsk, ResearchRequest
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking
from inquiro.engine.notes.agreement import listed_queries
from inquiro.providers.llm import registry as models
from inquiro.providers.search import registry as sources
from inquiro.testing import MoodyModel, Page, ScriptedProvider, plugged_in

NOTE = """---
tags: [house]
---
# Heat pumps

The old [[Boiler]] has to go.

An air-source heat pump may make at most 35 dB at night in residential areas.

What subsidy is available for replacing a gas boiler?
"""
BOILER = "# Boiler\n\nThe gas boiler from 1998 burns too much gas.\n"
RULES = "# Noise rules\n\nHeat pump noise at night is measured at the window of the neighbour.\n"
PAGES = tuple(
    Page(title=title, text=text)
    for title, text in {
        "Noise limits": "An air-source heat pump may make at most 40 dB at night in residential areas. "
        + "Heat pump noise is measured at the window of the neighbour at night. " * 4,
        "Night limits": "The night limit for an air-source heat pump in residential areas is 40 dB.",
        "Subsidies": "The subsidy for replacing a gas boiler with a heat pump is up to 70 percent of its price.",
        "Boilers": "Replacing a gas boiler takes two days, and the subsidy is paid afterwards.",
    }.items()
)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    quick = RetryPolicy(attempts=2, outage_attempts=2, timeout_attempts=1, first_wait=0.0, longest_wait=0.0)
    monkeypatch.setattr(asking, "MID_RUN", quick)
    monkeypatch.setattr(asking, "AT_START", quick)


def edit(note, text):
    """What a person wrote, some time ago: a note that somebody types in is not written."""
    note.write_text(text)
    os.utime(note, (1_700_000_000, 1_700_000_000))


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    (folder / "Projects").mkdir(parents=True)
    (folder / "Areas").mkdir()
    edit(folder / "Projects" / "Heat pumps.md", NOTE)
    (folder / "Areas" / "Boiler.md").write_text(BOILER)
    (folder / "Areas" / "Noise rules.md").write_text(RULES)
    return folder


@pytest.fixture
def note(vault):
    return vault / "Projects" / "Heat pumps.md"


@pytest.fixture
def web():
    provider = ScriptedProvider("scripted", PAGES, leaves_machine="queries")
    with plugged_in(sources, scripted=lambda _context: provider):
        yield provider


def asked(vault, *, depth="shallow", focus=None, dry_run=False, **more):
    own = {name: more.pop(name) for name in ("send", "quotes", "queries", "path", "hold") if name in more}
    ask = NoteAsk(
        vault=str(vault), depth=depth, focus=focus, dry_run=dry_run, **{"path": "Projects/Heat pumps.md"} | own
    )
    options = {"sources": ("scripted",), "unattended": True} | more
    return ResearchRequest(question="Research note: Projects/Heat pumps.md", note=ask, **options)


@contextmanager
def using(double):
    with plugged_in(models, double=lambda _context, _model: double):
        yield


def run(runtime, request):
    return asyncio.run(runtime.ask(request))


def with_model(vault, **more):
    return asked(vault, model="double:x", **more)


def test_a_section_is_written_by_topic_with_links_and_the_rest_stays_as_it_is(runtime, vault, note, web):
    report = run(runtime, asked(vault))
    text = note.read_text()
    assert text.startswith(NOTE)
    section = text[len(NOTE) :]
    assert section.lstrip("\n").startswith("## Research\n")
    assert "](https://scripted.example/" in section
    assert report.note.path == "Projects/Heat pumps.md"
    assert report.note.topics_researched == len(report.note.topics) >= 2
    assert report.note.preview == report.note.written.section[:500]
    assert report.note.written.outcome == "written"
    assert not web.opened  # shallow: snippets alone
    assert all(source.flags for source in report.sources if source.type == "web")
    assert {(vault / "Areas" / name).read_text() for name in ("Boiler.md", "Noise rules.md")} == {BOILER, RULES}


def test_every_sentence_opens_at_its_words(runtime, vault, web):
    report = run(runtime, asked(vault, depth="deep"))
    checked = asyncio.run(runtime.verify(report.trace_id))
    assert checked.holds
    assert checked.citations >= 2
    assert all(claim.label in {"quoted", "supported"} for claim in report.claims if claim.section in labels(report))


def labels(report):
    return {topic.label for topic in report.note.topics}


def test_the_note_is_held_against_its_sources(runtime, vault, note, web):
    run(runtime, asked(vault, depth="deep"))
    line = next(line for line in note.read_text().splitlines() if "Your note says" in line)
    assert "35 dB" in line
    assert "2 sources say 40 dB" in line


def test_related_notes_are_those_that_the_note_does_not_link_to(runtime, vault, note, web):
    report = run(runtime, asked(vault))
    assert [one.link for one in report.note.related] == ["[[Noise rules]]"]
    assert "- [[Noise rules]]\n" in note.read_text()
    assert "[[Heat pumps]]" not in note.read_text()


def test_they_are_quoted_where_the_reader_wants_it(runtime, vault, note, web):
    run(runtime, asked(vault, quotes=True))
    assert "- [[Noise rules]]: Heat pump noise at night" in note.read_text()


DIARY = """# Diary

The heat pump noise at night: 35 dB cost me DE89 3704 0044 0532 0130 00 euros of sleep in residential areas.
"""


@pytest.mark.parametrize("quotes", [False, True])
@pytest.mark.parametrize("kept", ["---\nprivate: true\n---\n", "---\ninquiro: never\n---\n", "#private\n"])
def test_a_private_note_is_named_nowhere(runtime, vault, web, kept, quotes):
    note = vault / "Projects" / "Heat pumps.md"
    (vault / "Areas" / "Diary.md").write_text(f"{kept}{DIARY}")
    report = run(runtime, asked(vault, quotes=quotes))
    assert [one.link for one in report.note.related] == ["[[Noise rules]]"]
    assert "Diary" not in note.read_text()
    assert "3704" not in str(report.to_dict())


def test_what_a_note_says_is_not_copied_into_another(runtime, vault, note, web):
    (vault / "Areas" / "Diary.md").write_text(DIARY)
    report = run(runtime, asked(vault))
    assert "[[Diary]]" in {one.link for one in report.note.related}
    assert "3704" not in note.read_text()
    assert "euros of sleep" not in note.read_text()


def test_comments_code_templates_and_footers_are_not_quoted(runtime, vault, note, web):
    hidden = "Heat pump noise at night in residential areas is %s."
    text = (
        f"# Rest\n\n%% {hidden % 'a comment'} %%\n\n```\n{hidden % 'code'}\n```\n\n<% {hidden % 'a template'} %>\n\n"
        f"{hidden % 'open'}\n\n---\n{hidden % 'a footer'}\n"
    )
    (vault / "Areas" / "Rest.md").write_text(text)
    run(runtime, asked(vault, quotes=True))
    written = note.read_text()
    assert "is open" in written
    for kind in ("a comment", "is code", "a template", "a footer"):
        assert kind not in written


def test_an_ignored_note_is_neither_related_nor_researched(runtime, vault, note, web):
    (vault / ".inquiroignore").write_text("# mine\nAreas/\n")
    assert run(runtime, asked(vault)).note.related == ()
    with pytest.raises(UsageError, match="inquiroignore"):
        run(runtime, asked(vault, path="Areas/Boiler.md"))


def test_nothing_of_a_private_note_leaves(runtime, vault, note, web):
    edit(note, NOTE.replace("tags: [house]", "tags: [house]\nprivate: true"))
    report = run(runtime, asked(vault, send="all"))
    assert report.note.queries == ()
    assert web.searches == []


def test_a_person_sees_what_would_leave_and_decides(runtime, vault, note, web):
    report = run(runtime, asked(vault, send="ask"))
    assert report.status == "waiting"
    assert report.clarification.startswith("These searches would leave this machine:\n 1 ")
    assert web.searches == []
    shown = listed_queries(report.clarification)
    done = asyncio.run(runtime.answer(report.trace_id, "drop 1"))
    assert done.status == "completed"
    assert list(done.note.queries) == shown[1:]
    assert set(web.searches) == set(shown[1:])


def test_nothing_leaves_where_a_person_says_so(runtime, vault, note, web):
    report = run(runtime, asked(vault, send="ask"))
    done = asyncio.run(runtime.answer(report.trace_id, "nothing"))
    assert (web.searches, done.note.queries) == ([], ())
    assert done.note.written.outcome == "written"  # of the vault's own notes


def test_searches_of_a_person_s_own_leave_and_their_words_may_be_remembered(runtime, vault, note, web):
    report = run(runtime, asked(vault, send="ask"))
    done = asyncio.run(runtime.answer(report.trace_id, "Vaillant heat pump noise\nremember"))
    assert done.note.queries == ("Vaillant heat pump noise",)
    edit(note, NOTE + "\nDoes the heat pump of Vaillant need a buffer tank?\n")
    again = run(runtime, asked(vault))
    assert any("Vaillant" in query for query in again.note.queries)


def test_the_answer_is_journaled(runtime, vault, note, web):
    report = run(runtime, asked(vault, send="ask"))
    done = asyncio.run(runtime.answer(report.trace_id, "noise of heat pumps at night"))
    replayed = asyncio.run(runtime.replay(done.trace_id))
    assert replayed.differences == ()


def test_queries_that_were_agreed_to_elsewhere_leave_and_no_others(runtime, vault, note, web):
    report = run(runtime, asked(vault, queries=("quiet heat pumps",)))
    assert report.note.queries == ("quiet heat pumps",)
    assert set(web.searches) == {"quiet heat pumps"}


def test_what_was_held_back_is_told(runtime, vault, note, web):
    edit(note, NOTE + "\nDr. Baker says a heat pump may make 35 dB at night. Call 4471.\n")
    report = run(runtime, asked(vault))
    assert {(one.word, one.why) for one in report.note.held} >= {("Baker", "a name")}


def test_related_notes_that_research_named_stay_related(runtime, vault, note, web):
    first, again = (run(runtime, asked(vault, fresh=True)) for _ in range(2))
    assert [one.link for one in again.note.related] == [one.link for one in first.note.related] == ["[[Noise rules]]"]
    told = note.read_text().replace(again.trace_id[:8], first.trace_id[:8])
    assert told.count("[[Noise rules]]") == first.note.section.count("[[Noise rules]]")


def test_deep_research_opens_two_pages_a_topic_at_most(runtime, vault, web):
    report = run(runtime, asked(vault, depth="deep"))
    assert web.opened
    assert len(set(web.opened)) <= 2 * report.note.topics_researched


def test_only_labels_leave_and_they_are_listed(runtime, vault, note, web):
    edit(note, NOTE + "\nMy neighbour Jane Doe pays 4000 euros a month, password hunter2XYZ99.\n")
    report = run(runtime, asked(vault))
    assert set(web.searches) == set(report.note.queries)
    assert all(len(query.split()) <= 8 for query in web.searches)
    assert not any(word in " ".join(web.searches) for word in ("Jane", "hunter2", "4000"))
    events = asyncio.run(runtime.events(report.trace_id))
    (told,) = [event for event in events if event.stage == "topics"]
    assert told.data["queries"] == list(report.note.queries)


def test_a_dry_run_sends_nothing_writes_nothing_and_says_what_it_would(runtime, vault, note, web):
    report = run(runtime, asked(vault, dry_run=True))
    assert not web.searches
    assert note.read_text() == NOTE
    assert report.note.queries
    assert report.note.written.outcome == "dry_run"
    assert "+## Research" in report.note.written.diff


def test_running_again_updates_the_section_and_keeps_remarks(runtime, vault, note, web):
    run(runtime, asked(vault))
    lines = note.read_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith("### Related"))
    edit(note, "".join([*lines[:at], "My own remark stays.\n\n", *lines[at:]]))
    report = run(runtime, asked(vault, fresh=True))
    text = note.read_text()
    assert text.count("## Research\n") == 1
    assert text.count("My own remark stays.") == 1
    assert text.startswith(NOTE)
    assert report.note.written.outcome in {"merged", "unchanged"}


def test_what_was_researched_before_is_no_evidence(runtime, vault, note, web):
    run(runtime, asked(vault))
    again = run(runtime, asked(vault, fresh=True))
    assert not any("Researched on" in claim.text for claim in again.claims)
    assert asyncio.run(runtime.whole(again.trace_id)).private


def test_a_focus_narrows_the_topics(runtime, vault, web):
    assert "subsidy" not in run(runtime, asked(vault)).note.topics[0].label.lower()
    assert "subsidy" in run(runtime, asked(vault, focus="subsidy")).note.topics[0].label.lower()


def test_an_empty_note_is_a_clear_error(runtime, vault, note, web):
    edit(note, "")
    with pytest.raises(UsageError, match="no words"):
        run(runtime, asked(vault))


def test_a_source_that_fails_fails_nothing_else(runtime, vault, note):
    down = ScriptedProvider("scripted", PAGES, leaves_machine="queries", search_error=BadAnswer("nonsense"))
    with plugged_in(sources, scripted=lambda _context: down):
        report = run(runtime, asked(vault))
    assert report.lost
    assert "[[Noise rules]]" in note.read_text()


def test_a_page_that_cannot_be_opened_leaves_its_snippet(runtime, vault, note):
    walls = ScriptedProvider("scripted", PAGES, leaves_machine="queries", open_error=Unavailable("gone"))
    with plugged_in(sources, scripted=lambda _context: walls):
        run(runtime, asked(vault, depth="deep"))
    assert "(snippet)" in note.read_text()


def test_where_nothing_is_found_the_note_stays_as_it_is(runtime, vault, note):
    for other in (vault / "Areas").iterdir():
        other.unlink()
    silent = ScriptedProvider("scripted", (), leaves_machine="queries")
    with plugged_in(sources, scripted=lambda _context: silent):
        report = run(runtime, asked(vault))
    assert note.read_text() == NOTE
    assert report.note.written.outcome == "nothing"
    assert "nothing was found" in report.note.written.reason


def test_a_model_is_asked_three_times_at_most(runtime, vault, note, web):
    double = MoodyModel()
    with using(double):
        report = run(runtime, with_model(vault))
    assert len(double.asked) <= 3
    assert double.asked[0] == "topics"
    assert "supplement" in double.asked
    assert "## Research" in note.read_text()
    assert report.engine.startswith("llm")


def test_in_deep_research_once_more_for_every_page(runtime, vault, web):
    double = MoodyModel()
    with using(double):
        run(runtime, with_model(vault, depth="deep"))
    pages = len(set(web.opened))
    assert pages
    assert double.asked.count("extract") == pages
    assert len(double.asked) <= 3 + pages


@pytest.mark.parametrize("depth", ["shallow", "deep"])
def test_bad_answers_never_cost_more_questions(runtime, vault, web, depth):
    double = MoodyModel(lambda request: None if request.schema_name == "topics" else "nonsense")
    with using(double):
        report = run(runtime, with_model(vault, depth=depth))
    assert len(double.asked) <= 3 + len(set(web.opened))
    assert report.note.written.outcome == "written"


def test_a_list_of_topics_is_asked_for_once_more_and_then_made_without_the_model(runtime, vault, note, web):
    double = MoodyModel(lambda request: "I would rather not." if request.schema_name == "topics" else None)
    with using(double):
        report = run(runtime, with_model(vault))
    assert double.asked[:2] == ["topics", "topics"]
    assert "topics" not in double.asked[2:]
    assert report.note.written.outcome == "written"
    assert any("topics" in loss.what for loss in report.lost)  # the reader is told


def test_a_second_run_that_finds_nothing_new_changes_no_byte(runtime, vault, note, web):
    run(runtime, asked(vault, depth="deep"))
    os.utime(note, (1_700_000_000, 1_700_000_000))
    before = note.read_bytes()
    again = run(runtime, asked(vault, depth="deep"))
    assert again.note.written.outcome == "unchanged"
    assert note.read_bytes() == before


def test_the_list_of_topics_agrees_with_what_was_found(runtime, vault, note, web):
    report = run(runtime, asked(vault, depth="deep"))
    found = sum(item.status != "unsatisfied" for item in report.checklist)
    assert f"found on {found} of {len(report.checklist)} topics" in report.stop_reason
    assert found == sum(line.startswith("### ") and "Related" not in line for line in report.note.section.splitlines())


def test_a_copy_of_the_note_is_no_finding(runtime, vault, note):
    copy = ScriptedProvider("scripted", [Page(title="Mirror", text=NOTE)], leaves_machine="queries")
    with plugged_in(sources, scripted=lambda _context: copy):
        report = run(runtime, asked(vault, depth="deep"))
    assert copy.opened
    assert report.claims == ()


def test_a_dry_run_that_found_nothing_is_still_one(runtime, vault, note, web):
    for other in ("Noise rules.md", "Boiler.md"):
        (vault / "Areas" / other).unlink()
    report = run(runtime, asked(vault, dry_run=True))
    assert report.note.written.outcome == "dry_run"
    assert report.note.queries
    assert not web.searches


def test_a_second_list_that_can_be_used_is_used(runtime, vault, web):
    answers = iter(["no list"])
    double = MoodyModel(lambda _request: next(answers, None))
    with using(double):
        report = run(runtime, with_model(vault))
    assert double.asked[:2] == ["topics", "topics"]
    assert len(double.asked) <= 3
    assert report.note.topics_researched


def test_a_model_outside_never_sees_a_private_word(runtime, vault, web):
    double = MoodyModel(local=False)
    with using(double):
        report = run(runtime, with_model(vault, depth="deep", privacy="hybrid"))
    seen = "\n".join(double.prompts)
    assert "topics" not in double.asked
    assert "at most 35 dB" not in seen
    assert "1998" not in seen
    assert report.note.topics_researched


@pytest.mark.fault(62)
@pytest.mark.parametrize(
    "point",
    ["effect.after_journal", "round.after_admit", "facts.after_settle", "facts.after_store", "report.after_store",
     "note.after_journal", "run.after_close"],
)  # fmt: skip
def test_a_crash_anywhere_leaves_one_section_and_repeats_no_search(runtime, vault, note, web, point):
    class Died(BaseException):
        pass

    def die(name, _place=""):
        if name == point:
            raise Died

    request = asked(vault)
    started = asyncio.run(runtime.start(request))
    with armed(die), pytest.raises(Died):
        asyncio.run(runtime.execute(started.id))
    asyncio.run(runtime.resume(started.id))
    text = note.read_text()
    assert text.startswith(NOTE)
    assert text.count("## Research\n") == 1
    assert len(web.searches) == len(set(web.searches)) or point == "effect.after_journal"


def test_a_replay_gives_the_same_report_without_the_vault(runtime, vault, note, web):
    report = run(runtime, asked(vault, depth="deep"))
    digest = hashlib.sha256(note.read_bytes()).hexdigest()
    note.rename(vault / "elsewhere.md")
    replayed = asyncio.run(runtime.replay(report.trace_id))
    assert replayed.differences == ()
    assert hashlib.sha256((vault / "elsewhere.md").read_bytes()).hexdigest() == digest


def test_a_stopped_run_writes_nothing_and_goes_on_later(runtime, vault, note):
    gate = asyncio.Event()
    slow = ScriptedProvider("scripted", PAGES, leaves_machine="queries", gate=gate)

    async def work():
        started = await runtime.start(asked(vault))
        working = asyncio.create_task(runtime.execute(started.id))
        await slow.asked.wait()
        await runtime.stop(started.id)
        gate.set()
        return await working

    with plugged_in(sources, scripted=lambda _context: slow):
        report = asyncio.run(work())
        assert note.read_text() == NOTE
        assert report.note.written.outcome == "nothing"
        asyncio.run(runtime.resume(report.trace_id))
    assert "## Research" in note.read_text()


def test_it_is_a_run_of_its_own_tool(runtime, vault, web):
    report = run(runtime, asked(vault))
    assert asyncio.run(runtime.find(report.trace_id)).tool_name == "research_note"
    assert report.note.stub() == {"path": report.note.path, "topics_researched": report.note.topics_researched}
    assert msgspec.convert(report.to_dict(), type(report)) == report


def test_a_held_section_asks_every_source_and_writes_nothing(runtime, vault, note, web):
    report = run(runtime, asked(vault, hold=True))
    assert note.read_text() == NOTE
    assert web.searches
    assert report.note.written.outcome == "held"
    assert "+## Research" in report.note.written.diff
    assert report.note.sha256 == hashlib.sha256(NOTE.encode()).hexdigest()


def test_a_replay_of_an_accepted_section_tells_the_same(runtime, vault, note, web):
    run_id = run(runtime, asked(vault, hold=True)).trace_id
    assert asyncio.run(runtime.replay(run_id)).identical
    asyncio.run(runtime.held_sections.write(run_id))
    assert "## Research" in note.read_text()
    replayed = asyncio.run(runtime.replay(run_id))
    assert replayed.identical, replayed.differences
    assert replayed.report.note.written.outcome == "written"
