"""Runs, their journal and their owners."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from inquiro.core.types.base import EffectKind, Json, PrivacyMode, TraceStatus, Value
from inquiro.core.types.reporting import Usage
from inquiro.core.version import __version__


class Lease(Value, frozen=True, kw_only=True):
    """The right to write for a run; a higher attempt number makes every older lease worthless."""

    run_id: str
    owner: str
    attempt: int


class Run(Value, frozen=True, kw_only=True):
    """The generic tool trace of seed 004, with an owner, an organisation and a lease."""

    id: str
    tool_name: str
    input_params: Json
    status: TraceStatus = "pending"
    progress: float = 0.0
    current_stage: str = ""
    state: Json = msgspec.field(default_factory=dict)
    result: Json | None = None
    error_message: str | None = None
    user_id: str = "local"
    org_id: str = "local"
    privacy: PrivacyMode = "hybrid"
    created_at: datetime | None = None
    started_at: datetime | None = None
    completed_at: datetime | None = None
    metrics: Json = msgspec.field(default_factory=dict)
    attempt: int = 0
    lease_owner: str | None = None
    lease_until: datetime | None = None
    stop_requested: str | None = None
    engine_version: str = __version__  # of every version that worked on it, in order, with ", " between them

    @property
    def engine_versions(self) -> tuple[str, ...]:
        return tuple(self.engine_version.split(", "))


class EffectRow(Value, frozen=True, kw_only=True):
    """One journal row: the intent, and once it is known, the outcome."""

    run_id: str
    step: str
    key: str
    occurrence: int
    kind: EffectKind
    name: str
    request: Json
    status: Literal["intent", "done", "failed"] = "intent"
    response: Any = None
    error: Json | None = None
    usage: Usage = msgspec.field(default_factory=Usage)
    seconds: float = 0.0
    cached: bool = False
    seq: int = 0


class Availability(Value, frozen=True, kw_only=True):
    """Whether a source or model can be used now, and if not, what would make it so."""

    available: bool
    reason: str = ""
