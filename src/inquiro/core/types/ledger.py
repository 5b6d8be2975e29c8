"""What onboarding keeps: entities, how they are related, and records of anything else, each with the decision behind it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from inquiro.core.types.base import Json, Value


class LedgerEntity(Value, frozen=True, kw_only=True):
    id: str
    kind: str  # limited-company, fund, person, cbu, …
    name: str
    lei: str = ""
    jurisdiction: str = ""
    attributes: Json = msgspec.field(default_factory=dict)
    source: str = ""
    decision_id: str = ""  # that made it
    changed_by: str = ""  # the decision that changed it last
    org_id: str = "local"
    created_at: datetime | None = None
    updated_at: datetime | None = None


class LedgerRelationship(Value, frozen=True, kw_only=True):
    """`owner` has a relation to `owned`: a share, a role, control, management."""

    id: str
    type: str  # ownership, role:MANAGEMENT_COMPANY, …
    owner: str  # entity id: the parent, or who holds the role
    owned: str  # entity id: the child, or the unit in which it is held
    percentage: float | None = None
    attributes: Json = msgspec.field(default_factory=dict)
    source: str = ""
    corroboration: str = ""
    decision_id: str = ""
    changed_by: str = ""
    org_id: str = "local"
    created_at: datetime | None = None
    updated_at: datetime | None = None


class LedgerRecord(Value, frozen=True, kw_only=True):
    """Anything else that is to be remembered: a red flag, a beneficial owner, what a user's own verb writes."""

    id: str
    kind: str
    key: str
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    entity_id: str = ""
    decision_id: str = ""
    changed_by: str = ""
    org_id: str = "local"
    created_at: datetime | None = None
    updated_at: datetime | None = None
