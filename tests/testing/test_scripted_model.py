"""A model that says its lines."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import BadAnswer
from inquiro.core.models import Message, ModelAnswer, ModelRequest, ModelUsage
from inquiro.testing import ScriptedModel


def asked(model, *texts, **more):
    request = ModelRequest(messages=tuple(Message(role="user", text=text) for text in texts), **more)
    return asyncio.run(model.complete(request))


def test_a_scripted_model_says_its_lines_in_order_and_the_last_again():
    model = ScriptedModel("one", lambda request: request.messages[0].text.upper(), BadAnswer("torn"))
    assert (asked(model, "a b").text, asked(model, "loud").text) == ("one", "LOUD")
    for _ in range(2):
        with pytest.raises(BadAnswer, match="torn"):
            asked(model, "c")
    assert [request.messages[0].text for request in model.requests] == ["a b", "loud", "c", "c"]


def test_its_words_are_its_tokens_unless_the_script_says_otherwise():
    whole = ModelAnswer(text="half", finish="length", usage=ModelUsage(input=900))
    model = ScriptedModel("three words here", whole)
    first, second = asked(model, "two words"), asked(model, "x")
    assert (first.finish, first.usage) == ("stop", ModelUsage(input=2, output=3))
    assert second == whole


def test_it_can_be_heard():
    heard = []
    request = ModelRequest(messages=(Message(role="user", text="?"),))
    asyncio.run(ScriptedModel("yes").complete(request, heard.append))
    assert heard == ["yes"]
