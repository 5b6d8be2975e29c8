"""The Responses API: what is sent, and what is made of the answer."""

from __future__ import annotations

import pytest

from inquiro.core.errors import BadAnswer, RateLimited, Unavailable
from inquiro.core.models import Message, ModelUsage, NativeSource

MODEL = "openai:gpt-4.1"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def response(*output, **more):
    return {"status": "completed", "model": "gpt", "output": list(output), "usage": {}, **more}


def message(text="yes", *notes, **more):
    return {"type": "message", "content": [{"type": "output_text", "text": text, "annotations": list(notes)}], **more}


def test_a_plain_question(ask, stream, hello):
    said, body, heard = ask(MODEL, stream(hello["openai"]), max_output=100)
    assert (said.text, said.finish, said.model) == ("Hi there.", "stop", "gpt-6-sol-2026-09-22")
    assert said.usage == ModelUsage(input=7, cached=4, output=3)
    assert heard == ["Hi ", "there."]
    assert body == {
        "model": "gpt-4.1",
        "instructions": "Be brief.",
        "input": [{"role": "user", "content": "Hello?"}],
        "max_output_tokens": 100,
        "stream": True,
        "store": False,
    }


def test_a_conversation_without_instructions(ask, stream, hello):
    turns = (Message(role="user", text="a"), Message(role="assistant", text="b"), Message(role="user", text="c"))
    _, body, _ = ask(MODEL, stream(hello["openai"]), messages=turns, temperature=0.0, max_output=1)
    assert [turn["role"] for turn in body["input"]] == ["user", "assistant", "user"]
    assert "instructions" not in body
    assert body["temperature"] == 0.0
    assert body["max_output_tokens"] == 16


def test_a_model_that_takes_no_temperature_is_sent_none(ask, stream, hello):
    _, body, _ = ask("openai:gpt-6-sol", stream(hello["openai"]), temperature=0.0)
    assert "temperature" not in body


def test_a_schema_is_enforced(ask, stream, hello):
    _, body, _ = ask(MODEL, stream(hello["openai"]), schema=SCHEMA, schema_name="my plan")
    assert body["text"]["format"] == {
        "type": "json_schema",
        "name": "my_plan",
        "strict": True,
        "schema": SCHEMA | {"required": ["a"], "additionalProperties": False},
    }
    loose = {"type": "object", "additionalProperties": {"type": "string"}}
    _, body, _ = ask(MODEL, stream(hello["openai"]), schema=loose)
    assert (body["text"]["format"]["strict"], body["text"]["format"]["schema"]) == (False, loose)


def test_searching_is_allowed_so_often_and_no_more(ask, stream, hello):
    _, body, _ = ask(MODEL, stream(hello["openai"]), web_search=3)
    assert body["tools"] == [{"type": "web_search"}]
    assert body["max_tool_calls"] == 3
    assert body["include"] == ["web_search_call.action.sources"]


def test_sources_are_what_was_cited_and_what_was_looked_at(ask, whole):
    cited = {"type": "url_citation", "url": "https://a.example/1", "title": "One", "start_index": 0, "end_index": 3}
    searched = {
        "type": "web_search_call",
        "action": {
            "type": "search",
            "query": "q",
            "queries": ["q", "r", 5],
            "sources": [
                {"type": "url", "url": "https://a.example/1"},
                {"type": "url", "url": "https://b.example/2"},
                {"type": "api", "name": "oai-weather"},
                {"type": "url", "url": "javascript:alert(1)"},
            ],
        },
    }
    opened = {"type": "web_search_call", "action": {"type": "open_page", "url": "https://c.example/3"}}
    said, _, heard = ask(MODEL, whole(response(searched, opened, message("yes", cited))), web_search=1)
    assert said.sources == (
        NativeSource(url="https://a.example/1", title="One"),
        NativeSource(url="https://b.example/2"),
        NativeSource(url="https://c.example/3"),
    )
    assert said.queries == ("q", "r")
    assert said.usage.searches == 1
    assert heard == ["yes"]


def test_what_is_said_between_searches_is_no_part_of_the_answer(ask, whole):
    said, _, _ = ask(MODEL, whole(response(message("Let me look.", phase="commentary"), message("It is 7."))))
    assert said.text == "It is 7."


@pytest.mark.fault(6)
@pytest.mark.parametrize(
    ("body", "finish", "text"),
    [
        (
            response({"type": "message", "content": [{"type": "refusal", "refusal": "I will not."}]}),
            "refused",
            "I will not.",
        ),
        (response(status="incomplete", incomplete_details={"reason": "content_filter"}), "refused", ""),
        (
            response(message("half"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            "length",
            "half",
        ),
    ],
)
def test_an_answer_that_is_not_whole_says_so(ask, whole, body, finish, text):
    said, _, _ = ask(MODEL, whole(body))
    assert (said.finish, said.text) == (finish, text)


@pytest.mark.fault(6)
@pytest.mark.parametrize("body", [response(message(), status="queued"), {}, {"output": 5}])
def test_what_is_no_answer_is_a_bad_one(ask, whole, body):
    with pytest.raises(BadAnswer):
        ask(MODEL, whole(body))


@pytest.mark.fault(6)
@pytest.mark.parametrize("body", [response(), response(message("  "))])
def test_an_answer_without_a_word_is_told_with_what_it_cost(ask, whole, body):
    said, _, _ = ask(MODEL, whole(body))
    assert (said.finish, said.text.strip()) == ("stop", "")


@pytest.mark.fault(8)
def test_a_failure_at_the_end_of_a_stream_is_an_error(ask, sse, stream):
    def failed(code):
        return {"type": "response.failed", "response": {"status": "failed", "error": {"code": code, "message": "x"}}}

    delta = {"type": "response.output_text.delta", "delta": "half"}
    with pytest.raises(Unavailable):
        ask(MODEL, stream(sse(delta, failed("server_error"))))
    with pytest.raises(RateLimited):
        ask(MODEL, stream(sse(delta, failed("rate_limit_exceeded"))))
    with pytest.raises(Unavailable, match="in the middle"):
        ask(MODEL, stream(sse(delta)))
