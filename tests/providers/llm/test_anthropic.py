"""The Messages API: what is sent, and what is made of the answer."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import BadAnswer, Unavailable
from inquiro.core.models import Message, ModelRequest, ModelUsage, NativeSource
from inquiro.providers.llm import client_for

MODEL = "anthropic:claude-haiku-4-5"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def message(*content, stop_reason="end_turn", **more):
    return {"type": "message", "model": "claude", "content": list(content), "stop_reason": stop_reason, **more}


def text(words, *citations):
    return {"type": "text", "text": words, "citations": list(citations) or None}


def test_a_plain_question(ask, stream, hello):
    said, body, heard = ask(MODEL, stream(hello["anthropic"]), max_output=100, temperature=0.0)
    assert (said.text, said.finish, said.model) == ("Hi there.", "stop", "claude")
    assert said.usage == ModelUsage(input=7, cached=4, output=3)
    assert heard == ["Hi ", "there."]
    assert body == {
        "model": "claude-haiku-4-5",
        "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": "Hello?"}],
        "max_tokens": 100,
        "temperature": 0.0,
        "stream": True,
    }


def test_max_tokens_is_always_set_and_temperature_only_where_it_is_taken(ask, stream, hello):
    _, body, _ = ask("anthropic:claude-sonnet-5-5", stream(hello["anthropic"]), temperature=0.0)
    assert body["max_tokens"] > 0
    assert "temperature" not in body


def test_the_key_and_the_version_travel_in_headers(context, stream, hello):
    made = context(stream(hello["anthropic"]))
    client = client_for(MODEL, made)
    asyncio.run(client.complete(ModelRequest(messages=(Message(role="user", text="?"),))))
    (request,) = made.web.requests
    assert request.url == "https://api.anthropic.com/v1/messages"
    assert request.headers["anthropic-version"] == "2023-06-01"
    assert set(request.credentials) == {"x-api-key"}


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://127.0.0.1:9/", "http://127.0.0.1:9/v1"])
def test_its_address_may_be_given_with_or_without_the_version(context, address):
    assert client_for(MODEL, context(provider_urls={"anthropic": address})).base == "http://127.0.0.1:9/v1"


def test_a_schema_is_enforced_except_where_searches_cite(ask, stream, hello):
    _, body, _ = ask(MODEL, stream(hello["anthropic"]), schema=SCHEMA)
    strict = SCHEMA | {"required": ["a"], "additionalProperties": False}
    assert body["output_config"] == {"format": {"type": "json_schema", "schema": strict}}
    assert "JSON" not in body["system"][0]["text"]
    _, body, _ = ask(MODEL, stream(hello["anthropic"]), schema=SCHEMA, web_search=2)
    assert "output_config" not in body
    assert '{"type":"object"' in body["system"][0]["text"]
    assert body["tools"] == [{"type": "web_search_20250305", "name": "web_search", "max_uses": 2}]
    _, body, _ = ask(MODEL, stream(hello["anthropic"]), schema={"type": "array", "items": {"type": "string"}})
    assert "output_config" not in body


def test_citations_come_with_the_words_of_their_pages(ask, whole):
    one = {"type": "web_search_result_location", "url": "https://a.example/1", "title": "One", "cited_text": "It is 7."}
    found = [
        {"type": "web_search_result", "url": "https://a.example/1", "title": "One"},
        {"type": "web_search_result", "url": "https://b.example/2", "title": "<b>Two</b>"},
    ]
    said, _, _ = ask(
        MODEL,
        whole(
            message(
                text("Let me search."),
                {"type": "server_tool_use", "name": "web_search", "input": {"query": "seven"}},
                {"type": "web_search_tool_result", "content": found},
                {"type": "server_tool_use", "name": "web_search", "input": {"query": "eight"}},
                {"type": "web_search_tool_result", "content": {"error_code": "max_uses_exceeded"}},
                text("It is "),
                text("seven", one, one),
                text("."),
                usage={"input_tokens": 9, "output_tokens": 2, "server_tool_use": {"web_search_requests": 1}},
            )
        ),
        web_search=1,
    )
    assert said.text == "It is seven."
    assert said.sources == (
        NativeSource(url="https://a.example/1", title="One", cited_text="It is 7."),
        NativeSource(url="https://b.example/2", title="Two"),
    )
    assert said.queries == ("seven", "eight")
    assert said.usage == ModelUsage(input=9, output=2, searches=1)


def test_a_streamed_search_is_put_together(ask, sse, stream):
    def block(index, kind, *deltas, **fields):
        yield {"type": "content_block_start", "index": index, "content_block": {"type": kind, **fields}}
        yield from ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        yield {"type": "content_block_stop", "index": index}

    cited = {"type": "web_search_result_location", "url": "https://a.example/", "title": "A", "cited_text": "Seven."}
    body = sse(
        {"type": "message_start", "message": {"usage": {"input_tokens": 2, "output_tokens": 1}}},
        *block(
            0, "thinking", {"type": "thinking_delta", "thinking": "hm"}, {"type": "signature_delta", "signature": "s"}
        ),
        *block(
            1,
            "server_tool_use",
            {"type": "input_json_delta", "partial_json": '{"qu'},
            {"type": "input_json_delta", "partial_json": 'ery": "s\\u00ef"}'},
            name="web_search",
            input={},
        ),
        *block(2, "web_search_tool_result", content=[{"url": "https://a.example/", "title": "A"}]),
        *block(3, "text", {"type": "text_delta", "text": "It is "}, text=""),
        *block(
            4, "text", {"type": "citations_delta", "citation": cited}, {"type": "text_delta", "text": "7."}, text=""
        ),
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"input_tokens": 20, "output_tokens": 5, "server_tool_use": {"web_search_requests": 1}},
        },
        {"type": "message_stop"},
    )
    said, _, heard = ask(MODEL, stream(body), web_search=1)
    assert (said.text, said.queries) == ("It is 7.", ("sï",))
    assert said.sources == (NativeSource(url="https://a.example/", title="A", cited_text="Seven."),)
    assert said.usage == ModelUsage(input=20, output=5, searches=1)
    assert heard == ["It is ", "7."]


@pytest.mark.fault(6)
@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "refused"),
        ("pause_turn", "paused"),
    ],
)
def test_reasons_to_stop(ask, whole, reason, finish):
    said, _, _ = ask(MODEL, whole(message(text("so far"), stop_reason=reason)))
    assert (said.finish, said.text) == (finish, "so far")


@pytest.mark.fault(6)
def test_a_refusal_may_have_no_words(ask, whole):
    said, _, _ = ask(MODEL, whole(message(stop_reason="refusal")))
    assert (said.finish, said.text) == ("refused", "")


@pytest.mark.fault(6, 12)
@pytest.mark.parametrize(
    "body",
    [
        message({"type": "tool_use", "name": "delete_everything", "input": {}}, stop_reason="tool_use"),
        message(text("x"), stop_reason=None),
        message(text("x"), stop_reason=["end_turn"]),
        {},
    ],
)
def test_no_content_or_a_tool_nobody_offered_is_a_bad_answer(ask, whole, body):
    with pytest.raises(BadAnswer):
        ask(MODEL, whole(body))


@pytest.mark.fault(6)
@pytest.mark.parametrize("body", [message(), message(text(" "))])
def test_an_answer_without_a_word_is_told_with_what_it_cost(ask, whole, body):
    said, _, _ = ask(MODEL, whole(body))
    assert (said.finish, said.text.strip()) == ("stop", "")


@pytest.mark.fault(8)
def test_a_stream_without_its_end_is_no_answer_even_with_a_reason_to_stop(ask, stream, hello):
    body = hello["anthropic"].partition(b'data: {"type":"message_stop"')[0]
    assert b"end_turn" in body
    with pytest.raises(Unavailable, match="in the middle"):
        ask(MODEL, stream(body))
