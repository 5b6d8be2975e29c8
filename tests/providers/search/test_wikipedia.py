"""Wikipedia: searched in the wanted language, read as clean text with its headings."""

from __future__ import annotations

import asyncio
import json

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited
from inquiro.core.types import SourceResult
from inquiro.core.web import WebAnswer

FOUND = {
    "ns": 0,
    "title": "Street tree (Wien) & more?",
    "snippet": 'A <span class="searchmatch">street</span> tree &quot;cools&quot;',
    "timestamp": "2026-03-25T15:46:00Z",
}
EXTRACT = """Street trees cool cities.

== History ==

Planted since 1850, by
\x20\x20
      x
      2
    \x20
    {\\displaystyle x^{2}}
 \x20
a year.

=== Empty ===

== See also ==

== Costs ==
=== Water ===
A tree needs 80 litres.
"""


def extract(**page):
    return {"query": {"pages": [{"title": "Street tree", "extract": EXTRACT} | page]}}


def hit(url="https://en.wikipedia.org/wiki/Street_tree"):
    return SourceResult(url=url, title="Street tree", snippet="", source_name="wikipedia", language="en")


def opened(wiki, url="https://en.wikipedia.org/wiki/Street_tree"):
    return asyncio.run(wiki.service.open(hit(url)))


def recordings(shared_data):
    rows = (shared_data / "http_wikipedia" / "interactions.jsonl").read_text("utf-8").splitlines()
    return [json.loads(row) for row in rows]


def test_the_request(asked):
    wiki = asked("wikipedia", {"query": {"search": []}})
    wiki.search("street trees " * 50, 100)
    assert wiki.request.url.startswith("https://en.wikipedia.org/w/api.php?")
    assert len(wiki.params["srsearch"]) <= 300
    assert wiki.params | {"srsearch": ""} == {
        "format": "json",
        "formatversion": "2",
        "action": "query",
        "maxlag": "5",
        "list": "search",
        "srsearch": "",
        "srlimit": "50",
        "srnamespace": "0",
        "srprop": "snippet|timestamp|wordcount",
    }
    assert wiki.pace.admitted == [("wikipedia", 5.0)]


@pytest.mark.parametrize(
    ("language", "host"), [("de", "de"), ("pt-BR", "pt"), ("nb", "no"), ("gibberish!", "en"), ("a.evil.example/", "en")]
)
def test_each_language_has_its_wiki(asked, language, host):
    wiki = asked("wikipedia", {"query": {"search": []}})
    wiki.search(language=language)
    assert wiki.request.url.startswith(f"https://{host}.wikipedia.org/w/api.php?")


def test_an_address_set_by_the_operator_wins(asked):
    wiki = asked("wikipedia", {"query": {"search": []}}, urls={"wikipedia": "http://127.0.0.1:9/"})
    wiki.search(language="de")
    assert wiki.request.url.startswith("http://127.0.0.1:9/w/api.php?")
    assert wiki.request.operator_origin == "http://127.0.0.1:9"


def test_hits_are_typed(parsed):
    body = {"query": {"search": [FOUND, {"title": ""}, None]}}
    (one,) = parsed("wikipedia", body, "https://de.wikipedia.org/w/api.php?x=1")
    assert one.url == "https://de.wikipedia.org/wiki/Street_tree_(Wien)_&_more%3F"
    assert (one.title, one.snippet) == ("Street tree (Wien) & more?", 'A street tree "cools"')
    assert (one.published, one.year, one.language, one.venue) == ("2026-03-25", 2026, "de", "Wikipedia")


def test_recordings(parsed, shared_data):
    searches, others, with_snippet = [], 0, 0
    for row in recordings(shared_data):
        try:
            hits = parsed("wikipedia", row["body"], row["url"])
        except BadAnswer:
            others += 1
            continue
        assert "list=search" in row["url"]
        searches.append(hits)
        with_snippet += sum(bool(one.snippet) for one in hits)
    assert (len(searches), others) == (21, 59)
    assert all(one.language == "en" for hits in searches for one in hits)
    assert searches[0][1].url == "https://en.wikipedia.org/wiki/History_of_Python"
    assert with_snippet > 150


