"""Whole checks over real sockets: a report that is wrong in every way, against a world that knows better."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.report_world.sample import DRAFT

from inquiro.core.crash_points import armed
from inquiro.core.errors import UsageError
from inquiro.core.settings import Settings
from inquiro.exports import registry as exports
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime
from inquiro.runtime.checks import check_request
from inquiro.runtime.packs import verify_pack

pytestmark = pytest.mark.real_sources


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


@pytest.fixture
def settings(tmp_path):
    home = tmp_path / "home"
    return Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", embedding_model=OFF)


@pytest.fixture
def draft(tmp_path):
    path = tmp_path / "draft.md"
    path.write_text(DRAFT, "utf-8")
    return path


@pytest.fixture
def runtime(settings):
    opened = Runtime.open(settings)
    yield opened
    opened.close()


def checked(runtime, *args, **options):
    return asyncio.run(runtime.ask(check_request(*args, **options)))


def kinds(report, *, grave=None):
    return sorted({f.kind for f in report.check.findings if grave is None or f.grave is grave})


def found(report, kind):
    return [finding for finding in report.check.findings if finding.kind == kind]


# -- what is found ------------------------------------------------------------------------------------------


def test_a_report_that_is_wrong_in_every_way(runtime, report_world, draft):
    report = checked(runtime, draft)
    states = {one.number: one.state for one in report.check.references}
    assert states == {
        "1": "exists",
        "2": "exists",
        "3": "retracted",
        "4": "mismatched",
        "5": "dead",
        "6": "blocked",
        "7": "not_found",
        "8": "mismatched",
        "link 1": "moved",
    }
    [quote] = found(report, "invented_quote")
    assert "cheapest air conditioner" in quote.problem
    [contradicted] = found(report, "contradicted")
    assert "9.9 million" in contradicted.sentence
    assert "6.8 million" in contradicted.source_words
    [swapped] = found(report, "swapped_reference")
    assert "0.11" in swapped.sentence
    assert "[4]" in swapped.problem or "[8]" in swapped.problem
    assert [one.reference for one in found(report, "retracted")] == ["3"]
    assert [one.reference for one in found(report, "dead_link")] == ["5"]
    assert [one.reference for one in found(report, "moved")] == ["link 1"]
    assert [one.reference for one in found(report, "not_found")] == ["7"]
    assert [one.reference for one in found(report, "unlisted")] == ["[9]"]
    [wrong] = found(report, "wrong_identifier")
    assert "10.5555/roof.2019.0288" in wrong.advice
    assert "2019, not 2015" in found(report, "mismatch")[0].problem
    assert {one.reference for one in found(report, "never_cited")} == {"4", "7", "8"}
    assert all(one.problem and one.advice for one in report.check.findings)
    counts = report.check.counts
    assert (counts.references, counts.retracted, counts.not_found, counts.dead, counts.unclear) == (9, 1, 1, 2, 1)
    assert report.check.verdict.startswith("9 grave findings")


def test_what_is_behind_a_wall_is_never_called_dead(runtime, report_world, draft):
    report = checked(runtime, draft)
    [closed] = [one for one in report.check.references if one.number == "6"]
    assert closed.state == "blocked"
    assert not [one for one in report.check.findings if one.reference == "6"]
    assert [one.outcome for one in report.check.sentences if "magazine" in one.text] == ["unopened"]


NOTICES = {"retraction": "retracted", "expression_of_concern": "concern", "correction": "corrected"}


@pytest.mark.parametrize("kind", NOTICES)
def test_a_notice_counts_where_only_the_notice_knows_of_it(runtime, report_world, draft, kind):
    about = {"DOI": "10.5555/roof.2021.0417", "type": kind}
    report_world.crossref.append({"DOI": "10.5555/notice", "title": ["Notice"], "update-to": [about]})
    report = checked(runtime, draft)
    assert [one.state for one in report.check.references if one.number == "2"] == [NOTICES[kind]]
    assert "2" in [one.reference for one in found(report, NOTICES[kind])]


IDENTIFIED = """Meetings fell by 24 percent in the trial [1]. Students slept 29 minutes longer on school nights [2].
Nobody wrote this paper at all [3]. This one is retracted by now [4]. The last is another one [5].

References

