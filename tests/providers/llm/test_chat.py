"""Chat completions: what is sent, and what is made of the answers of servers that differ."""

from __future__ import annotations

import pytest

from inquiro.core.errors import BadAnswer, Unavailable
from inquiro.core.models import ModelUsage, NativeSource

MODEL = "fireworks:m"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def completion(content="yes", finish="stop", usage=None, **message):
    return {"choices": [{"message": {"content": content, **message}, "finish_reason": finish}], "usage": usage or {}}


def chunk(finish=None, **delta):
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_a_plain_question(ask, stream, hello):
    said, body, heard = ask(MODEL, stream(hello["fireworks"]), max_output=100, temperature=0.2)
    assert (said.text, said.finish, said.model) == ("Hi there.", "stop", "m")
    assert said.usage == ModelUsage(input=7, cached=4, output=3)
    assert heard == ["Hi ", "there."]
    assert body == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"}],
        "max_tokens": 100,
        "temperature": 0.2,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_a_schema_is_enforced(ask, stream, hello):
    _, body, _ = ask(MODEL, stream(hello["fireworks"]), schema=SCHEMA, schema_name="plan")
    strict = SCHEMA | {"required": ["a"], "additionalProperties": False}
    assert body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "plan", "schema": strict, "strict": True},
    }


def test_servers_that_do_not_stream_are_understood(ask, whole):
    said, _, heard = ask(MODEL, whole(completion("Hi.", usage={"prompt_tokens": 3, "completion_tokens": 1})))
    assert (said.text, heard) == ("Hi.", ["Hi."])
    assert said.usage == ModelUsage(input=3, output=1)


def test_content_may_come_in_parts(ask, whole):
    said, _, _ = ask(MODEL, whole(completion([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])))
    assert said.text == "ab"


@pytest.mark.fault(6)
@pytest.mark.parametrize(
    ("body", "finish", "text"),
    [
        (completion("half", "length"), "length", "half"),
        (completion("", "content_filter"), "refused", ""),
        (completion(None, "stop", refusal="No."), "refused", "No."),
    ],
)
def test_an_answer_that_is_not_whole_says_so(ask, whole, body, finish, text):
    said, _, _ = ask(MODEL, whole(body))
    assert (said.finish, said.text) == (finish, text)


@pytest.mark.fault(6, 12)
@pytest.mark.parametrize(
    "body",
    [
        completion(None, "tool_calls", tool_calls=[{"function": {"name": "rm"}}]),
        completion("x", None),
        {"choices": []},
        {"choices": [{}]},
        {},
    ],
)
def test_no_content_or_a_tool_nobody_offered_is_a_bad_answer_that_was_paid_for(ask, whole, body):
    with pytest.raises(BadAnswer) as told:
        ask(MODEL, whole(body))
    used = body.get("usage", {})
    assert told.value.usage.calls == 1
    assert told.value.usage.tokens == used.get("prompt_tokens", 0) + used.get("completion_tokens", 0)


@pytest.mark.fault(6)
def test_an_answer_without_a_word_is_told_with_what_it_cost(ask, whole):
    said, _, _ = ask(MODEL, whole(completion("")))
    assert (said.finish, said.text) == ("stop", "")


def test_a_reason_to_stop_is_an_end_even_without_the_mark(ask, sse, stream):
    said, _, _ = ask(MODEL, stream(sse(chunk(content="a"), chunk("stop"))))
    assert said.text == "a"


def test_the_mark_without_a_reason_is_not(ask, sse, stream):
    with pytest.raises(BadAnswer):
        ask(MODEL, stream(sse(chunk(content="a"), done=True)))


@pytest.mark.fault(8)
def test_a_stream_without_either_was_cut(ask, sse, stream):
    with pytest.raises(Unavailable, match="in the middle"):
        ask(MODEL, stream(sse(chunk(content="a"), chunk(content="b"))))


@pytest.mark.fault(8)
def test_an_error_inside_a_stream_is_an_error(ask, sse, stream):
    with pytest.raises(Unavailable):
        ask(MODEL, stream(sse(chunk(content="a"), {"error": {"message": "CUDA out of memory"}})))


def test_a_streamed_refusal(ask, sse, stream):
    said, _, _ = ask(MODEL, stream(sse(chunk(refusal="I "), chunk(refusal="will not."), chunk("stop"), done=True)))
    assert (said.finish, said.text) == ("refused", "I will not.")


def test_sources_of_routers_and_of_models_that_search(ask, whole):
    note = {"type": "url_citation", "url_citation": {"url": "https://a.example/", "title": "A", "content": "Seven."}}
    tool = {
        "index": 0,
        "type": "search",
        "arguments": '{"query": "seven"}',
        "search_results": {"results": [{"url": "https://b.example/", "title": "B", "content": "Eight."}]},
    }
    said, _, _ = ask(MODEL, whole(completion("7", annotations=[note], executed_tools=[tool, {"arguments": "{"}])))
    assert said.sources == (
        NativeSource(url="https://a.example/", title="A", cited_text="Seven."),
        NativeSource(url="https://b.example/", title="B", cited_text="Eight."),
    )
    assert said.queries == ("seven",)
    assert said.usage.searches == 1
