"""What is asked of a model, what it answers, and what that costs."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.core.models import FREE, Message, ModelAnswer, ModelClient, ModelRequest, ModelUsage, Price, parse_model_id
from inquiro.testing import ScriptedModel


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("openai:gpt-6-sol", ("openai", "gpt-6-sol")),
        ("ollama:llama3.2:1b", ("ollama", "llama3.2:1b")),
        ("fireworks:accounts/fireworks/models/x", ("fireworks", "accounts/fireworks/models/x")),
        ("openrouter:google/gemini:free", ("openrouter", "google/gemini:free")),
        (" OpenAI:gpt-6-sol ", ("openai", "gpt-6-sol")),
        ("my-server:m-1", ("my_server", "m-1")),  # the environment has no dashes in its names
    ],
)
def test_a_model_is_named_by_provider_and_name(text, parts):
    assert parse_model_id(text) == parts


@pytest.mark.parametrize("text", ["", "gpt-6-sol", ":x", "openai:", "openai: ", "a/b:c", "a b:c"])
def test_what_is_no_model_says_how_to_write_one(text):
    with pytest.raises(UsageError, match="PROVIDER:NAME"):
        parse_model_id(text)


def test_cached_and_written_tokens_have_prices_of_their_own():
    price = Price(input=2.0, cached=0.2, written=2.5, output=10.0, search=0.01)
    usage = ModelUsage(input=1_000_000, cached=400_000, written=100_000, output=50_000, searches=3)
    assert price.cost(usage) == pytest.approx(0.5 * 2.0 + 0.4 * 0.2 + 0.1 * 2.5 + 0.05 * 10.0 + 0.03)


def test_without_such_a_price_they_count_in_full():
    usage = ModelUsage(input=1_000_000, cached=400_000, written=100_000)
    assert Price(input=2.0, output=10.0).cost(usage) == pytest.approx(2.0)


def test_a_long_prompt_makes_the_whole_request_dearer():
    price = Price(input=2.0, output=10.0, search=0.01, long_above=1_000, long_input=2.0, long_output=1.5)
    short, long = ModelUsage(input=1_000, output=10, searches=1), ModelUsage(input=1_001, output=10, searches=1)
    assert price.cost(short) == pytest.approx((1_000 * 2 + 10 * 10) / 1e6 + 0.01)
    assert price.cost(long) == pytest.approx((1_001 * 4 + 10 * 15) / 1e6 + 0.01)


usages = st.builds(
    ModelUsage, **{name: st.integers(0, 10**7) for name in ("input", "cached", "output", "searches", "written")}
)


@given(usages, usages)
def test_usage_adds_up_and_never_costs_less_than_nothing(one, other):
    price = Price(input=2.0, cached=0.2, output=10.0, search=0.01)
    both = one + other
    assert (both.input, both.searches) == (one.input + other.input, one.searches + other.searches)
    assert price.cost(one) >= 0
    assert FREE.cost(both) == 0


def test_requests_and_answers_travel_as_json():
    request = ModelRequest(messages=(Message(role="user", text="Why?"),), schema={"type": "object"}, web_search=2)
    assert msgspec.json.decode(msgspec.json.encode(request), type=ModelRequest) == request
    answer = ModelAnswer(text="Because.", finish="stop", usage=ModelUsage(input=3))
    assert msgspec.convert(answer.to_dict(), ModelAnswer) == answer


def test_the_scripted_model_is_a_model():
    assert isinstance(ScriptedModel("yes"), ModelClient)
