"""Hits that a service sent and that are none, such as one without an address: passed over, and counted.

The one who asks opens the count, the one who reads the answer adds to it, however many calls lie between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass
class Tally:
    count: int = 0


_open: ContextVar[Tally | None] = ContextVar("inquiro_malformed_hits", default=None)


@contextmanager
def malformed_hits() -> Iterator[Tally]:
    """What is passed over in here, in whatever task it starts."""
    tally = Tally()
    token = _open.set(tally)
    try:
        yield tally
    finally:
        _open.reset(token)


def pass_over(hits: int = 1) -> None:
    if (tally := _open.get()) is not None:
        tally.count += hits
