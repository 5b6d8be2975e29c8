"""Proposals, edits, decisions, executions, crashes and restarts by two people in any order."""

from __future__ import annotations

import os
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inquiro.onboarding.reviewing.gate import Gate
from inquiro.storage.ledger import SqlLedger

MOST = {"ci-large": 200, "fuzz": 200}.get(
    os.environ.get("HYPOTHESIS_PROFILE", ""), 30
)  # `make chaos` has a script for more


@pytest.mark.fault(51, 52, 53, 55, 56)
@settings(max_examples=MOST)
@given(seed=st.integers(0, 2**32))
def test_any_schedule(review_schedules, seed):
    review_schedules.run_schedule(Random(seed), review_schedules.Tally())


def _breach(review_schedules, count: int = 100) -> str:
    for seed in range(count):
        try:
            review_schedules.run_schedule(Random(seed), review_schedules.Tally())
        except review_schedules.Breach as breach:
            return str(breach)
    return ""


def test_a_double_execution_would_be_seen(review_schedules, monkeypatch):
    monkeypatch.setattr(SqlLedger, "steps", lambda *_: [])  # nobody remembers what is done already
    assert "double execution" in _breach(review_schedules)


def test_verbs_other_than_the_approved_ones_would_be_seen(review_schedules, monkeypatch):
    real = Gate.approved

    async def stale(gate, review_id):
        decision = await real(gate, review_id)
        found = (await gate._reviews.versions("local", decision.review_id))[0]
        return msgspec.structs.replace(decision, payload=found.payload)

    monkeypatch.setattr(Gate, "approved", stale)
    assert "hash mismatch" in _breach(review_schedules)
