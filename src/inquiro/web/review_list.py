"""The list of reviews: what waits for somebody first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from inquiro.core.types import Review, ReviewStatus
from inquiro.runtime.screens import ReviewEntry
from inquiro.web.layout import document
from inquiro.web.markup import Html, joined, section, tag

WAITS: ReviewStatus = "pending"
TONES: dict[ReviewStatus, str] = {"pending": "chip warn", "approved": "chip good", "rejected": "chip bad"}
_HEADS = ("What", "State", "Found")
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def list_page(entries: Sequence[ReviewEntry], *, who: str, csrf: str, now: datetime | None = None) -> str:
    at = now or datetime.now(UTC)
    waiting = [one for one in entries if one.review.status == WAITS]
    over = [one for one in entries if one.review.status != WAITS]
    none = tag("p", "Nothing waits for a decision.") if not waiting else ""
    return document(
        "Reviews",
        tag("h1", "Reviews"),
        none,
        section("Waiting for a decision", _table(waiting, at)),
        section("Decided and past", _table(over, at)),
        who=who,
        csrf=csrf,
    )


def age(since: datetime | None, now: datetime) -> str:
    if since is None:
        return ""
    seconds = int((now - since).total_seconds())
    for word, length in _UNITS:
        if (count := seconds // length) > 0:
            return f"{count} {word}{'' if count == 1 else 's'} ago"
    return "just now"


def state_chip(review: Review) -> Html:
    return tag("span", review.status, class_=TONES.get(review.status, "chip"))


def _table(entries: Iterable[ReviewEntry], now: datetime) -> Html:
    rows = joined(_row(one, now) for one in entries)
    if not rows:
        return rows
    heads = joined(tag("th", head, scope="col") for head in _HEADS)
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))


def _row(one: ReviewEntry, now: datetime) -> Html:
    review = one.review
    name = tag("a", review.title or review.id, href=f"/reviews/{review.id}")
    when = f"{review.created_at:%Y-%m-%d %H:%M} UTC" if review.created_at else None
    return tag(
        "tr",
        tag("td", name, tag("div", one.summary, class_="small")),
        tag("td", state_chip(review)),
        tag("td", age(review.created_at, now), class_="soft", title=when),
    )
