"""What to do when a source or a page does not give what was asked: the decision tree, as a pure function.

An obstacle is an error that was raised, the kind of a page that is not content, or a word for what errors alone do
not tell apart (`robots`, `gone`, …). Captchas, challenges and paywalls are never worked around: what helps is
a copy that its author or publisher made free, or the abstract that the provider gave.
"""

from __future__ import annotations

from typing import Literal

from inquiro.core.errors import EFFECT_ERRORS, InquiroError
from inquiro.core.types import PageKind, SourceResult, Value
from inquiro.effects.retrying import FETCH, RetryPolicy

Action = Literal["retry", "skip", "fallback", "abort"]
Way = Literal["open_copy", "browser", "abstract"]
Place = Literal["provider", "page"]
Word = Literal["bad_key", "robots", "gone", "needs_javascript"]
Obstacle = InquiroError | type[InquiroError] | PageKind | Word | str

# The gateway does the retrying; these say when it has given up.
_PATIENT = RetryPolicy()
RATE_LIMIT_ATTEMPTS = _PATIENT.attempts
TIMEOUT_ATTEMPTS = _PATIENT.timeout_attempts
UNAVAILABLE_ATTEMPTS: dict[Place, int] = {"provider": _PATIENT.attempts, "page": FETCH.attempts}

_RETRIED = {"RateLimited": "asked to slow down", "TimedOut": "no answer in time", "Unavailable": "it is down"}
_ABORTING = {
    "BudgetExhausted": "money, tokens, time or pages are used up",
    "PrivacyRefused": "the privacy mode forbids it",
    "StoreError": "nothing more can be recorded",
}
_SKIPPED = {
    "UnsafeAddress": "the address is not safe to open",
    "soft_404": "the page says that it is not there",
    "gone": "the page is gone",
}
_WALLS = {
    "AccessDenied": "access is denied",
    "Deferred": "it is left alone for a while",
    "captcha": "a captcha asks for a person",
    "challenge": "a bot check stands before the page",
    "paywall": "the page is behind a paywall",
    "login": "the page is behind a login",
    "blocked": "the site refuses programs",
    "cookie_wall": "a consent wall hides the page",
    "robots": "robots.txt asks programs to stay away",
    "needs_javascript": "the page shows nothing without JavaScript",
    "error": "the page is an error message",
    "BadAnswer": "the answer cannot be used",
    "ReadFailed": "the file cannot be read",
    "EffectError": "it failed for a reason nobody foresaw",
}
_AT_PROVIDER = {
    "AccessDenied": "the provider refuses us",
    "bad_key": "the provider does not accept the key",
    "NotConfigured": "the provider is not set up",
    "BadAnswer": "the provider's answer cannot be used",
    "EffectError": "the provider failed for a reason nobody foresaw",
}
_FINAL_AT_PROVIDER = frozenset({"AccessDenied", "bad_key", "NotConfigured"})
_RULED = frozenset({*_RETRIED, *_ABORTING, *_SKIPPED, *_WALLS, *_AT_PROVIDER})


class Decision(Value, frozen=True, kw_only=True):
    """What happens next and why; `leave_source` asks the provider nothing more in this run."""

    action: Action
    reason: str
    leave_source: bool = False
    longer_limit: bool = False  # the next try gets more time


def handle(obstacle: Obstacle, *, attempts: int = 1, can_fall_back: bool = False, place: Place = "page") -> Decision:
    """What to do about an obstacle after so many attempts.

    For a provider, `can_fall_back` says that another one waits; for a page, that `ways` knows another way.
    """
    name = _name(obstacle)
    if name in _ABORTING:
        return Decision(action="abort", reason=_ABORTING[name])
    if name in _SKIPPED:
        return Decision(action="skip", reason=_SKIPPED[name])
    if name in _RETRIED:
        return _after_tries(name, attempts, can_fall_back, place)
    reasons = _WALLS | _AT_PROVIDER if place == "provider" else _AT_PROVIDER | _WALLS
    leave = place == "provider" and name in _FINAL_AT_PROVIDER
    return _elsewhere(reasons[name], can_fall_back, leave_source=leave)


def ways(hit: SourceResult, obstacle: Obstacle, *, have_copies: bool, have_browser: bool) -> tuple[Way, ...]:
    """How else a hit may be read, best first.

    The browser is for pages that need JavaScript and for nothing else: it gets past no wall and no robots.txt.
    """
    name = _name(obstacle)
    if name in _SKIPPED or name in _ABORTING:
        return ()
    found: list[Way] = []
    if hit.open_access_url or (have_copies and hit.doi):
        found.append("open_copy")
    if name == "needs_javascript" and have_browser:
        found.append("browser")
    if hit.full_content or (hit.snippet and hit.source_type in ("academic", "pubmed")):
        found.append("abstract")
    return tuple(found)


def _after_tries(name: str, attempts: int, can_fall_back: bool, place: Place) -> Decision:
    limits = {
        "RateLimited": RATE_LIMIT_ATTEMPTS,
        "TimedOut": TIMEOUT_ATTEMPTS,
        "Unavailable": UNAVAILABLE_ATTEMPTS[place],
    }
    if attempts < limits[name]:
        reason = f"{_RETRIED[name]}: attempt {attempts + 1} of {limits[name]}"
        return Decision(action="retry", reason=reason, longer_limit=name == "TimedOut")
    times = f"{attempts} attempt{'s' if attempts != 1 else ''}"
    return _elsewhere(f"{_RETRIED[name]} after {times}", can_fall_back)


def _elsewhere(reason: str, can_fall_back: bool, *, leave_source: bool = False) -> Decision:
    return Decision(action="fallback" if can_fall_back else "skip", reason=reason, leave_source=leave_source)


def _name(obstacle: Obstacle) -> str:
    """The word for an obstacle; an error without a rule of its own goes by the nearest class above it."""
    if isinstance(obstacle, str):
        if obstacle in _RULED:
            return obstacle
        if obstacle not in EFFECT_ERRORS:
            raise ValueError(f"'{obstacle}' is no obstacle; known: {', '.join(sorted(_RULED))}")
        obstacle = EFFECT_ERRORS[obstacle]
    kind = obstacle if isinstance(obstacle, type) else type(obstacle)
    for cls in kind.__mro__:
        if cls.__name__ in _RULED:
            return cls.__name__
    raise ValueError(f"{kind.__name__} is no obstacle: it is a fault of ours or of the request")
