"""What a service's status means for whoever asked: wait, give up, or tell the person what to set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from inquiro.core.errors import AccessDenied, BadAnswer, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.web import WebAnswer

_UNUSUAL = {
    402: "wants to be paid",
    404: "does not have it",
    410: "no longer has it",
    451: "may not show it",
    432: "has no more searches in this plan",
    433: "has no more searches in this plan",
}


def error_of(answer: WebAnswer, who: str, keys: Sequence[str] = (), now: datetime | None = None) -> EffectError | None:
    """The error that a status stands for; bodies are not quoted, since some hold the caller's address or key."""
    status = answer.status
    if 200 <= status < 300:
        return None
    wait = retry_after(answer.headers.get("retry-after"), now or datetime.now(UTC))
    if status == 429 or (status == 503 and wait is not None):
        return RateLimited(f"{who} asks to slow down ({status})", wait)
    if status in {401, 403}:
        hint = f": check {' or '.join(keys)}" if keys else ""
        return AccessDenied(f"{who} refused access ({status}){hint}")
    if status in {408, 504}:
        return TimedOut(f"{who} took too long ({status})")
    if status >= 500:
        return Unavailable(f"{who} is not working ({status})")
    if 300 <= status < 400:
        return BadAnswer(f"{who} redirects to nowhere ({status})")
    return BadAnswer(f"{who} {_UNUSUAL.get(status, 'rejected the request')} ({status})")


def retry_after(value: str | None, now: datetime) -> float | None:
    """Seconds to wait, from either form of the header; the past means now, and nonsense means nothing."""
    if value is None:
        return None
    text = value.strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        seconds = float(text)
        return seconds if math.isfinite(seconds) else None
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return max((moment - now).total_seconds(), 0.0)
