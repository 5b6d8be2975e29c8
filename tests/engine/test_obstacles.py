"""The decision tree: every error and every kind of page has its answer."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core import errors
from inquiro.core.errors import EFFECT_ERRORS, InquiroError, UsageError
from inquiro.core.types import PageKind, SourceResult
from inquiro.engine.obstacles import Place, Word, handle, ways

# what happens at a page and at a provider: on the first attempt; when attempts are used up with another way; without
TABLE = {
    "RateLimited": ("retry", "fallback", "skip"),
    "TimedOut": ("retry", "fallback", "skip"),
    "Unavailable": ("retry", "fallback", "skip"),
    "NoAddress": ("retry", "fallback", "skip"),
    "Deferred": ("fallback", "fallback", "skip"),
    "AccessDenied": ("fallback", "fallback", "skip"),
    "UnsafeAddress": ("skip", "skip", "skip"),
    "BadAnswer": ("fallback", "fallback", "skip"),
    "Gone": ("fallback", "fallback", "skip"),
    "Declined": ("fallback", "fallback", "skip"),
    "EffectError": ("fallback", "fallback", "skip"),
    "ContextTooLong": ("fallback", "fallback", "skip"),
    "captcha": ("fallback", "fallback", "skip"),
    "challenge": ("fallback", "fallback", "skip"),
    "paywall": ("fallback", "fallback", "skip"),
    "login": ("fallback", "fallback", "skip"),
    "cookie_wall": ("fallback", "fallback", "skip"),
    "blocked": ("fallback", "fallback", "skip"),
    "error": ("fallback", "fallback", "skip"),
    "soft_404": ("skip", "skip", "skip"),
    "gone": ("skip", "skip", "skip"),
    "robots": ("fallback", "fallback", "skip"),
    "needs_javascript": ("fallback", "fallback", "skip"),
    "bad_key": ("fallback", "fallback", "skip"),
    "NotConfigured": ("fallback", "fallback", "skip"),
    "ReadFailed": ("fallback", "fallback", "skip"),
    "BudgetExhausted": ("abort", "abort", "abort"),
    "PrivacyRefused": ("abort", "abort", "abort"),
    "StoreError": ("abort", "abort", "abort"),
}
PLACES: tuple[Place, ...] = get_args(Place)
PAPER = SourceResult(
    url="https://doi.org/10.1/x", title="T", snippet="An abstract.", source_name="openalex", source_type="academic",
    doi="10.1/x",
)  # fmt: skip
PAGE = SourceResult(url="https://example.org/", title="T", snippet="A teaser.", source_name="brave")


def test_the_table_covers_every_error_and_every_kind_of_page():
    assert {*EFFECT_ERRORS, *get_args(PageKind), *get_args(Word)} - {"content"} <= {*TABLE}


@pytest.mark.fault(24)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", TABLE)
def test_the_decision(name, place):
    first, with_another, without = TABLE[name]
    assert handle(name, attempts=1, can_fall_back=True, place=place).action == first
    assert handle(name, attempts=5, can_fall_back=True, place=place).action == with_another
    assert handle(name, attempts=5, can_fall_back=False, place=place).action == without


@pytest.mark.parametrize("name", EFFECT_ERRORS)
def test_a_name_a_class_and_an_error_mean_the_same(name):
    cls = EFFECT_ERRORS[name]
    assert handle(name) == handle(cls) == handle(cls("it happened"))


@pytest.mark.parametrize("name", ["StoreBusy", "StoreFull", "StoreCorrupt", "LeaseLost", "NotReplayable"])
def test_what_breaks_the_record_ends_the_run(name):
    assert handle(getattr(errors, name)("x"), can_fall_back=True).action == "abort"


def test_privacy_ends_the_run_although_a_provider_without_a_key_does_not():
    assert handle(errors.PrivacyRefused("x"), place="provider").action == "abort"
    assert handle(errors.MissingExtra("the crawler", "browser"), place="provider", can_fall_back=True) == handle(
        "NotConfigured", place="provider", can_fall_back=True
    )


def test_an_error_nobody_listed_goes_by_the_class_above_it():
    class Throttled(errors.RateLimited):
        """A kind that does not exist yet."""

    assert handle(Throttled("x")) == handle("RateLimited")


@pytest.mark.parametrize(
    ("name", "place", "tries"),
    [
        ("RateLimited", "provider", 5),
        ("RateLimited", "page", 5),
        ("TimedOut", "provider", 3),
        ("TimedOut", "page", 3),
        ("Unavailable", "provider", 5),
        ("Unavailable", "page", 2),
    ],
)
def test_nothing_is_tried_for_ever(name, place, tries):
    actions = [handle(name, attempts=n, can_fall_back=True, place=place).action for n in range(1, 8)]
    assert actions == ["retry"] * (tries - 1) + ["fallback"] * (8 - tries)


def test_only_a_time_out_gets_more_time():
    assert handle("TimedOut").longer_limit
    assert not handle("RateLimited").longer_limit
    assert not handle("TimedOut", attempts=3).longer_limit


@pytest.mark.parametrize("name", ["AccessDenied", "bad_key", "NotConfigured"])
def test_a_provider_that_refuses_us_is_not_asked_again(name):
    assert handle(name, place="provider", can_fall_back=True).leave_source
    assert handle(name, place="provider").leave_source
    assert not handle(name, place="page").leave_source
    assert not handle("Deferred", place="provider").leave_source


def test_the_reason_fits_the_place():
    assert "provider" in handle("AccessDenied", place="provider").reason
    assert "provider" not in handle("AccessDenied", place="page").reason
    assert handle("Unavailable", attempts=1).reason == "it is down: attempt 2 of 2"
    assert handle("TimedOut", attempts=3).reason == "no answer in time after 3 attempts"


@pytest.mark.parametrize("what", ["content", "nonsense", "", UsageError("x"), UsageError, InquiroError("x")])
def test_what_is_no_obstacle_is_refused(what):
    with pytest.raises(ValueError, match="no obstacle"):
        handle(what)


@given(st.sampled_from(sorted(TABLE)), st.integers(1, 50), st.booleans(), st.sampled_from(PLACES))
def test_every_decision_has_a_reason(name, attempts, can_fall_back, place):
    found = handle(name, attempts=attempts, can_fall_back=can_fall_back, place=place)
    assert found.reason
    assert found.action != "retry" or attempts < 5
    assert found.action != "fallback" or can_fall_back


# -- other ways --------------------------------------------------------------------------------------------


def both(hit: SourceResult, obstacle: str) -> tuple[str, ...]:
    return ways(hit, obstacle, have_copies=True, have_browser=True)


@pytest.mark.parametrize("name", sorted({*TABLE} - {"needs_javascript"}))
def test_the_browser_is_for_pages_that_need_javascript_and_nothing_else(name):
    assert "browser" not in both(PAPER, name)
    assert "browser" not in both(PAGE, name)


def test_the_open_copy_comes_first_and_the_abstract_last():
    assert both(PAPER, "needs_javascript") == ("open_copy", "browser", "abstract")
    assert both(PAPER, "paywall") == ("open_copy", "abstract")
    assert both(PAGE, "needs_javascript") == ("browser",)
    assert both(PAGE, "captcha") == ()


@pytest.mark.fault(25)
def test_what_robots_forbid_is_read_elsewhere_or_not_at_all():
    assert both(PAPER, "robots") == ("open_copy", "abstract")
    assert both(PAGE, "robots") == ()
    assert handle("robots").action == "skip"


def test_what_is_missing_here_is_not_offered():
    assert ways(PAPER, "paywall", have_copies=False, have_browser=False) == ("abstract",)
    assert ways(PAGE, "needs_javascript", have_copies=True, have_browser=False) == ()


def test_an_address_that_the_provider_gave_needs_no_finder_of_copies():
    hit = SourceResult(
        url="https://x.example/", title="T", snippet="", source_name="s", open_access_url="https://y.example/"
    )
    assert ways(hit, "login", have_copies=False, have_browser=False) == ("open_copy",)


def test_text_that_the_provider_gave_stands_in_for_a_web_page():
    hit = SourceResult(
        url="https://x.example/", title="T", snippet="", source_name="tavily", full_content="Whole text."
    )
    assert both(hit, "blocked") == ("abstract",)


@pytest.mark.parametrize(
    "name", ["UnsafeAddress", "soft_404", "gone", "BudgetExhausted", "PrivacyRefused", "StoreError"]
)
def test_there_is_no_way_around_what_is_unsafe_gone_or_forbidden(name):
    assert both(PAPER, name) == ()
