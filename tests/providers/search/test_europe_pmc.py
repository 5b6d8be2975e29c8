"""Europe PMC: its query language, open copies, and retractions."""

from __future__ import annotations

import msgspec
import pytest

from inquiro.core.errors import BadAnswer, Unavailable
from inquiro.core.types import Filters
from inquiro.providers.search.europe_pmc import search_query

NAME = "europe_pmc"
WORK = {
    "id": "38270601",
    "source": "MED",
    "pmid": "38270601",
    "pmcid": "PMC10871810",
    "doi": "10.1093/NAR/gkae023",
    "title": "Screening of proteins.",
    "authorString": "Zhang Y, Liu Q.",
    "authorList": {"author": [{"fullName": "Zhang Y"}, {"collectiveName": "The Screen Group"}]},
    "journalInfo": {"journal": {"title": "Nucleic Acids Res"}},
    "pubYear": "2024",
    "abstractText": "<h4>Background</h4>We screen. <h4>Results</h4>H<sub>2</sub>O works.",
    "language": "eng",
    "pubTypeList": {"pubType": ["research-article", "Journal Article"]},
    "isOpenAccess": "Y",
    "fullTextUrlList": {
        "fullTextUrl": [
            {"availabilityCode": "S", "documentStyle": "doi", "url": "https://doi.org/10.1093/nar/gkae023"},
            {"availabilityCode": "OA", "documentStyle": "html", "url": "https://europepmc.org/articles/PMC10871810"},
            {"availabilityCode": "OA", "documentStyle": "pdf", "url": "https://europepmc.org/articles/PMC1?pdf=render"},
        ]
    },
    "citedByCount": 42,
    "firstPublicationDate": "2024-01-25",
}


def listed(*works: object) -> dict[str, object]:
    return {"version": "6.9", "hitCount": len(works), "resultList": {"result": list(works)}}


def test_a_search(asked):
    source = asked(NAME, listed(WORK))
    source.search("What does metformin do for ageing?", 7, since="2024-05", language="de")
    assert source.request.url.startswith("https://www.ebi.ac.uk/europepmc/webservices/rest/search?")
    assert source.params == {
        "query": '(metformin ageing) AND (FIRST_PDATE:[2024-05-01 TO 3000-12-31]) AND (LANG:"ger")',
        "format": "json",
        "resultType": "core",
        "pageSize": "7",
    }


@pytest.mark.parametrize(
    ("query", "filters", "asked_for"),
    [
        ("metformin ageing", Filters(), "metformin ageing"),
        ('"heart attack" aspirin', Filters(), '"heart attack" aspirin'),
        ('AUTH:"Zhang Y" AND SRC:MED', Filters(), 'AUTH:"Zhang Y" AND SRC:MED'),
        ("ageing", Filters(language="xx"), "ageing"),
        ("???", Filters(), "???"),
    ],
)
def test_queries(query, filters, asked_for):
    assert search_query(query, filters) == asked_for


def test_a_work_becomes_a_hit(parsed):
    (hit,) = parsed(NAME, listed(WORK))
    assert (hit.url, hit.title) == ("https://doi.org/10.1093/nar/gkae023", "Screening of proteins.")
    assert hit.snippet == hit.full_content == "Background We screen. Results H2O works."
    assert hit.authors == ("Zhang Y", "The Screen Group")
    assert (hit.year, hit.published, hit.language, hit.venue) == (2024, "2024-01-25", "en", "Nucleic Acids Res")
    assert (hit.pmid, hit.pmcid, hit.citations, hit.peer_reviewed) == ("38270601", "PMC10871810", 42, True)
    assert hit.open_access_url == "https://europepmc.org/articles/PMC1?pdf=render"
    assert not hit.retracted


def test_a_preprint_without_much_else(parsed):
    (hit,) = parsed(
        NAME, listed({"id": "PPR81", "source": "PPR", "title": "Base editors", "authorString": "Doe J, Roe R."})
    )
    assert hit.url == "https://europepmc.org/article/PPR/PPR81"
    assert hit.authors == ("Doe J", "Roe R")
    assert hit.peer_reviewed is False
    assert hit.open_access_url is None


def test_what_is_behind_a_subscription_is_no_open_copy(parsed):
    paid = {
        **WORK,
        "isOpenAccess": "N",
        "fullTextUrlList": {"fullTextUrl": [{"availabilityCode": "S", "url": "https://x.example/"}]},
    }
    (hit,) = parsed(NAME, listed(paid))
    assert hit.open_access_url is None


@pytest.mark.parametrize(
    "changes",
    [
        {"pubTypeList": {"pubType": ["Retracted Publication", "Journal Article"]}},
        {"commentCorrectionList": {"commentCorrection": [{"type": "Retraction in", "id": "1"}]}},
        {"title": "RETRACTED: Screening"},
    ],
)
def test_retractions(parsed, changes):
    (hit,) = parsed(NAME, listed({**WORK, **changes}))
    assert hit.retracted


def test_a_retraction_notice_is_not_itself_retracted(parsed):
    notice = {**WORK, "commentCorrectionList": {"commentCorrection": [{"type": "Retraction of"}]}}
    (hit,) = parsed(NAME, listed(notice))
    assert not hit.retracted


@pytest.mark.parametrize("body", [{"errCode": 404, "errMsg": "x"}, {"resultList": {}}, [], b"<html/>", b""])
def test_what_is_not_works_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


def test_nothing_found_is_an_empty_list(parsed):
    assert parsed(NAME, listed()) == []


def test_an_outage_is_an_error(asked):
    with pytest.raises(Unavailable):
        asked(NAME, 503).search()


def test_damaged_answers(survives):
    survives(NAME, [msgspec.json.encode(listed(WORK, WORK))])
