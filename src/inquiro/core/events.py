"""Events: what a run tells the world while it works; every interface renders the same stream."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

import msgspec

from inquiro.core.types import Json, Value


class Event(Value, frozen=True, kw_only=True):
    """One numbered message of a run; `seq` orders them, the clock only decorates."""

    run_id: str
    seq: int
    stage: str
    message: str
    progress: float = 0.0
    data: Json = msgspec.field(default_factory=dict)
    at: datetime | None = None


class Emit(Protocol):
    """How the engine speaks: it never knows who listens."""

    def __call__(self, stage: str, message: str, progress: float | None = None, **data: object) -> None: ...
