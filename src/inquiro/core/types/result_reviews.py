"""What people made of a macro's result, as it leaves the program beside the result itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from inquiro.core.types.base import TraceStatus, Value
from inquiro.core.types.macros import MacroResult
from inquiro.core.types.reviews import Channel, ReviewStatus, Verdict


class FieldChange(Value, frozen=True, kw_only=True):
    """One field that a person changed."""

    path: str
    kind: Literal["changed", "added", "removed"] = "changed"
    before: Any = None
    after: Any = None


class VerbsExecuted(Value, frozen=True, kw_only=True):
    """How far the verbs of an approved result came."""

    status: TraceStatus
    at: datetime | None = None  # when it ended
    done: int = 0  # verbs
    counts: Mapping[str, int] = msgspec.field(default_factory=dict)  # created, updated, unchanged, …
    error: str = ""


class ResultReview(Value, frozen=True, kw_only=True):
    """Where the review of a result stands, and the decision, if there is one."""

    review_id: str
    status: ReviewStatus
    version: int = 1
    edited_by: str = ""  # who saved the version that waits
    verdict: Verdict | None = None
    who: str = ""
    channel: Channel | None = None
    at: datetime | None = None
    reason: str = ""
    seen_hash: str = ""  # of what the reviewer was shown
    decided_hash: str = ""  # of what was decided on, edits and all
    decision_hash: str = ""  # of the decision itself, where it has one
    overrides: Mapping[str, str] = msgspec.field(default_factory=dict)  # LEI -> reason
    changes: tuple[FieldChange, ...] = ()  # by people, since it was found
    result: MacroResult | None = None  # with those changes; nothing: it is as it was found
    execution: VerbsExecuted | None = None
