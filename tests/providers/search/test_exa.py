"""Exa, as recorded and as it may fail."""

from __future__ import annotations

import json

import pytest

from inquiro.core.errors import AccessDenied, BadAnswer

KEYS = {"EXA_API_KEY": "sk-very-secret"}
RESULT = {"url": "https://doi.org/10.1000/X", "title": "Trees", "text": "Cool. " * 200, "author": "Odile  Brandt"}


def test_the_request_asks_for_texts(asked):
    exa = asked("exa", {"results": []}, keys=KEYS)
    exa.search("street trees", 7, since="2024", sites=("https://who.int/x",))
    assert (exa.request.method, exa.request.url) == ("POST", "https://api.exa.ai/search")
    assert exa.body == {
        "query": "street trees",
        "type": "auto",
        "numResults": 7,
        "contents": {"text": {"maxCharacters": 50_000}},
        "startPublishedDate": "2024-01-01T00:00:00.000Z",
        "includeDomains": ["who.int"],
    }


def test_the_key_travels_as_a_secret_only(asked):
    exa = asked("exa", {"results": []}, keys=KEYS)
    exa.search()
    assert exa.request.credentials["x-api-key"].reveal() == "sk-very-secret"
    assert "very-secret" not in exa.in_the_open


def test_hits_are_typed(parsed):
    (hit,) = parsed("exa", {"results": [RESULT | {"publishedDate": "2023-11-16T01:36:32.547Z", "score": 0.25}]})
    assert (hit.authors, hit.published, hit.year) == (("Odile Brandt",), "2023-11-16", 2023)
    assert (hit.doi, hit.score) == ("10.1000/x", 0.25)
    assert hit.full_content == RESULT["text"]
    assert hit.snippet.startswith("Cool. Cool.")
    assert len(hit.snippet) <= 400


def test_highlights_make_the_snippet(parsed):
    (hit,) = parsed("exa", {"results": [RESULT | {"highlights": ["one", None, "<b>two</b>"], "summary": "s"}]})
    assert hit.snippet == "one … two"


@pytest.mark.parametrize("lost", [{"url": ""}, {"title": None}])
def test_a_hit_without_address_or_title_is_none(parsed, lost):
    assert parsed("exa", {"results": [RESULT | lost]}) == []


@pytest.mark.parametrize("body", [{}, [], {"results": {}}, {"error": "x"}, b"no"])
def test_what_is_no_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="exa"):
        parsed("exa", body)


def test_recordings(parsed, shared_data):
    (example,) = parsed("exa", (shared_data / "http_exa" / "exa_docs_example.json").read_bytes())
    assert example.title == "A Comprehensive Overview of Large Language Models"
    assert example.url == "https://arxiv.org/pdf/2307.06435.pdf"
    assert (example.published, example.snippet) == ("2023-11-16", "Such requirements have limited their adoption...")
    saved = parsed("exa", (shared_data / "http_exa" / "exa_search_with_text.json").read_bytes())
    assert [len(hit.full_content) for hit in saved] == [531, 14_043, 1_000_000]
    assert [hit.authors for hit in saved] == [("Chris Buchanan",), (), ()]
    assert max(len(hit.snippet) for hit in saved) <= 400


def test_damaged_recordings(survives, shared_data):
    example = (shared_data / "http_exa" / "exa_docs_example.json").read_bytes()
    saved = json.loads((shared_data / "http_exa" / "exa_search_with_text.json").read_bytes())
    for result in saved["results"]:
        result["text"] = result["text"][:500]
    survives("exa", [example, json.dumps(saved).encode()])


def test_a_refused_key_names_the_setting_and_never_the_key(asked):
    with pytest.raises(AccessDenied, match="EXA_API_KEY") as caught:
        asked("exa", 401, keys=KEYS).search()
    assert "sk-very" not in str(caught.value)


def test_no_credit_is_said_in_words(asked):
    with pytest.raises(BadAnswer, match="paid"):
        asked("exa", 402, keys=KEYS).search()


def test_without_a_key_it_says_which(asked):
    found = asked("exa").service.availability()
    assert (found.available, found.reason) == (False, "set EXA_API_KEY")
