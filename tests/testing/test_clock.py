"""Time that passes when told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from inquiro.testing import ManualClock


def test_a_manual_clock_moves_when_told_and_its_monotonic_side_ignores_jumps():
    clock = ManualClock(datetime(2026, 3, 1, tzinfo=UTC))
    clock.advance(90)
    clock.jump(timedelta(days=-1))
    assert clock() == datetime(2026, 2, 28, 0, 1, 30, tzinfo=UTC)
    assert clock.monotonic() == 90.0