@pytest.mark.parametrize("body", [{}, [], {"query": {"pages": {}}}, {"query": {"search": {}}}, {"query": 3}, b"<html>"])
def test_what_is_no_search_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="wikipedia"):
        parsed("wikipedia", body)


def test_damaged_recordings(survives, shared_data):
    rows = [row for row in recordings(shared_data) if "list=search" in row["url"]]
    bodies = [row["body"] if isinstance(row["body"], str) else json.dumps(row["body"]) for row in rows[:6]]
    survives("wikipedia", [body.encode() for body in bodies])


def test_a_lagging_server_is_left_alone(asked):
    body = json.dumps({"error": {"code": "maxlag", "info": "Waiting"}}).encode()
    wiki = asked("wikipedia", WebAnswer(url="https://x.example", status=200, headers={"retry-after": "5"}, body=body))
    with pytest.raises(RateLimited, match="busy") as caught:
        wiki.search()
    assert caught.value.retry_after == 5.0
    assert wiki.pace.reports[-1] is caught.value


def test_another_error_of_the_api_is_told(asked):
    with pytest.raises(BadAnswer, match="search-title-disabled"):
        asked("wikipedia", {"error": {"code": "search-title-disabled"}}).search()


def test_an_article_is_read_with_its_headings(asked):
    wiki = asked("wikipedia", extract(revisions=[{"revid": 1, "timestamp": "2026-03-25T15:46:00Z"}]))
    document = opened(wiki)
    assert document.text == (
        "Street trees cool cities.\n\nHistory\n\nPlanted since 1850, by\n\nx^{2}\n\na year.\n\n"
        "Costs\n\nWater\n\nA tree needs 80 litres."
    )
    assert [(a.label, document.text[a.offset :].startswith(a.label)) for a in document.headings] == [
        ("History", True),
        ("Costs", True),
        ("Water", True),
    ]
    assert (document.published, document.source_name, document.flags) == ("2026-03-25", "wikipedia", ())
    assert (wiki.params["titles"], wiki.params["explaintext"], wiki.params["redirects"]) == ("Street tree", "1", "1")


def test_the_recorded_article(asked, shared_data):
    row = next(row for row in recordings(shared_data) if "prop=extracts" in row["url"])
    wiki = asked("wikipedia", row["body"] if isinstance(row["body"], dict) else row["body"].encode())
    document = opened(wiki, "https://en.wikipedia.org/wiki/Python_(programming_language)")
    assert document.text.startswith("Python is a high-level, general-purpose programming language.")
    assert len(document.headings) > 20
    assert all(document.text.startswith(f"{a.label}\n\n", a.offset) for a in document.headings)
    assert "==" not in "".join(a.label for a in document.headings)
    assert wiki.params["titles"] == "Python (programming language)"


def test_the_article_s_own_wiki_is_asked(asked):
    wiki = asked("wikipedia", extract())
    opened(wiki, "https://de.m.wikipedia.org/wiki/Stra%C3%9Fenbaum")
    assert wiki.request.url.startswith("https://de.wikipedia.org/w/api.php?")
    assert wiki.params["titles"] == "Straßenbaum"


def test_a_list_of_meanings_is_flagged(asked):
    assert opened(asked("wikipedia", extract(pageprops={"disambiguation": ""}))).flags == ("disambiguation",)


@pytest.mark.parametrize(
    "body", [extract(extract=""), extract(extract=None), {"query": {"pages": [{"missing": True}]}}, {}, {"query": []}]
)
def test_a_missing_article_is_an_error(asked, body):
    with pytest.raises(BadAnswer, match="has no text"):
        opened(asked("wikipedia", body))


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/wiki/X",
        "https://en.wikipedia.org.evil.example/wiki/X",
        "https://en.wikipedia.org/w/index.php?title=X",
        "file:///wiki/X",
        "http://[bad",
    ],
)
def test_other_pages_are_not_opened(asked, url):
    wiki = asked("wikipedia", extract())
    with pytest.raises(BadAnswer, match="no article"):
        opened(wiki, url)
    assert wiki.web.requests == []


def test_a_block_is_an_error(asked):
    with pytest.raises(AccessDenied, match="wikipedia"):
        asked("wikipedia", 403).search()
