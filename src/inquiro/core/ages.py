"""How old something is, in words."""

from __future__ import annotations

from datetime import UTC, datetime

EARLIER = "earlier research"


def ago(then: datetime, now: datetime) -> str:
    """`today`, `1 day ago`, `45 days ago`."""
    days = max((now.astimezone(UTC).date() - then.astimezone(UTC).date()).days, 0)
    return "today" if days == 0 else "1 day ago" if days == 1 else f"{days} days ago"


def read_earlier(then: datetime, now: datetime) -> str:
    """What is said of a page that an earlier run had read."""
    return f"{EARLIER}, read {then.astimezone(UTC):%Y-%m-%d}, {ago(then, now)}"
