"""Results whose verbs say which review, version and place they belong to, and count how often they ran."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from inquiro.core.types import (
    Json,
    LeiFinding,
    Macro,
    MacroOutput,
    Payload,
    VerbArgument,
    VerbGroup,
    VerbOutcome,
    VerbSpec,
)
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.reviewing.editing import Rules
from inquiro.onboarding.verbs.handling import Handling
from inquiro.onboarding.verbs.registry import VerbRegistry

SCHEMA = {
    "type": "object",
    "required": ["names"],
    "properties": {"names": {"type": "array", "items": {"type": "string", "minLength": 1}}},
}
MACRO = Macro(name="names", output=MacroOutput(schema=SCHEMA))
COUNTED = "CREATE TABLE counted (seq {serial} PRIMARY KEY, name TEXT NOT NULL, run_id TEXT NOT NULL)"
_COUNT = text("INSERT INTO counted (name, run_id) VALUES (:name, :run_id)")
_NAME = (VerbArgument(name="name", required=True),)
REGISTRY = VerbRegistry([VerbSpec(name="count.up", arguments=_NAME), VerbSpec(name="count.look", arguments=_NAME)])


def payload_of(review_id: str, names: list[str]) -> Payload:
    groups, _ = verbs_of(Payload(data={"names": names}, groups=(VerbGroup(key=review_id),)))
    return Payload(macro=MACRO, data={"names": names}, groups=tuple(groups))


def verbs_of(payload: Payload) -> tuple[list[VerbGroup], list[str]]:
    verbs = ("count.look" if name.endswith("look") else "count.up" for name in payload.data["names"])
    lines = [f'({verb} :name "{name}")' for verb, name in zip(verbs, payload.data["names"], strict=True)]
    return [VerbGroup(key=payload.groups[0].key, verbs="\n".join(lines))], []


async def no_leis(_data: Any) -> list[LeiFinding]:
    return []


async def _look(_register: Any, arguments: Json) -> Json:
    return {"saw": arguments["name"]}


def _count(ledger: Any, arguments: Json, _found: Json) -> VerbOutcome:
    connection = ledger._context.connection  # in the very transaction of the call
    connection.execute(_COUNT, {"name": arguments["name"], "run_id": ledger._context.run_id})
    return VerbOutcome(change="created")


async def no_more(_groups: object, _known: object) -> list[LeiFinding]:
    return []


RULES = Rules(validate=validate, check_leis=no_leis, regenerate=verbs_of, check_verbs=no_more)
HANDLERS = {"count.up": Handling(apply=_count), "count.look": Handling(fetch=_look, apply=_count)}
