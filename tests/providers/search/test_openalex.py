"""OpenAlex: filters, abstracts out of an inverted index, and a limit that may come as a page."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from scripts.recordings import recordings_of

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import Filters
from inquiro.core.web import WebAnswer
from inquiro.providers.search.openalex import OpenAlex, rebuilt
from inquiro.testing import ScriptedWeb

NAME = "openalex"
WORK = {
    "id": "https://openalex.org/W1",
    "doi": "https://doi.org/10.1000/ABC",
    "display_name": "Trees &amp; heat",
    "publication_year": 2023,
    "publication_date": "2023-05-31",
    "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123", "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/456"},
    "language": "en",
    "type": "article",
    "primary_location": {
        "landing_page_url": "https://x.example/a",
        "source": {"display_name": "Trees", "type": "journal"},
    },
    "best_oa_location": {"pdf_url": "https://x.example/a.pdf"},
    "open_access": {"oa_url": "https://x.example/oa"},
    "authorships": [{"author": {"display_name": "Odile Brandt"}}, {"author": None}],
    "cited_by_count": 12,
    "is_retracted": False,
    "abstract_inverted_index": {"cool": [1], "Trees": [0], "streets": [2, 4], "and": [3]},
}


def test_a_search_has_its_filters_and_fields(asked):
    source = asked(NAME, {"results": [WORK]}, keys={"OPENALEX_API_KEY": "s3cret"})
    source.search("Do street trees cool cities?", 7, since="2024", language="de-AT")
    assert source.request.url.startswith("https://api.openalex.org/works?")
    assert source.params["search"] == "Do street trees cool cities"
    assert source.params["filter"] == "from_publication_date:2024-01-01,language:de"
    assert source.params["per-page"] == "7"
    assert {"is_retracted", "best_oa_location", "abstract_inverted_index"} <= set(source.params["select"].split(","))
    assert source.request.secret_params["api_key"].reveal() == "s3cret"
    assert "s3cret" not in source.in_the_open
    assert "filter" not in asked_params(asked)


def asked_params(asked):
    source = asked(NAME, {"results": []})
    assert source.search("q") == []
    return source.params


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ('"street trees" AND (heat OR drought)', '"street trees" AND (heat OR drought)'),
        ('an open " quote', "an open quote"),
        ("an open (group", "an open group"),
        ("tree* ~ what?", "tree what"),
    ],
)
def test_what_would_be_a_syntax_error_is_left_out(asked, query, sent):
    source = asked(NAME, {"results": []})
    source.search(query)
    assert source.params["search"] == sent


def test_the_contact_is_named_but_never_logged(settings):
    web = ScriptedWeb(WebAnswer(url="https://x.example/", status=200, body=b'{"results": []}'))
    source = OpenAlex(ProviderContext(settings=msgspec.structs.replace(settings, contact="jo@lab.test"), web=web))
    asyncio.run(source.search("q", 5, Filters()))
    assert web.requests[0].secret_params["mailto"].reveal() == "jo@lab.test"
    assert "jo@lab" not in repr(web.requests)


def test_a_work_becomes_a_hit(parsed):
    (hit,) = parsed(NAME, {"results": [WORK]})
    assert (hit.url, hit.title) == ("https://doi.org/10.1000/abc", "Trees & heat")
    assert hit.snippet == hit.full_content == "Trees cool streets and streets"
    assert hit.authors == ("Odile Brandt",)
    assert (hit.year, hit.published, hit.language, hit.venue) == (2023, "2023-05-31", "en", "Trees")
    assert (hit.doi, hit.pmid, hit.pmcid, hit.citations) == ("10.1000/abc", "123", "PMC456", 12)
    assert (hit.open_access_url, hit.peer_reviewed, hit.retracted) == ("https://x.example/a.pdf", True, False)


def test_retractions_and_preprints(parsed):
    (hit,) = parsed(
        NAME, {**WORK, "is_retracted": True, "type": "preprint", "doi": "https://doi.org/10.48550/arXiv.2312.07559"}
    )
    assert hit.retracted
    assert hit.peer_reviewed is False
    assert (hit.arxiv_id, hit.url) == ("2312.07559", "https://arxiv.org/abs/2312.07559")


def test_a_work_without_a_doi_is_found_at_its_own_page(parsed):
    bare = {"id": "https://openalex.org/W2", "display_name": "X", "primary_location": None}
    (hit,) = parsed(NAME, bare)
    assert hit.url == "https://openalex.org/W2"


@pytest.mark.parametrize(
    ("index", "text"),
    [(None, ""), ({}, ""), ({"a": "x", "b": [True, -1, "2", 10**12]}, ""), ({"b": [5], "a": [2]}, "a b"), ([1], "")],
)
def test_inverted_indexes(index, text):
    assert rebuilt(index) == text


@pytest.mark.parametrize(
    "body",
    [
        {"results": [{"id": "https://openalex.org/A5067011895", "display_name": "Someone"}]},
        {"id": "https://openalex.org/I97018004", "display_name": "Stanford"},
        {"results": None},
        {"results": [1]},
        {"message": "maintenance"},
        [WORK],
        b"",
    ],
)
def test_what_is_not_works_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


PAGE = b"<!doctype html>\n<html><title>429</title>slow down</html>"


@pytest.mark.parametrize("status", [200, 429])
def test_a_limit_may_come_as_a_page(asked, status):
    headers = {"content-type": "text/html", "x-ratelimit-reset": "11987", "x-ratelimit-remaining": "0"}
    source = asked(NAME, WebAnswer(url="https://x.example/", status=status, headers=headers, body=PAGE))
    with pytest.raises(RateLimited, match=r"no more free searches today.*OPENALEX_API_KEY") as raised:
        source.search()
    assert raised.value.retry_after == 11987
    assert source.pace.reports == [raised.value]


def test_a_short_pause_is_asked_for_with_retry_after(asked):
    headers = {"retry-after": "3", "x-ratelimit-reset": "11987"}
    source = asked(
        NAME, WebAnswer(url="https://x.example/", status=429, headers=headers), keys={"OPENALEX_API_KEY": "k"}
    )
    with pytest.raises(RateLimited, match=r"slow down \(429\)$") as raised:
        source.search()
    assert raised.value.retry_after == 3


@pytest.mark.parametrize(("status", "error"), [(401, AccessDenied), (404, BadAnswer)])
def test_statuses(asked, status, error):
    with pytest.raises(error):
        asked(NAME, WebAnswer(url="https://x.example/", status=status, body=PAGE)).search()


def test_recordings(shared_data, asked):
    recordings = recordings_of(NAME, shared_data)
    parse = asked(NAME).service.parse
    hits = [parse(one.answer) for one in recordings if one.answer.status == 200]
    assert [len(one) for one in hits] == [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2]  # the first three selected no title
    geary = hits[6][0]
    assert geary.authors == ("Richard S. Geary", "Daniel A. Norris", "Rosie Z. Yu", "C. Frank Bennett")
    assert geary.snippet.startswith(
        "Pharmacokinetic properties of oligonucleotides are largely driven by chemistry of the"
    )
    assert (geary.pmid, geary.citations, geary.published) == ("25666165", 750, "2015-02-07")
    assert hits[9][0].arxiv_id == "2312.07559"


def test_damaged_answers(survives):
    survives(NAME, [msgspec.json.encode(one) for one in ({"results": [WORK, WORK]}, WORK)])


def test_damaged_recordings(shared_data, survives):
    survives(NAME, [one.answer.body for one in recordings_of(NAME, shared_data) if one.answer.status == 200])
