"""One real call to a source: hits, a reason, or what has to be set first."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.core.settings import Secret
from inquiro.runtime import Runtime, trying

pytestmark = pytest.mark.real_sources


@pytest.fixture
def near(small_internet, moss, tmp_path):
    return small_internet.settings_for(moss, tmp_path / "near")


def tried(settings, name, query="Velmora moss"):
    runtime = Runtime.open(settings)
    try:
        return asyncio.run(runtime.try_source(name, query))
    finally:
        runtime.close()


@pytest.mark.parametrize(
    "name", ["duckduckgo", "wikipedia", "openalex", "semantic_scholar", "crossref", "arxiv", "pubmed", "europe_pmc"]
)
def test_a_service_that_works_shows_hits(near, moss, name):
    answer = tried(near, name)
    assert (answer.ok, answer.error, answer.name) == (True, "", name)
    assert 1 <= len(answer.hits) <= trying.MOST_HITS
    assert all(hit.title and hit.url.startswith("http") and hit.source_name == name for hit in answer.hits)
    assert moss.server.asked


def test_without_a_question_a_harmless_one_is_asked(near, moss):
    answer = tried(near, "openalex", "")
    assert (answer.ok, answer.query, answer.hits) == (True, "aspirin", ())
    assert moss.server.to("/openalex/")[0].params["search"] == "aspirin"


@pytest.mark.fault(5)
@pytest.mark.parametrize(
    ("name", "answer", "says"),
    [
        ("openalex", ("oops", 500), "500"),
        ("crossref", ("}{", 200), "crossref"),
        ("semantic_scholar", ("bad key CANARY", 403), "SEMANTIC_SCHOLAR_API_KEY"),
        ("duckduckgo", ("", 429), "slow down"),
    ],
)
def test_a_service_that_fails_says_why_and_never_the_key(near, moss, name, answer, says):
    moss.fail(name, *answer)
    told = tried(msgspec.structs.replace(near, keys={"SEMANTIC_SCHOLAR_API_KEY": Secret("CANARY")}), name)
    assert (told.ok, told.hits) == (False, ())
    assert says in told.error
    assert "CANARY" not in repr(told)


@pytest.mark.fault(17)
def test_a_service_that_hangs_is_given_up(near, moss, small_internet, monkeypatch):
    monkeypatch.setattr(trying, "SECONDS", 0.15)
    moss.faults["openalex"] = small_internet.Answered(hangs=True)
    answer = tried(near, "openalex")
    assert (answer.ok, answer.error) == (False, "no answer within 0 s")


@pytest.mark.fault(16)
def test_a_service_that_is_gone_says_so(near, moss):
    moss.server.close()
    answer = tried(near, "openalex")
    assert not answer.ok
    assert "cannot be reached" in answer.error


def test_what_has_to_be_set_first_is_an_error(near, moss):
    with pytest.raises(NotConfigured, match="TAVILY_API_KEY"):
        tried(near, "tavily")
    with pytest.raises(UnknownName, match="openalex"):
        tried(near, "altavista")
    with pytest.raises(NotConfigured, match="local_only"):
        tried(msgspec.structs.replace(near, privacy="local_only"), "openalex")
    assert moss.server.connections == 0
