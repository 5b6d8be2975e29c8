"""SearXNG: only where someone named one, and silent engines are no empty result."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited, Unavailable, UnsafeAddress

URL = {"searxng": "http://127.0.0.1:8888"}
RESULT = {
    "url": "https://a.example/x",
    "title": "Street <b>trees</b>",
    "content": "Cool &amp; green.",
    "engine": "brave",
    "engines": ["brave", "wikipedia"],
    "score": 3.5,
    "publishedDate": "2024-05-31T00:00:00",
    "authors": ["Odile Brandt", None],
    "journal": "Trees",
    "doi": "10.1000/X",
    "pdf_url": "https://a.example/x.pdf",
}
FOUND = {"query": "q", "number_of_results": 1, "results": [RESULT], "unresponsive_engines": [["google", "CAPTCHA"]]}


def ago(days):
    return (datetime.now(UTC).date() - timedelta(days=days)).isoformat()


def test_the_request(asked):
    searx = asked("searxng", FOUND, urls=URL)
    searx.search("street trees", since=ago(20), sites=("who.int",), language="de-DE")
    assert searx.request.url.startswith("http://127.0.0.1:8888/search?")
    assert searx.params == {
        "q": "street trees site:who.int",
        "format": "json",
        "language": "de",
        "time_range": "month",
    }
    assert searx.request.operator_origin == "http://127.0.0.1:8888"


@pytest.mark.parametrize(
    ("days", "name"), [(0, "day"), (1, "day"), (5, "week"), (200, "year"), (800, None), (-5, "day")]
)
def test_the_narrowest_range_that_leaves_nothing_out(asked, days, name):
    searx = asked("searxng", FOUND, urls=URL)
    searx.search(since=ago(days))
    assert searx.params.get("time_range") == name


def test_an_operator_chooses_engines_with_the_address(asked):
    given = "https://searx.example/sub/search?engines=brave,bing&categories=science&evil=1"
    searx = asked("searxng", FOUND, urls={"searxng": given})
    searx.search()
    assert searx.request.url.startswith("https://searx.example/sub/search?q=")
    assert (searx.params["engines"], searx.params["categories"]) == ("brave,bing", "science")
    assert "evil" not in searx.params
    assert searx.request.operator_origin == "https://searx.example/sub"


def test_hits_are_typed(parsed):
    (hit,) = parsed("searxng", FOUND)
    assert (hit.title, hit.snippet, hit.score) == ("Street trees", "Cool & green.", 3.5)
    assert (hit.published, hit.year, hit.doi) == ("2024-05-31", 2024, "10.1000/x")
    assert (hit.authors, hit.venue, hit.open_access_url) == (("Odile Brandt",), "Trees", "https://a.example/x.pdf")


def test_nothing_found_is_empty_only_when_the_engines_answered(parsed):
    assert parsed("searxng", {"results": [], "unresponsive_engines": []}) == []
    with pytest.raises(Unavailable, match="google CAPTCHA"):
        parsed("searxng", FOUND | {"results": []})


@pytest.mark.parametrize("body", [{}, [], {"results": None}, b"<!doctype html>"])
def test_what_is_no_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="searxng"):
        parsed("searxng", body)


def test_damaged_answers(survives):
    survives("searxng", [json.dumps(FOUND).encode()])


def test_a_refusal_says_that_json_must_be_enabled(asked):
    with pytest.raises(AccessDenied, match=r"json.*search\.formats"):
        asked("searxng", 403, urls=URL).search()


def test_our_own_guard_is_not_taken_for_the_service_s_refusal(asked):
    with pytest.raises(UnsafeAddress, match=r"^private$"):
        asked("searxng", UnsafeAddress("private"), urls=URL).search()


def test_its_limiter_is_respected(asked):
    with pytest.raises(RateLimited):
        asked("searxng", 429, urls=URL).search()


@pytest.mark.parametrize("urls", [{}, {"searxng": "localhost:8888"}])
def test_without_an_address_it_says_what_to_set(asked, urls):
    found = asked("searxng", urls=urls).service.availability()
    assert not found.available
    assert "INQUIRO_SEARXNG_URL" in found.reason


def test_with_an_address_it_is_available(asked):
    assert asked("searxng", urls=URL).service.availability().available
