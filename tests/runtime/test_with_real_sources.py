"""Whole runs over real sockets: services in their own formats, pages worth reading, and everything in the way."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
from itertools import chain

import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import NotConfigured
from inquiro.core.types import Filters, ResearchRequest
from inquiro.engine import patience
from inquiro.providers.pages import fetcher

pytestmark = [pytest.mark.real_sources, pytest.mark.usefixtures("hurried")]

CONTACT = "keeper@moss-trials.net"
QUIET = 2.0  # seconds of silence after which a last round ends
KEYS = {
    "TAVILY_API_KEY": "tvly-CANARY-6b1f",
    "OPENALEX_API_KEY": "oa-CANARY-77ce",
    "SEMANTIC_SCHOLAR_API_KEY": "s2-CANARY-90aa",
    "NCBI_API_KEY": "ncbi-CANARY-41d0",
}


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


def holds(runtime, report):
    checked = asyncio.run(runtime.verify(report.trace_id))
    return checked.holds and checked.citations == checked.found > 0


def lost(report):
    return {loss.what: loss.reason for loss in report.lost}


def cited(report):
    return {source.url for source in report.sources}


# -- an ordinary question ---------------------------------------------------------------------------------


def test_a_question_without_a_key_is_answered_from_three_kinds_of_sources(opened, ask, moss, small_internet):
    runtime, events = opened(), []
    reports = [ask(runtime, events.append), ask(runtime, events.append, question="How old does Velmora moss get?")]
    first = reports[0]
    assert all(holds(runtime, report) for report in reports)
    names = {source.source_name for source in first.sources}
    assert {"duckduckgo", "wikipedia", "arxiv"} <= names
    assert names & {"openalex", "semantic_scholar", "crossref"}

    by_doi = {source.doi: source for source in first.sources if source.doi}
    three, abstract = by_doi[small_internet.THREE], by_doi[small_internet.ABSTRACT]
    assert (three.type, three.published, three.media_type) == ("academic", "2024-03-05", "application/pdf")
    assert (three.author, three.flags) == ("Ilse Brandt; Tomas Ruel", ())
    assert any("peer reviewed" in reason for reason in three.quality_reasons)
    assert abstract.flags == ("abstract only",)
    assert all(source.quality_reasons and source.published for source in first.sources)
    told = [event.message for event in events if event.stage == "notice"]
    assert len(told) == 1
    assert "TAVILY_API_KEY" in told[0]


def test_a_paper_that_three_services_found_is_opened_once(opened, ask, moss, small_internet):
    report = ask(opened(), sources=("openalex", "semantic_scholar", "crossref"))
    assert {one.path.split("/")[1] for one in moss.server.asked} >= {"openalex", "semantic_scholar", "crossref"}
    assert moss.server.count("/papers/three.pdf") == 1
    assert [source.doi for source in report.sources].count(small_internet.THREE) == 1


def test_a_paper_in_pubmed_central_is_read_in_full(opened, ask, moss):
    runtime = opened()
    report = ask(runtime, sources=("pubmed",))
    [source] = report.sources
    assert (source.type, source.flags, source.doi) == ("pubmed", (), "10.5555/velm.hospital")
    assert source.media_type != "text/plain"
    assert "3.3 °C" in report.answer
    assert holds(runtime, report)


# -- obstacles --------------------------------------------------------------------------------------------


@pytest.mark.fault(24)
@pytest.mark.fault(25)
def test_what_may_not_be_read_is_never_cited_and_always_told(opened, ask, moss):
    runtime, events = opened(), []
    report = ask(runtime, events.append, sources=("duckduckgo",))
    assert cited(report) == {moss.url("/articles/library"), moss.url("/articles/yard")}
    assert holds(runtime, report)
    reasons = lost(report)
    assert reasons["Velmora moss prices"] == "captcha page, not content"
    assert reasons["Moss on trial"] == "paywall page, not content"
    assert "robots.txt" in reasons["Velmora moss: notes"]
    assert "429" in reasons["Velmora moss shop"]
    stored = {loss.what: loss.reason for loss in asyncio.run(runtime._store.losses(report.trace_id))}
    assert stored == reasons
    not_read = [event.message for event in events if event.message.startswith("not read")]
    assert len(not_read) == len(reasons)
    assert moss.server.count("/private/") == 0
    for text in ("9.9 °C", "8.8 °C"):
        assert text not in report.answer


def test_near_identical_pages_count_once(opened, ask, moss):
    report = ask(opened(), sources=("duckduckgo",))
    assert moss.server.count("/mirror/yard") == 1
    assert report.dropped["near-identical pages"] == 1
    assert not any("/mirror/" in url for url in cited(report))


def test_a_walled_paper_is_read_in_its_open_copy(opened, ask, moss, small_internet):
    runtime = opened(contact=CONTACT)
    report = ask(runtime, sources=("duckduckgo",))
    [copy] = [source for source in report.sources if source.doi == small_internet.WALLED]
    assert copy.url == moss.url("/copies/walled")
    assert "2.7 °C" in report.answer
    assert lost(report)["Moss on trial"] == "paywall page, not content"  # how it was read is no secret
    assert moss.server.to("/unpaywall/")[0].params["email"] == CONTACT
    assert holds(runtime, report)


@pytest.mark.fault(17)
def test_a_page_that_hangs_holds_nobody(opened, ask, moss, monkeypatch):
    monkeypatch.setattr(patience, "LEAST_LAST_QUIET", QUIET)
    moss.hang("/articles/library")
    runtime = opened()
    report = ask(runtime, sources=("duckduckgo", "wikipedia"))
    assert report.status != "error"
    assert moss.server.count("/articles/library") >= 1
    assert moss.url("/articles/library") not in cited(report)
    assert any(source.source_name == "wikipedia" for source in report.sources)
    assert moss.url("/articles/yard") in cited(report)  # what the same search had read by then is not lost
    assert any(loss.source == "duckduckgo" for loss in report.lost)
    assert holds(runtime, report)


@pytest.mark.fault(14)
@pytest.mark.fault(16)
@pytest.mark.fault(18)
@pytest.mark.fault(30)
def test_every_way_in_which_a_page_cannot_be_had_is_a_loss_with_its_reason(
    opened, ask, moss, small_internet, monkeypatch
):
    resolve = socket.getaddrinfo

    def resolving(host, *args, **options):
        if host == "gone.moss-trials.net":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return resolve(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    moss.obstacle("/loop", "", 302, location="/loop")
    moss.obstacle("/inward", "", 302, location="http://169.254.169.254/latest/meta-data/")
    moss.obstacle("/cut", "<p>Velmora moss cools a roof by 7.7 °C.</p>", content_length="90000")
    expected = {
        moss.url("/loop"): "redirects in a circle",
        moss.url("/inward"): "credentials",
        moss.url("/cut"): "hung up before its answer was whole",
        moss.url("/missing"): "is gone (404)",
        moss.url("/articles/library").replace("http:", "https:"): "TLS",
        "http://gone.moss-trials.net/": "cannot be resolved",
        "http://10.0.0.7/moss": "not a public address",
    }
    moss.found["duckduckgo"] = [small_internet.Work(title=f"Velmora moss {url}", url=url) for url in expected]
    runtime = opened()
    report = ask(runtime, sources=("duckduckgo", "wikipedia"))
    reasons = lost(report)
    for url, reason in expected.items():
        assert reason in reasons[f"Velmora moss {url}"]
    assert "7.7 °C" not in report.answer
    assert {source.source_name for source in report.sources} == {"wikipedia"}


@pytest.mark.fault(19)
def test_a_page_without_end_is_cut_and_says_so(opened, ask, moss, small_internet, monkeypatch):
    monkeypatch.setattr(fetcher, "PAGE_BYTES", 20_000)
    moss.pages["/endless"] = small_internet.Answered(
        b"Velmora moss cooled a roof by 6.6 degrees in 2020.\n\n" + b"And so on, and on.\n" * 3_000,
        media_type="text/plain",
    )
    moss.found["duckduckgo"] = [small_internet.Work(title="Velmora moss, all of it", url=moss.url("/endless"))]
    runtime = opened()
    report = ask(runtime, sources=("duckduckgo",))
    [source] = report.sources
    assert "truncated" in " ".join(source.flags)
    assert holds(runtime, report)


# -- services that fail -----------------------------------------------------------------------------------


@pytest.fixture
def failing(moss, small_internet, monkeypatch):
    """One is down, one is busy, one talks nonsense, and one does not like the key, which it repeats.

    The busy one wants to be left alone for so long that no round waits for what it was to be asked next.
    """
    monkeypatch.setattr(patience, "LEAST_LAST_QUIET", QUIET)
    answered = small_internet.Answered
    moss.faults = {
        "openalex": answered("<h1>oops</h1>", 500),
        "semantic_scholar": answered("{}", 429, headers={"retry-after": "600"}),
        "crossref": answered("}{ nonsense", media_type="application/json"),
        "tavily": answered(f"bad key {KEYS['TAVILY_API_KEY']}", 401),
    }
    return moss


@pytest.mark.fault(2)
@pytest.mark.fault(4)
@pytest.mark.fault(5)
@pytest.mark.fault(68)
def test_failing_services_are_named_others_stand_in_and_no_key_is_seen(opened, ask, failing, tmp_path):
    runtime, events = opened(keys=KEYS, contact=CONTACT), []
    report = ask(runtime, events.append)
    assert report.status != "error"
    assert holds(runtime, report)
    for source, why in {
        "openalex": "500",
        "semantic_scholar": "429",
        "crossref": "JSON",
        "tavily": "TAVILY_API_KEY",
    }.items():
        assert any(loss.source == source and why in loss.reason for loss in report.lost), source
    instead = [event.message for event in events if "is asked instead of" in event.message]
    assert instead
    assert {"europe_pmc", "pubmed"} & {one.path.split("/")[1] for one in failing.server.asked}
    sent = " ".join(f"{one.target} {one.headers}" for one in failing.server.asked)
    for name in ("TAVILY_API_KEY", "OPENALEX_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"):
        assert KEYS[name] in sent  # they were used, so they could have leaked

    rows = asyncio.run(runtime.effects(report.trace_id))
    runtime.close()
    home = tmp_path / "home"
    files = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
    seen = chain([repr(report), repr(events), repr(rows)], (body.decode("latin-1") for body in files))
    for text in seen:
        assert "CANARY" not in text
        assert CONTACT not in text


@pytest.mark.fault(1)
def test_a_service_that_names_a_wait_is_asked_again_after_it_and_paid_once(opened, ask, moss, small_internet):
    moss.first["semantic_scholar"] = [small_internet.Answered("{}", 429, headers={"retry-after": "1"})]
    runtime = opened()
    report = ask(runtime, sources=("semantic_scholar",))
    assert report.sources
    assert holds(runtime, report)
    refused, *others = moss.server.to("/semantic_scholar/")
    again = next(one for one in others if one.target == refused.target)  # rates are hurried: another query may be close
    assert again.at - refused.at >= 1.0
    rows = [row for row in asyncio.run(runtime.effects(report.trace_id)) if row.name == "semantic_scholar"]
    assert {row.status for row in rows} == {"done"}
    assert sum(row.usage.searches for row in rows) == len(rows) == report.usage.searches


@pytest.mark.fault(4)
def test_when_nobody_answers_the_report_says_so(opened, ask, moss, small_internet):
    moss.faults = dict.fromkeys(small_internet.SERVICES, small_internet.Answered("down", 500))
    report = ask(opened())
    assert (report.status, report.sources) == ("error", ())
    assert "No source could be reached" in report.notices[0]


# -- the journal ------------------------------------------------------------------------------------------


def test_a_replay_needs_no_server(opened, ask, failing):
    runtime = opened(keys=KEYS, contact=CONTACT)
    report = ask(runtime)
    failing.server.close()
    asked = len(failing.server.asked)
    replayed = asyncio.run(runtime.replay(report.trace_id))
    assert (replayed.differences, replayed.report) == ((), report)
    assert len(failing.server.asked) == asked


@pytest.mark.fault(44)
def test_a_run_that_died_after_its_round_asks_nobody_again(opened, moss, small_internet):
    """It is fresh, so that no cache hides what the journal forgot."""
    runtime = opened()
    request = ResearchRequest(question=small_internet.QUESTION, max_iterations=1, unattended=True, fresh=True)
    run = asyncio.run(runtime.start(request))

    def strike(name, _):
        if name == "round.after_admit":
            raise Crash(name)

    with armed(strike), pytest.raises(Crash):
        asyncio.run(runtime.execute(run.id))
    runtime.close()
    asked, again = len(moss.server.asked), opened()
    report = asyncio.run(again.resume(run.id))
    assert holds(again, report)
    assert len(moss.server.asked) == asked


@pytest.mark.slow
@pytest.mark.fault(44)
def test_a_run_killed_in_the_middle_does_not_ask_again_what_was_answered(opened, moss, small_internet, tmp_path):
    command = [sys.executable, "-m", "inquiro", "ask", small_internet.QUESTION, "--max-rounds", "1", "--fresh"]
    env = os.environ | small_internet.environment_for(moss, tmp_path / "home")
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as asking:
        killed = threading.Event()

        def kill():
            asking.kill()
            killed.set()

        moss.when["/articles/library"] = kill
        assert killed.wait(60)
    runtime = opened()
    [run] = asyncio.run(runtime.unfinished())
    rows = [row for row in asyncio.run(runtime.effects(run.id)) if row.status == "done"]
    answered = [one for one in moss.server.asked if any(_asked_by(row, one) for row in rows)]
    assert answered
    before = len(moss.server.asked)

    report = asyncio.run(runtime.resume(run.id))
    assert holds(runtime, report)
    later = moss.server.asked[before:]
    assert any(one.path == "/articles/library" for one in later)
    assert [one for one in later if any(_asked_by(row, one) for row in rows)] == []


def _asked_by(row, asked):
    """Whether a request was made for an effect that the journal holds the answer of."""
    if row.kind == "fetch":
        return row.request["url"].endswith(asked.target)
    if row.kind != "search" or "query" not in row.request:
        return False
    words = {asked.params.get(name) for name in ("q", "search", "query", "query.bibliographic", "srsearch")}
    service = "w" if row.name == "wikipedia" else row.name
    return asked.path.split("/")[1] == service and row.request["query"] in words


def test_the_same_question_again_is_answered_from_the_cache(opened, ask, moss):
    runtime, named = opened(), ("wikipedia", "openalex", "semantic_scholar", "arxiv", "pubmed")
    first = ask(runtime, sources=named)
    asked = len(moss.server.asked)
    second = ask(runtime, sources=named)
    assert len(moss.server.asked) == asked
    assert (second.answer, cited(second)) == (first.answer, cited(first))
    assert asyncio.run(runtime.verify(second.trace_id)).holds


def test_a_fresh_run_asks_whether_anything_changed(opened, ask, moss):
    runtime = opened()
    first = ask(runtime, sources=("duckduckgo",))
    asked = len(moss.server.asked)
    second = ask(runtime, sources=("duckduckgo",), fresh=True)
    again = moss.server.asked[asked:]
    assert sum(one.path.startswith("/duckduckgo/") for one in again) >= 1
    conditional = [one for one in again if "if-none-match" in one.headers]
    assert {one.path for one in conditional} >= {"/articles/library", "/articles/yard"}
    assert ("/articles/library", 304) in moss.server.statuses
    assert cited(second) == cited(first)
    assert holds(runtime, second)

    moss.article(
        "/articles/library", "Velmora moss on a library roof", "Velmora moss cooled the library roof by 1.1 °C."
    )
    third = ask(runtime, sources=("duckduckgo",), fresh=True)
    assert "1.1 °C" in third.answer
    assert "4.2 °C" not in third.answer


# -- memory, filters, privacy -----------------------------------------------------------------------------


def test_what_a_source_gave_decides_its_place_next_time(opened, ask, moss):
    runtime = opened()

    def order():
        ranked = asyncio.run(runtime.sources("general"))
        return {source.name: (place, source) for place, source in enumerate(ranked) if source.score is not None}

    before = order()
    assert before["openalex"][0] < before["crossref"][0]
    moss.found["openalex"] = []
    ask(runtime, sources=("openalex", "crossref"), domain="general")
    after = order()
    assert after["crossref"][0] < after["openalex"][0]
    assert any("earlier runs" in reason for reason in after["crossref"][1].reasons)
    assert any("earlier runs: 0 of" in reason for reason in after["openalex"][1].reasons)


def test_what_the_user_narrowed_it_to_reaches_the_services_and_holds_for_the_rest(opened, ask, moss, small_internet):
    since = Filters(since="2023", language="en")
    report = ask(opened(), filters=since)
    to = {name: moss.server.to(f"/{name}/")[0].params for name in ("duckduckgo", "openalex", "crossref", "arxiv")}
    assert to["duckduckgo"]["df"].startswith("2023-01-01..")
    assert to["duckduckgo"]["kl"] == "us-en"
    assert to["openalex"]["filter"] == "from_publication_date:2023-01-01,language:en"
    assert to["crossref"]["filter"] == "from-pub-date:2023-01-01"
    assert "submittedDate:[20230101" in to["arxiv"]["search_query"]
    assert moss.server.to("/semantic_scholar/")[0].params["publicationDateOrYear"] == "2023:"
    assert report.sources


def test_a_site_is_asked_for_and_nothing_else_is_read(opened, ask, moss):
    runtime = opened()
    report = ask(runtime, filters=Filters(sites=("localhost",)), sources=("duckduckgo", "openalex"))
    assert "site:localhost" in moss.server.to("/duckduckgo/")[0].params["q"]
    assert cited(report) == {moss.url("/mirror/yard", "localhost")}
    assert moss.server.count("/articles/") == moss.server.count("/papers/") == 0


def test_a_hit_that_is_too_old_is_dropped_where_the_service_cannot(opened, ask, moss, small_internet):
    moss.found["wikipedia"] = [
        small_internet.Work(
            title="Velmora moss", text="A roof under Velmora moss stays 4.0 °C cooler.", published="2019-01-01"
        )
    ]
    report = ask(opened(), filters=Filters(since="2023"), sources=("wikipedia",))
    assert report.sources == ()
    assert not [one for one in moss.server.asked if one.params.get("prop")]


@pytest.mark.fault(33)
def test_local_only_opens_no_connection_and_resolves_no_name(opened, ask, moss, tmp_path, monkeypatch):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "roof.md").write_text("# Roof\n\nVelmora moss cooled our own roof by 2.2 °C last summer.\n", "utf-8")
    outside = []
    connect, resolve = socket.socket.connect, socket.getaddrinfo

    def connecting(self, address):
        if self.family in {socket.AF_INET, socket.AF_INET6}:
            outside.append(address)
        return connect(self, address)

    def resolving(*args, **options):
        outside.append(args)
        return resolve(*args, **options)

    monkeypatch.setattr(socket.socket, "connect", connecting)
    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    runtime = opened(contact=CONTACT)
    report = ask(runtime, privacy="local_only", corpora=(str(folder),))
    assert "2.2 °C" in report.answer
    with pytest.raises(NotConfigured, match="leaves this machine"):
        ask(runtime, privacy="local_only", sources=("openalex",))
    assert (outside, moss.server.connections) == ([], 0)
