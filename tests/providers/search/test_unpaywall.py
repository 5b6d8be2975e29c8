"""Unpaywall: open copies by DOI, best first, for those who say who they are."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from scripts.recordings import recordings_of

from inquiro.core.errors import AccessDenied, BadAnswer, NotConfigured
from inquiro.core.protocols import FindsOpenCopies, ProviderContext
from inquiro.core.settings import Secret
from inquiro.core.types import Filters
from inquiro.core.web import WebAnswer
from inquiro.providers.search.unpaywall import Unpaywall
from inquiro.testing import ScriptedWeb

NAME = "unpaywall"
EMAIL = {"UNPAYWALL_EMAIL": "jo@lab.test"}
WORK = {
    "doi": "10.1000/ABC",
    "doi_url": "https://doi.org/10.1000/abc",
    "title": "Trees",
    "genre": "journal-article",
    "published_date": "2023-05-31",
    "year": 2023,
    "journal_name": "Urban Trees",
    "is_oa": True,
    "best_oa_location": {"url": "https://b.example/x", "url_for_pdf": "https://b.example/x.pdf", "url_for_landing_page": "https://b.example/x"},
    "oa_locations": [
        {"url": "https://a.example/y", "url_for_pdf": None, "url_for_landing_page": "https://a.example/y"},
        {"url": "https://b.example/x", "url_for_pdf": "https://b.example/x.pdf", "url_for_landing_page": "https://b.example/x"},
    ],
    "z_authors": [{"given": "Odile", "family": "Brandt"}, {"raw_author_name": "J. Meridian"}, {}],
}  # fmt: skip
REFUSED = b'{"HTTP_status_code": 422, "error": true, "message": "Please use your own email address in API calls."}'


def copies(source, doi):
    return asyncio.run(source.service.open_copies(doi))


def test_open_copies_are_found_by_doi_best_first_and_the_pdf_before_the_page(asked):
    source = asked(NAME, WORK, keys=EMAIL)
    assert isinstance(source.service, FindsOpenCopies)
    assert copies(source, "https://doi.org/10.1000/A(B)c#x") == [
        "https://b.example/x.pdf",
        "https://b.example/x",
        "https://a.example/y",
    ]
    assert source.request.url == "https://api.unpaywall.org/v2/10.1000/a%28b%29c"


def test_the_address_never_stands_in_the_open(asked):
    source = asked(NAME, WORK, keys=EMAIL)
    copies(source, "10.1000/abc")
    assert source.request.secret_params["email"].reveal() == "jo@lab.test"
    assert "jo@lab" not in source.in_the_open


@pytest.mark.parametrize("body", [{**WORK, "best_oa_location": None, "oa_locations": []}, {"doi": "10.1000/abc"}])
def test_a_closed_work_has_no_copies(asked, body):
    assert copies(asked(NAME, body, keys=EMAIL), "10.1000/abc") == []


@pytest.mark.parametrize("body", [{"error": True}, [], b"<html/>", 404])
def test_no_answer_is_not_the_same_as_no_copy(asked, body):
    with pytest.raises(BadAnswer):
        copies(asked(NAME, body, keys=EMAIL), "10.1000/abc")


def test_what_is_no_doi_is_not_asked_for(asked):
    source = asked(NAME, WORK, keys=EMAIL)
    with pytest.raises(BadAnswer, match="is not a DOI"):
        copies(source, "trees")
    assert source.web.requests == []


def test_a_search_is_for_the_words_of_titles(asked):
    source = asked(NAME, {"results": [{"response": WORK, "snippet": "<b>Trees</b>", "score": 1}]}, keys=EMAIL)
    (hit,) = source.search("Do the trees cool the streets?")
    assert source.request.url == "https://api.unpaywall.org/v2/search?query=trees+cool+streets"
    assert (hit.title, hit.doi, hit.open_access_url) == ("Trees", "10.1000/abc", "https://b.example/x.pdf")
    assert hit.authors == ("Odile Brandt", "J. Meridian")
    assert hit.snippet == "Odile Brandt, J. Meridian. Urban Trees. 2023"
    assert (hit.year, hit.published, hit.peer_reviewed, hit.full_content) == (2023, "2023-05-31", True, None)


def test_a_search_for_a_doi_finds_that_work(asked):
    source = asked(NAME, WORK, keys=EMAIL)
    assert len(source.search("10.1000/abc")) == 1
    assert source.request.url == "https://api.unpaywall.org/v2/10.1000/abc"


@pytest.mark.parametrize(
    ("email", "contact", "reason"),
    [
        (None, None, "set UNPAYWALL_EMAIL or INQUIRO_CONTACT"),
        ("jo@example.com", None, "UNPAYWALL_EMAIL must be"),
        (None, "jo@mail.example.org", "INQUIRO_CONTACT must be"),
        ("jo", "jo@lab.test", "UNPAYWALL_EMAIL must be"),
        ("jo@lab.test", None, ""),
        (None, "jo@lab.test", ""),
    ],
)
def test_it_is_available_to_those_who_have_an_address(settings, email, contact, reason):
    keys = {"UNPAYWALL_EMAIL": Secret(email)} if email else {}
    found = Unpaywall(
        ProviderContext(settings=msgspec.structs.replace(settings, keys=keys, contact=contact))
    ).availability()
    assert found.available is (not reason)
    assert reason in found.reason
    assert "jo" not in found.reason


def test_without_an_address_nothing_is_asked(asked):
    source = asked(NAME, WORK)
    with pytest.raises(NotConfigured, match="UNPAYWALL_EMAIL or INQUIRO_CONTACT"):
        source.search("trees")
    assert source.web.requests == []


@pytest.mark.fault(5)
def test_a_refused_address_names_the_setting_that_holds_it(settings):
    web = ScriptedWeb(WebAnswer(url="https://x.example/", status=422, body=REFUSED))
    contact = Unpaywall(ProviderContext(settings=msgspec.structs.replace(settings, contact="jo@lab.test"), web=web))
    with pytest.raises(AccessDenied, match="INQUIRO_CONTACT") as raised:
        asyncio.run(contact.search("trees", 5, Filters()))
    assert "jo@lab" not in str(raised.value)
    named = msgspec.structs.replace(settings, keys={"UNPAYWALL_EMAIL": Secret("jo@lab.test")})
    with pytest.raises(AccessDenied, match="UNPAYWALL_EMAIL"):
        asyncio.run(Unpaywall(ProviderContext(settings=named, web=web)).search("trees", 5, Filters()))


def test_another_422_is_a_bad_answer(asked):
    with pytest.raises(BadAnswer):
        asked(
            NAME, WebAnswer(url="https://x.example/", status=422, body=b'{"message": "invalid doi"}'), keys=EMAIL
        ).search()


def test_recordings(shared_data, asked):
    parse = asked(NAME).service.parse
    hits = [parse(one.answer) for one in recordings_of(NAME, shared_data)]
    assert [len(one) for one in hits] == [1, 1, 1, 1, 1, 1, 0, 2]
    assert hits[0][0].venue == "Cell Genomics"
    assert hits[7][0].open_access_url == "https://www.nature.com/articles/s42256-024-00832-8.pdf"


def test_recorded_copies(shared_data, asked):
    body = recordings_of(NAME, shared_data)[0].answer.body
    assert copies(asked(NAME, body, keys=EMAIL), "10.1016/j.xgen.2025.100814")[:2] == [
        "https://doi.org/10.1016/j.xgen.2025.100814",
        "https://www.ncbi.nlm.nih.gov/pmc/articles/12008803",
    ]


@pytest.mark.parametrize("body", [{"error": True, "message": "no"}, {"results": "x"}, [], b""])
def test_what_is_not_works_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


def test_damaged_answers(survives, shared_data):
    own = [msgspec.json.encode(one) for one in (WORK, {"results": [{"response": WORK}]})]
    survives(NAME, own + [one.answer.body for one in recordings_of(NAME, shared_data)])
