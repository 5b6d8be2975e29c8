"""What refusals mean, by their words more than by their status."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import AccessDenied, BadAnswer, ContextTooLong, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.settings import Secret
from inquiro.core.web import WebAnswer
from inquiro.providers.llm._refusals import Asked, SchemaRefused, failure_in, quotable, refusal_of

ASKED = Asked(provider="openai", model="gpt-9", keys=("OPENAI_API_KEY",))


def refused(status, body, **headers):
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return refusal_of(WebAnswer(url="", status=status, headers=told, body=data), ASKED)


def error(message="", **fields):
    return {"error": {"message": message, **fields}}


@pytest.mark.fault(5, 68)
@pytest.mark.parametrize("status", [401, 403])
def test_a_bad_key_names_the_setting_and_never_the_key(status):
    found = refused(status, error("Incorrect API key provided: sk-proj-abcdef0123456789", code="invalid_api_key"))
    assert type(found) is AccessDenied
    assert "OPENAI_API_KEY" in str(found)
    assert "sk-proj" not in str(found)


def test_a_refused_key_is_one_whatever_the_words_say():
    found = refused(403, error("Your project has no access: model `gpt-9` not found", code="model_not_found"))
    assert type(found) is AccessDenied


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, error("The model `gpt-9` does not exist or you do not have access to it.", code="model_not_found")),
        (400, error("The requested model 'gpt-9' does not exist.", code="model_not_found")),
        (404, {"type": "error", "error": {"type": "not_found_error", "message": "model: gpt-9"}}),
        (404, {"error": "model 'gpt-9' not found"}),
        (400, error("gpt-9 is not a valid model ID", code=400)),
        (404, b"<html>nothing here</html>"),
    ],
)
def test_an_unknown_model_is_named(status, body):
    found = refused(status, body)
    assert type(found) is BadAnswer
    assert "'gpt-9'" in str(found)


def test_where_the_address_is_the_users_own_it_may_be_the_address():
    answer = WebAnswer(url="", status=404, body=b"{}")
    mine = Asked(provider="mine", model="m", keys=(), address="INQUIRO_MINE_URL")
    assert "INQUIRO_MINE_URL" in str(refusal_of(answer, mine))
    assert "_URL" not in str(refusal_of(answer, ASKED))


@pytest.mark.fault(7)
@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, error("This model's maximum context length is 128000 tokens.", code="context_length_exceeded")),
        (400, error("Your input exceeds the context window of this model.", code="context_length_exceeded")),
        (400, {"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 2 > 1"}}),
        (400, error("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000")),
        (413, {"type": "error", "error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}}),
        (400, error("the request exceeds the available context size", type="exceed_context_size_error", code=400)),
        (500, error("Context size has been exceeded.", type="server_error", code=500)),
        (429, error("Request too large for gpt-9 on tokens per min (TPM): Limit 3, Requested 4", type="tokens")),
        (400, error("Trying to keep the first 9000 tokens when context the overflows.")),
        (200, error("the request exceeds the available context size", type="exceed_context_size_error", code=400)),
    ],
)
def test_a_request_that_is_too_long_can_be_shortened(status, body):
    found = refused(status, body)
    assert type(found) is ContextTooLong
    assert not found.retryable
    assert "gpt-9" in str(found)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (429, error("You exceeded your current quota, please check your plan.", code="insufficient_quota")),
        (400, error("Your credit balance is too low to access the Anthropic API.", type="invalid_request_error")),
        (402, error("Insufficient credits", code=402)),
        (402, b""),
    ],
)
def test_an_empty_account_is_not_tried_again(status, body):
    found = refused(status, body)
    assert type(found) is AccessDenied
    assert "OPENAI_API_KEY" in str(found)


@pytest.mark.fault(1, 3)
def test_slow_down_keeps_the_wait_it_was_told():
    found = refused(429, error("Rate limit reached for gpt-9 on tokens per min (TPM)"), retry_after="7")
    assert type(found) is RateLimited
    assert found.retry_after == 7
    without = refused(429, error("Rate limit reached"))
    assert isinstance(without, RateLimited)
    assert without.retry_after is None


@pytest.mark.fault(4)
@pytest.mark.parametrize(
    ("status", "kind"), [(500, Unavailable), (503, Unavailable), (529, Unavailable), (504, TimedOut), (408, TimedOut)]
)
def test_trouble_over_there_may_be_tried_again(status, kind):
    found = refused(status, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    assert type(found) is kind
    assert found.retryable


@pytest.mark.parametrize(
    "message",
    [
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        "This model does not support response format `json_schema`.",
        "output_config.format: structured outputs are not supported for this model",
    ],
)
def test_a_schema_that_is_not_taken_can_be_asked_for_in_words(message):
    assert type(refused(400, error(message))) is SchemaRefused


def test_a_rejected_request_says_why_without_anything_like_a_key_or_a_control_character():
    message = "Unsupported value: 'temperature'\nkey sk-proj-0123456789abcdef \x1b[31m" + "x" * 900
    found = refused(400, error(message, param="temperature"))
    assert type(found) is BadAnswer
    assert "Unsupported value: 'temperature'" in str(found)
    assert "0123456789" not in str(found)
    assert "\x1b" not in str(found)
    assert len(str(found)) < 300


@pytest.mark.fault(68)
@pytest.mark.parametrize("key", ["sk-proj-abcdef0123456789", "no form+at/all=", "hunter2"])
def test_the_key_that_was_sent_is_not_repeated_whatever_its_form(key):
    asked = Asked(provider="mine", model="m", keys=("MINE_API_KEY",), key=Secret(key))
    said = error(f"{'You sent ' * 20}{key}, and {key} is wrong", type="invalid_request_error")
    for found in (
        refusal_of(WebAnswer(url="", status=400, body=msgspec.json.encode(said)), asked),
        failure_in(said, asked),
    ):
        assert "You sent" in str(found)
        assert not any(key[:length] in str(found) for length in range(4, len(key) + 1))


def test_a_key_that_is_only_a_formality_leaves_the_words_readable():
    asked = Asked(provider="mine", model="m", keys=(), key=Secret("e"))
    assert quotable("the request is wrong", asked) == "the request is wrong"


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, Unavailable),
        ({"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}}, RateLimited),
        ({"type": "error", "error": {"type": "authentication_error", "message": "no"}}, AccessDenied),
        ({"type": "error", "code": "server_error", "message": "oops"}, Unavailable),
        ({"type": "error", "code": "context_length_exceeded", "message": "long"}, ContextTooLong),
        ({"error": {"code": 429, "message": "Provider returned error"}}, RateLimited),
        ({"error": {"code": 502, "message": "bad gateway"}}, Unavailable),
        ({"error": {"code": "rate_limit_exceeded", "message": "later"}}, RateLimited),
        ({"error": "out of memory"}, Unavailable),
    ],
)
def test_an_error_that_comes_with_a_success_has_a_meaning_too(event, kind):
    assert type(failure_in(event, ASKED)) is kind


@pytest.mark.parametrize("event", [{}, {"error": None}, {"type": "ping"}, [], None, {"choices": []}, "error"])
def test_other_events_are_no_errors(event):
    assert failure_in(event, ASKED) is None


def test_a_success_is_none():
    assert refused(200, {"output": []}) is None
    assert refused(200, b"data: x\n\n") is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["error", "message", "code", "type", "metadata", "raw", "detail"]), inner)
    ),
    max_leaves=12,
)


@given(st.integers(300, 599), json_values)
def test_any_refusal_is_an_error_in_words(status, body):
    found = refused(status, body)
    assert isinstance(found, EffectError)
    assert str(found)


@given(json_values)
def test_any_event_is_an_error_or_none(body):
    assert isinstance(failure_in(body, ASKED), EffectError | None)
