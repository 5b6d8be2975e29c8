"""Crossref: only fields the route knows, works out of any list of works, and who took what back."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from scripts.recordings import recordings_of

from inquiro.core.errors import BadAnswer, RateLimited
from inquiro.core.protocols import ProviderContext
from inquiro.core.types import Filters
from inquiro.core.web import WebAnswer
from inquiro.providers.search.crossref import SELECT, Crossref
from inquiro.testing import ScriptedWeb

NAME = "crossref"
# What the route answers to an unknown name: the names it accepts.
SELECTABLE = set(
    "abstract URL resource member posted score created degree update-policy short-title license ISSN container-title "
    "issued update-to issue prefix approved indexed article-number clinical-trial-number accepted author group-title "
    "DOI is-referenced-by-count updated-by event chair standards-body original-title funder translator published "
    "archive published-print alternative-id subject subtitle published-online publisher-location content-domain "
    "reference title link type publisher volume references-count ISBN issn-type assertion deposited page "
    "content-created short-container-title relation editor".split()
)
WORK = {
    "DOI": "10.1000/ABC",
    "URL": "https://doi.org/10.1000/ABC",
    "title": ["Trees and <i>heat</i>"],
    "subtitle": ["a study"],
    "author": [{"given": "Odile", "family": "Brandt"}, {"name": "The Meridian Group"}, {}],
    "container-title": ["Urban Trees &amp; Parks"],
    "published": {"date-parts": [[2023, 5, 31]]},
    "abstract": "<jats:title>Abstract</jats:title><jats:p>CO<jats:sub>2</jats:sub> falls (P &lt; 0.05).</jats:p>",
    "type": "journal-article",
    "is-referenced-by-count": 12,
    "license": [{"URL": "https://creativecommons.org/licenses/by/4.0/"}],
    "link": [{"URL": "https://x.example/a.xml", "content-type": "text/xml"},
             {"URL": "https://x.example/a.pdf", "content-type": "application/pdf"}],
}  # fmt: skip


def listed(*items: object) -> dict[str, object]:
    return {"status": "ok", "message-type": "work-list", "message": {"items": list(items)}}


def test_it_selects_only_what_the_route_knows():
    assert set(SELECT.split(",")) <= SELECTABLE


def test_a_search(asked):
    source = asked(NAME, listed(WORK))
    source.search("street trees", 7, since="2024-05")
    assert source.request.url.startswith("https://api.crossref.org/works?")
    assert source.params == {
        "query.bibliographic": "street trees",
        "rows": "7",
        "select": SELECT,
        "filter": "from-pub-date:2024-05-01",
    }
    assert source.pace.admitted == [(NAME, 1.0)]
    source.search("street trees")
    assert "filter" not in source.params


def test_who_says_who_they_are_may_ask_more_often(settings):
    web = ScriptedWeb(WebAnswer(url="https://x.example/", status=200, body=msgspec.json.encode(listed())))
    source = Crossref(ProviderContext(settings=msgspec.structs.replace(settings, contact="jo@lab.test"), web=web))
    assert asyncio.run(source.search("q", 5, Filters())) == []
    assert source.requests_per_second == 3.0
    assert web.requests[0].secret_params["mailto"].reveal() == "jo@lab.test"
    assert "jo@lab" not in repr(web.requests)


def test_a_work_becomes_a_hit(parsed):
    (hit,) = parsed(NAME, listed(WORK))
    assert (hit.url, hit.title) == ("https://doi.org/10.1000/abc", "Trees and heat: a study")
    assert hit.snippet == hit.full_content == "CO2 falls (P < 0.05)."
    assert hit.authors == ("Odile Brandt", "The Meridian Group")
    assert (hit.year, hit.published, hit.venue) == (2023, "2023-05-31", "Urban Trees & Parks")
    assert (hit.doi, hit.citations, hit.peer_reviewed) == ("10.1000/abc", 12, True)
    assert hit.open_access_url == "https://x.example/a.pdf"


def test_a_link_without_an_open_licence_is_no_open_copy(parsed):
    (hit,) = parsed(NAME, listed({**WORK, "license": [{"URL": "https://www.elsevier.com/tdm"}]}))
    assert hit.open_access_url is None


def test_without_an_abstract_the_snippet_says_who_where_and_when(parsed):
    (hit,) = parsed(NAME, listed({**WORK, "abstract": None}))
    assert hit.snippet == "Odile Brandt, The Meridian Group. Urban Trees & Parks. 2023"
    assert hit.full_content is None


def test_a_preprint_is_not_reviewed_and_a_report_says_nothing(parsed):
    preprint, report = parsed(NAME, listed({**WORK, "type": "posted-content"}, {**WORK, "type": "report"}))
    assert preprint.peer_reviewed is False
    assert report.peer_reviewed is None


@pytest.mark.parametrize(
    ("changes", "retracted"),
    [
        ({"updated-by": [{"type": "retraction", "DOI": "10.1000/notice"}]}, True),
        ({"updated-by": [{"type": "withdrawal"}]}, True),
        ({"updated-by": [{"type": "correction"}]}, False),
        ({"title": ["RETRACTED: Trees and heat"]}, True),
        ({"title": ["Retracted articles in tree science: a survey"]}, False),
        ({"update-to": [{"type": "retraction", "DOI": "10.1000/abc"}]}, True),
        ({"update-to": [{"type": "retraction", "DOI": "10.1000/other"}], "title": ["Retraction notice"]}, False),
    ],
)
def test_retractions(parsed, changes, retracted):
    (hit,) = parsed(NAME, listed({**WORK, **changes}))
    assert hit.retracted is retracted


def test_a_notice_marks_the_work_that_it_takes_back(parsed):
    notice = {"DOI": "10.1000/n", "title": ["Retraction"], "update-to": [{"type": "retraction", "DOI": "10.1000/ABC"}]}
    work, told = parsed(NAME, listed(WORK, notice))
    assert (work.retracted, told.retracted) == (True, False)


@pytest.mark.parametrize(
    "body",
    [
        {"status": "ok", "message-type": "funder-list", "message": {"items": []}},
        {"status": "ok", "message-type": "journal", "message": {"title": "X"}},
        {"status": "ok", "message-type": "work-agency", "message": {"DOI": "10.1000/x"}},
        {"status": "ok", "message-type": "work-list", "message": {"items": [1]}},
        {"status": "ok", "message-type": "work-list", "message": None},
        b" @article{Frank_1970, title={The Structure of Ordinary Water} }",
        b"Resource not found.",
        [],
    ],
)
def test_what_is_not_works_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


def test_recordings(shared_data, asked):
    parse = asked(NAME).service.parse
    works = {}
    for one in recordings_of(NAME, shared_data):
        if one.answer.status == 200 and "/transform" not in one.url and "/agency" not in one.url:
            try:
                works[one.label] = parse(one.answer)
            except BadAnswer:
                route = one.url.split("crossref.org/")[1].split("?")[0]
                assert not route.endswith("works"), one.label
                assert not route.startswith("works/"), one.label
    assert len(works) == 99
    assert sum(map(len, works.values())) == 453
    (geary,) = works["http_scholarly_paperqa/crossref:42 /works/10.1016%2Fj.addr.2015.01.008"]
    assert geary.authors == ("Richard S. Geary", "Daniel Norris", "Rosie Yu", "C. Frank Bennett")
    assert (geary.published, geary.citations, geary.language) == ("2015-06", 724, "en")
    members = next(hits for label, hits in works.items() if label.endswith("/members/98/works"))
    assert len(members) == 7


def test_recorded_abstracts_have_no_markup_left(shared_data, asked):
    parse = asked(NAME).service.parse
    lists = [one.answer for one in recordings_of(NAME, shared_data) if b'"work-list"' in one.answer.body]
    texts = [hit.full_content for answer in lists for hit in parse(answer) if hit.full_content]
    assert len(texts) > 50
    assert not [text for text in texts if "<jats" in text or "</" in text or "&lt;" in text]


def test_statuses(asked):
    page = b"<html><body><h1>429 Too Many Requests</h1></body></html>"
    with pytest.raises(RateLimited):
        asked(NAME, WebAnswer(url="https://x.example/", status=429, body=page)).search()
    with pytest.raises(BadAnswer):
        asked(NAME, 404).search()


def test_damaged_answers(survives):
    single = {"status": "ok", "message-type": "work", "message": WORK}
    survives(NAME, [msgspec.json.encode(one) for one in (listed(WORK, WORK), single)])


def test_damaged_recordings(shared_data, survives):
    recorded = [
        one.answer.body for one in recordings_of(NAME, shared_data) if b'"message-type":"work' in one.answer.body[:80]
    ]
    survives(NAME, [body for body in recorded if len(body) < 30_000 and b"agency" not in body[:80]][:30])


def test_years_online_and_in_print_are_told_apart():
    from inquiro.providers.search.crossref import _years

    both = {"published-print": {"date-parts": [[2023]]}, "published-online": {"date-parts": [[2022, 12, 19]]}}
    assert _years(both) == (2022, 2023)
    assert _years({"published": {"date-parts": [[2023]]}}) == ()
