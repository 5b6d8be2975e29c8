"""One exchange with a model, whole or an error: over real sockets, with servers that misbehave."""

from __future__ import annotations

import asyncio
import traceback

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    ContextTooLong,
    Deferred,
    EffectError,
    NotConfigured,
    PrivacyRefused,
    RateLimited,
    TimedOut,
    Unavailable,
)
from inquiro.core.models import FREE, Message, ModelRequest, Price
from inquiro.core.pace import NoPace
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Secret, Settings
from inquiro.core.web import WebAnswer
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.testing import ScriptedWeb

QUESTION = ModelRequest(messages=(Message(role="user", text="Hello?"),), seconds=10.0)
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
VENDORS = ["openai", "anthropic", "fireworks"]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"


def piece(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def sends(*parts):
    async def answer(writer):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)

    return answer


def talk(server, context, vendor, answer, request=QUESTION, **changes):
    """Asks the vendor's client, whose address is the loopback server; gives the answer, what was heard and received."""

    async def run():
        heard = []
        async with server(answer) as (address, received):
            made = context(provider_urls={vendor: address}, **changes)
            async with Transport(made.settings) as web:
                client = client_for(f"{vendor}:m", ProviderContext(settings=made.settings, web=web))
                try:
                    return await client.complete(request, heard.append), heard, received
                except EffectError as error:
                    return error, heard, received

    return asyncio.run(run())


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_streamed_answer_is_heard_and_comes_back_whole(server, context, hello, vendor):
    said, heard, received = talk(server, context, vendor, sends(HEAD, piece(hello[vendor]), b"0\r\n\r\n"))
    assert (said.text, said.finish, heard) == ("Hi there.", "stop", ["Hi ", "there."])
    assert (said.usage.input, said.usage.cached, said.usage.output) == (7, 4, 3)
    key = f"sk-{vendor}_api_key-0123456789abcdef"
    name = {"anthropic": f"x-api-key: {key}"}.get(vendor, f"authorization: Bearer {key}")
    assert name in received[0]
    assert key not in received[0].partition("\r\n\r\n")[2]
    path = {"openai": "/v1/responses", "anthropic": "/v1/messages"}.get(vendor, "/v1/chat/completions")
    assert received[0].startswith(f"POST {path} HTTP/1.1")


@pytest.mark.fault(8)
@pytest.mark.parametrize("vendor", VENDORS)
def test_the_stream_may_be_cut_into_bytes(server, context, hello, vendor):
    body = hello[vendor].replace(b"there.", "thére ☃ 🎈.".encode())
    said, _, _ = talk(server, context, vendor, sends(HEAD, *(piece(bytes([b])) for b in body), b"0\r\n\r\n"))
    assert said.text == "Hi thére ☃ 🎈."


@pytest.mark.fault(8)
@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("ended", [b"", b"0\r\n\r\n"])
def test_a_stream_that_is_cut_is_no_answer(server, context, hello, vendor, ended):
    body = hello[vendor]
    for half in (b"", body[: body.index(b"there.")], body[: body.index(b"there.") + 60]):
        error, heard, _ = talk(server, context, vendor, sends(HEAD, *([piece(half)] if half else []), ended))
        assert type(error) is Unavailable
        assert error.retryable
        assert "".join(heard) in {"", "Hi ", "Hi there."}  # what was heard may be traced, and is never an answer


@pytest.mark.fault(8)
def test_no_place_to_cut_makes_half_an_answer(context, hello, stream):
    for vendor in VENDORS:
        client = client_for(f"{vendor}:m", context())
        whole = client.parse(stream(hello[vendor]))
        for cut in range(len(hello[vendor])):
            try:
                said = client.parse(stream(hello[vendor][:cut]))
            except (Unavailable, BadAnswer):
                continue
            assert (said.text, said.finish) == (whole.text, whole.finish), cut


