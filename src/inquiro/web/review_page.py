"""One review: what was found, riskiest first, what would be done with it, and the form to decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inquiro.core.types import Review, ReviewStatus
from inquiro.onboarding.reviewing.views import ReviewView, ShownValue
from inquiro.runtime.screens import ReviewScreen
from inquiro.web.execution import execution, runs
from inquiro.web.layout import document
from inquiro.web.markup import Html, joined, section, several, tag
from inquiro.web.review_fields import fields, inputs_of
from inquiro.web.review_form import FORM, form
from inquiro.web.review_list import state_chip
from inquiro.web.review_parts import groups, sources

REFRESH_SECONDS = 2
VERBS: dict[ReviewStatus, str] = {
    "pending": "Verbs as they will run",
    "approved": "Verbs as they were approved",
    "rejected": "Verbs that were rejected",
}


def review_page(screen: ReviewScreen, *, who: str, csrf: str, notice: Sequence[str], typed: Mapping[str, str]) -> str:
    view, review = screen.view, screen.review
    may_decide = bool(csrf) and review.status == "pending"
    inputs = inputs_of(review, typed) if may_decide else {}
    return document(
        view.title,
        *_head(view, review, FORM if may_decide else ""),
        _box("notice", notice),
        _box("warning", view.warnings),
        _decision(view),
        execution(screen, csrf),
        section("Asked for", _values(view.params)),
        _changes(screen),
        section("Fields, riskiest first", fields(view.fields, inputs, FORM)),
        section("LEIs that no verb may name", several("ul", _stopped(view), class_="plain")),
        section(VERBS.get(review.status, "Verbs"), groups(view.groups), id="verbs"),
        section("Why they cannot run as they are", several("ul", view.problems, class_="plain")),
        section("Sources", sources(view.sources)),
        section("Measured", _values(view.measured)),
        _more(view),
        form(screen, csrf, typed) if may_decide else _closed(review, csrf),
        who=who,
        csrf=csrf,
        refresh=REFRESH_SECONDS if runs(screen) else None,
    )


def _head(view: ReviewView, review: Review, form_id: str) -> Iterator[Html]:
    when = f" · found {review.created_at:%Y-%m-%d %H:%M} UTC" if review.created_at else ""
    origin = f" · from {view.origin}" if view.origin else ""
    yield tag("h1", view.title)
    yield tag("p", state_chip(review), f" version {view.version}{when}{origin}", class_="facts")
    jump = joined((". ", tag("a", "Decide", href=f"#{form_id}"))) if form_id else ""
    yield tag("p", view.summary, jump, class_="summary")
    yield tag("p", "Hash of what is shown: ", tag("code", view.hash), class_="facts")


def _box(kind: str, lines: Sequence[str]) -> Html:
    if not lines:
        return Html("")
    return tag("div", tag("p", lines[0]), several("ul", lines[1:]), class_=kind, role="alert")


def _decision(view: ReviewView) -> Html:
    return section("Decision", several("ul", view.decision, class_="plain")) if view.decision else Html("")


def _changes(screen: ReviewScreen) -> Html:
    if not screen.changes:
        return Html("")
    by = f", last by {screen.review.edited_by}" if screen.review.edited_by else ""
    lines = several("ul", (tag("code", line) for line in screen.changes), class_="plain")
    return section("What people changed since it was found", tag("p", f"{len(screen.changes)} differences{by}."), lines)


def _stopped(view: ReviewView) -> Iterator[Html]:
    for one in view.stopped:
        yield joined((tag("code", one.path), ": ", one.whole))


def _values(values: Sequence[ShownValue]) -> Html:
    rows = joined(joined((tag("dt", one.path), tag("dd", one.value))) for one in values)
    return tag("dl", rows) if rows else rows


def _more(view: ReviewView) -> Html:
    written = [line for group in view.groups for line in group.source]
    parts = [
        _folded("The macro as it was when it ran", _whole(view.definition)),
        _folded("The verbs as they are written", tag("pre", "\n".join(written)) if written else Html("")),
    ]
    return joined(parts)


def _whole(values: Sequence[ShownValue]) -> Html:
    rows = joined(joined((tag("dt", one.path), tag("dd", one.whole))) for one in values)
    return tag("dl", rows) if rows else rows


def _folded(title: str, inner: Html) -> Html:
    return tag("details", tag("summary", title), inner) if inner else inner


def _closed(review: Review, csrf: str) -> Html:
    if csrf or review.status != "pending":
        return Html("")
    return tag("p", "Whoever came with a token can only look here.", class_="small")
