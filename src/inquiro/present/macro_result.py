"""A macro's result as every format for people lays it out, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple

from inquiro.core.field_risks import NEEDS_LOOK
from inquiro.core.types import FieldChange, MacroResult, Report, ResultReview, Verdict
from inquiro.present.macro_fields import ShownField, ShownFields, ShownGroup, shown_fields
from inquiro.present.value_tree import branches, value_line
from inquiro.present.wording import counted, spelled_line
from inquiro.text.display import spelled

MOST_LOOKS = 50  # fields that are named twice: under what needs a look, and in their place
_DECIDED: dict[Verdict, str] = {"approve": "approved", "reject": "rejected"}
_WITHOUT_DECISION = {
    "pending": "waits for a person's decision",
    "superseded": "a newer result took its place before anybody decided on it",
    "cleared": "was put away before anybody decided on it",
}
Facts = tuple[tuple[str, str], ...]  # each with its name


class Fact(StrEnum):
    """What is said of a result as a whole."""

    MACRO = "Macro"
    ASKED = "Asked for"
    STANDING = "Standing"
    FIELDS = "Fields"
    LEIS = "LEIs"
    ASSESSED = "Search quality, self-assessed"
    MEASURED = "Search quality, measured"
    SCHEMA = "Schema"


class Heading(StrEnum):
    RESULT = "Result"
    ERRORS = "Against its schema"
    DECISION = "Decision"
    CHANGES = "What was changed"
    LOOKS = "Needs a look"
    UNFILLED = "Not filled"
    VERBS = "Suggested verbs"


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
    verb_warnings: tuple[str, ...]

    @property
    def verb_remarks(self) -> list[str]:
        return [*(f"Cannot run: {one}" for one in self.verb_problems), *(f"Mind: {one}" for one in self.verb_warnings)]

    @property
    def looks_left(self) -> str:
        return f"and {self.more_looks} more, in their places below" if self.more_looks else ""


def shown_result(report: Report) -> ShownResult | None:
    """What was decided on, where something was decided or edited, else what was found; None without a macro."""
    if report.macro is None:
        return None
    review = report.review
    result = (review.result if review else None) or report.macro
    fields = shown_fields(result, report)
    looks = sorted((one for one in _all(fields) if one.risk <= NEEDS_LOOK), key=lambda one: one.risk)
    return ShownResult(
        facts=tuple(_facts(result, review, fields)),
        decision=tuple(_decision(review)) if review else (),
        changes=tuple(map(_change, review.changes)) if review else (),
        errors=tuple(map(spelled_line, result.validation_errors)),
        looks=tuple(looks[:MOST_LOOKS]),
        more_looks=max(0, len(looks) - MOST_LOOKS),
        groups=fields.groups,
        unfilled=fields.unfilled,
        verbs=_verbs(result.suggested_verbs or ""),
        verbs_state=_verbs_state(review),
        verb_problems=tuple(map(spelled_line, result.verb_problems)),
        verb_warnings=tuple(map(spelled_line, result.verb_warnings)),
    )


def _all(fields: ShownFields) -> Iterator[ShownField]:
    yield from (one for group in fields.groups for part in group.parts for one in part.fields)


def _facts(result: MacroResult, review: ResultReview | None, fields: ShownFields) -> Iterator[tuple[str, str]]:
    yield Fact.MACRO, spelled_line(f"{result.macro_name} {result.macro_version}")
    asked = [
        f"{spelled_line(leaf.path)} = {value_line(leaf.value)}"
        for branch in branches(result.params)
        for leaf in branch.leaves
        if leaf.value not in (None, "", [], {})
    ]
    if asked:
        yield Fact.ASKED, "; ".join(asked)
    yield Fact.STANDING, _standing(result, review)
    yield Fact.FIELDS, _states(fields)
    if result.leis:
        confirmed = sum(not one.blocks for one in result.leis)
        yield Fact.LEIS, f"{len(result.leis)} looked up, {confirmed} confirmed"
    yield Fact.ASSESSED, result.search_quality or "not assessed"
    yield Fact.MEASURED, _measured(result)
    wrong = counted(len(result.validation_errors), "problem")
    yield Fact.SCHEMA, "fits" if result.schema_valid else f"does not fit: {wrong}"


def _standing(result: MacroResult, review: ResultReview | None) -> str:
    if review is None:
        nothing = result.state != "pending_review"
        return "nothing was found, so nothing waits for a decision" if nothing else _WITHOUT_DECISION["pending"]
    if review.verdict:
        edited = ", with changes" if review.changes else ""
        return f"{_DECIDED[review.verdict]} by {spelled_line(review.who)}{_at(review.at)}{edited}"
    by = f"; version {review.version} was written by {spelled_line(review.edited_by)}" if review.edited_by else ""
    return f"{_WITHOUT_DECISION.get(review.status, review.status)}{by}"


def _states(fields: ShownFields) -> str:
    found = Counter(one.state for one in _all(fields))
    parts = [f"{count} {state}" for state, count in found.most_common()]
    return ", ".join([*parts, *([f"{len(fields.unfilled)} not filled"] if fields.unfilled else [])]) or "none"


def _measured(result: MacroResult) -> str:
    told = result.measured_quality
    share = told.get("share_with_evidence")
    parts = [
        f"{share:.0%} of the filled fields have evidence" if isinstance(share, int | float) else "",
        counted(told["sources"], "source") if isinstance(told.get("sources"), int) else "",
    ]
    counts = ", ".join(filter(None, parts))
    return spelled_line(f"{told.get('level', 'not measured')}{f' ({counts})' if counts else ''}")


def _decision(review: ResultReview) -> Iterator[tuple[str, str]]:
    if review.verdict is None:
        return
    yield "Decided", f"{_DECIDED[review.verdict]}{_at(review.at)}"
    yield "By", spelled_line(review.who) or "unknown"
    yield "Through", review.channel or "unknown"
    if review.reason:
        yield "Reason", spelled_line(review.reason)
    yield "Seen", f"version {review.version}, hash {spelled_line(review.seen_hash)}"
    yield "Decided on", f"hash {spelled_line(review.decided_hash)}"
    if review.decision_hash:
        yield "The decision itself", f"hash {spelled_line(review.decision_hash)}"
    for lei, reason in review.overrides.items():
        yield f"Overridden: {spelled_line(lei)}", spelled_line(reason)


def _change(change: FieldChange) -> ShownChange:
    return ShownChange(
        path=spelled_line(change.path) or "all of it",
        before="(was not there)" if change.kind == "added" else value_line(change.before),
        after="(taken out)" if change.kind == "removed" else value_line(change.after),
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
        counts = ", ".join(f"{count} {spelled_line(change)}" for change, count in sorted(execution.counts.items()))
        return f"Executed{_at(execution.at)}{f': {counts}' if counts else ''}."
    done = f"{counted(execution.done, 'verb')} done"
    if execution.status == "failed":
        return f"Execution stopped, {done}: {spelled_line(execution.error) or 'no reason was given'}"
    return f"Being executed, {done}."


def _at(at: datetime | None) -> str:
    if at is None:
        return ""
    moment = at.astimezone(UTC) if at.tzinfo else at
    return f" at {moment:%Y-%m-%d %H:%M:%S} UTC"
