"""Macros: research with a declared question, a declared shape of its result, and the verbs that follow from it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from inquiro.core.types.base import Json, Value
from inquiro.core.types.claims import Citation

ReviewRequirement = Literal["required", "optional", "none"]  # of reading and verbs; execution always needs a decision
ParameterType = Literal["string", "integer", "number", "boolean", "array", "object"]
FieldLabel = Literal["quoted", "supported", "inferred", "unsupported", "unfilled", "edited"]
SearchQuality = Literal["HIGH", "MEDIUM", "LOW"]
LeiVerdict = Literal[
    "confirmed",
    "malformed",  # not an LEI at all: length, characters or check digits
    "not_found",  # well formed, and the register has never heard of it
    "lapsed",  # not renewed; whoever decides may go on with a reason
    "inactive",  # retired, annulled, merged, or the entity itself has ended
    "name_differs",
    "jurisdiction_differs",
    "unverified",  # the register could not be asked; whoever decides may go on with a reason
]
OVERRIDABLE: tuple[LeiVerdict, ...] = ("lapsed", "unverified")


class MacroParameter(Value, frozen=True, kw_only=True):
    name: str
    type: ParameterType = "string"
    required: bool = False
    description: str = ""
    default: Any = None  # null is the same as none at all
    enum: tuple[Any, ...] = ()
    pattern: str = ""
    items: Json = msgspec.field(default_factory=dict)  # type and enum of an array's members
    limits: Json = msgspec.field(default_factory=dict)  # what else JSON Schema asks of the value: minimum, maxLength…


class MacroOutput(Value, frozen=True, kw_only=True):
    schema_name: str = ""
    schema: Json = msgspec.field(default_factory=dict)
    review: ReviewRequirement = "required"


class AgentHints(Value, frozen=True, kw_only=True):
    """When an agent should think of a macro, and when not."""

    triggers: tuple[str, ...] = ()
    example: Json = msgspec.field(default_factory=dict)  # parameters
    not_for: str = ""


class Macro(Value, frozen=True, kw_only=True):
    """One definition, whole: a run keeps the one it began with, whatever becomes of the file."""

    name: str
    version: str = "1"
    description: str = ""
    parameters: tuple[MacroParameter, ...] = ()
    tools: tuple[str, ...] = ()
    prompt: str = ""  # Handlebars
    output: MacroOutput = msgspec.field(default_factory=MacroOutput)
    suggested_verbs: str = ""  # Handlebars, rendered into the verb language
    tags: tuple[str, ...] = ()
    hints: AgentHints = msgspec.field(default_factory=AgentHints)
    without_model: Literal["", "register"] = ""  # what fills the result where there is no model


class MacroAsk(Value, frozen=True, kw_only=True):
    """A macro to run, as part of a request; its parameters are checked and filled."""

    macro: Macro
    params: Json = msgspec.field(default_factory=dict)
    session_id: str = ""


class Cite(Value, frozen=True, kw_only=True):
    """The facts that a model names for a field."""

    path: str
    facts: tuple[str, ...] = ()


class Filling(Value, frozen=True, kw_only=True):
    """What is to be filled in, from what."""

    task: str  # the macro's rendered prompt
    schema: Json
    known: Any = None  # what a register gave already, in the same shape
    register: tuple[str, ...] = ()  # its entries, in sentences


class Filled(Value, frozen=True, kw_only=True):
    data: Any
    cites: tuple[Cite, ...] = ()


class FieldSupport(Value, frozen=True, kw_only=True):
    """Which exact words one field of a result rests on."""

    path: str  # as a person writes it: apex.lei, subsidiaries[3].name
    label: FieldLabel
    evidence: tuple[Citation, ...] = ()
    note: str = ""


class LeiFinding(Value, frozen=True, kw_only=True):
    """What is known of an LEI that stands in a result."""

    path: str
    lei: str  # exactly as it stands there
    verdict: LeiVerdict
    reason: str = ""
    name: str = ""  # that the research gives the entity
    jurisdiction: str = ""
    record_name: str = ""  # that the register gives it
    record_jurisdiction: str = ""
    registration: str = ""  # ISSUED, LAPSED, …
    entity_status: str = ""
    successors: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()  # what a look-alike may have been meant; never put in its place

    @property
    def blocks(self) -> bool:
        return self.verdict != "confirmed"

    @property
    def overridable(self) -> bool:
        return self.verdict in OVERRIDABLE


class MacroSource(Value, frozen=True, kw_only=True):
    """A source of a result, with the seed's fields and the id that evidence names it by."""

    id: str
    url: str
    title: str = ""
    snippet: str = ""


class MacroResult(Value, frozen=True, kw_only=True):
    """What a macro found, before anybody decided on it."""

    result_id: str  # the id of its review, and of the run that made it
    session_id: str
    macro_name: str
    macro_version: str
    params: Json
    data: Any
    schema_valid: bool
    validation_errors: tuple[str, ...] = ()
    review_required: bool = True
    suggested_verbs: str | None = None
    verb_problems: tuple[str, ...] = ()  # why the verbs cannot run as they are
    verb_warnings: tuple[str, ...] = ()  # where the verbs may not mean what they seem to
    verb_specs: str = ""  # digest of the verbs of the user's own among them
    search_quality: SearchQuality | None = None  # as the model sees it
    measured_quality: Json = msgspec.field(default_factory=dict)  # as we count it
    fields: tuple[FieldSupport, ...] = ()
    leis: tuple[LeiFinding, ...] = ()
    sources: tuple[MacroSource, ...] = ()
    created_at: str = ""
    state: str = "pending_review"
    payload_hash: str = ""
    version: int = 1
