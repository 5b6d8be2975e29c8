"""A clock set by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DAWN = datetime(2026, 1, 1, tzinfo=UTC)


class ManualClock:
    """Time that passes only when told to; the wall clock can also jump, which the monotonic one does not notice."""

    def __init__(self, start: datetime = DAWN) -> None:
        self.wall = start
        self.elapsed = 0.0

    def __call__(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.elapsed

    def advance(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.elapsed += seconds

    def jump(self, by: timedelta) -> None:
        self.wall += by
