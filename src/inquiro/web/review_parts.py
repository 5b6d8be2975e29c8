"""The verbs and the sources of a review."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.onboarding.reviewing.views import CallView, GroupView, SourceView
from inquiro.web.markup import Html, joined, link, several, tag

FOLDED_FROM = 4  # groups


def groups(shown: Sequence[GroupView]) -> Html:
    """All of a review, or one group for each row of a batch."""
    folded = len(shown) >= FOLDED_FROM
    return joined(_group(one, alone=len(shown) == 1, folded=folded) for one in shown)


def sources(shown: Sequence[SourceView]) -> Html:
    return several("ul", map(_source, shown), class_="plain")


def _group(one: GroupView, *, alone: bool, folded: bool) -> Html:
    problems = several("ul", one.problems, class_="plain")
    calls = tag("ol", joined(map(_call, one.calls)), class_="calls")
    warnings = several("ul", one.warnings, class_="plain")
    told = joined(
        tag("div", lines, class_=kind) for kind, lines in (("warning", problems), ("notice", warnings)) if lines
    )
    if alone:
        return joined((told, calls))
    name = one.title or one.key
    if folded:
        trouble = " · cannot run" if problems else ""
        return tag("details", tag("summary", f"{name} · {len(one.calls)} verbs{trouble}"), told, calls)
    return joined((tag("h3", name), told, calls))


def _call(call: CallView) -> Html:
    if not call.stopped:
        return tag("li", tag("pre", call.text))
    return tag("li", tag("pre", call.text), tag("p", f"cannot run: {call.stopped}", class_="small"), class_="stopped")


def _source(one: SourceView) -> Html:
    title = link(one.url, one.title or one.url or one.id)
    snippet = tag("div", one.snippet, class_="small") if one.snippet.strip('" ') else Html("")
    return joined((f"[{one.id}] ", title, snippet))
