"""Dying at every named moment, at every time it is passed: the next attempt ends with the same report."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from inquiro.core.crash_points import POINTS, armed
from inquiro.core.types import Report, ResearchRequest
from inquiro.runtime import Runtime

QUESTION = "Do street trees cool a street, what do they cost and who pays?"
INSIDE = [name for name in POINTS if not name.startswith("store.")]  # those strike in the writer's thread


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


def _request() -> ResearchRequest:
    return ResearchRequest(question=QUESTION, sources=("wiki",), unattended=True)


def _told(report: Report) -> dict[str, object]:
    told = report.to_dict()
    for volatile in ("trace_id", "created_at", "usage", "canaries", "checker"):
        told.pop(volatile)
    return told


@pytest.fixture
def passed(settings, wiki):
    """How often an undisturbed run passes each moment, and what it reports."""
    counts: Counter[str] = Counter()
    runtime = Runtime.open(settings)
    with armed(lambda name, _: counts.update([name])):
        report = asyncio.run(runtime.ask(_request()))
    runtime.close()
    return counts, _told(report)


@pytest.mark.fault(44)
@pytest.mark.parametrize("point", INSIDE)
def test_a_crash_at_any_moment_changes_nothing(settings, wiki, passed, point):
    counts, expected = passed
    assert counts[point], f"an ordinary run never passes {point}"
    for occurrence in sorted({1, (counts[point] + 1) // 2, counts[point]}):
        journaled: set[str] = set()
        repeated: list[str] = []

        def witness(name: str, detail: str, journaled=journaled, repeated=repeated) -> None:
            if name == "effect.before_call" and detail in journaled:
                repeated.append(detail)
            if name == "effect.after_journal":
                journaled.add(detail)

        with armed(witness):
            run_id = _die(settings, point, occurrence)
            report = _resume(settings, run_id)
        assert _told(report) == expected
        assert repeated == []


def _die(settings, point: str, occurrence: int) -> str:
    runtime = Runtime.open(settings)
    reached = 0

    def strike(name: str, _: str) -> None:
        nonlocal reached
        reached += name == point
        if name == point and reached == occurrence:
            raise Crash(point)

    run = asyncio.run(runtime.start(_request()))
    with armed(strike), pytest.raises(Crash):
        asyncio.run(runtime.execute(run.id))
    runtime.close()
    return run.id


def _resume(settings, run_id: str) -> Report:
    runtime = Runtime.open(settings)
    try:
        report = asyncio.run(runtime.resume(run_id))
        assert asyncio.run(runtime.verify(run_id)).holds
        return report
    finally:
        runtime.close()
