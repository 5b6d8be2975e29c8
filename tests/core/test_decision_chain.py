"""Decisions as a chain, without a database: what its hash covers, and what is said of one that does not fit."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from inquiro.core.decision_chain import COVERED, DecisionChain, DecisionLink, checked_chain, decision_hash

SAID = {
    "id": "d", "review_id": "r", "org_id": "local", "verdict": "approve", "version": 1, "seen_hash": "a",
    "payload_hash": "b", "edits_made": False, "overrides": {"L": "on paper", "M": "by phone"}, "reason": "fits",
    "who": "ann", "channel": "terminal", "at": datetime(2026, 3, 1, 12, 0, tzinfo=UTC), "previous_hash": "",
}  # fmt: skip


def link(name, previous="", counted=None):
    return DecisionLink(review_id=name, hash=name, previous_hash=previous, counted=name if counted is None else counted)


OTHERWISE = {
    "version": 2, "edits_made": True, "overrides": {"L": "on paper"}, "at": datetime(2026, 3, 1, 12, 0, 1, tzinfo=UTC)
}  # fmt: skip


@pytest.mark.parametrize("name", COVERED)
def test_every_field_counts(name):
    assert decision_hash(SAID | {name: OTHERWISE.get(name, "otherwise")}) != decision_hash(SAID)


def test_what_a_database_changes_does_not():
    zoned = SAID["at"].astimezone(timezone(timedelta(hours=5)))
    overrides = dict(reversed(SAID["overrides"].items()))
    same = SAID | {"at": zoned, "overrides": overrides, "payload": "has a hash of its own"}
    assert decision_hash(same) == decision_hash(SAID)
    assert decision_hash(SAID | {"at": datetime(2026, 3, 1, 12, 0)}) == decision_hash(SAID)  # noqa: DTZ001
    odd, kept = "a \x00 \ud800", "a \ufffd \ufffd"
    assert decision_hash(SAID | {"reason": odd, "overrides": {odd: odd}}) == decision_hash(
        SAID | {"reason": kept, "overrides": {kept: kept}}
    )


def test_a_sound_chain_names_its_newest_hash():
    old = DecisionLink(review_id="old", hash="", previous_hash="", counted="")
    assert checked_chain([]) == DecisionChain(decisions=0, not_chained=0, head="")
    assert checked_chain([old, link("a"), link("b", "a")]) == DecisionChain(decisions=3, not_chained=1, head="b")


@pytest.mark.parametrize(
    ("links", "words"),
    [
        ([link("a", counted="x")], "does not fit its hash"),
        ([link("a"), link("c", "b")], "does not follow the one before it"),
        ([link("a", "z")], "does not follow the one before it"),
        ([link("a"), DecisionLink(review_id="b", hash="", previous_hash="", counted="")], "has no hash"),
    ],
)
def test_what_does_not_fit_is_said(links, words):
    found = checked_chain(links)
    [problem] = found.problems
    assert words in problem.message
    assert found.about(problem.review_id) == [problem.message]
    assert found.about("another") == []
