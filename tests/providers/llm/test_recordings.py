"""What the vendors really answered: each recording is an answer with its sources and usage, or an error in words.

Google and Bedrock are recorded too; there are no clients for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, RateLimited
from inquiro.core.models import ModelAnswer
from inquiro.core.web import WebAnswer
from inquiro.providers.llm import client_for

HOSTS = {
    "api.openai.com": "openai",
    "api.anthropic.com": "anthropic",
    "api.groq.com": "groq",
    "openrouter.ai": "openrouter",
}
ANSWERS = ("/responses", "/messages", "/chat/completions")


def rows(path: Path) -> Iterator[tuple[str, str, Any, WebAnswer]]:
    """Vendor, model, what is recorded, and the answer as our transport would give it."""
    for line in path.read_bytes().splitlines():
        row = msgspec.json.decode(line)
        body = row["body"].encode() if isinstance(row["body"], str) else msgspec.json.encode(row["body"])
        headers = {n.lower(): str(v[0] if isinstance(v, list) else v) for n, v in row["headers"].items()}
        asked = row.get("request_body")
        model = asked.get("model", "m") if isinstance(asked, dict) else "m"
        vendor = HOSTS.get(urlsplit(row["url"]).hostname or "", "")
        yield vendor, model, row["body"], WebAnswer(url=row["url"], status=row["status"], headers=headers, body=body)


def understood(context: Any, vendor: str, model: str, answer: WebAnswer) -> ModelAnswer | EffectError:
    if vendor == "openai" and answer.url.endswith("/chat/completions"):
        vendor = "compatible"
    try:
        return client_for(f"{vendor}:{model}", context()).parse(answer)
    except EffectError as error:
        return error


def recorded(body: Any) -> tuple[str, ...]:
    """What shows, without our parsers, that the vendor named pages."""
    text = body if isinstance(body, str) else msgspec.json.encode(body).decode()
    marks = ('"url_citation"', '"web_search_result"', '"search_results"', '"open_page"', '"find_in_page"')
    return tuple(mark for mark in marks if mark in text)


@pytest.mark.parametrize(
    ("name", "count", "kinds"),
    [
        ("openai", 42, {"stop": 23, "BadAnswer": 19}),
        ("anthropic", 16, {"stop": 11, "paused": 2, "BadAnswer": 3}),
        ("groq", 3, {"stop": 3}),
        ("openrouter", 5, {"stop": 5}),
    ],
)
def test_every_recording_is_understood(context, shared_data, name, count, kinds):
    seen: Counter[str] = Counter()
    for vendor, model, body, answer in rows(shared_data / "http_llm_websearch" / f"{name}.jsonl"):
        said = understood(context, vendor, model, answer)
        is_answer = answer.status == 200 and urlsplit(answer.url).path.endswith(ANSWERS)
        assert isinstance(said, ModelAnswer) == is_answer, answer.url
        if isinstance(said, EffectError):
            assert str(said)
            seen[type(said).__name__] += 1
            continue
        seen[said.finish] += 1
        assert said.text.strip()
        assert said.usage.input > 0
        assert said.usage.output > 0
        assert said.usage.cached <= said.usage.input
        assert said.model
        assert bool(said.sources) == bool(recorded(body)), answer.url
        assert all(one.url.startswith(("https://", "http://")) for one in said.sources)
        assert said.usage.searches == 0 or said.queries or name == "openrouter"
    assert seen == kinds
    assert seen.total() == count


def test_the_words_of_cited_pages_come_along(context, shared_data):
    path = shared_data / "http_llm_websearch" / "anthropic.jsonl"
    answers = [understood(context, *row[:2], row[3]) for row in rows(path)]
    cited = [s for said in answers if isinstance(said, ModelAnswer) for s in said.sources if s.cited_text]
    assert len(cited) == 65
    assert all(one.title for one in cited)


def test_streamed_and_whole_recordings_of_one_question_have_the_same_shape(context, shared_data):
    path = shared_data / "http_llm_websearch" / "anthropic.jsonl"
    read = [(b, understood(context, v, m, a)) for v, m, b, a in rows(path)]
    paused = [(isinstance(body, str), said) for body, said in read if getattr(said, "finish", "") == "paused"]
    assert [streamed for streamed, _ in paused] == [True, False]
    assert [said.usage.searches for _, said in paused] == [10, 10]
    assert [len(said.queries) for _, said in paused] == [11, 11]


def test_recorded_errors_of_these_vendors_mean_what_they_say(context, shared_data):
    seen: Counter[str] = Counter()
    for vendor, model, body, answer in rows(shared_data / "http_errors" / "api_errors.jsonl"):
        if not vendor:
            continue
        error = understood(context, vendor, model, answer)
        seen[type(error).__name__] += 1
        if answer.status == 429:
            assert isinstance(error, RateLimited)
            continue
        assert type(error) is BadAnswer
        words = str(body)
        unknown = "model_not_found" in words or "not_found_error" in words
        assert (f"has no model '{model}'" in str(error)) == unknown
    assert seen == {"BadAnswer": 18, "RateLimited": 3}


def test_reported_errors_too(context, shared_data):
    reported = msgspec.json.decode((shared_data / "http_errors" / "reported_error_bodies.json").read_bytes())
    kinds = {"anthropic": RateLimited, "openai": AccessDenied}
    found = [row for row in reported if row["service"] in kinds]
    assert len(found) == 2
    for row in found:
        answer = WebAnswer(url="", status=row["status"], headers={}, body=msgspec.json.encode(row["body"]))
        assert type(understood(context, row["service"], "m", answer)) is kinds[row["service"]]
