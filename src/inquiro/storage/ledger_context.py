"""For whom a transaction of the ledger changes things, and when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, insert, update

from inquiro.core.ledger import Change
from inquiro.storage.characters import json_text


def as_stored(values: Mapping[str, Any]) -> dict[str, Any]:
    """As they will be read back: what is only written differently is no change."""
    stored: dict[str, Any] = msgspec.json.decode(json_text(values))
    return stored


class Context(NamedTuple):
    connection: Connection
    org_id: str
    decision_id: str
    run_id: str
    now: datetime

    def add(self, table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
        """A new row, with the decision that made it."""
        made = {
            **row,
            "org_id": self.org_id,
            "decision_id": self.decision_id,
            "changed_by": self.decision_id,
            "created_at": self.now,
            "updated_at": self.now,
        }
        self.connection.execute(insert(table), made)
        return made

    def change(
        self, table: Table, before: Mapping[Any, Any], after: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Change]:
        """Only what is really other than before; a row that stays as it is keeps its time and decision too."""
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed:
            return dict(before), "unchanged"
        changed |= {"changed_by": self.decision_id, "updated_at": self.now}
        self.connection.execute(update(table).where(table.c.seq == before["seq"]).values(changed))
        return {**before, **changed}, "updated"
