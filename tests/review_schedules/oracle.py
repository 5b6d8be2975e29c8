"""What must hold after every step, read from the database and compared with everything that was ever seen in it."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import Connection, text

from inquiro.core.types import Decision, ResearchSession, Review
from inquiro.onboarding.reviewing.payloads import payload_hash
from inquiro.storage import review_rows as rows
from inquiro.storage.store import SqlStore

ORG = "local"
_COUNTED = text("SELECT name, run_id FROM counted ORDER BY seq")


class Crash(Exception):
    """Not one of our errors, so that nothing on the way takes it for one to handle; the store hands it to its caller."""


class Breach(AssertionError):
    """Something that must never happen."""


class Tally(Counter[str]):
    """What happened in how many schedules."""


class Oracle:
    """Remembers every decision and version once it was seen."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.decisions: dict[str, Decision] = {}
        self.versions: dict[tuple[str, int], Review] = {}
        self.executed: set[str] = set()  # reviews of which somebody was told that they are

    async def check(self, store: SqlStore) -> None:
        await store.read(self._check)

    def _check(self, connection: Connection) -> None:
        reviews = {one.id: one for one in rows.newest(connection, ORG, None, "", 1000)}
        for review in reviews.values():
            self._check_versions(review, rows.versions(connection, ORG, review.id))
            self._check_decision(review, rows.decision(connection, ORG, review.id))
        done = _ran(connection)
        self._check_executions(done)
        self._check_session(rows.session(connection, ORG, self.session_id), reviews, done)

    def _check_versions(self, review: Review, versions: list[Review]) -> None:
        if [one.version for one in versions] != list(range(1, review.version + 1)):
            raise Breach(f"{review.id} has the versions {[one.version for one in versions]}")
        for one in versions:
            if payload_hash(one.payload) != one.payload_hash:
                raise Breach(f"hash mismatch: version {one.version} of {one.id} does not fit its hash")
            first = self.versions.setdefault((one.id, one.version), one)
            if (first.payload, first.payload_hash) != (one.payload, one.payload_hash):
                raise Breach(f"version {one.version} of {one.id} was changed")
        if any(name == review.id and version > review.version for name, version in self.versions):
            raise Breach(f"a version of {review.id} is lost")

    def _check_decision(self, review: Review, decision: Decision | None) -> None:
        known = self.decisions.get(review.id)
        if known is not None and known != decision:
            raise Breach(f"the decision on {review.id} was changed from {known} to {decision}")
        if (review.status in ("approved", "rejected")) != (decision is not None):
            raise Breach(f"{review.id} is {review.status} with the decision {decision}")
        if decision is None:
            return
        self.decisions[review.id] = decision
        if review.status != {"approve": "approved", "reject": "rejected"}[decision.verdict]:
            raise Breach(f"{review.id} is {review.status} after {decision.verdict}")
        if payload_hash(decision.payload) != decision.payload_hash:
            raise Breach(f"hash mismatch: the decision on {review.id} does not fit its payload")
        if self.versions[review.id, decision.version].payload_hash != decision.seen_hash:
            raise Breach(f"hash mismatch: the decision on {review.id} is about something that nobody was shown")

    def _check_executions(self, done: dict[str, list[str]]) -> None:
        for review_id, names in done.items():
            decision = self.decisions.get(review_id)
            if decision is None or decision.verdict != "approve":
                raise Breach(f"verbs of {review_id} ran without an approval: {names}")
            if len(set(names)) != len(names):
                raise Breach(f"double execution of {review_id}: {names}")
            approved = decision.payload.data["names"]
            if approved[: len(names)] != names:
                raise Breach(f"hash mismatch: {review_id} ran {names}, approved is {approved}")

    def _check_session(self, session: ResearchSession, reviews: dict[str, Review], done: dict[str, list[str]]) -> None:
        waiting = [one.id for one in reviews.values() if one.status == "pending"]
        status = reviews[session.review_id].status if session.review_id else ""
        wanted = {"idle": "", "pending_review": "pending", "verbs_ready": "approved", "executed": "approved"}
        if wanted.get(session.state) != status:
            raise Breach(f"the session is {session.state}, its review is {status}")
        if waiting != ([session.review_id] if session.state == "pending_review" else []):
            raise Breach(f"the session is {session.state} while {waiting} wait")
        self.executed |= {session.review_id} if session.state == "executed" else set()
        for review_id in self.executed:
            if done.get(review_id, []) != self.decisions[review_id].payload.data["names"]:
                raise Breach(f"{review_id} is executed, and only {done.get(review_id)} ran")


async def ran(store: SqlStore) -> dict[str, list[str]]:
    """Review -> the verbs that ran, in their order, as often as they did."""
    return await store.read(_ran)


def _ran(connection: Connection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, run_id in connection.execute(_COUNTED):
        found.setdefault(run_id.removeprefix("run of "), []).append(name)
    return found
