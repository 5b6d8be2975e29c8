"""A decision on the command line: shown from the payload, heard from a person, bound to its hash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from inquiro.cli.deciding import Wishes, at_terminal, hear, show, typed_hash
from inquiro.cli.delivery import print_json
from inquiro.cli.editing import from_file
from inquiro.cli.executing import carried_out, hand_over
from inquiro.cli.opened import Opened
from inquiro.cli.review_views import ReviewScreen, recap
from inquiro.cli.revising import tell_changes
from inquiro.cli.text import plain
from inquiro.core.errors import UsageError
from inquiro.core.types import Decision, Json, Review


class Approval(NamedTuple):
    wishes: Wishes
    edits: Path | None = None
    merge: bool = False
    overrides: Mapping[str, str] = {}
    reason: str = ""
    execute: bool = False  # at once


def approved(
    opened: Opened, review_id: str, approval: Approval, *, execute: bool = False, as_json: bool = False
) -> int:
    """Decide, execute if that is asked for, tell what became of it; the exit code."""
    approval = approval._replace(execute=execute)
    review = opened.wait(opened.runtime.reviews.get(review_id))
    edits = from_file(approval.edits) if approval.edits is not None else None
    if review.status != "pending":
        decision: Decision | None = _as_before(opened, review, approval, edits)
    elif approval.wishes.token_file is not None:
        decision = _by_token(opened, review, approval, edits)
    else:
        decision = _at_terminal(opened, review, approval, edits)
    if decision is None:
        _left(opened, review, as_json=as_json)
        return 0
    if execute:
        report, told = carried_out(opened, review.id)
        whole = {"decision": decision_value(decision)} | _batch_id(review) | told
        return hand_over(opened, report, whole, as_json=as_json)
    if as_json:
        print_json(decision_value(decision))
    else:
        done = opened.wait(opened.runtime.executions.find(review.id))
        finished = done is not None and done.status == "completed"
        click.echo("Its verbs have run." if finished else f"Next: inquiro review execute {review.id[:8]}", err=True)
    return 0


def rejected(opened: Opened, review_id: str, wishes: Wishes, reason: str, *, as_json: bool = False) -> None:
    desk = opened.runtime.reviews
    review = opened.wait(desk.get(review_id))
    if review.status != "pending" and (first := opened.wait(desk.decision(review.id))):
        who, channel, typed = first.who, first.channel, first.seen_hash  # the same again, or a Conflict
    else:
        who, channel = hear(opened, review.id, wishes)
        typed = wishes.seen_hash if channel == "token" else _typed(review, {}, "reject it")
    if not typed:
        _left(opened, review, as_json=as_json)
        return
    decision = opened.wait(
        desk.reject(review.id, seen_hash=typed, version=review.version, who=who, channel=channel, reason=reason)
    )
    click.echo(f"Rejected by {plain(decision.who)}: its verbs never run.", err=True)
    if as_json:
        print_json(decision_value(decision))


def decision_value(decision: Decision) -> Json:
    """A decision for programs, without the payload that it is about."""
    built = decision.to_dict()
    built.pop("payload")
    return built


def _as_before(opened: Opened, review: Review, approval: Approval, edits: Any) -> Decision:
    """Somebody decided already: the same approval again is that one, anything else a Conflict."""
    desk = opened.runtime.reviews
    first = opened.wait(desk.decision(review.id))
    decision = opened.wait(
        desk.approve(
            review.id,
            seen_hash=first.seen_hash if first else review.payload_hash,
            version=first.version if first else review.version,
            who=first.who if first else "nobody",
            channel=first.channel if first else "terminal",
            edits=edits,
            merge=approval.merge,
            overrides=approval.overrides,
        )
    )
    when = f" at {decision.at:%Y-%m-%d %H:%M} UTC" if decision.at else ""
    click.echo(f"Approved by {plain(decision.who)}{when} already.", err=True)
    return decision


def _by_token(opened: Opened, review: Review, approval: Approval, edits: Any) -> Decision:
    who, channel = hear(opened, review.id, approval.wishes)
    decision = opened.wait(
        opened.runtime.reviews.approve(
            review.id,
            seen_hash=approval.wishes.seen_hash,
            version=review.version,
            who=who,
            channel=channel,
            edits=edits,
            merge=approval.merge,
            overrides=approval.overrides,
            reason=approval.reason,
            execute=approval.execute,
        )
    )
    click.echo(f"Approved by {plain(decision.who)} (token).", err=True)
    return decision


def _at_terminal(opened: Opened, review: Review, approval: Approval, edits: Any) -> Decision | None:
    """Edits become a version of their own first: the hash that is typed is that of what will run."""
    desk = opened.runtime.reviews
    who, channel = hear(opened, review.id, approval.wishes)
    if edits is not None:
        before = review
        review = opened.wait(
            desk.revise(
                review.id, edits, seen_hash=review.payload_hash, version=review.version, who=who, merge=approval.merge
            )
        )
        tell_changes(before, review)
    if not (typed := _typed(review, approval.overrides, "approve it")):
        return None
    decision = opened.wait(
        desk.approve(
            review.id,
            seen_hash=typed,
            version=review.version,
            who=who,
            channel=channel,
            overrides=approval.overrides,
            reason=approval.reason,
            execute=approval.execute,
        )
    )
    click.echo(f"Approved by {plain(decision.who)}.", err=True)
    return decision


def _typed(review: Review, overrides: Mapping[str, str], doing: str) -> str:
    """Exactly the version that was read is shown, whatever somebody else saves meanwhile."""
    from inquiro.onboarding.reviewing.viewing import view

    seen = view(review)
    show(ReviewScreen(seen, deciding=True))
    for part in recap(seen):
        show(part)
    for lei, reason in overrides.items():
        click.echo(f"  Overridden: {plain(lei)}: {plain(reason)}", err=True)
    click.echo("", err=True)
    return typed_hash(seen, doing)


def _left(opened: Opened, review: Review, *, as_json: bool) -> None:
    place = opened.runtime.reviews.where(review.id)
    click.echo(f"Nothing was decided. To go on: {place['command']}", err=True)
    if as_json:
        print_json({"status": "waiting"} | place)


def proposed(opened: Opened, review: Review, options: Mapping[str, Any], *, as_json: bool) -> int:
    """Verbs or a batch that a command put before a person: decided and executed at once where one is there."""
    wishes = Wishes(options["name"], options["token_file"], options["seen_hash"])
    if wishes.token_file is None and not at_terminal():
        _told_where(opened, review, as_json=as_json)
        return 0
    approval = Approval(wishes, overrides=overrides_given(options["overrides"]), reason=options["reason"])
    return approved(opened, review.id, approval, execute=True, as_json=as_json)


def _told_where(opened: Opened, review: Review, *, as_json: bool) -> None:
    """Where nobody can be asked: who has to do what next."""
    place = opened.runtime.reviews.where(review.id)
    waits = review.status == "pending"
    if waits:
        click.echo(f"It waits for a person: open {place['link']} (while `inquiro serve` runs) or run", err=True)
    else:
        place["command"] = f"inquiro review execute {review.id[:8]}"
        click.echo("It is approved, and has not run to its end:", err=True)
    click.echo(f"  {place['command']}", err=True)
    if as_json:
        status = {"status": "waiting" if waits else "approved", "payload_hash": review.payload_hash}
        print_json(status | _batch_id(review) | place)


def _batch_id(review: Review) -> Json:
    """What `batch status` takes."""
    return {"batch_id": review.id} if review.kind == "batch" else {}


def overrides_given(given: Sequence[str]) -> dict[str, str]:
    overrides: dict[str, str] = {}
    for one in given:
        lei, equals, reason = one.partition("=")
        if not equals or not lei.strip() or not reason.strip():
            raise UsageError(f"--override {one}: write LEI=REASON, such as 529900…=confirmed by telephone")
        overrides[lei.strip()] = reason.strip()
    return overrides
