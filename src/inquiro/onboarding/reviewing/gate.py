"""The gate: nothing runs that a person has not decided on, exactly as they saw it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Any, NamedTuple, TypeVar, get_args
from uuid import uuid4

import msgspec

from inquiro.core.decision_chain import checked_chain
from inquiro.core.errors import BadEdit, Conflict, NeedsPerson, UsageError
from inquiro.core.review_store import ReviewStore
from inquiro.core.types import Channel, Decision, Json, Payload, Review, Verdict
from inquiro.onboarding.reviewing.deciding import (
    approved_for_execution,
    checked_overrides,
    ensure_approvable,
    ensure_executable,
    ensure_in_chain,
    ensure_untouched,
)
from inquiro.onboarding.reviewing.differences import data_difference, difference
from inquiro.onboarding.reviewing.editing import Rules, apply_edits, edited_data
from inquiro.onboarding.reviewing.payloads import canonical, is_hash_of, payload_hash, short_hash
from inquiro.onboarding.reviewing.sessions import status_view

T = TypeVar("T")
_DONE = {"approve": "approved", "reject": "rejected"}


class _Said(NamedTuple):
    who: str
    channel: Channel
    reason: str


class Gate:
    """Decisions of one organisation's people; who they are and through which channel they speak, the interface says."""

    def __init__(self, reviews: ReviewStore, rules: Rules, org_id: str = "local") -> None:
        self._reviews = reviews
        self._rules = rules
        self._org = org_id

    async def approve(
        self,
        review_id: str,
        *,
        seen_hash: str,
        version: int,
        who: str,
        channel: Channel,
        edits: Any = None,
        merge: bool = False,
        overrides: Mapping[str, str] | None = None,
        reason: str = "",
        resulting: str = "",
        execute: bool = False,
    ) -> Decision:
        """As it was seen, or with edits; the same approval again returns the first one.

        `resulting`: the hash that the edits were seen to lead to; anything else is refused. `execute`: the verbs are
        to run at once, so a payload whose verbs cannot is refused, too.
        """
        said = _said(who, channel, reason)
        review = await self._reviews.review(self._org, review_id)
        if first := await self._reviews.decision(self._org, review.id):
            return self._approved_already(first, review, seen_hash, edits, merge=merge, overrides=overrides or {})
        await self._ensure_seen(review, seen_hash, version)
        payload = review.payload if edits is None else await self._edited(review, edits, merge=merge)
        if resulting and payload_hash(payload) != resulting:
            raise Conflict(f"review {review.id} would not become what was seen: the register answers otherwise by now")
        ensure_approvable(payload, self._rules.validate)
        allowed = checked_overrides(payload, overrides or {})
        if execute:
            ensure_executable(payload, allowed)
        return await self._decide(review, "approve", payload, said, allowed)

    async def reject(
        self, review_id: str, *, seen_hash: str, version: int, who: str, channel: Channel, reason: str = ""
    ) -> Decision:
        said = _said(who, channel, reason)
        review = await self._reviews.review(self._org, review_id)
        if first := await self._reviews.decision(self._org, review.id):
            if first.verdict == "reject" and is_hash_of(seen_hash, first.seen_hash):
                return first
            raise _decided(first)
        await self._ensure_seen(review, seen_hash, version)
        return await self._decide(review, "reject", review.payload, said, {})

    async def preview(self, review_id: str, edits: Any, *, merge: bool = False) -> Review:
        """What an edit would make of a review; nothing is saved."""
        review = await self._reviews.review(self._org, review_id)
        payload = await apply_edits(review.payload, edits, merge=merge, rules=self._rules)
        return msgspec.structs.replace(review, payload=payload, payload_hash=payload_hash(payload), draft=None)

    async def revise(
        self, review_id: str, edits: Any, *, seen_hash: str, version: int, who: str, merge: bool = False
    ) -> Review:
        """A saved edit without a decision: the next version, which everybody has to look at anew."""
        _ensure_named(who)
        review = await self._reviews.review(self._org, review_id)
        await self._ensure_seen(review, seen_hash, version)
        payload = await self._edited(review, edits, merge=merge)
        newer = msgspec.structs.replace(
            review, payload=payload, payload_hash=payload_hash(payload), edited_by=who.strip(), draft=None
        )
        return await self._in_time(review, self._reviews.revise(newer, review.version))

    async def approved(self, review_id: str) -> Decision:
        """The decision whose verbs may run; checked anew, down to the payload that was seen."""
        review = await self._reviews.review(self._org, review_id)
        decision = await self._reviews.decision(self._org, review.id)
        if decision is None:
            raise NeedsPerson(f"nobody has decided on review {review.id}: `inquiro review show {review.id}`")
        seen = [one for one in await self._reviews.versions(self._org, review.id) if one.version == decision.version]
        if len(seen) != 1 or payload_hash(seen[0].payload) != decision.seen_hash:
            raise Conflict(
                f"review {review.id} is not what {decision.who} saw: its payload was changed in the database"
            )
        approved_for_execution(decision)
        if not decision.hash:
            ensure_in_chain(decision, await self._reviews.chain(self._org, review.session_id))
        if review.status != "approved":
            raise Conflict(
                f"review {review.id} is {review.status}, though its decision says otherwise: it was changed in the "
                "database, so that nothing of it runs"
            )
        return decision

    async def status(self, session_id: str) -> Json:
        session = await self._reviews.session(self._org, session_id)
        held = await self._reviews.reviews(self._org, session_id=session.id, limit=1000)
        return status_view(session, held, checked_chain(await self._reviews.chain(self._org, session.id)))

    async def _decide(
        self, review: Review, verdict: Verdict, payload: Payload, said: _Said, overrides: Mapping[str, str]
    ) -> Decision:
        found = (await self._reviews.versions(self._org, review.id))[0] if review.version > 1 else review
        hashed = payload_hash(payload)
        decision = Decision(
            id=str(uuid4()),
            review_id=review.id,
            verdict=verdict,
            version=review.version,
            seen_hash=review.payload_hash,
            payload=payload,
            payload_hash=hashed,
            edits_made=hashed != found.payload_hash,
            overrides=dict(overrides),
            reason=said.reason.strip(),
            who=said.who.strip(),
            channel=said.channel,
            org_id=self._org,
        )
        kept = await self._in_time(review, self._reviews.decide(decision))
        _ensure_overridden(kept, overrides)  # somebody else's, if it came first
        return kept

    async def _in_time(self, review: Review, change: Awaitable[T]) -> T:
        """Whoever lost a race is told what is other now, just as one who came much later."""
        try:
            return await change
        except Conflict:
            newest = await self._reviews.review(self._org, review.id)
            if newest.status == "pending":
                await self._ensure_seen(newest, review.payload_hash, review.version)
            raise

    async def _edited(self, review: Review, edits: Any, *, merge: bool) -> Payload:
        try:
            payload = await apply_edits(review.payload, edits, merge=merge, rules=self._rules)
        except BadEdit:
            await self._reviews.keep_draft(self._org, review.id, edits)
            raise
        # There were no verbs before that could have had a key: the same one for two reviews would run only once.
        keyed = [one if one.key else msgspec.structs.replace(one, key=review.id) for one in payload.groups]
        return msgspec.structs.replace(payload, groups=tuple(keyed))

    async def _ensure_seen(self, review: Review, seen_hash: str, version: int) -> None:
        ensure_untouched(review)
        if review.status != "pending":
            raise Conflict(f"review {review.id} is {review.status}: there is nothing to decide any more")
        if version == review.version and is_hash_of(seen_hash, review.payload_hash):
            return
        versions = await self._reviews.versions(self._org, review.id)
        seen = next((one for one in versions if is_hash_of(seen_hash, one.payload_hash)), None)
        raise Conflict(
            f"review {review.id} is not what you saw: the newest is version {review.version} with the hash "
            f"{short_hash(review.payload_hash)}; look at it again",
            difference(seen.payload, review.payload) if seen else (),
        )

    def _approved_already(
        self, first: Decision, review: Review, seen_hash: str, edits: Any, *, merge: bool, overrides: Mapping[str, str]
    ) -> Decision:
        """Told apart without asking anybody again: the register may answer otherwise by now."""
        if first.verdict != "approve" or not is_hash_of(seen_hash, first.seen_hash):
            raise _decided(first)
        wanted = review.payload.data if edits is None else edited_data(review.payload, edits, merge=merge)
        if canonical(wanted) != canonical(first.payload.data):
            raise _decided(first, data_difference(first.payload.data, wanted))
        _ensure_overridden(first, overrides)
        return first


def _said(who: str, channel: Channel, reason: str) -> _Said:
    _ensure_named(who)
    if channel not in get_args(Channel):
        raise UsageError(f"'{channel}' is no channel through which a person is heard: {', '.join(get_args(Channel))}")
    return _Said(who, channel, reason)


def _ensure_named(who: str) -> None:
    if not who.strip():
        raise UsageError("a decision needs the name of the person who makes it")


def _ensure_overridden(first: Decision, overrides: Mapping[str, str]) -> None:
    if missing := ", ".join(sorted(overrides.keys() - first.overrides.keys())):
        raise _decided(first, [f"without the override of {missing}"])


def _decided(first: Decision, other: list[str] | None = None) -> Conflict:
    when = f" at {first.at:%Y-%m-%d %H:%M} UTC" if first.at else ""
    return Conflict(
        f"review {first.review_id} was {_DONE[first.verdict]} by {first.who}{when}; a decision is final", other or ()
    )
