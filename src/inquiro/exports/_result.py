"""A macro's result as every format for people lays it out, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from inquiro.core.types import FieldChange, MacroResult, Report, ResultReview, Verdict
from inquiro.exports._display import spelled, telling
from inquiro.exports._result_fields import Risk, ShownField, ShownFields, ShownGroup, shown_fields
from inquiro.exports._result_tree import branches, written

RESULT, LOOKS, UNFILLED, VERBS, DECISION, CHANGES, ERRORS = (
    "Result",
    "Needs a look",
    "Not filled",
    "Suggested verbs",
    "Decision",
    "What was changed",
    "Against its schema",
)
MOST_LOOKS = 50  # fields that are named twice: under what needs a look, and in their place
_DECIDED: dict[Verdict, str] = {"approve": "approved", "reject": "rejected"}
_WITHOUT_DECISION = {
    "pending": "waits for a person's decision",
    "superseded": "a newer result took its place before anybody decided on it",
    "cleared": "was put away before anybody decided on it",
}
Facts = tuple[tuple[str, str], ...]


class ShownChange(NamedTuple):
    path: str
    before: str
    after: str


class ShownResult(NamedTuple):
    facts: Facts
    decision: Facts
    changes: tuple[ShownChange, ...]
    errors: tuple[str, ...]
    looks: tuple[ShownField, ...]  # riskiest first
    more_looks: int
    groups: tuple[ShownGroup, ...]
    unfilled: tuple[str, ...]
    verbs: str
    verbs_state: str
    verb_problems: tuple[str, ...]


def shown_result(report: Report) -> ShownResult | None:
    """What was decided on, where something was decided or edited, else what was found; None without a macro."""
    if report.macro is None:
        return None
    review = report.review
    result = (review.result if review else None) or report.macro
    fields = shown_fields(result, report)
    looks = sorted((one for one in _all(fields) if one.risk < Risk.NONE), key=lambda one: one.risk)
    return ShownResult(
        facts=tuple(_facts(result, review, fields)),
        decision=tuple(_decision(review)) if review else (),
        changes=tuple(map(_change, review.changes)) if review else (),
        errors=tuple(map(telling, result.validation_errors)),
        looks=tuple(looks[:MOST_LOOKS]),
        more_looks=max(0, len(looks) - MOST_LOOKS),
        groups=fields.groups,
        unfilled=fields.unfilled,
        verbs=_verbs(result.suggested_verbs or ""),
        verbs_state=_verbs_state(review),
        verb_problems=tuple(map(telling, result.verb_problems)),
    )


def _all(fields: ShownFields) -> Iterator[ShownField]:
    yield from (one for group in fields.groups for part in group.parts for one in part.fields)


def _facts(result: MacroResult, review: ResultReview | None, fields: ShownFields) -> Iterator[tuple[str, str]]:
    yield "Macro", telling(f"{result.macro_name} {result.macro_version}")
    asked = [
        f"{telling(leaf.path)} = {written(leaf.value)}"
        for branch in branches(result.params)
        for leaf in branch.leaves
        if leaf.value not in (None, "", [], {})
    ]
    if asked:
        yield "Asked for", "; ".join(asked)
    yield "Standing", _standing(result, review)
    yield "Fields", _counted(fields)
    if result.leis:
        confirmed = sum(not one.blocks for one in result.leis)
        yield "LEIs", f"{len(result.leis)} looked up, {confirmed} confirmed"
    yield "Search quality, self-assessed", result.search_quality or "not assessed"
    yield "Search quality, measured", _measured(result)
    yield (
        "Schema",
        "fits" if result.schema_valid else f"does not fit: {_many(len(result.validation_errors), 'problem')}",
    )


def _standing(result: MacroResult, review: ResultReview | None) -> str:
    if review is None:
        nothing = result.state != "pending_review"
        return "nothing was found, so nothing waits for a decision" if nothing else _WITHOUT_DECISION["pending"]
    if review.verdict:
        edited = ", with changes" if review.changes else ""
        return f"{_DECIDED[review.verdict]} by {telling(review.who)}{_at(review.at)}{edited}"
    by = f"; version {review.version} was written by {telling(review.edited_by)}" if review.edited_by else ""
    return f"{_WITHOUT_DECISION.get(review.status, review.status)}{by}"


def _counted(fields: ShownFields) -> str:
    states = Counter(one.state for one in _all(fields))
    parts = [f"{count} {state}" for state, count in states.most_common()]
    return ", ".join([*parts, *([f"{len(fields.unfilled)} not filled"] if fields.unfilled else [])]) or "none"


def _measured(result: MacroResult) -> str:
    told = result.measured_quality
    share = told.get("share_with_evidence")
    parts = [
        f"{share:.0%} of the filled fields have evidence" if isinstance(share, int | float) else "",
        _many(told["sources"], "source") if isinstance(told.get("sources"), int) else "",
    ]
    counted = ", ".join(filter(None, parts))
    return telling(f"{told.get('level', 'not measured')}{f' ({counted})' if counted else ''}")


def _decision(review: ResultReview) -> Iterator[tuple[str, str]]:
    if review.verdict is None:
        return
    yield "Decided", f"{_DECIDED[review.verdict]}{_at(review.at)}"
    yield "By", telling(review.who) or "unknown"
    yield "Through", review.channel or "unknown"
    if review.reason:
        yield "Reason", telling(review.reason)
    yield "Seen", f"version {review.version}, hash {telling(review.seen_hash)}"
    yield "Decided on", f"hash {telling(review.decided_hash)}"
    if review.decision_hash:
        yield "The decision itself", f"hash {telling(review.decision_hash)}"
    for lei, reason in review.overrides.items():
        yield f"Overridden: {telling(lei)}", telling(reason)


def _change(change: FieldChange) -> ShownChange:
    return ShownChange(
        path=telling(change.path) or "all of it",
        before="(was not there)" if change.kind == "added" else written(change.before),
        after="(taken out)" if change.kind == "removed" else written(change.after),
    )


def _verbs(text: str) -> str:
    """Line by line as they are written; nothing in them that cannot be seen."""
    lines = spelled(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _verbs_state(review: ResultReview | None) -> str:
    execution = review.execution if review else None
    if execution is None:
        rejected = review is not None and review.verdict == "reject"
        return "Not executed: the result was rejected." if rejected else "Not executed."
    if execution.status == "completed":
        counts = ", ".join(f"{count} {telling(change)}" for change, count in sorted(execution.counts.items()))
        return f"Executed{_at(execution.at)}{f': {counts}' if counts else ''}."
    done = f"{_many(execution.done, 'verb')} done"
    if execution.status == "failed":
        return f"Execution stopped, {done}: {telling(execution.error) or 'no reason was given'}"
    return f"Being executed, {done}."


def _at(at: datetime | None) -> str:
    if at is None:
        return ""
    moment = at.astimezone(UTC) if at.tzinfo else at
    return f" at {moment:%Y-%m-%d %H:%M:%S} UTC"


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
