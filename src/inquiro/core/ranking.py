"""Which source to ask first, by what earlier runs gained from it."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.types import SourceRecord

VERIFIED_WEIGHT = 0.5


def posterior(record: SourceRecord) -> float:
    """The mean of a Beta posterior with prior 1/1: little evidence stays near one half.

    What the answer used is a success; that it was verified on top counts half, since it is the same fact again. A try
    without gain is a failure, and so is being blocked. Every run counts alike, however old: the sums need no clock,
    and a source that gets worse sinks as new runs outweigh the old ones.
    """
    successes = record.gained + VERIFIED_WEIGHT * record.verified
    failures = max(record.tried - record.gained, 0.0) + record.blocked
    return (1.0 + successes) / (2.0 + successes + failures)


def ranked(records: Iterable[SourceRecord]) -> list[tuple[str, float]]:
    """Best first; among equals the faster one, and one whose speed nobody measured last."""

    def order(record: SourceRecord) -> tuple[float, float, str]:
        measured = record.seconds > 0 and record.tried > 0
        return -posterior(record), record.seconds / record.tried if measured else float("inf"), record.source

    return [(record.source, posterior(record)) for record in sorted(records, key=order)]