@pytest.mark.fault(17)
@pytest.mark.parametrize("vendor", VENDORS)
def test_a_slow_stream_ends_at_the_deadline(server, context, hello, vendor):
    async def drip(writer):
        writer.write(HEAD)
        while True:
            writer.write(piece(b": still thinking\n\n"))
            await writer.drain()
            await asyncio.sleep(0.01)

    short = msgspec.structs.replace(QUESTION, seconds=0.15)
    error, _, _ = talk(server, context, vendor, drip, short)
    assert type(error) is TimedOut


def plain(status, body, headers=""):
    return sends(
        f"HTTP/1.1 {status} X\r\n{headers}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
    )


@pytest.mark.fault(5, 68)
@pytest.mark.parametrize("vendor", VENDORS)
def test_a_refused_key_is_never_quoted(server, context, vendor):
    key = f"sk-{vendor}_api_key-0123456789abcdef"
    body = msgspec.json.encode({"error": {"message": f"Incorrect API key provided: {key}"}})
    error, _, _ = talk(server, context, vendor, plain(401, body))
    assert type(error) is AccessDenied
    assert f"{vendor.upper()}_API_KEY" in str(error)
    assert "0123456789" not in "".join(traceback.format_exception(error))


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (429, b'{"error": {"message": "slow down"}}', RateLimited),
        (529, b'{"type": "error", "error": {"type": "overloaded_error"}}', Unavailable),
        (404, b'{"error": {"code": "model_not_found"}}', BadAnswer),
        (400, b'{"error": {"code": "context_length_exceeded"}}', ContextTooLong),
        (302, b"", BadAnswer),
        (200, b"<html>a proxy</html>", BadAnswer),
        (200, b"", BadAnswer),
        (200, b'{"error": {"message": "the request exceeds the available context size"}}', ContextTooLong),
    ],
)
def test_refusals_over_the_wire(server, context, status, body, kind):
    for vendor in VENDORS:
        error, heard, received = talk(server, context, vendor, plain(status, body, "Location: /elsewhere\r\n"))
        assert type(error) is kind
        assert heard == []
        assert len(received) == 1


@pytest.mark.fault(1)
def test_the_wait_is_kept(server, context):
    error, _, _ = talk(server, context, "openai", plain(429, b"{}", "Retry-After: 7\r\n"))
    assert error.retry_after == 7


@pytest.mark.fault(13)
def test_nobody_there_is_unavailable(server, context):
    async def hang_up(writer):
        writer.transport.abort()

    error, _, _ = talk(server, context, "ollama", hang_up)
    assert type(error) is Unavailable


@pytest.mark.fault(69)
def test_local_only_reaches_this_machine_and_nothing_else(server, context, hello):
    whole = sends(HEAD, piece(hello["fireworks"]), b"0\r\n\r\n")
    said, _, _ = talk(server, context, "mine", whole, privacy="local_only")
    assert said.text == "Hi there."

    async def away():
        made = context(privacy="local_only")
        async with Transport(made.settings) as web:
            client = client_for("openai:m", ProviderContext(settings=made.settings, web=web))
            await client.complete(QUESTION)

    with pytest.raises(PrivacyRefused):
        asyncio.run(away())


# -- without sockets --------------------------------------------------------------------------------------------


def test_a_request_goes_out_once_with_its_key_apart_and_no_redirects(context, stream, hello):
    made = context(stream(hello["openai"]))
    asyncio.run(client_for("openai:m", made).complete(QUESTION))
    (request,) = made.web.requests
    assert (request.method, request.url, request.redirects) == ("POST", "https://api.openai.com/v1/responses", 0)
    assert request.seconds == 10.0
    assert request.operator_origin == ""
    assert request.credentials["authorization"].reveal().startswith("Bearer sk-openai")
    assert "sk-openai" not in f"{request}"


def test_a_local_server_may_be_reached_although_it_is_private(context, stream, hello):
    made = context(stream(hello["fireworks"]))
    asyncio.run(client_for("ollama:llama3.2:1b", made).complete(QUESTION))
    (request,) = made.web.requests
    assert request.url == "http://localhost:11434/v1/chat/completions"
    assert request.operator_origin == "http://localhost:11434/v1"
    assert request.credentials == {}
    assert msgspec.json.decode(request.body)["model"] == "llama3.2:1b"


