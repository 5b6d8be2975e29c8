"""The journal of verbs: what became of each call, and which run finished a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects.postgresql import Insert as PostgresInsert
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import Insert as SqliteInsert
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from inquiro.core.decoders import convert
from inquiro.core.types import VerbStep
from inquiro.storage.dialect import is_postgres, upsert
from inquiro.storage.ledger_context import Context
from inquiro.storage.ledger_tables import verb_groups, verb_steps

_PLACE = ("run_id", "group_key", "position")
_steps = verb_steps.c
_OF_RUN = select(verb_steps).where(_steps.run_id == bindparam("run")).order_by(_steps.seq)
_OF_GROUP = (
    select(verb_steps)
    .where(_steps.run_id == bindparam("run"), _steps.group_key == bindparam("group"))
    .where(_steps.position >= bindparam("since"))
    .order_by(_steps.position)
)
_ELSEWHERE = (
    select(verb_steps)
    .where(_steps.org_id == bindparam("org"), _steps.key == bindparam("key"), _steps.run_id != bindparam("run"))
    .where(_steps.status.in_(("begun", "held", "done")))
    .order_by(_steps.seq)
)
_FINISHER = select(verb_groups.c.run_id).where(
    verb_groups.c.org_id == bindparam("org"), verb_groups.c.key == bindparam("key")
)


def steps_of_run(connection: Connection, run_id: str) -> list[VerbStep]:
    return [_step(row) for row in connection.execute(_OF_RUN, {"run": run_id}).mappings()]


def steps_of_group(context: Context, group: str, since: int) -> list[VerbStep]:
    rows = context.connection.execute(_OF_GROUP, {"run": context.run_id, "group": group, "since": since})
    return [_step(row) for row in rows.mappings()]


def begun_elsewhere(context: Context, key: str) -> VerbStep | None:
    given = {"org": context.org_id, "key": key, "run": context.run_id}
    found = [_step(row) for row in context.connection.execute(_ELSEWHERE, given).mappings()]
    return next((step for step in found if step.status == "done"), found[0] if found else None)


def keep(context: Context, steps: Sequence[VerbStep]) -> None:
    """Written at once, in their order: the journal has as many rows as there are calls."""
    rows = [
        {
            "org_id": context.org_id,
            "run_id": step.run_id,
            "group_key": step.group,
            "position": step.index,
            "verb": step.verb,
            "text": step.text,
            "key": step.key,
            "status": step.status,
            "outcome": step.outcome,
            "error": step.error,
            "at": step.at or context.now,
        }
        for step in steps
    ]
    if rows:
        context.connection.execute(_keeping(is_postgres(context.connection)), rows)


def finisher(context: Context, key: str) -> str:
    """The run that finished the group; empty if none did."""
    found = context.connection.execute(_FINISHER, {"org": context.org_id, "key": key}).scalar_one_or_none()
    return found or ""


def finish(context: Context, key: str) -> str:
    row = {"org_id": context.org_id, "key": key, "run_id": context.run_id}
    whole = {**row, "decision_id": context.decision_id, "at": context.now}
    statement = upsert(context.connection, verb_groups).on_conflict_do_nothing(index_elements=["org_id", "key"])
    written = context.connection.execute(statement, whole).rowcount == 1
    return context.run_id if written else finisher(context, key)


@cache
def _keeping(postgres: bool) -> SqliteInsert | PostgresInsert:
    statement = insert_postgres(verb_steps) if postgres else insert_sqlite(verb_steps)
    newer = {name: statement.excluded[name] for name in ("verb", "text", "key", "status", "outcome", "error", "at")}
    return statement.on_conflict_do_update(index_elements=_PLACE, set_=newer, where=_steps.status != "done")


def _step(row: Mapping[Any, Any]) -> VerbStep:
    names = {"group": "group_key", "index": "position"}
    return convert({f: row[names.get(f, f)] for f in VerbStep.__struct_fields__}, VerbStep)