[1] L. Vuong: Meetings per hour: telemetry from a shorter week. arXiv:2403.99871 (2024)
[2] Ferreira, B. (2019). School start times and adolescent sleep. Sleep Health, 1(2), 3. PMID: 97410226
[3] Somebody, A. (2024). A preprint that nobody wrote. arXiv:2403.99999
[4] Wang, L. (2015). Moss and memory in rats. Moss Letters, 2(1), 3. PMID: 97000001
[5] Smith, J. (2011). Sleep of the giant sloth. Sloth Review, 1(1), 2. PMID: 97410226
"""


def test_preprints_and_medical_records_are_found_by_their_numbers(runtime, report_world, tmp_path):
    report_world.arxiv += [
        {"id": "2403.99871", "title": "Meetings per hour: telemetry from a shorter week", "authors": ["Linh Vuong"],
         "published": "2024-03-19T17:02:11Z", "summary": "Meetings fell by 24 percent in the trial."}
    ]  # fmt: skip
    report_world.pubmed += [
        {"pmid": "97410226", "title": "School start times and adolescent sleep", "authors": ["Beatriz Ferreira"],
         "journal": "Sleep Health", "year": 2019, "abstract": "Students slept 29 minutes longer on school nights."},
        {"pmid": "97000001", "title": "Moss and memory in rats", "authors": ["Li Wang"], "journal": "Moss Letters",
         "year": 2015, "abstract": "Rats remember.", "comments_corrections": ["RetractionIn"]},
    ]  # fmt: skip
    path = tmp_path / "numbers.md"
    path.write_text(IDENTIFIED, "utf-8")
    report = checked(runtime, path)
    states = [one.state for one in report.check.references]
    assert states == ["exists", "exists", "not_found", "retracted", "mismatched"]
    assert [one.outcome for one in report.check.sentences[:2]] == ["borne_out", "borne_out"]
    assert [one.reference for one in found(report, "wrong_identifier")] == ["5"]


def test_a_register_that_is_down_makes_nothing_unfound(runtime, report_world, draft):
    report_world.down |= {"crossref", "openalex", "arxiv", "pubmed"}
    from inquiro.features.check import registry_lookup

    before, registry_lookup.PATIENCE = (
        registry_lookup.PATIENCE,
        msgspec.structs.replace(registry_lookup.PATIENCE, attempts=1),
    )
    try:
        report = checked(runtime, draft)
    finally:
        registry_lookup.PATIENCE = before
    assert {one.state for one in report.check.references if one.number in {"2", "7"}} == {"unreachable"}
    assert not found(report, "not_found")


# -- a run as any other --------------------------------------------------------------------------------------


def test_it_is_a_run_that_can_be_verified_replayed_and_packed(runtime, report_world, draft, tmp_path):
    report = checked(runtime, draft)
    run = asyncio.run(runtime.find(report.trace_id[:8]))
    assert (run.tool_name, run.status) == ("check_document", "completed")
    assert asyncio.run(runtime.verify(run.id)).holds
    before = len(report_world.dialled)
    again = asyncio.run(runtime.replay(run.id))
    assert again.identical, again.differences
    assert len(report_world.dialled) == before
    pack = tmp_path / "check.zip"
    pack.write_bytes(exports.get("pack")().render_run(asyncio.run(runtime.whole(run.id))))
    assert verify_pack(pack).holds
    for name in ("md", "html", "json"):
        rendered = exports.get(name)().render(report).decode()
        assert "cheapest air conditioner" in rendered
    assert "default-src 'none'" in exports.get("html")().render(report).decode()


@pytest.mark.fault(44)
@pytest.mark.parametrize(
    "point", ["effect.after_journal", "effect.after_call", "round.after_admit", "report.after_store"]
)
def test_a_crash_loses_nothing_and_nothing_is_asked_twice(settings, report_world, draft, point):
    straight = Runtime.open(msgspec.structs.replace(settings, home=settings.home / "straight",
                                                    database_url=f"sqlite:///{settings.home}/straight.db"))  # fmt: skip
    settings.home.mkdir(parents=True, exist_ok=True)
    expected = checked(straight, draft)
    straight.close()
    asked = len(report_world.server.asked)
    passed = 0

    def crash(name, _detail):
        nonlocal passed
        passed += name == point
        if name == point and passed == (4 if point.startswith("effect") else 1):
            raise Crash

    runtime = Runtime.open(settings)
    run = asyncio.run(runtime.start(check_request(draft)))
    with armed(crash), pytest.raises(Crash):
        asyncio.run(runtime.execute(run.id))
    runtime.close()
    runtime = Runtime.open(settings)
    try:
        report = asyncio.run(runtime.resume(run.id))
    finally:
        runtime.close()
    assert report.check == expected.check
    again = len(report_world.server.asked) - asked
    robots = sum(one.path == "/robots.txt" for one in report_world.server.asked)  # kept in memory only
    assert again <= asked + robots + 8


def test_a_stop_keeps_what_was_found_and_a_resume_goes_on(settings, report_world, draft):
    runtime = Runtime.open(settings)
    stopped = []

    def stop(event):
        if event.stage == "reference" and not stopped:
            stopped.append(event)
            runtime._running[event.run_id].stop()

    try:
        from inquiro.workflows import check

        before, check.AT_ONCE = check.AT_ONCE, 1
        try:
            report = asyncio.run(runtime.ask(check_request(draft), stop))
        finally:
            check.AT_ONCE = before
        assert report.status == "stopped"
        assert report.partial
        left = [one for one in report.check.references if one.state == "unchecked"]
        assert 0 < len(left) < len(report.check.references)
        assert asyncio.run(runtime.replay(report.trace_id)).identical
        whole = asyncio.run(runtime.resume(report.trace_id))
        assert whole.status == "completed"
        assert not [one for one in whole.check.references if one.state == "unchecked"]
        assert asyncio.run(runtime.replay(report.trace_id)).identical
    finally:
        runtime.close()


# -- privacy -------------------------------------------------------------------------------------------------


def test_local_only_opens_no_socket_and_uses_the_folder(runtime, report_world, draft, tmp_path):
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "pilot.md").write_text(
        "# Moss roofs pilot: what three summers taught us\n\nThe pilot coated 412 roofs in two towns. "
        "At midday treated roofs were 17 °C cooler than their neighbours.\n", "utf-8")  # fmt: skip
    report = checked(runtime, draft, corpus=folder, privacy="local_only")
    assert report_world.dialled == []
    states = {one.number: one.state for one in report.check.references}
    assert states["1"] == "at_hand"
    assert states["2"] == "unchecked"
    assert {one.outcome for one in report.check.sentences if one.text.startswith("The pilot coated")} == {"borne_out"}


def test_no_sentence_of_the_document_leaves(runtime, report_world, draft):
    checked(runtime, draft)
    sent = (
        " ".join(f"{one.target} {one.body}" for one in report_world.server.asked).replace("+", " ").replace("%20", " ")
    )
    words = ("coated", "midday", "cheapest", "council met", "counted the bees", "spread")
    assert not [word for word in words if word in sent]
    assert "Nobody" not in sent or "never written" in sent


def test_addresses_that_may_not_be_opened_are_not(runtime, report_world, tmp_path):
    path = tmp_path / "inside.md"
    path.write_text("The router says so ([here](http://169.254.169.254/latest)). The printer agrees [1].\n\nSources\n\n"
                    "[1] Printer page. http://10.0.0.7/status\n", "utf-8")  # fmt: skip
    report = checked(runtime, path)
    assert {one.state for one in report.check.references} == {"unchecked"}
    assert report_world.dialled == []


# -- what it is given ----------------------------------------------------------------------------------------


def test_a_page_is_checked_by_its_address(runtime, report_world, tmp_path):
    folder = report_world.folder
    (folder / "pages" / "report.html").write_text(
        "<html><body><main><h1>R</h1><p>The pilot coated 412 roofs in two towns <a href='#s1'>[1]</a>.</p><p>"
        + "It went on for three long summers in the north. " * 8
        + "</p><h2>Sources</h2><ol><li id='s1'>Whitlock (2023): <a href='/pilot'>Moss roofs pilot: what three summers "
        "taught us</a></li></ol></main></body></html>", "utf-8")  # fmt: skip
    report_world.pages["https://roofs.example/report"] = {
        "url": "https://roofs.example/report", "status": 200, "file": "pages/report.html"
    }  # fmt: skip
    report = checked(runtime, "https://roofs.example/report")
    assert [(one.number, one.state, one.url) for one in report.check.references] == [
        ("1", "exists", "https://roofs.example/pilot")
    ]
    assert [one.outcome for one in report.check.sentences if one.references] == ["borne_out"]


@pytest.mark.parametrize("what", ["", "missing.md", "text"])
def test_what_cannot_be_checked_is_refused_before_anything_runs(what, tmp_path):
    with pytest.raises(UsageError):
        check_request(what, text="  " if what == "text" else None)


def test_an_empty_document_says_so(runtime, report_world, tmp_path):
    path = tmp_path / "empty.md"
    path.write_text("# Only\n\nA title\n")
    with pytest.raises(UsageError, match="no sentence"):
        checked(runtime, path)
