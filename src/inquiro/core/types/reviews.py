"""What is put before a person, what they said, and the workspace that both live in."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec

from inquiro.core.types.base import Json, PrivacyMode, Value
from inquiro.core.types.macros import FieldSupport, LeiFinding, Macro, MacroSource, SearchQuality

SessionState = Literal["idle", "pending_review", "verbs_ready", "executed"]
ReviewKind = Literal["macro", "verbs", "batch"]
ReviewStatus = Literal["pending", "approved", "rejected", "superseded", "cleared"]
Verdict = Literal["approve", "reject"]
# Through which a person was heard. A client's form proves nobody: "elicitation" is what it was called before that was said.
Channel = Literal["terminal", "browser", "elicitation", "elicitation (unverified)", "token"]
SHORT_HASH = 8  # characters of a payload's hash that a reviewer types


class VerbGroup(Value, frozen=True, kw_only=True):
    """Verbs that stand or fall together: all of a review, or one row of a batch."""

    key: str  # the same key is never executed twice
    title: str = ""
    verbs: str = ""
    specs: str = ""  # digest of the verbs of the user's own that it uses: what they mean is decided on, too


class Payload(Value, frozen=True, kw_only=True):
    """Everything that a decision is about; its hash is what the decision is bound to."""

    macro: Macro | None = None
    params: Json = msgspec.field(default_factory=dict)
    data: Any = None
    schema_valid: bool = True
    validation_errors: tuple[str, ...] = ()
    fields: tuple[FieldSupport, ...] = ()
    leis: tuple[LeiFinding, ...] = ()
    groups: tuple[VerbGroup, ...] = ()
    problems: tuple[str, ...] = ()  # why the verbs cannot run as they are
    search_quality: SearchQuality | None = None
    measured_quality: Json = msgspec.field(default_factory=dict)
    sources: tuple[MacroSource, ...] = ()
    origin: str = ""  # the file or template that the verbs came from


class Review(Value, frozen=True, kw_only=True):
    id: str
    kind: ReviewKind
    title: str
    payload: Payload
    payload_hash: str
    version: int = 1  # grows with every saved edit
    status: ReviewStatus = "pending"
    session_id: str = ""
    run_id: str = ""  # of the research that made it
    privacy: PrivacyMode | None = None  # what that research was allowed: a review outlives its run
    org_id: str = "local"
    created_at: datetime | None = None
    draft: Any = None  # the last edit that could not be accepted, so that nobody types it again
    edited_by: str = ""  # who saved this version; nobody: it is as it was found


class Decision(Value, frozen=True, kw_only=True):
    """Kept for ever: who decided what, when, through which channel, on exactly which payload."""

    id: str
    review_id: str
    verdict: Verdict
    version: int  # of the payload that was seen
    seen_hash: str
    payload: Payload  # that was approved, with the reviewer's edits
    payload_hash: str
    edits_made: bool = False
    overrides: Mapping[str, str] = msgspec.field(default_factory=dict)  # LEI -> reason
    reason: str = ""
    who: str = ""
    channel: Channel = "terminal"
    org_id: str = "local"
    at: datetime | None = None
    previous_hash: str = ""  # of the decision before it, in its session or outside of all
    hash: str = ""  # of all this but the payload, which has its own; the store makes it


class ResearchSession(Value, frozen=True, kw_only=True):
    """The macro workspace: one pending result and the history."""

    id: str
    state: SessionState = "idle"
    review_id: str = ""  # pending, or the one whose verbs are ready or executed
    org_id: str = "local"
    created_at: datetime | None = None
    updated_at: datetime | None = None
