"""Our clients and a model server on loopback, in all three dialects: what they say is what the double behind it said."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from inquiro.core.errors import (
    AccessDenied,
    BadAnswer,
    ContextTooLong,
    EffectError,
    RateLimited,
    TimedOut,
    Unavailable,
)
from inquiro.core.models import Message, ModelAnswer, ModelRequest, ModelUsage
from inquiro.core.protocols import ProviderContext
from inquiro.core.said import read_matching
from inquiro.providers.http.transport import Transport
from inquiro.providers.llm import client_for
from inquiro.testing import DiligentModel, ScriptedModel

VENDORS = ["openai", "anthropic", "mine"]
PATHS = {"openai": "/v1/responses", "anthropic": "/v1/messages", "mine": "/v1/chat/completions"}
SCHEMA = {
    "type": "object",
    "properties": {
        "findings": {"type": "array", "items": {"type": "object", "properties": {"quote": {"type": "string"}}}}
    },
    "required": ["findings"],
}
QUESTION = ModelRequest(
    messages=(
        Message(role="system", text="Be brief."),
        Message(role="user", text="Question: How tall is it?\n\n[1] The tower is 40 m tall."),
    ),
    seconds=10.0,
)


def talk(context, server, vendor, *requests):
    """Asks them all at once; gives what came of each, and what was heard."""

    async def run():
        heard = []
        made = context(provider_urls={vendor: server.url})
        async with Transport(made.settings) as web:
            client = client_for(f"{vendor}:m", ProviderContext(settings=made.settings, web=web))
            asked = [client.complete(request, heard.append) for request in requests or (QUESTION,)]
            return await asyncio.gather(*asked, return_exceptions=True), heard

    said, heard = asyncio.run(run())
    assert not [one for one in said if not isinstance(one, ModelAnswer | EffectError)]
    return (said, heard) if len(said) > 1 else (said[0], heard)


@pytest.mark.parametrize("vendor", VENDORS)
def test_what_the_double_said_arrives_in_pieces_with_its_usage(context, model_server, vendor):
    words = "Forty metres, thirteen storeys, “naïvely” counted ☃ 🎈."
    usage = ModelUsage(input=90, cached=40, output=12)
    double = ScriptedModel(ModelAnswer(text=words, finish="stop", usage=usage, model="double-1"))
    with model_server.ModelServer(double) as server:
        said, heard = talk(context, server, vendor)
    assert (said.text, said.finish, said.usage, said.model) == (words, "stop", usage, "double-1")
    assert ("".join(heard), len(heard) > 2) == (words, True)
    (received,) = server.received
    assert (received.method, received.path) == ("POST", PATHS[vendor])
    assert f"sk-{vendor}_api_key-0123456789abcdef" in received.text
    assert f"sk-{vendor}" not in received.body
    (asked,) = server.asked
    assert asked.messages == QUESTION.messages
    assert double.requests == [asked]


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_schema_reaches_the_double_and_its_answer_fits(context, model_server, vendor):
    with model_server.ModelServer(DiligentModel()) as server:
        said, _ = talk(context, server, vendor, msgspec.structs.replace(QUESTION, schema=SCHEMA, schema_name="found"))
    assert read_matching(said.text, SCHEMA) == {"findings": [{"quote": "The tower is 40 m tall."}]}


@pytest.mark.parametrize("vendor", VENDORS)
def test_requests_are_served_side_by_side(context, model_server, vendor):
    with model_server.ModelServer(ScriptedModel("yes"), delay=0.05) as server:
        said, _ = talk(context, server, vendor, *[QUESTION] * 4)
    assert [one.text for one in said] == ["yes"] * 4
    assert server.most_at_once > 1


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize("finish", ["length", "refused"])
def test_an_answer_that_is_not_whole_says_so(context, model_server, vendor, finish):
    with model_server.ModelServer(ScriptedModel(ModelAnswer(text="Half", finish=finish))) as server:
        assert talk(context, server, vendor)[0].finish == finish


@pytest.mark.fault(1, 5, 8, 13)
@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (("refuses", 401), AccessDenied),
        (("refuses", 404), BadAnswer),
        (("refuses", 429), RateLimited),
        (("refuses", 500), Unavailable),
        (("cuts_the_stream", 0.0), Unavailable),
        (("cuts_the_stream", 0.3), Unavailable),
        (("cuts_the_stream", 0.8), Unavailable),
        (("says_nothing",), ModelAnswer),
        (("answers_garbage",), BadAnswer),
        (("never_answers",), TimedOut),
    ],
)
def test_it_can_be_told_to_misbehave_from_a_request_on(context, model_server, vendor, fault, kind):
    name, *arguments = fault
    with model_server.ModelServer(ScriptedModel("This is a whole answer of some length.")) as server:
        server.misbehave(getattr(model_server, name)(*arguments), from_request=2, times=1)
        short = msgspec.structs.replace(QUESTION, seconds=0.5)
        said = [talk(context, server, vendor, short)[0] for _ in range(3)]
    assert [type(one) for one in said] == [ModelAnswer, kind, ModelAnswer]
    assert len(server.received) == 3


@pytest.mark.fault(1)
@pytest.mark.parametrize("vendor", VENDORS)
def test_it_says_how_long_to_wait(context, model_server, vendor):
    with model_server.ModelServer(ScriptedModel("yes")) as server:
        server.misbehave(model_server.refuses(429, retry_after="7"))
        assert talk(context, server, vendor)[0].retry_after == 7
        server.behave()
        assert talk(context, server, vendor)[0].text == "yes"


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize(
    "error",
    [
        AccessDenied("no"),
        RateLimited("slow", retry_after=3.0),
        ContextTooLong("long"),
        BadAnswer("bad"),
        Unavailable("off"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_the_double_is_the_same_error_here(context, model_server, vendor, error):
    with model_server.ModelServer(ScriptedModel(error)) as server:
        assert type(talk(context, server, vendor)[0]) is type(error)


def test_a_server_can_be_asked_what_it_has_and_knows_no_other_path(model_server):
    import urllib.error
    import urllib.request

    with model_server.ModelServer(ScriptedModel("yes", model="double-2")) as server:
        with urllib.request.urlopen(f"{server.url}/v1/models") as answer:
            assert "double-2" in answer.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(f"{server.url}/v1/other")
        refused.value.close()
