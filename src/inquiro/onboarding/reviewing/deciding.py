"""The rules of a decision: pure, so that every interface and the executor hold the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from inquiro.core.decision_chain import DecisionLink, checked_chain, decision_hash
from inquiro.core.errors import BadEdit, Conflict, NeedsPerson, UsageError
from inquiro.core.types import Decision, LeiFinding, Payload, Review
from inquiro.onboarding.reviewing.editing import Validate
from inquiro.onboarding.reviewing.payloads import payload_hash

SHORTEST_REASON = 5


def ensure_untouched(review: Review) -> None:
    """A payload that is not the one its hash was made of is nobody's to decide on."""
    if payload_hash(review.payload) != review.payload_hash:
        raise Conflict(
            f"the payload of review {review.id} does not fit its hash: it was changed in the database; run it again"
        )


def ensure_approvable(payload: Payload, validate: Validate) -> None:
    """Data that its own schema refuses cannot be approved, whatever the payload says of itself."""
    if payload.macro is None:
        return
    wrong = [(path, message) for path, message in validate(payload.macro.output.schema, payload.data)]
    if not wrong and not payload.schema_valid:
        wrong = [("", message) for message in payload.validation_errors or ("does not fit its schema",)]
    if wrong:
        raise BadEdit(wrong)


def ensure_executable(payload: Payload, overrides: Mapping[str, str]) -> None:
    """A decision is final: whoever wants the verbs to run at once learns before it that they cannot.

    Rows of a batch stand alone: the others may run.
    """
    if len(payload.groups) != 1:
        return
    [group] = payload.groups
    stopped = {lei: why for lei, why in blocked(payload, overrides).items() if lei in group.verbs}
    if stopped or payload.problems:
        can = [one.lei for one in payload.leis if one.overridable and one.lei in stopped]
        advice = f", override it with a reason ({', '.join(can)})" if can else ""
        reasons = [*(f"{lei}: {why}" for lei, why in stopped.items()), *payload.problems]
        raise Conflict(
            f"its verbs cannot run as they are ({'; '.join(reasons)}): correct the data{advice}, or approve it without "
            "executing"
        )


def checked_overrides(payload: Payload, overrides: Mapping[str, str]) -> dict[str, str]:
    """Only what stops an LEI for now can be overridden, and only with a reason."""
    allowed: dict[str, str] = {}
    for lei, given in overrides.items():
        found = [one for one in payload.leis if one.lei == lei and one.blocks]
        reason = given.strip()
        if not found:
            raise UsageError(f"{lei} is not stopped by anything: leave its override out")
        if fixed := next((one for one in found if not one.overridable), None):
            raise UsageError(f"{lei} cannot be overridden ({why_blocked(fixed)}): correct it or take it out")
        if len(reason) < SHORTEST_REASON:
            raise UsageError(f"overriding {lei} needs a reason of at least {SHORTEST_REASON} characters")
        allowed[lei] = reason
    return allowed


def approved_for_execution(decision: Decision) -> Decision:
    """The decision itself, if its verbs may run."""
    if decision.verdict != "approve":
        raise Conflict(f"review {decision.review_id} was rejected by {decision.who}: its verbs never run")
    if not decision.who.strip():
        raise NeedsPerson(f"the decision on review {decision.review_id} names nobody who made it")
    if payload_hash(decision.payload) != decision.payload_hash:
        raise Conflict(
            f"what {decision.who} approved in review {decision.review_id} is not what is stored: its payload does "
            "not fit its hash, so that nothing of it runs"
        )
    if decision.hash and decision_hash(msgspec.structs.asdict(decision)) != decision.hash:
        raise _forged(decision)
    return decision


def ensure_in_chain(decision: Decision, links: Iterable[DecisionLink]) -> None:
    """A decision without a hash is from before there were any, or somebody took it away."""
    if checked_chain(links).about(decision.review_id):
        raise _forged(decision)


def _forged(decision: Decision) -> Conflict:
    return Conflict(
        f"the decision on review {decision.review_id} does not fit its hash: who decided, when, why or which LEIs were "
        "overridden was changed in the database, so that nothing of it runs"
    )


def blocked_leis(decision: Decision) -> dict[str, str]:
    """LEI -> why no verb may name it."""
    return blocked(decision.payload, decision.overrides)


def blocked(payload: Payload, overrides: Mapping[str, str] | None = None) -> dict[str, str]:
    reasons: dict[str, list[str]] = {}
    for finding in payload.leis:
        overridden = finding.overridable and finding.lei in (overrides or {})
        if finding.blocks and not overridden:
            reasons.setdefault(finding.lei, []).append(why_blocked(finding))
    return {lei: "; ".join(dict.fromkeys(some)) for lei, some in reasons.items()}


def why_blocked(finding: LeiFinding) -> str:
    return finding.reason or finding.verdict.replace("_", " ")
