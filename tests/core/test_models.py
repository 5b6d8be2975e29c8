"""What is asked of a model, what it answers, and what that costs."""

from __future__ import annotations

from contextlib import suppress
from math import inf

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.core.models import (
    FREE,
    Message,
    ModelAnswer,
    ModelClient,
    ModelRequest,
    ModelUsage,
    Price,
    estimate_tokens,
    parse_model_id,
    parse_price,
    usage_of,
    worst_case,
)
from inquiro.core.types import Usage
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


# -- what a question could cost -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("0.5/1.5", Price(input=0.5, output=1.5)),
        (" $3 / $15 / 0.01 ", Price(input=3.0, output=15.0, search=0.01)),
        ("0/0", FREE),
    ],
)
def test_a_price_is_written_per_million_tokens(text, price):
    assert parse_price(text) == price


@given(st.text("0123456789./$ -einfa\u0663", max_size=20))
def test_what_is_no_price_is_refused_and_what_is_one_is_finite(text):
    with suppress(UsageError):
        price = parse_price(text)
        assert all(0 <= value < 10**7 for value in (price.input, price.output, price.search))


# Counted with a vocabulary of 49,000; those of the large vendors have four times as many, and need fewer.
COUNTED = [
    ("English", "The lifetime cost of a street tree is borne by the city and by its residents alike.", 18),
    ("German", "Die Lebenszykluskosten eines Straßenbaums trägt überwiegend die Stadtverwaltung.", 34),
    ("Russian", "Здравствуйте, сколько стоит дерево?", 28),
    ("Chinese", "街道树木的全生命周期成本由城市承担。", 32),
    ("Thai", "สวัสดีครับ ต้นไม้", 32),
    ("numbers", "1,100 2,400 3.14159 2026-03-01", 30),
    ("code", '{"a": [1, 2], "b": {"c": null}}', 17),
    ("emoji", "🌳🌳🌳", 9),
]


@pytest.mark.parametrize(("text", "tokens"), [pytest.param(text, n, id=name) for name, text, n in COUNTED])
def test_an_estimate_of_tokens_is_on_the_safe_side_but_not_by_much(text, tokens):
    assert 0.88 * tokens <= estimate_tokens(text) <= 1.7 * tokens


@given(st.text(), st.text())
def test_an_estimate_grows_with_the_text(one, other):
    both = estimate_tokens(one + other)
    assert max(estimate_tokens(one), estimate_tokens(other)) <= both <= estimate_tokens(one) + estimate_tokens(other)
    assert estimate_tokens("") == 0
    assert estimate_tokens(one) >= len(one) / 3


def asked(text: str, **fields: object) -> ModelRequest:
    return ModelRequest(messages=(Message(role="user", text=text),), **fields)


def test_the_worst_case_counts_the_question_the_longest_answer_the_schema_and_every_search():
    price = Price(input=1.0, output=10.0, search=0.01)
    plain = worst_case(asked("why? " * 100, max_output=1_000), price)
    assert plain.calls == 1
    assert 1_000 + 133 < plain.tokens < 1_000 + 350
    assert plain.cost == pytest.approx(((plain.tokens - 1_000) * 1.0 + 1_000 * 10.0) / 1e6)
    assert worst_case(asked("why? " * 100, max_output=1_000, schema={"type": "object"}), price).tokens > plain.tokens
    searching = worst_case(asked("why? " * 100, max_output=1_000, web_search=2), price)
    assert searching.searches == 2
    assert searching.cost >= plain.cost + 0.02 + 10_000 / 1e6


def test_the_worst_case_minds_what_filling_a_prompt_cache_and_a_long_prompt_cost():
    request = asked("word " * 3_000, max_output=10)
    dear = Price(input=1.0, output=1.0, written=1.25)
    plain = worst_case(request, Price(input=1.0, output=1.0)).cost
    assert worst_case(request, dear).cost == pytest.approx(plain * 1.25, rel=0.01)
    long = Price(input=1.0, output=1.0, long_above=4_000, long_input=2.0, long_output=2.0)
    assert worst_case(request, long).cost == pytest.approx(2 * plain)


def test_without_a_price_the_worst_case_is_no_sum_that_could_be_afforded():
    assert worst_case(asked("why?"), None).cost == inf
    assert worst_case(asked("why?"), FREE).cost == 0


@given(st.text(), st.integers(0, 5), st.integers(1, 9_000), usages)
def test_nothing_within_the_estimate_costs_more_than_the_worst_case(text, searches, output, used):
    price = Price(input=2.0, cached=0.2, written=2.5, output=10.0, search=0.01, long_above=500, long_input=2.0)
    request = asked(text, web_search=searches, max_output=output)
    worst = worst_case(request, price)
    read = worst.tokens - output
    real = ModelUsage(
        input=used.input % (read + 1),
        cached=used.cached % (read // 2 + 1),
        written=used.written % (read // 2 + 1),
        output=used.output % (output + 1),
        searches=used.searches % (searches + 1),
    )
    real = msgspec.structs.replace(real, input=max(real.input, real.cached + real.written))
    assert price.cost(real) <= worst.cost + 1e-12


def test_usage_counts_tokens_and_searches_and_an_unknown_price_as_nothing():
    used = ModelUsage(input=1_000, output=500, searches=2)
    priced = usage_of(used, Price(input=1.0, output=2.0, search=0.01))
    assert priced == Usage(calls=1, tokens=1_500, cost=0.022, searches=2)
    assert usage_of(used, None).cost == 0