def test_a_schema_that_is_not_taken_is_asked_for_in_words(context, whole, stream, hello):
    refused = whole({"error": {"message": "response_format json_schema is not supported"}}, 400)
    made = context(refused, stream(hello["fireworks"]))
    client = client_for("fireworks:m", made)
    request = msgspec.structs.replace(QUESTION, schema=SCHEMA)
    assert client.capabilities.schema
    assert asyncio.run(client.complete(request)).text == "Hi there."
    first, second = (msgspec.json.decode(sent.body) for sent in made.web.requests)
    assert "response_format" in first
    assert "response_format" not in second
    assert second["messages"][0]["role"] == "system"
    assert '{"type":"object"' in second["messages"][0]["content"]
    assert not client.capabilities.schema
    asyncio.run(client.complete(request))
    assert len(made.web.requests) == 3  # it is remembered


def test_a_schema_refused_in_words_too_is_a_bad_answer(context, whole):
    made = context(whole({"error": {"message": "response_format: no"}}, 400))
    with pytest.raises(BadAnswer) as caught:
        asyncio.run(client_for("fireworks:m", made).complete(msgspec.structs.replace(QUESTION, schema=SCHEMA)))
    assert type(caught.value) is BadAnswer  # a journal knows this name
    assert len(made.web.requests) == 2


@pytest.mark.fault(5, 13)
def test_without_a_key_nothing_is_sent(context):
    made = context(WebAnswer(url="", status=200), keys={})
    client = client_for("openai:m", made)
    assert client.availability().reason == "set OPENAI_API_KEY"
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        asyncio.run(client.complete(QUESTION))
    assert made.web.requests == []


def test_a_model_without_search_is_not_asked_to_search(context):
    made = context(WebAnswer(url="", status=200))
    with pytest.raises(NotConfigured, match="no web search of its own"):
        asyncio.run(client_for("fireworks:m", made).complete(msgspec.structs.replace(QUESTION, web_search=1)))
    assert made.web.requests == []


class Pace(NoPace):
    def __init__(self, refuse=None):
        self.refuse = refuse
        self.calls = []

    async def admit(self, name, requests_per_second, burst=1):
        self.calls.append(("admit", name, requests_per_second))
        if self.refuse:
            raise self.refuse

    async def report(self, name, error):
        self.calls.append(("report", name, type(error).__name__))


def test_it_is_polite_and_tells_how_it_went(context, stream, whole, hello):
    pace = Pace()
    made = context(stream(hello["openai"]), whole({}, 500), pace=pace)
    client = client_for("openai:m", made)
    asyncio.run(client.complete(QUESTION))
    with pytest.raises(Unavailable):
        asyncio.run(client.complete(QUESTION))
    assert pace.calls == [
        ("admit", "openai", client.requests_per_second),
        ("report", "openai", "NoneType"),
        ("admit", "openai", client.requests_per_second),
        ("report", "openai", "Unavailable"),
    ]


@pytest.mark.fault(4)
def test_an_open_circuit_sends_nothing(context):
    made = context(WebAnswer(url="", status=200), pace=Pace(Deferred("later")))
    with pytest.raises(Deferred):
        asyncio.run(client_for("openai:m", made).complete(QUESTION))
    assert made.web.requests == []


def test_a_local_model_waits_for_nobody(context, stream, hello):
    pace = Pace()
    asyncio.run(client_for("ollama:m", context(stream(hello["fireworks"]), pace=pace)).complete(QUESTION))
    assert pace.calls[0] == ("admit", "ollama", 0.0)


@pytest.mark.parametrize(
    ("address", "base", "local"),
    [
        ("http://localhost:8080", "http://localhost:8080/v1", True),
        ("http://127.0.0.1:1/", "http://127.0.0.1:1/v1", True),
        ("http://[::1]:1/openai/v4", "http://[::1]:1/openai/v4", True),
        ("http://gpu.lan:8000/v1", "http://gpu.lan:8000/v1", False),
        ("https://listed.example", "https://listed.example/v1", True),
        ("https://api.example/v1/", "https://api.example/v1", False),
    ],
)
def test_local_is_loopback_or_what_the_operator_lists(context, address, base, local):
    made = context(provider_urls={"mine": address}, allow_private_hosts=("listed.example",))
    client = client_for("mine:m", made)
    assert (client.base, client.capabilities.local) == (base, local)
    assert client.price == (FREE if local else None)
    assert client.availability().available


