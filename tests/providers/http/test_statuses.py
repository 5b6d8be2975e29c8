"""What a status means for whoever asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.web import WebAnswer
from inquiro.providers.http.statuses import error_of, retry_after

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def error(status: int, retry: str | None = None, keys: tuple[str, ...] = ()) -> EffectError | None:
    headers = {} if retry is None else {"retry-after": retry}
    body = b'{"error": "key sk-0123456789 is wrong"}'
    return error_of(WebAnswer(url="https://x.example/", status=status, headers=headers, body=body), "exa", keys, NOW)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, None),
        (204, None),
        (302, BadAnswer),
        (400, BadAnswer),
        (401, AccessDenied),
        (402, BadAnswer),
        (403, AccessDenied),
        (404, BadAnswer),
        (408, TimedOut),
        (410, BadAnswer),
        (418, BadAnswer),
        (429, RateLimited),
        (451, BadAnswer),
        (500, Unavailable),
        (502, Unavailable),
        (503, Unavailable),
        (504, TimedOut),
        (599, Unavailable),
    ],
)
def test_each_status_has_its_meaning(status: int, kind: type[EffectError] | None) -> None:
    found = error(status)
    assert (type(found) if found else None) is kind
    assert found is None or str(status) in str(found)


@pytest.mark.fault(5)
@pytest.mark.parametrize("status", [401, 403])
def test_a_bad_key_is_named_by_its_setting_and_never_quoted(status: int) -> None:
    found = error(status, keys=("EXA_API_KEY", "EXA_KEY"))
    assert isinstance(found, AccessDenied)
    assert not found.retryable
    assert "EXA_API_KEY or EXA_KEY" in str(found)
    assert "sk-0123" not in str(found)


@pytest.mark.fault(1)
@pytest.mark.parametrize("status", [429, 503])
def test_a_wait_is_passed_on(status: int) -> None:
    found = error(status, "7")
    assert isinstance(found, RateLimited)
    assert found.retryable
    assert found.retry_after == 7.0


def test_without_a_header_the_wait_is_unknown() -> None:
    found = error(429)
    assert isinstance(found, RateLimited)
    assert found.retry_after is None


@pytest.mark.fault(2)
@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        (" 7 ", 7.0),
        ("1.5", 1.5),
        ("315360000", 315_360_000.0),
        (format_datetime(NOW + timedelta(seconds=90), usegmt=True), 90.0),
        ("Sun, 01 Mar 2026 12:02:00 -0000", 120.0),
        ("Sun, 01 Mar 2026 13:02:00 +0100", 120.0),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30.0),
        (format_datetime(NOW - timedelta(days=1), usegmt=True), 0.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1e3", None),
        ("٧", None),
        ("9" * 400, None),
        ("nan", None),
        ("Sun, 99 Mar 2026 12:00:00 GMT", None),
        (None, None),
    ],
)
def test_both_forms_of_retry_after(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


@pytest.mark.fault(2)
@given(st.one_of(st.text(max_size=40), st.text("0123456789 :,+-JanMonGMT", max_size=40)))
def test_no_header_crashes_the_parser(value: str) -> None:
    found = retry_after(value, NOW)
    assert found is None or found >= 0.0
