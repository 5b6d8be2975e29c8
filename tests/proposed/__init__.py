"""A result that waits for a person, with verbs that need no register."""

from __future__ import annotations

from typing import Any

import msgspec

from inquiro.core.types import (
    Citation,
    FieldSupport,
    LeiFinding,
    Macro,
    MacroOutput,
    MacroSource,
    Payload,
    Review,
    VerbGroup,
)
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.onboarding.suggesting import suggested_verbs

LEI = "529900K9B0N5BT694847"
ENTITY = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string", "minLength": 1}, "lei": {"type": "string"}, "share": {"type": "number"}},
}
MACRO = Macro(
    name="client-discovery",
    prompt="Find {{client}}",
    output=MacroOutput(
        schema={
            "type": "object",
            "required": ["apex"],
            "properties": {"apex": ENTITY, "funds": {"type": "array", "items": ENTITY}, "note": {}, "listed": {}},
        }
    ),
    suggested_verbs="""
(entity.ensure :entity-type "limited-company" :name "{{apex.name}}" {{#if apex.lei}}:lei "{{apex.lei}}"{{/if}} :as @apex)
{{#each funds}}
(entity.ensure :entity-type "fund" :name "{{name}}" :as @fund_{{@index}})
(ubo.add-ownership :owner-entity-id @apex :owned-entity-id @fund_{{@index}} :percentage {{share}})
{{/each}}
""",
)
DATA = {
    "apex": {"name": "Aldra SE", "lei": LEI},
    "funds": [{"name": "Aldra One", "share": 60.0}, {"name": "Aldra Two", "share": 40.0}],
    "note": None,
    "listed": True,
}


def review(
    review_id: str, *, data: Any = None, session_id: str = "", verdict: str = "confirmed", **changes: Any
) -> Review:
    """A result with verbs that need no register."""
    told = DATA if data is None else data
    verbs = suggested_verbs(MACRO, told, {})
    words = Citation(source_id="S1", quote="Aldra SE", start=3, end=11, before="The parent, ", after=", is listed.")
    payload = Payload(
        macro=MACRO,
        params={"client": "Aldra"},
        data=told,
        fields=(FieldSupport(path="apex.name", label="quoted", evidence=(words,)),),
        leis=(LeiFinding(path="apex.lei", lei=LEI, verdict=verdict, name="Aldra SE", record_name="Aldra SE"),),
        groups=(VerbGroup(key=review_id, title="client-discovery", verbs=verbs.text),),
        problems=verbs.problems,
        sources=(MacroSource(id="S1", url="https://example.org/report", title="Annual report", snippet="About Aldra"),),
        search_quality="HIGH",
    )
    whole = msgspec.structs.replace(payload, **changes)
    return new_review(whole, kind="macro", title="client-discovery: Aldra", review_id=review_id, session_id=session_id)