def test_a_price_is_what_the_user_says_then_what_the_list_says_even_behind_a_proxy_on_this_machine(context):
    listed = client_for("openai:gpt-6-sol", context()).price
    assert listed is not None
    proxied = context(provider_urls={"openai": "http://localhost:4000"})
    assert client_for("openai:gpt-6-sol", proxied).price == listed
    assert client_for("openai:gpt-6-sol", proxied).capabilities.local
    said = Price(input=0.5, output=1.5)
    told = context(
        provider_urls={"openai": "http://localhost:4000"}, prices={"openai:gpt-6-sol": said, "ollama:m": said}
    )
    assert client_for("openai:gpt-6-sol", told).price == client_for("ollama:m", told).price == said
    assert client_for("ollama:other", told).price == FREE


@pytest.mark.parametrize("address", ["ftp://x", "http://a:b@c", "not an address", "http://x\\@y"])
def test_an_address_that_cannot_be_asked_is_not_available(context, address):
    client = client_for("mine:m", context(provider_urls={"mine": address}))
    assert not client.availability().available
    assert "INQUIRO_MINE_URL" in client.availability().reason
    with pytest.raises(NotConfigured, match="INQUIRO_MINE_URL"):
        asyncio.run(client.complete(QUESTION))


# -- nothing a vendor sends is a crash ---------------------------------------------------------------------------

NAMES = (
    "type index delta content_block message content text usage choices finish_reason stop_reason response output status "
    "annotations action sources queries url citations citation input partial_json error executed_tools url_citation "
    "input_tokens prompt_tokens server_tool_use incomplete_details reason model refusal"
).split()
WORDS = (
    "message_start content_block_start content_block_delta message_delta message_stop text text_delta input_json_delta "
    "citations_delta response.completed response.output_text.delta output_text message web_search_call search completed "
    "incomplete end_turn stop length error server_tool_use web_search web_search_tool_result url_citation https://a.b/"
).split()
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**6) | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=25,
)
events = st.lists(st.dictionaries(st.sampled_from(NAMES), values, max_size=5), max_size=6)


@pytest.mark.fault(9)
@pytest.mark.parametrize("vendor", VENDORS)
@given(events, st.booleans())
def test_any_shape_is_an_answer_or_an_error_in_words(tmp_path_factory, vendor, found, streamed):
    settings = Settings(home=tmp_path_factory.getbasetemp(), database_url="", keys={"X": Secret("y")})
    client = client_for(f"{vendor}:m", ProviderContext(settings=settings, web=ScriptedWeb()))
    if streamed:
        body = b"".join(b"data: " + msgspec.json.encode(one) + b"\n\n" for one in found) + b"data: [DONE]\n\n"
    else:
        body = msgspec.json.encode(found[0] if found else [])
    headers = {"content-type": "text/event-stream" if streamed else "application/json"}
    try:
        said = client.parse(WebAnswer(url="", status=200, headers=headers, body=body))
    except EffectError:
        return
    assert said.finish in {"stop", "length", "refused", "paused"}
    assert said.finish != "stop" or said.text.strip()


@pytest.mark.fault(9)
@pytest.mark.parametrize("status", [200, 400])
def test_an_answer_with_bytes_that_are_no_text_is_still_an_answer(context, status):
    """A small local model writes half a character now and then: that ended the run."""
    body = b'{"choices": [{"message": {"content": "40 m\xff \\ud83d"}, "finish_reason": "stop"}], "error": null}'
    client = client_for("mine:m", context(provider_urls={"mine": "http://127.0.0.1:1/v1"}))
    answer = WebAnswer(url="", status=status, headers={"content-type": "application/json"}, body=body)
    if status == 200:
        assert client.parse(answer).text == "40 m\ufffd \ufffd"
    else:
        with pytest.raises(EffectError):
            client.parse(answer)
