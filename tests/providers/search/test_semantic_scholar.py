"""Semantic Scholar: one request a second, every route that lists papers, and nothing else taken for papers."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from scripts.recordings import Recording, recordings_of

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited, Unavailable
from inquiro.core.web import WebAnswer

NAME = "semantic_scholar"
PAPER = {
    "paperId": "abc",
    "externalIds": {"DOI": "10.1038/X1", "ArXiv": "2304.05376", "PubMed": "38799228", "PubMedCentral": "11116106"},
    "url": "https://www.semanticscholar.org/paper/abc",
    "title": "Tools for <i>chemistry</i>",
    "abstract": "We show that tools help.",
    "venue": "Nat. Mac. Intell.",
    "year": 2023,
    "citationCount": 500,
    "isOpenAccess": True,
    "openAccessPdf": {"url": "https://www.nature.com/x.pdf"},
    "publicationTypes": ["JournalArticle"],
    "publicationDate": "2023-04-11",
    "journal": {"name": "Nature Machine Intelligence"},
    "authors": [{"authorId": "1", "name": "A. Bran"}, {"name": None}],
}


def recorded(shared_data: Path, *lines: int) -> list[Recording]:
    found = [one for one in recordings_of(NAME, shared_data) if one.label.startswith("http_semantic_scholar/")]
    return [found[line - 1] for line in lines]


def test_a_search_asks_for_everything_a_hit_can_hold(asked):
    source = asked(NAME, {"total": 1, "offset": 0, "data": [PAPER]})
    source.search("state-of-the-art retrieval", 7, since="2024-05")
    assert source.request.url.startswith("https://api.semanticscholar.org/graph/v1/paper/search?")
    assert source.params["query"] == "state of the art retrieval"
    assert source.params["limit"] == "7"
    assert source.params["publicationDateOrYear"] == "2024-05:"
    assert {"externalIds", "openAccessPdf", "publicationTypes", "publicationDate", "journal", "isOpenAccess"} <= set(
        source.params["fields"].split(",")
    )


def test_without_filters_and_key_nothing_more_is_sent(asked):
    source = asked(NAME, {"total": 0, "offset": 0})
    assert source.search("q", 500) == []
    assert source.params["limit"] == "100"
    assert "publicationDateOrYear" not in source.params
    assert not source.request.credentials


@pytest.mark.parametrize("keys", [{}, {"SEMANTIC_SCHOLAR_API_KEY": "s3cret"}])
def test_one_request_a_second_with_and_without_a_key(asked, keys):
    source = asked(NAME, {"total": 0, "offset": 0}, keys=keys)
    source.search()
    assert source.pace.admitted == [(NAME, 1.0)]


def test_the_key_travels_as_a_credential_only(asked):
    source = asked(NAME, {"data": []}, keys={"SEMANTIC_SCHOLAR_API_KEY": "s3cret"})
    source.search()
    assert source.request.credentials["x-api-key"].reveal() == "s3cret"
    assert "s3cret" not in source.in_the_open


def test_a_paper_becomes_a_full_hit(parsed):
    (hit,) = parsed(NAME, {"data": [PAPER]})
    assert hit.url == "https://doi.org/10.1038/x1"
    assert hit.title == "Tools for chemistry"
    assert hit.snippet == hit.full_content == "We show that tools help."
    assert hit.authors == ("A. Bran",)
    assert (hit.year, hit.published) == (2023, "2023-04-11")
    assert (hit.doi, hit.pmid, hit.pmcid, hit.arxiv_id) == ("10.1038/x1", "38799228", "PMC11116106", "2304.05376")
    assert (hit.venue, hit.citations, hit.peer_reviewed) == ("Nature Machine Intelligence", 500, True)
    assert hit.open_access_url == "https://www.nature.com/x.pdf"
    assert hit.source_type == "academic"
    assert not hit.retracted


def test_a_preprint_is_not_reviewed_whatever_its_type_says(parsed):
    (hit,) = parsed(NAME, {**PAPER, "journal": {"name": "ArXiv"}, "openAccessPdf": {"url": ""}})
    assert hit.peer_reviewed is False
    assert hit.open_access_url == "https://arxiv.org/pdf/2304.05376"


def test_a_retracted_title_marks_the_hit(parsed):
    (hit,) = parsed(NAME, {**PAPER, "title": "RETRACTED ARTICLE: Tools"})
    assert hit.retracted


def test_a_summary_stands_in_for_a_missing_abstract(parsed):
    (hit,) = parsed(NAME, {**PAPER, "abstract": None, "tldr": {"text": "Tools help."}})
    assert hit.snippet == "Tools help."
    assert hit.full_content is None


@pytest.mark.parametrize(
    "changes", [{"title": None}, {"title": " "}, {"url": "javascript:1", "paperId": "", "externalIds": {}}]
)
def test_a_paper_without_title_or_address_is_dropped(parsed, changes):
    assert parsed(NAME, {"data": [{**PAPER, **changes}]}) == []


@pytest.mark.parametrize(
    "body",
    [
        {"authorId": "1", "name": "Alan"},
        {"data": [{"authorId": "1", "name": "Alan"}]},
        [{"authorId": "1", "name": "Alan"}, None],
        ["2022-05-10"],
        {"release_id": "2025-08-19", "datasets": []},
        {"error": "nothing"},
        {"data": {"a": 1}},
        "text",
        b"<html>busy</html>",
        b"",
    ],
)
def test_what_is_not_papers_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


def test_recorded_routes(shared_data, asked):
    parse = asked(NAME).service.parse
    empty, batch, recommended, citing, snippets = (
        parse(one.answer) for one in recorded(shared_data, 3, 45, 47, 22, 97)
    )
    assert empty == []
    assert len(batch) == 3
    assert batch[0].title == "How Much Should We Trust Differences-in-Differences Estimates?"
    assert batch[0].citations == 10670
    assert batch[0].peer_reviewed is False
    assert len(recommended) == 100
    assert len(citing) == 100
    assert [hit.title for hit in snippets] == [
        "Computing Machinery and Intelligence",
        "Evaluating Machine Intelligence",
    ]
    assert snippets[1].snippet.startswith("We describe a new approach")
    assert snippets[1].authors == ("John Smith", "Jane Doe")


def test_recorded_authors_and_data_sets_are_refused(shared_data, asked):
    parse = asked(NAME).service.parse
    for one in recorded(shared_data, 4, 14, 15, 17, 18, 19, 21, 52, 55):
        with pytest.raises(BadAnswer):
            parse(one.answer)


@pytest.mark.parametrize(
    ("status", "error"), [(403, AccessDenied), (404, BadAnswer), (429, RateLimited), (500, Unavailable)]
)
def test_statuses(asked, status, error):
    source = asked(NAME, status, keys={"SEMANTIC_SCHOLAR_API_KEY": "s3cret"})
    with pytest.raises(error) as raised:
        source.search()
    assert "s3cret" not in str(raised.value)
    assert source.pace.reports == [raised.value]


def test_a_limit_says_how_long_to_wait(asked):
    source = asked(NAME, WebAnswer(url="https://x.example/", status=429, headers={"retry-after": "7"}))
    with pytest.raises(RateLimited) as raised:
        source.search()
    assert raised.value.retry_after == 7


def test_damaged_answers(survives):
    survives(NAME, [msgspec.json.encode(one) for one in ({"data": [PAPER]}, [None, PAPER], PAPER)])


def test_damaged_recordings(shared_data, survives):
    papers = [one for one in recordings_of(NAME, shared_data) if "scholarly" in one.label and one.answer.status == 200]
    survives(NAME, [one.answer.body for one in papers])
