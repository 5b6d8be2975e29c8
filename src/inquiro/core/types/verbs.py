"""The verb language as values: what a verb takes, what a program says, what became of each call."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from inquiro.core.types.base import Json, Value

ArgumentType = Literal[
    "string", "integer", "number", "percentage", "boolean", "date", "lei", "entity", "symbol", "list", "map", "any"
]  # `entity`: an @name, the id of an entity, its LEI, or its name
VerbEffects = Literal["read", "store", "outside"]  # looks only; changes our store; changes the world beyond it
Yields = Literal["nothing", "entity", "entities", "record", "value"]
StepStatus = Literal["waiting", "begun", "done", "failed", "held"]


class Symbol(Value, frozen=True, kw_only=True):
    """A bare word or keyword that stands as a value: `fund`, `:fully-corroborated`."""

    name: str


class Reference(Value, frozen=True, kw_only=True):
    """`@name`: what an earlier call was bound to."""

    name: str


class VerbArgument(Value, frozen=True, kw_only=True):
    name: str
    type: ArgumentType = "string"
    required: bool = False
    description: str = ""
    enum: tuple[str | int | float, ...] = ()
    default: Any = None
    aliases: tuple[str, ...] = ()  # other names that programs may use; handlers see `name` only


class VerbSpec(Value, frozen=True, kw_only=True):
    name: str  # domain.verb, or domain.group:verb
    description: str = ""
    arguments: tuple[VerbArgument, ...] = ()
    one_of: tuple[tuple[str, ...], ...] = ()  # of each of these at least one has to be given
    about_all_without: tuple[str, ...] = ()  # with none of these it is about everything: an empty one is no omission
    open: bool = False  # further arguments are kept as attributes
    effects: VerbEffects = "store"
    yields: Yields = "nothing"
    record: str = ""  # kind of record that a verb of the user's own writes
    key: tuple[str, ...] = ()  # arguments that name such a record; none: all of them
    idempotent: bool = True  # an outside verb that is not is never repeated blindly


class VerbCall(Value, frozen=True, kw_only=True):
    """One call as it stands in a program; the values are plain, `Symbol`, `Reference`, or lists and maps of them."""

    verb: str
    arguments: dict[str, Any] = msgspec.field(default_factory=dict)
    binds: str = ""  # the name after `:as`, without the @
    line: int = 0
    column: int = 0
    places: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)  # of the arguments' values


class Problem(Value, frozen=True, kw_only=True):
    """Something wrong in a file that a person wrote, and where."""

    message: str
    line: int = 0
    column: int = 0
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = f"line {self.line}{f', column {self.column}' if self.column else ''}: " if self.line else ""
        return f"{place}{'warning: ' if self.severity == 'warning' else ''}{self.message}"


class VerbStep(Value, frozen=True, kw_only=True):
    """The journal of one call: committed together with what it changed."""

    run_id: str
    group: str
    index: int
    verb: str
    text: str  # the call as it ran, formatted
    key: str  # idempotency key
    status: StepStatus = "waiting"
    outcome: Json = msgspec.field(default_factory=dict)  # VerbOutcome
    error: str = ""
    at: datetime | None = None


class VerbOutcome(Value, frozen=True, kw_only=True):
    """What a call did and what `:as` binds."""

    change: Literal["created", "updated", "unchanged", "found", "recorded", "done"] = "done"
    ref: str = ""  # id of the entity or record
    refs: tuple[str, ...] = ()
    label: str = ""  # for people
    value: Any = None
