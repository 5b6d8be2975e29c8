"""Past decisions as regression cases: what people approved, held against a macro that has changed since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Literal

from inquiro.core.errors import BadFile, UsageError
from inquiro.core.types import Decision, Macro, Value
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_program
from inquiro.onboarding.macros.parameters import fill
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.suggesting import suggested_verbs

Outcome = Literal["same", "changed", "broken", "rejected"]


class Replayed(Value, frozen=True, kw_only=True):
    """One decision, and what the macro as it is now would make of it."""

    decision_id: str
    review_id: str
    outcome: Outcome  # broken: what was approved no longer fits; rejected: listed, not replayed
    who: str = ""
    edits_made: bool = False
    version: str = ""  # of the macro that was decided on
    problems: tuple[str, ...] = ()  # of parameters, data and verbs
    difference: str = ""  # of the verbs, from what was approved to what would be suggested now
    reason: str = ""  # that a rejection gave


def replay_history(macro: Macro, decisions: Sequence[Decision], verb_folders: Sequence[Path] = ()) -> list[Replayed]:
    """Every decision on a result of this macro, in the order given; what edits made of the data is what counts."""
    return [_replayed(macro, decision, verb_folders) for decision in decisions if _is_about(macro, decision)]


def _is_about(macro: Macro, decision: Decision) -> bool:
    return decision.payload.macro is not None and decision.payload.macro.name == macro.name


def _replayed(macro: Macro, decision: Decision, verb_folders: Sequence[Path]) -> Replayed:
    then = decision.payload.macro
    outcome: Outcome = "rejected"
    problems: tuple[str, ...] = ()
    difference = ""
    if decision.verdict == "approve":
        now = suggested_verbs(macro, decision.payload.data, decision.payload.params, verb_folders)
        problems = (*_refusals(macro, decision), *(f"verbs: {problem}" for problem in now.problems))
        difference = _difference("\n".join(group.verbs for group in decision.payload.groups), now.text)
        outcome = "broken" if problems else "changed" if difference else "same"
    return Replayed(
        decision_id=decision.id,
        review_id=decision.review_id,
        outcome=outcome,
        who=decision.who,
        edits_made=decision.edits_made,
        version=then.version if then else "",
        problems=problems,
        difference=difference,
        reason=decision.reason if decision.verdict == "reject" else "",
    )


def _refusals(macro: Macro, decision: Decision) -> Iterator[str]:
    try:
        fill(macro, decision.payload.params)
    except UsageError as error:
        yield f"parameters: {error}"
    yield from (f"data: {error}" for error in validate(macro.output.schema, decision.payload.data))


def _difference(approved: str, now: str) -> str:
    """Between the calls; comments and layout do not count."""
    lines = unified_diff(_calls(approved), _calls(now), "approved", "now", lineterm="", n=1)
    return "\n".join(lines)


def _calls(text: str) -> list[str]:
    try:
        return format_program(read_program(text)).splitlines()
    except BadFile:
        return text.splitlines()
