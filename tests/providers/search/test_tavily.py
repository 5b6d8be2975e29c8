"""Tavily, as recorded and as it may fail."""

from __future__ import annotations

import json

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited

KEYS = {"TAVILY_API_KEY": "sk-very-secret"}
RESULT = {"url": "https://a.example/x", "title": "A <b>tree</b>", "content": "Cool &amp; green.", "score": 0.5}


def recorded(shared_data):
    lines = (shared_data / "http_tavily" / "interactions.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["body"] for line in lines]


def test_the_request_asks_for_depth_and_the_text_of_pages(asked):
    tavily = asked("tavily", {"results": [RESULT]}, keys=KEYS)
    tavily.search("street trees", 50, since="2024-05", sites=("who.int",), language="en")
    assert (tavily.request.method, tavily.request.url) == ("POST", "https://api.tavily.com/search")
    assert tavily.body == {
        "query": "street trees",
        "search_depth": "advanced",
        "include_raw_content": "text",
        "max_results": 20,
        "start_date": "2024-05-01",
        "include_domains": ["who.int"],
    }
    assert tavily.pace.admitted == [("tavily", 1.25)]


def test_the_key_travels_as_a_secret_only(asked):
    tavily = asked("tavily", {"results": []}, keys=KEYS)
    tavily.search()
    assert tavily.request.credentials["authorization"].reveal() == "Bearer sk-very-secret"
    assert "very-secret" not in tavily.in_the_open


def test_without_narrowing_nothing_is_narrowed(asked):
    tavily = asked("tavily", {"results": []}, keys=KEYS)
    tavily.search("q " * 400, 5)
    assert set(tavily.body) == {"query", "search_depth", "include_raw_content", "max_results"}
    assert len(tavily.body["query"]) <= 400


def test_hits_are_typed(parsed):
    more = {"raw_content": "All of it.", "published_date": "Tue, 05 Mar 2024 12:00:00 GMT"}
    (hit,) = parsed("tavily", {"results": [RESULT | more]})
    assert (hit.title, hit.snippet, hit.full_content) == ("A tree", "Cool & green.", "All of it.")
    assert (hit.score, hit.published, hit.year, hit.source_name) == (0.5, "2024-03-05", 2024, "tavily")


@pytest.mark.parametrize("lost", [{"url": "ftp://x"}, {"url": None}, {"title": " "}, {"title": None}])
def test_a_hit_without_address_or_title_is_none(parsed, lost):
    assert parsed("tavily", {"results": [RESULT | lost, 3, None]}) == []


@pytest.mark.parametrize("body", [{}, [], {"results": None}, {"detail": {"error": "no"}}, b"<html>", b""])
def test_what_is_no_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="tavily"):
        parsed("tavily", body)


def test_recordings(parsed, shared_data):
    lists = [parsed("tavily", body) for body in recorded(shared_data)]
    assert [len(hits) for hits in lists] == [5, 2, 5]
    assert lists[0][1].url == "https://ai.pydantic.dev/"
    assert lists[1][0].title == "[2601.03329] Attention mechanisms in neural networks"
    assert all(hit.snippet and hit.score > 0 for hits in lists for hit in hits)


def test_damaged_recordings(survives, shared_data):
    survives("tavily", [json.dumps(body).encode() for body in recorded(shared_data)])


def test_a_refused_key_names_the_setting_and_never_the_key(asked):
    tavily = asked("tavily", 401, keys=KEYS)
    with pytest.raises(AccessDenied, match="TAVILY_API_KEY") as caught:
        tavily.search()
    assert "sk-very" not in str(caught.value)
    assert tavily.pace.reports == [caught.value]


def test_too_fast_is_said_so(asked):
    with pytest.raises(RateLimited):
        asked("tavily", 429, keys=KEYS).search()


def test_without_a_key_it_says_which(asked):
    found = asked("tavily").service.availability()
    assert not found.available
    assert "TAVILY_API_KEY" in found.reason
    assert asked("tavily", keys=KEYS).service.availability().available
