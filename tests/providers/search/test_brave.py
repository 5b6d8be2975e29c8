"""Brave, as recorded and as it may fail."""

from __future__ import annotations

import re

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited
from inquiro.core.malformed_hits import malformed_hits

KEYS = {"BRAVE_API_KEY": "sk-very-secret"}
NOTHING = {"type": "search", "query": {}}


def recorded(shared_data):
    return [(shared_data / "http_brave" / name).read_bytes() for name in ("brave_response.json", "brave_search.json")]


def test_the_request_maps_every_filter(asked):
    brave = asked("brave", NOTHING, keys=KEYS)
    brave.search("street trees", 50, since="2024-05", sites=("a.org", "b.org"), language="de-AT")
    assert brave.request.url.startswith("https://api.search.brave.com/res/v1/web/search?")
    freshness = brave.params.pop("freshness")
    assert re.fullmatch(r"2024-05-01to\d{4}-\d\d-\d\d", freshness)
    assert brave.params | {"freshness": ""} == {
        "q": "street trees (site:a.org OR site:b.org)",
        "count": "20",
        "result_filter": "web",
        "text_decorations": "false",
        "search_lang": "de",
        "freshness": "",
    }
    assert brave.pace.admitted == [("brave", 1.0)]


@pytest.mark.parametrize(
    ("language", "code"),
    [("en", "en"), ("ja", "jp"), ("zh", "zh-hans"), ("pt-BR", "pt-br"), ("pt", "pt-pt"), ("tlh", None), (None, None)],
)
def test_languages_have_the_service_s_own_codes(asked, language, code):
    brave = asked("brave", NOTHING, keys=KEYS)
    brave.search(language=language)
    assert brave.params.get("search_lang") == code
    assert "freshness" not in brave.params


def test_a_long_query_is_cut_and_its_sites_stay(asked):
    brave = asked("brave", NOTHING, keys=KEYS)
    brave.search("word " * 200, sites=("who.int",))
    assert brave.params["q"].endswith(" site:who.int")
    assert len(brave.params["q"].split()) == 50


def test_the_key_travels_as_a_secret_only(asked):
    brave = asked("brave", NOTHING, keys=KEYS)
    brave.search()
    assert brave.request.credentials["x-subscription-token"].reveal() == "sk-very-secret"
    assert "very-secret" not in brave.in_the_open


def test_recordings(parsed, shared_data):
    news, framework = (parsed("brave", body) for body in recorded(shared_data))
    assert (len(news), len(framework)) == (18, 17)
    assert (news[0].url, news[0].published, news[0].language) == ("https://laravel-news.com/", "2023-09-04", "en")
    assert framework[1].title == "Laravel - Wikipedia"
    assert framework[1].venue == "Wikipedia"
    assert framework[1].snippet.startswith("Laravel is a free and open-source PHP- based web framework")
    assert not any("<" in hit.snippet for hit in (*news, *framework))


def test_more_snippets_are_joined(parsed):
    result = {"url": "https://a.example", "title": "A", "description": "one", "extra_snippets": ["<b>two</b>", None]}
    (hit,) = parsed("brave", NOTHING | {"web": {"results": [result]}})
    assert hit.snippet == "one … two"


def test_a_search_that_found_nothing_is_empty(parsed):
    assert parsed("brave", NOTHING) == []


@pytest.mark.parametrize("body", [{}, [], {"type": "ErrorResponse"}, NOTHING | {"web": {"results": {}}}, b"<html>"])
def test_what_is_no_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="brave"):
        parsed("brave", body)


@pytest.mark.fault(9)
def test_entries_that_are_no_hits_are_counted(parsed):
    results = [{"url": "https://a.org/", "title": "A"}, {"url": "https://b.org/"}, {"title": "C"}, "D", None]
    with malformed_hits() as malformed:
        [hit] = parsed("brave", NOTHING | {"web": {"results": results}})
    assert (hit.title, malformed.count) == ("A", 4)


def test_damaged_recordings(survives, shared_data):
    survives("brave", recorded(shared_data))


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_names_the_setting_and_never_the_key(asked, status):
    with pytest.raises(AccessDenied, match="BRAVE_API_KEY") as caught:
        asked("brave", status, keys=KEYS).search()
    assert "sk-very" not in str(caught.value)


def test_too_fast_is_said_so(asked):
    with pytest.raises(RateLimited):
        asked("brave", 429, keys=KEYS).search()


def test_without_a_key_it_says_which(asked):
    assert asked("brave").service.availability().reason == "set BRAVE_API_KEY"
